-- What every script does alike: numbers the threads, counts answers that were not as expected, prints the result.
-- wrk gives each thread a state of its own, whose globals are read at the end; so these are globals.
local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

refused, exhausted, first_refusal = 0, 0, ""

-- Whether an answer has the expected status; the first other one is kept for the error message.
function expect(status, expected, body)
  if status == expected then return true end
  refused = refused + 1
  if first_refusal == "" then first_refusal = status .. " " .. body:sub(1, 200) end
  return false
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
