"""What the scripts beside this file share: each check is a method, and its result a line of JSON."""

import json
import traceback


def raises(error, call):
    try:
        call()
    except error as caught:
        return caught
    raise AssertionError(f"{error.__name__} was not raised")


def report(checks):
    """Runs every public method of an object in the order in which they are written."""
    for name, member in vars(type(checks)).items():
        if not callable(member) or name.startswith("_"):
            continue
        error = None
        try:
            getattr(checks, name)()
        except Exception:
            error = traceback.format_exc()
        print(json.dumps({"check": name.replace("_", " "), "error": error}), flush=True)
