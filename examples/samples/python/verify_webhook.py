"""Verifies a webhook as a CGI program gets it: headers in the environment, the body on standard
input. SECRET is the signing secret, or during a rotation both secrets, separated by a space."""
import hashlib
import hmac
import json
import os
import re
import sys
import time


def verify(body: bytes, timestamp: str, signatures: str, secrets: list) -> None:
    """Raises ValueError unless the raw bytes were recently signed with one of the secrets."""
    if not timestamp or not signatures:
        raise ValueError("a header is missing")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise ValueError("the timestamp is not Unix time")
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the timestamp is not within five minutes")
    content = timestamp.encode() + b"." + body
    for secret in filter(None, secrets):  # Anyone can sign with an empty one.
        wanted = "sha256=" + hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()
        for given in signatures.split(","):
            if hmac.compare_digest(given.encode(), wanted.encode()):
                return
    raise ValueError("no signature matches")


body = sys.stdin.buffer.read()
try:
    verify(
        body,
        os.environ.get("HTTP_X_SERVICE_TIMESTAMP", ""),
        os.environ.get("HTTP_X_SERVICE_SIGNATURE", ""),
        os.environ["SECRET"].split(" "),
    )
except ValueError as error:
    sys.exit(f"refused: {error}")
event = json.loads(body)
print(f"genuine: {event['type']} {event['data']['payment_id']}")
