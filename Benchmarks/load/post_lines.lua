-- Posts each line of a file once, thread by thread, and counts what was not answered with 200.
-- arguments: path of the request, content type, file of bodies, number of threads, [file for answers' values, name]
require "report"

function init(args)
  path, stride = args[1], tonumber(args[4])
  bodies = io.open(args[3], "r")
  for _ = 1, number do bodies:read("*l") end
  if args[5] then
    kept = io.open(args[5] .. "." .. number, "w")
    pattern = '"' .. args[6] .. '":"([^"]+)"'
  end
  headers = { ["Content-Type"] = args[2] }
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
  if expect(status, 200, body) and kept then
    local value = body:match(pattern)
    if value then kept:write(value, "\n") end
  end
end
