-- Reads all objects in an order that no cache of the processor likes.
local objects = tonumber(os.getenv("BENCH_OBJECTS"))
local count = 0
local headers = { ["Accept"] = "application/json" }
function request()
  count = (count + 7919) % objects
  return wrk.format("GET", wrk.path .. "/object-" .. count, headers)
end
