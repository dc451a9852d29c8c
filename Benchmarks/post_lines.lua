-- Posts each line of a file once, thread by thread, and counts what was not answered with 200.
-- arguments: path of the request, content type, file of bodies, number of threads, [file for answers' values, name]
local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(args)
  path, kind, stride = args[1], args[2], tonumber(args[4])
  bodies = io.open(args[3], "r")
  for _ = 1, number do bodies:read("*l") end
  refused, exhausted, first_refusal = 0, 0, ""
  if args[5] then
    kept = io.open(args[5] .. "." .. number, "w")
    pattern = '"' .. args[6] .. '":"([^"]+)"'
  end
  headers = { ["Content-Type"] = kind }
end

function request()
  local body = bodies:read("*l")
  if not body then
    exhausted = exhausted + 1
    return wrk.format("GET", "/healthz")
  end
  for _ = 2, stride do bodies:read("*l") end
  return wrk.format("POST", path, headers, body)
end

function response(status, _, body)
  if status ~= 200 then
    refused = refused + 1
    if first_refusal == "" then first_refusal = status .. " " .. body:sub(1, 200) end
  elseif kept then
    local value = body:match(pattern)
    if value then kept:write(value, "\n") end
  end
end

function done(summary, latency)
  local refused, exhausted, first = 0, 0, ""
  for _, thread in ipairs(threads) do
    refused = refused + thread:get("refused")
    exhausted = exhausted + thread:get("exhausted")
    if first == "" then first = thread:get("first_refusal") end
  end
  io.write(string.format(
    '\nRESULT {"requests": %d, "seconds": %.6f, "p50_ms": %.3f, "p99_ms": %.3f, "refused": %d, "exhausted": %d, "socket_errors": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    refused, exhausted,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
  if first ~= "" then io.write("FIRST REFUSAL ", first, "\n") end
end
