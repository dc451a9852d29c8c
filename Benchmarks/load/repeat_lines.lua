-- Posts the lines of a file round and round.
-- arguments: path of the request, content type, file of bodies, number of threads
require "report"

function init(args)
  path, requests, next_one = args[1], {}, 0
  local line = 0
  for body in io.lines(args[3]) do
    if line % tonumber(args[4]) == number then
      requests[#requests + 1] = wrk.format("POST", path, { ["Content-Type"] = args[2] }, body)
    end
    line = line + 1
  end
end

function request()
  next_one = next_one % #requests + 1
  return requests[next_one]
end

function response(status, _, body)
  expect(status, 200, body)
end
