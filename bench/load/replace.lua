-- Replaces 1,000 objects one after the other, each time with another label.
local file = io.open(os.getenv("BENCH_BODY"), "r")
local template = file:read("*a")
file:close()

local count = 0
local headers = { ["Content-Type"] = "application/json", ["Accept"] = "application/json" }
function request()
  count = count + 1
  local name = "object-" .. (count % 1000)
  local body = template:gsub("NAME", name):gsub("TURN", "t" .. count)
  return wrk.format("PUT", wrk.path .. "/" .. name, headers, body)
end
