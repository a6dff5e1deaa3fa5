-- Applies 1,000 objects one after the other, each time with another value. Each line of the file named in the environment
-- is what one manager applies; the managers take turns.
local bodies = {}
for line in io.lines(os.getenv("BENCH_BODY")) do
  bodies[#bodies + 1] = line
end

local count = 0
local headers = { ["Content-Type"] = "application/apply-patch+yaml", ["Accept"] = "application/json" }
function request()
  count = count + 1
  local name = "object-" .. (count % 1000)
  local manager = math.floor(count / 1000) % #bodies + 1
  local body = bodies[manager]:gsub("NAME", name):gsub("TURN", "t" .. count):gsub('"COUNT"', count)
  return wrk.format("PATCH", wrk.path .. "/" .. name .. "?fieldManager=manager-" .. manager, headers, body)
end
