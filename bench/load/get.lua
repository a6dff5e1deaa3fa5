-- Reads the same over and over.
local accept = os.getenv("BENCH_ACCEPT") or "application/json"
local token = os.getenv("BENCH_TOKEN")

-- The headers of wrk come in another order in every run, for which the server has other code. These do not.
function wrk.format()
  local lines = { "GET " .. wrk.path .. " HTTP/1.1", "Host: " .. wrk.headers["Host"], "Accept: " .. accept }
  if token then lines[#lines + 1] = "Authorization: Bearer " .. token end
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end
