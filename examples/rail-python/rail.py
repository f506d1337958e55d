"""A small bank in pounds behind Corridor's HTTP rail, with Python's standard library only.

Its book is a SQLite file. The protocol is described in docs/rails/http.md of Corridor; README.md says how to run this
program.
"""

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What the rail can do: the same as `capabilities` of its entry in Corridor's connections file.
CAPABILITIES = {
    "accountTypes": ["GBP_ACCOUNT"],
    "currencies": ["GBP"],
    "paymentRails": ["FASTER_PAYMENTS"],
    "push": True,
    "pull": True,
    "pullsFrom": ["GBP_ACCOUNT"],
    "receive": True,
    "cancellable": True,
    "settlementSeconds": 2,
}

TOLERANCE_SECONDS = 300
LONGEST_BODY = 1_048_576
# When the service asks again, if no message comes first.
PENDING = {"state": "pending", "checkAfterSeconds": 30}
CANCELLED = {
    "payout": {
        "state": "failed",
        "reason": "QUOTE_EXECUTION_FAILED",
        "refundReason": "USER_CANCELLATION",
        "refundable": True,
    },
    "pull": {"state": "failed", "reason": "CANCELLED"},
}
# The kind of a movement in messages to the service.
MESSAGE_KINDS = {"payout": "payout", "pull": "collection", "refund": "refund"}
# Statuses after which the same message is useless: it is invalid, or the service does not know the movement.
FINAL = (400, 403, 404)


