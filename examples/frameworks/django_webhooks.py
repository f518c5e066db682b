"""Receives webhooks with Django: path("webhooks/", blocktally_webhook) in urls.py, and in settings.py
BLOCKTALLY_SECRETS, a list with the signing secret, or with both during a rotation."""
import hashlib
import hmac
import json
import time

from django.conf import settings
from django.http import HttpResponse, HttpResponseBadRequest
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


def is_genuine(body: bytes, timestamp: str, signatures: str, secrets: list) -> bool:
    """Whether the raw bytes were recently signed with one of the secrets."""
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 12:
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    content = timestamp.encode() + b"." + body
    return any(
        hmac.compare_digest(
            given.encode(),
            b"sha256=" + hmac.new(secret.encode(), content, hashlib.sha256).hexdigest().encode(),
        )
        for secret in filter(None, secrets)  # Anyone can sign with an empty one.
        for given in signatures.split(",")
    )


# Blocktally has no CSRF token; the signature takes its place.
@csrf_exempt
@require_POST
def blocktally_webhook(request):
    if not is_genuine(
        request.body,  # The raw bytes. Read it before request.POST.
        request.headers.get("X-Service-Timestamp", ""),
        request.headers.get("X-Service-Signature", ""),
        settings.BLOCKTALLY_SECRETS,
    ):
        return HttpResponseBadRequest("refused")
    event = json.loads(request.body)
    # Store the event under its id, X-Service-Event-Id, before responding, and process it later.
    print(f"genuine: {event['type']} {event['data']['payment_id']}", flush=True)
    return HttpResponse(status=204)
