-- Patches 1,000 objects one after the other, each time with another value.
local file = io.open(os.getenv("BENCH_BODY"), "r")
local template = file:read("*a")
file:close()
local token = os.getenv("BENCH_TOKEN")

-- The headers of wrk come in another order in every run, for which the server has other code. These do not.
local head
function init()
  local lines = { "Host: " .. wrk.headers["Host"], "Accept: application/json" }
  if token then lines[#lines + 1] = "Authorization: Bearer " .. token end
  lines[#lines + 1] = "Content-Type: application/merge-patch+json"
  head = table.concat(lines, "\r\n") .. "\r\nContent-Length: "
end

local count = 0
function request()
  count = count + 1
  local body = template:gsub("TURN", "t" .. count):gsub('"COUNT"', count)
  local line = "PATCH " .. wrk.path .. "/object-" .. (count % 1000) .. " HTTP/1.1\r\n"
  return line .. head .. #body .. "\r\n\r\n" .. body
end