class Refused(Exception):
    """The request is refused with this HTTP status. The service tries again."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


# Signatures: https://www.standardwebhooks.com


class Signer:
    """Signs with each secret, and accepts a signature by any of them: two are in use while they are exchanged."""

    def __init__(self, secrets):
        self.keys = [base64.b64decode(secret.removeprefix("whsec_")) for secret in secrets]

    def _macs(self, message_id, timestamp, body):
        content = f"{message_id}.{timestamp}.".encode() + body
        return [base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode() for key in self.keys]

    def headers(self, message_id, body):
        timestamp = str(int(time.time()))
        return {
            "webhook-id": message_id,
            "webhook-timestamp": timestamp,
            "webhook-signature": " ".join(f"v1,{mac}" for mac in self._macs(message_id, timestamp, body)),
        }

    def accepts(self, headers, body):
        timestamp = headers.get("webhook-timestamp", "")
        if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
            return False
        given = headers.get("webhook-signature", "").split(" ")
        macs = self._macs(headers.get("webhook-id", ""), timestamp, body)
        return any(hmac.compare_digest(f"v1,{mac}".encode(), one.encode()) for mac in macs for one in given)


# The bank


class Bank:
    """A bank without money: it settles what was submitted when `settle` is called, and reports each change.

    In your rail this is the client of your bank. Every change of a movement is written together with the message about
    it, in one transaction.
    """

    def __init__(self, path, rail_name):
        self.rail_name = rail_name
        self.lock = threading.RLock()
        self.db = sqlite3.connect(path, check_same_thread=False)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        with self.db:
            self.db.execute(
                "CREATE TABLE IF NOT EXISTS movements (kind TEXT, reference TEXT, request TEXT, status TEXT,"
                " cancelled INTEGER DEFAULT 0, moved INTEGER DEFAULT 0, of TEXT, amount INTEGER,"
                " PRIMARY KEY (kind, reference))"
            )
            self.db.execute("CREATE TABLE IF NOT EXISTS arrivals (payment_id TEXT PRIMARY KEY, amount INTEGER)")
            self.db.execute("CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, message TEXT, sent INTEGER)")

    # What the rail asks of the bank.

    def submit(self, kind, request):
        with self.lock, self.db:
            before = self._known(kind, request)
            return before["status"] if before else self._add(kind, request, PENDING)

    def status(self, kind, reference):
        with self.lock:
            movement = self._movement(kind, reference)
        if movement is None:
            raise Refused(404)
        return movement["status"]

    def cancel(self, kind, request):
        with self.lock, self.db:
            before = self._known(kind, request)
            if before is None:
                # The submission may still be under way: it must find the movement cancelled.
                self._add(kind, request, CANCELLED[kind], cancelled=True)
                return "cancelled"
            if before["cancelled"]:
                return "cancelled"
            if before["status"]["state"] != "pending":
                return "too-late"
            self.db.execute(
                "UPDATE movements SET status = ?, cancelled = 1 WHERE kind = ? AND reference = ?",
                (json.dumps(CANCELLED[kind]), kind, request["reference"]),
            )
            return "cancelled"

    def refund_pull(self, request):
        with self.lock, self.db:
            pull = self._known("pull", request["pull"])
            is_held = pull is not None and pull["status"]["state"] == "collected"
            amount = int(request["pull"]["amount"])
            return self._refund(request, f"pull {request['pull']['reference']}", amount, amount if is_held else 0)

    def refund_arrival(self, request):
        with self.lock, self.db:
            payment_id = (request["arrival"] or {}).get("paymentId")
            found = self.db.execute("SELECT amount FROM arrivals WHERE payment_id = ?", (payment_id,)).fetchone()
            return self._refund(request, f"arrival {payment_id}", int(request["amount"]), found[0] if found else 0)

    # What happens at the bank.

    def settle(self):
        with self.lock, self.db:
            rows = self.db.execute("SELECT kind, reference FROM movements WHERE status = ?", (json.dumps(PENDING),))
            pending = [self._movement(*row) for row in rows.fetchall()]
            for movement in pending:
                status = settled(movement)
                self._change(movement, status, 0 if status["state"] == "failed" else 1)
            return len(pending)

    def arrive(self, arrival):
        payment_id = str(uuid.uuid4())
        message = {
            "kind": "arrival",
            "rail": self.rail_name,
            "paymentId": payment_id,
            "reference": arrival["reference"],
            "currency": "GBP",
            "amount": arrival["amount"],
            "remitter": arrival.get("remitter"),
            "valueDate": time.strftime("%Y-%m-%d", time.gmtime()),
        }
        with self.lock, self.db:
            self.db.execute("INSERT INTO arrivals VALUES (?, ?)", (payment_id, int(arrival["amount"])))
            self._report(payment_id, message)
        return payment_id

    def give_back(self, kind, reference, reason):
        """A completed payout or collection comes back."""
        with self.lock, self.db:
            movement = self._movement(kind, reference)
            is_here = movement is not None and movement["moved"] == 1 and movement["status"]["state"] != "returned"
            if not is_here or self._refunded(f"{kind} {reference}") > 0:
                raise Refused(409)
            amount = movement["request"]["amount"]
            status = {"state": "returned", "returnId": str(uuid.uuid4()), "amount": amount, "reason": reason}
            self._change(movement, status, 1)

    def times_moved(self, reference):
        with self.lock:
            found = self.db.execute("SELECT sum(moved) FROM movements WHERE reference = ?", (reference,)).fetchone()
        return found[0] or 0

    # What the service has not received yet, oldest first.

    def unsent(self):
        with self.lock:
            rows = self.db.execute("SELECT id, message FROM messages WHERE NOT sent ORDER BY rowid LIMIT 100")
            return rows.fetchall()

    def sent(self, message_id):
        with self.lock, self.db:
            self.db.execute("UPDATE messages SET sent = 1 WHERE id = ?", (message_id,))

    # Inside a transaction.

    def _movement(self, kind, reference):
        row = self.db.execute(
            "SELECT request, status, cancelled, moved FROM movements WHERE kind = ? AND reference = ?",
            (kind, reference),
        ).fetchone()
        if row is None:
            return None
        request, status, cancelled, moved = row
        return {
            "kind": kind,
            "reference": reference,
            "request": json.loads(request),
            "status": json.loads(status),
            "cancelled": cancelled == 1,
            "moved": moved,
        }

    def _known(self, kind, request):
        """The movement with this reference, if it is the same one."""
        movement = self._movement(kind, request["reference"])
        if movement is not None and movement["request"] != request:
            raise Refused(409)
        return movement

    def _add(self, kind, request, status, cancelled=False, of=None, amount=None):
        self.db.execute(
            "INSERT INTO movements VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
            (kind, request["reference"], json.dumps(request), json.dumps(status), int(cancelled), of, amount),
        )
        return status

    def _refunded(self, of):
        rows = self.db.execute("SELECT amount, status FROM movements WHERE kind = 'refund' AND of = ?", (of,))
        return sum(amount for amount, status in rows.fetchall() if json.loads(status)["state"] != "failed")

    def _refund(self, request, of, amount, available):
        """A refund of money that is here, or a refusal."""
        before = self._known("refund", request)
        if before is not None:
            return before["status"]
        is_held = amount <= available - self._refunded(of)
        status = PENDING if is_held else {"state": "failed", "reason": "this money is not held here"}
        return self._add("refund", request, status, of=of, amount=amount)

    def _change(self, movement, status, moved):
        kind, reference = movement["kind"], movement["reference"]
        self.db.execute(
            "UPDATE movements SET status = ?, moved = ? WHERE kind = ? AND reference = ?",
            (json.dumps(status), moved, kind, reference),
        )
        message_id = str(uuid.uuid4())
        message = {
            "kind": MESSAGE_KINDS[kind],
            "rail": self.rail_name,
            "messageId": message_id,
            "reference": reference,
            "status": status,
        }
        self._report(message_id, message)

    def _report(self, message_id, message):
        self.db.execute("INSERT INTO messages VALUES (?, ?, 0)", (message_id, json.dumps(message)))


def is_closed(account):
    return account["accountNumber"].endswith("999")


def settled(movement):
    kind, request = movement["kind"], movement["request"]
    if kind == "refund":
        return {"state": "completed"}
    if kind == "pull":
        if is_closed(request["account"]):
            return {"state": "failed", "reason": "ACCOUNT_CLOSED"}
        return {"state": "collected", "checkAfterSeconds": None}
    if is_closed(request["account"]):
        return {
            "state": "failed",
            "reason": "ACCOUNT_CANNOT_RECEIVE",
            "refundReason": "TRANSACTION_FAILED",
            "refundable": True,
        }
    return {"state": "delivered", "onChainTransaction": None, "checkAfterSeconds": None}


# The protocol


def is_amount(value):
    return isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{0,15}", value) is not None


def is_account(value):
    return (
        isinstance(value, dict)
        and value.get("accountType") in CAPABILITIES["accountTypes"]
        and isinstance(value.get("accountNumber"), str)
    )


def has_reference(value):
    return isinstance(value, dict) and isinstance(value.get("reference"), str)


def is_movement(value):
    return (
        has_reference(value)
        and is_account(value.get("account"))
        and value.get("currency") == "GBP"
        and is_amount(value.get("amount"))
    )


def is_refund(value):
    return (
        has_reference(value)
        and value.get("currency") == "GBP"
        and is_amount(value.get("amount"))
        and isinstance(value.get("arrival"), (dict, type(None)))
    )


def checked(is_valid, body, reference=None):
    if not is_valid or (reference is not None and body.get("pull", body)["reference"] != reference):
        raise Refused(400)
    return body


class JsonHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A connection that sends nothing is closed.
    timeout = 30

    def do_GET(self):
        self._serve("GET")

    def do_POST(self):
        self._serve("POST")

    def _serve(self, method):
        try:
            length = int(self.headers.get("content-length") or 0)
            if not 0 <= length <= LONGEST_BODY:
                self.close_connection = True
                raise Refused(413)
            self._send(200, *self.answer(method, self.path, self.rfile.read(length)))
        except Refused as refusal:
            self._send(refusal.status, b"", {})
        except (ValueError, binascii.Error):
            self._send(400, b"", {})

    def _send(self, status, body, headers):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        """Requests are not logged: their paths contain references."""


def rail_handler(bank, requests, answers):
    """The protocol of docs/rails/http.md: `requests` verifies what Corridor sends, `answers` signs the answers."""

    def act(method, path, body):
        parts = [part for part in path.split("/") if part]
        match (method, *parts):
            case ("GET", "capabilities"):
                return {"protocol": 1, "capabilities": CAPABILITIES}
            case ("POST", "lookups"):
                checked(isinstance(body, dict) and is_account(body.get("account")), body)
                return {"answer": "unreachable" if is_closed(body["account"]) else "reachable"}
            case ("POST", "payouts" | "pulls"):
                return bank.submit(parts[0][:-1], checked(is_movement(body), body))
            case ("GET", "payouts" | "pulls", reference):
                return bank.status(parts[0][:-1], reference)
            case ("POST", "payouts" | "pulls", reference, "cancel"):
                return {"answer": bank.cancel(parts[0][:-1], checked(is_movement(body), body, reference))}
            case ("POST", "pulls", reference, "refunds"):
                is_valid = has_reference(body) and is_movement(body.get("pull"))
                return bank.refund_pull(checked(is_valid, body, reference))
            case ("POST", "refunds"):
                return bank.refund_arrival(checked(is_refund(body), body))
        raise Refused(404)

    class RailHandler(JsonHandler):
        def answer(self, method, path, body):
            message_id = self.headers.get("webhook-id", "")
            # The id begins with method and path: without this check, a request could be sent again to another path.
            if not message_id.startswith(f"{method} {path} ") or not requests.accepts(self.headers, body):
                raise Refused(401)
            answer = json.dumps(act(method, path, json.loads(body) if method == "POST" else None)).encode()
            return answer, answers.headers(message_id, answer)

    return RailHandler


def counter_handler(bank):
    """What happens at the bank, for you to play: it listens on this machine only, and does not belong to the protocol."""

    def act(method, path, body):
        match (method, *[part for part in path.split("/") if part]):
            case ("POST", "settle"):
                return {"settled": bank.settle()}
            case ("POST", "arrivals"):
                return {"paymentId": bank.arrive(checked(has_reference(body) and is_amount(body.get("amount")), body))}
            case ("POST", ("payouts" | "pulls") as kind, reference, "return"):
                bank.give_back(kind[:-1], reference, (body or {}).get("reason"))
                return {}
            case ("GET", "moved", reference):
                return {"times": bank.times_moved(reference)}
            case ("GET", "unsent"):
                return {"messages": len(bank.unsent())}
        raise Refused(404)

    class CounterHandler(JsonHandler):
        def answer(self, method, path, body):
            return json.dumps(act(method, path, json.loads(body) if body else None)).encode(), {}

    return CounterHandler


# Messages to Corridor


def deliver(url, answers, message_id, message):
    """The HTTP status of Corridor's answer; 0 if there is none."""
    body = message.encode()
    headers = {"content-type": "application/json", **answers.headers(message_id, body)}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def report(bank, answers, url):
    """Sends the messages of the bank, one after another, until each is received.

    A message that was received, but whose answer was lost, is sent again: Corridor recognizes its id.
    """
    first_delay, longest_delay = 0.2, 60
    delay = first_delay
    while True:
        is_late = False
        for message_id, message in bank.unsent():
            status = deliver(url, answers, message_id, message)
            if status in FINAL:
                print(f"Corridor refused the message {message_id} with HTTP {status}", file=sys.stderr)
            if 200 <= status < 300 or status in FINAL:
                bank.sent(message_id)
            else:
                is_late = True
            # One message that has to wait (409) does not hold up the others.
            if status == 0 or status >= 500:
                break
        delay = min(delay * 2, longest_delay) if is_late else first_delay
        time.sleep(delay)


