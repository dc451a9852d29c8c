-- Refreshes sessions round and round: each answer's refresh token goes to the end of its thread's queue.
-- arguments: prefix of the files of refresh tokens, number of threads
local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(args)
  queue, head, tail, refused, first_refusal, line = {}, 1, 0, 0, "", 0
  for file = 0, tonumber(args[3]) - 1 do
    for token in io.lines(args[1] .. "." .. file) do
      line = line + 1
      if line % tonumber(args[2]) == number then
        tail = tail + 1
        queue[tail] = token
      end
    end
  end
  headers = { ["Content-Type"] = "application/x-www-form-urlencoded" }
end

function request()
  local token = queue[head]
  queue[head] = nil
  head = head + 1
  return wrk.format("POST", "/securetoken.googleapis.com/v1/token?key=bench", headers,
    "grant_type=refresh_token&refresh_token=" .. token)
end

function response(status, _, body)
  if status ~= 200 then
    refused = refused + 1
    if first_refusal == "" then first_refusal = status .. " " .. body:sub(1, 200) end
    return
  end
  tail = tail + 1
  queue[tail] = body:match('"refresh_token":"([^"]+)"')
end

function done(summary, latency)
  local refused, first = 0, ""
  for _, thread in ipairs(threads) do
    refused = refused + thread:get("refused")
    if first == "" then first = thread:get("first_refusal") end
  end
  io.write(string.format(
    '\nRESULT {"requests": %d, "seconds": %.6f, "p50_ms": %.3f, "p99_ms": %.3f, "refused": %d, "exhausted": 0, "socket_errors": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    refused, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
  if first ~= "" then io.write("FIRST REFUSAL ", first, "\n") end
end
