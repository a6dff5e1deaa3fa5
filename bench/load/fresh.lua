-- Lists with a selector that goes on differently every time and always holds.
local count = 0
local headers = { ["Accept"] = "application/json" }
function request()
  count = count + 1
  return wrk.format("GET", wrk.path .. "%2Cturn%21%3Df" .. count, headers)
end
