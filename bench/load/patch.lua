-- Patches 1,000 objects one after the other, each time with another value.
local file = io.open(os.getenv("BENCH_BODY"), "r")
local template = file:read("*a")
file:close()

local count = 0
local headers = { ["Content-Type"] = "application/merge-patch+json", ["Accept"] = "application/json" }
function request()
  count = count + 1
  local body = template:gsub("TURN", "t" .. count):gsub('"COUNT"', count)
  return wrk.format("PATCH", wrk.path .. "/object-" .. (count % 1000), headers, body)
end
