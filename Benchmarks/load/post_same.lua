-- Posts one and the same body.
-- arguments: path of the request, content type, file of the body, expected status
require "report"

function init(args)
  wanted = tonumber(args[4])
  again = wrk.format("POST", args[1], { ["Content-Type"] = args[2] }, io.open(args[3], "r"):read("*a"))
end

function request()
  return again
end

function response(status, _, body)
  expect(status, wanted, body)
end
