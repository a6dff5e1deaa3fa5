-- Deletes objects, each once. The warm-up begins with the first, the measurement further on.
local first = os.getenv("BENCH_ROUND") == "warm" and 0 or 5000
local count = first - 1
local headers = { ["Content-Type"] = "application/json", ["Accept"] = "application/json" }
function request()
  count = count + 1
  return wrk.format("DELETE", wrk.path .. "/object-" .. count, headers, '{"propagationPolicy":"Background"}')
end
