-- Refreshes sessions round and round: each answer's refresh token goes to the end of its thread's queue.
-- arguments: prefix of the files of refresh tokens, number of files, number of threads
require "report"

function init(args)
  queue, head, tail = {}, 1, 0
  local line = 0
  for file = 0, tonumber(args[2]) - 1 do
    for token in io.lines(args[1] .. "." .. file) do
      line = line + 1
      if line % tonumber(args[3]) == number then
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
  if not expect(status, 200, body) then return end
  tail = tail + 1
  queue[tail] = body:match('"refresh_token":"([^"]+)"')
end