def settle_regularly(bank, seconds):
    while True:
        time.sleep(seconds)
        bank.settle()


def secrets_of(name):
    """One secret, or two with a space between while they are exchanged."""
    text = os.environ.get(name, "")
    if not text.startswith("whsec_"):
        sys.exit(f"set {name} to the secret of the rail, which begins with whsec_")
    return text.split(" ")


def main():
    env = os.environ
    name = env.get("RAIL_NAME", "python-bank")
    url = env.get("RAIL_CALLBACK_URL", f"http://127.0.0.1:8080/rails/{name}/callbacks/events")
    requests, answers = Signer(secrets_of("RAIL_SECRET")), Signer(secrets_of("RAIL_CALLBACK_SECRET"))
    settle_seconds = float(env.get("BANK_SETTLE_SECONDS", "2"))

    bank = Bank(env.get("RAIL_BOOK", "rail-book.sqlite"), name)
    rail_address = (env.get("RAIL_HOST", "127.0.0.1"), int(env.get("RAIL_PORT", "4020")))
    rail = ThreadingHTTPServer(rail_address, rail_handler(bank, requests, answers))
    counter = ThreadingHTTPServer(("127.0.0.1", int(env.get("BANK_PORT", "4021"))), counter_handler(bank))
    work = [(rail.serve_forever, ()), (report, (bank, answers, url))]
    if settle_seconds > 0:
        work.append((settle_regularly, (bank, settle_seconds)))
    for target, args in work:
        threading.Thread(target=target, args=args, daemon=True).start()
    print(f"rail http://127.0.0.1:{rail.server_port} bank http://127.0.0.1:{counter.server_port}", flush=True)
    try:
        counter.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
