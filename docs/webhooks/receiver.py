"""A receiver of webhooks: python3 receiver.py, with WEBHOOK_SECRET (whsec_...) and, if it is not 8000, PORT."""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 5 * 60
# Ids of what was received: of a real receiver a table, as events come at least once.
SEEN = set()


def is_signed(headers, body):
    """Whether the request carries a signature of ours, of these minutes."""
    message, at, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not at.isdigit() or abs(time.time() - int(at)) > TOLERANCE_SECONDS:
        return False
    mac = hmac.new(SECRET, f"{message}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(mac).decode()
    return any(hmac.compare_digest(expected, each) for each in signatures.split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        is_ours = is_signed(self.headers, body)
        self.send_response(204 if is_ours else 401)
        self.end_headers()
        message = self.headers.get("webhook-id")
        if is_ours and message not in SEEN:
            SEEN.add(message)
            print(message, json.loads(body)["type"], flush=True)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()
