"""Prints the events since the last run: KEY=btly_… python3 catch_up.py last-event"""
import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

url = os.environ.get("BLOCKTALLY_URL", "http://localhost:3000")
file = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "last-event")

more = True
while more:
    # An empty "after" starts at the first event.
    after = file.read_text().strip() if file.exists() else ""
    request = urllib.request.Request(
        f"{url}/v1/events?limit=100&after={after}",
        headers={"Authorization": f"Bearer {os.environ['KEY']}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            page = json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['code']}: {problem['detail']}")
    # Handle each event here. In a database, store the last id in the same transaction.
    for event in page["data"]:
        print(event["id"], event["type"])
    if page["pagination"]["next_after"]:
        file.write_text(page["pagination"]["next_after"])
    more = page["pagination"]["has_more"]
