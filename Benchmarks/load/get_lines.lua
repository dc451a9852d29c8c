-- Asks for each line of a file, round and round, with a cookie.
-- arguments: file of paths, cookie
require "report"

function init(args)
  lines, place = {}, number
  for line in io.lines(args[1]) do lines[#lines + 1] = line end
  headers = { ["Cookie"] = args[2], ["Accept"] = "text/html" }
end

function request()
  place = place % #lines + 1
  return wrk.format("GET", lines[place], headers)
end

function response(status, _, body)
  expect(status, 200, body)
end
