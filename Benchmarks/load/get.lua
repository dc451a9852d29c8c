-- Asks for one path.
-- arguments: path
require "report"

function init(args)
  path = args[1]
end

function request()
  return wrk.format("GET", path)
end

function response(status, _, body)
  expect(status, 200, body)
end
