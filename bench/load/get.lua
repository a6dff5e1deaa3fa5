-- Reads the same over and over.
wrk.method = "GET"
wrk.headers["Accept"] = os.getenv("BENCH_ACCEPT") or "application/json"
