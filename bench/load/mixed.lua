-- A bit of everything: of twenty requests ten are gets, one is a list of 500, two are lists by a selector, three
-- creations and four patches.
local file = io.open(os.getenv("BENCH_BODY"), "r")
local template = file:read("*a")
file:close()
local before, after = template:match("^(.*)NAME(.*)$")
local objects = tonumber(os.getenv("BENCH_OBJECTS"))
local round = os.getenv("BENCH_ROUND") or "0"

local json = { ["Content-Type"] = "application/json", ["Accept"] = "application/json" }
local merge = { ["Content-Type"] = "application/merge-patch+json", ["Accept"] = "application/json" }
local count = 0

local function get()
  return wrk.format("GET", wrk.path .. "/object-" .. (count * 7919) % objects, json)
end
local function list()
  return wrk.format("GET", wrk.path .. "?limit=500", json)
end
local function select()
  return wrk.format("GET", wrk.path .. "?labelSelector=rare%3Dyes", json)
end
local function create()
  return wrk.format("POST", wrk.path, json, before .. "mixed-" .. round .. "-" .. count .. after)
end
local function patch()
  local body = '{"metadata":{"labels":{"turn":"t' .. count .. '"}}}'
  return wrk.format("PATCH", wrk.path .. "/object-" .. (count * 7919) % objects, merge, body)
end

local mix = {
  get, patch, get, create, get, select, get, patch, get, list, get, create, get, patch, get, select, get, create, get, patch,
}
function request()
  count = count + 1
  return mix[count % #mix + 1]()
end
