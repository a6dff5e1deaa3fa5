-- Reads one object over and over.
wrk.method = "GET"
wrk.headers["Accept"] = "application/json"
