-- Creates objects with names that no other request uses. The body is read from the file named in the environment
-- and has the text NAME where the name belongs.
local file = io.open(os.getenv("BENCH_BODY"), "r")
local template = file:read("*a")
file:close()
local before, after = template:match("^(.*)NAME(.*)$")

local threads = 0
function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

local count = 0
local headers = { ["Content-Type"] = "application/json", ["Accept"] = "application/json" }
-- Several servers on one store are loaded side by side.
local round = (os.getenv("BENCH_ROUND") or "0") .. (os.getenv("BENCH_SERVER") or "")
function request()
  count = count + 1
  local name = "bench-" .. round .. "-" .. id .. "-" .. count
  return wrk.format("POST", nil, headers, before .. name .. after)
end
