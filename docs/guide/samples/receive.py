"""Receives the webhooks of a key, checks them, and lets sync.py apply what changed.

    WEBHOOK_SECRET=whsec_… ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… python3 receive.py FOLDER PORT

Needs Python 3.9 or newer, sync.py beside it, and a proxy in front of it that ends TLS. Run it instead of `sync.py FOLDER`.
"""
import base64, hashlib, hmac, os, subprocess, sys, threading, time
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TOLERANCE_SECONDS = 300  # between the clock of the sender and this one
LONGEST_BODY = 20_000
SYNC = Path(__file__).with_name('sync.py')
news = threading.Event()


def is_signed(headers: Message, body: bytes, secret: str, now: float) -> bool:
    """Whether the request is from who knows the secret, and not an old one that is sent again."""
    identity, at = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    if not at.isdigit() or abs(now - int(at)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix('whsec_'))
    signed = hmac.new(key, f'{identity}.{at}.'.encode() + body, hashlib.sha256).digest()
    expected = b'v1,' + base64.b64encode(signed)
    given = headers.get('webhook-signature', '').split(' ')
    return any(hmac.compare_digest(expected, each.encode()) for each in given)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self) -> None:
        length = self.headers.get('Content-Length', '')
        if not length.isdigit() or int(length) > LONGEST_BODY:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_signed(self.headers, body, os.environ['WEBHOOK_SECRET'], time.time()):
            self.log_message('refused: a wrong signature, or a timestamp of another time')
            return self.answer(401)
        # Answer at once: the changes of the key say what happened, so nothing of the body needs to be kept.
        news.set()
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, format: str, *values: Any) -> None:
        print(format % values, flush=True)


def sync_when_there_is_news(folder: str) -> None:
    """One pass after another, never two at a time. A delivery during a pass begins the next one."""
    while True:
        news.clear()
        done = subprocess.run([sys.executable, SYNC, folder, '--changes']).returncode == 0
        news.wait(timeout=3600 if done else 5)


def main(folder: str, port: str) -> None:
    if not os.environ.get('WEBHOOK_SECRET', '').startswith('whsec_'):
        sys.exit('WEBHOOK_SECRET takes the secret of the endpoint: whsec_…')
    threading.Thread(target=sync_when_there_is_news, args=[folder], daemon=True).start()
    ThreadingHTTPServer(('127.0.0.1', int(port)), Receiver).serve_forever()


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
