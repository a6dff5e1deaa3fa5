-- Gets an object and then patches it, 1,000 objects one after the other, as a client does that compares by itself.
local file = io.open(os.getenv("BENCH_BODY"), "r")
local template = file:read("*a")
file:close()

local count = 0
local isGet = false
local merge = { ["Content-Type"] = "application/merge-patch+json", ["Accept"] = "application/json" }
local json = { ["Accept"] = "application/json" }
function request()
  isGet = not isGet
  if isGet then
    count = count + 1
    return wrk.format("GET", wrk.path .. "/object-" .. (count % 1000), json)
  end
  local body = template:gsub("TURN", "t" .. count)
  return wrk.format("PATCH", wrk.path .. "/object-" .. (count % 1000), merge, body)
end
