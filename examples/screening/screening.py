"""A small screening provider behind Corridor's protocol, with Python's standard library only.

It compares names and addresses with a file of lists, and payments with rules of that file. The protocol is described in
docs/connections/screening.md of Corridor; README.md says how to run this program.
"""

import base64
import difflib
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import threading
import time
import unicodedata
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What the provider judges: the same as `capabilities` of its entry in Corridor's connections file.
CAPABILITIES = {"payments": True}

TOLERANCE_SECONDS = 300
LONGEST_BODY = 1_048_576
MOST_MATCHES = 50
# Names that are less alike do not match. A name that is the same matches with 100.
LEAST_SCORE = 85
SAME_PERSON = "the names and the birth dates are the same"
SAME_ADDRESS = "the address is on the list"
CERTAIN = (SAME_PERSON, SAME_ADDRESS)
# Statuses after which the same message is useless.
FINAL = (400, 403, 404)


class Refused(Exception):
    """The request is refused with this HTTP status. Corridor asks again."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


# Signatures: https://www.standardwebhooks.com


class Signer:
    """Signs with each secret, and accepts a signature by any of them: two are in use while they are exchanged."""

    def __init__(self, secrets):
        self.keys = [base64.b64decode(secret[len("whsec_"):]) for secret in secrets]

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


# The lists


class Lists:
    """The file of lists and rules, which is read again whenever it changes."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.known = (None, None)

    def read(self):
        """The version and the content. A file that cannot be read says nothing: Corridor must ask again."""
        with self.lock:
            try:
                with open(self.path, "rb") as file:
                    content = file.read()
                version = hashlib.sha256(content).hexdigest()[:16]
                if version != self.known[0]:
                    self.known = (version, checked(json.loads(content)))
                return self.known
            except (OSError, ValueError, KeyError, TypeError) as error:
                print(f"{self.path} cannot be used: {error}", file=sys.stderr)
                raise Refused(503) from error


def checked(lists):
    """The lists, with each entry's version and its names as words."""
    if not lists["entries"]:
        # An empty file is rather one that was not written: by it, everyone would be clear.
        raise ValueError("it has no entries")
    for entry in lists["entries"]:
        entry["version"] = hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()[:16]
        entry["words"] = [(name, words_of(name)) for name in entry["names"]]
        entry["addresses"] = [address.lower() for address in entry.get("addresses", [])]
    for rule in lists.get("rules", []):
        rule["version"] = hashlib.sha256(json.dumps(rule, sort_keys=True).encode()).hexdigest()[:16]
    return lists


def words_of(name):
    """The words of a name without accents, capitals, punctuation and order, in any script."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join(sorted(re.findall(r"\w+", plain)))


def likeness(one, other):
    return round(difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() * 100)


# What the provider answers. In your provider this is the client of your screening service.


def screened(question, version, lists):
    matches = [match for party in question["parties"] for match in matches_of(party, lists["entries"])]
    if question["payment"] is not None:
        matches += [match for rule in lists.get("rules", []) for match in rule_matches(question["payment"], rule)]
    matches.sort(key=lambda match: -(match["score"] or 0))
    is_certain = any(match["reason"] in CERTAIN for match in matches)
    state = "refuse" if is_certain else "hold" if matches else "clear"
    return {"state": state, "listVersion": version, "matches": matches[:MOST_MATCHES]}


def matches_of(party, entries):
    words = words_of(party["name"] or "")
    address = (party["address"] or "").lower()
    for entry in entries:
        if address and address in entry["addresses"]:
            yield match_of(party, entry, entry["names"][0], 100, SAME_ADDRESS)
            continue
        if not words or not may_be(party, entry):
            continue
        score, name = max((likeness(words, of), name) for name, of in entry["words"])
        if score >= LEAST_SCORE:
            is_born_then = party["birthDate"] is not None and party["birthDate"] == entry.get("birthDate")
            reason = SAME_PERSON if is_born_then and score == 100 else "the names are alike"
            yield match_of(party, entry, name, score, reason)


def may_be(party, entry):
    """Whether the kinds can be the same. What one side does not know rules out nothing."""
    return party["kind"] is None or entry.get("kind") in (None, party["kind"])


def match_of(party, entry, name, score, reason):
    return {
        "party": party["id"],
        "list": entry["list"],
        "entry": entry["id"],
        "entryVersion": entry["version"],
        "name": name[:255],
        "score": score,
        "reason": reason,
    }


def rule_matches(payment, rule):
    """A rule limits what a customer sends in one day in one currency, this payment included."""
    if payment["direction"] != "OUT" or payment["currency"] != rule["currency"]:
        return
    sent = sum(
        int(of["amount"])
        for of in payment["sums"]
        if of["days"] == 1 and of["direction"] == "OUT" and of["currency"] == rule["currency"]
    )
    if sent + int(payment["amount"]) > rule["mostInOneDay"]:
        yield {
            "party": None,
            "list": "rules",
            "entry": rule["id"],
            "entryVersion": rule["version"],
            "name": None,
            "score": None,
            "reason": "the customer sends more in one day than the rule allows",
        }


# The book


class Book:
    """What must outlive a restart: which question each reference was, and which messages are not received yet.

    Of a question only a digest is kept, because it names persons.
    """

    def __init__(self, path):
        self.lock = threading.RLock()
        self.db = sqlite3.connect(path, check_same_thread=False)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        with self.db:
            self.db.execute("CREATE TABLE IF NOT EXISTS questions (reference TEXT PRIMARY KEY, digest TEXT)")
            self.db.execute("CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, message TEXT, sent INTEGER)")
            self.db.execute("CREATE TABLE IF NOT EXISTS lists (one INTEGER PRIMARY KEY CHECK (one = 1), version TEXT)")

    def remember(self, question):
        """Refuses a reference that was another question."""
        digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()
        with self.lock, self.db:
            row = (question["reference"], digest)
            self.db.execute("INSERT INTO questions VALUES (?, ?) ON CONFLICT DO NOTHING", row)
            (before,) = self.db.execute("SELECT digest FROM questions WHERE reference = ?", row[:1]).fetchone()
        if before != digest:
            raise Refused(409)

    def see(self, version):
        """Writes the message about other lists in the transaction of their version, so that a crash loses none."""
        with self.lock, self.db:
            before = self.db.execute("SELECT version FROM lists").fetchone()
            if before == (version,):
                return
            self.db.execute("INSERT OR REPLACE INTO lists VALUES (1, ?)", (version,))
            if before is not None:
                self._report({"kind": "lists-changed"})

    def report_changed(self, reference):
        with self.lock, self.db:
            if self.db.execute("SELECT 1 FROM questions WHERE reference = ?", (reference,)).fetchone() is None:
                raise Refused(404)
            self._report({"kind": "changed", "reference": reference})

    def _report(self, message):
        self.db.execute("INSERT INTO messages VALUES (?, ?, 0)", (str(uuid.uuid4()), json.dumps(message)))

    def unsent(self):
        with self.lock:
            rows = self.db.execute("SELECT id, message FROM messages WHERE NOT sent ORDER BY rowid LIMIT 100")
            return rows.fetchall()

    def sent(self, message_id):
        with self.lock, self.db:
            self.db.execute("UPDATE messages SET sent = 1 WHERE id = ?", (message_id,))


# The protocol


def is_party(value):
    texts = ("name", "birthDate", "nationality", "country", "address")
    return (
        isinstance(value, dict)
        and isinstance(value.get("id"), str)
        and value.get("kind") in ("INDIVIDUAL", "BUSINESS", None)
        and all(isinstance(value.get(text), (str, type(None))) for text in texts)
    )


def is_amount(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9]+", value) is not None


def is_payment(value):
    return (
        isinstance(value, dict)
        and is_amount(value.get("amount"))
        and isinstance(value.get("sums"), list)
        and all(isinstance(of, dict) and is_amount(of.get("amount")) for of in value["sums"])
    )


def is_question(value):
    return (
        isinstance(value, dict)
        and isinstance(value.get("reference"), str)
        and isinstance(value.get("parties"), list)
        and len(value["parties"]) > 0
        and all(is_party(party) for party in value["parties"])
        and (value.get("payment") is None or is_payment(value["payment"]))
    )


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
        except ValueError:
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
        """Requests are not logged: their bodies name persons."""


def provider_handler(lists, book, requests, answers):
    """The protocol of docs/connections/screening.md: `requests` verifies what Corridor sends, `answers` signs."""

    def act(method, path, body):
        if (method, path) == ("GET", "/capabilities"):
            return {"protocol": 1, "capabilities": CAPABILITIES}
        if (method, path) == ("GET", "/list-version"):
            return {"listVersion": lists.read()[0]}
        if (method, path) == ("POST", "/screenings"):
            question = json.loads(body)
            if not is_question(question):
                raise Refused(400)
            version, content = lists.read()
            book.remember(question)
            return screened(question, version, content)
        raise Refused(404)

    class ProviderHandler(JsonHandler):
        def answer(self, method, path, body):
            message_id = self.headers.get("webhook-id", "")
            # The id begins with method and path: without this check, a request could be sent again to another path.
            if not message_id.startswith(f"{method} {path} ") or not requests.accepts(self.headers, body):
                raise Refused(401)
            answer = json.dumps(act(method, path, body)).encode()
            return answer, answers.headers(message_id, answer)

    return ProviderHandler


def desk_handler(lists, book):
    """What happens at the provider, for you to play: it listens on this machine only, and is not in the protocol."""

    def act(method, path):
        if (method, path) == ("POST", "/look"):
            book.see(lists.read()[0])
            return {}
        if (method, path) == ("GET", "/unsent"):
            return {"messages": len(book.unsent())}
        found = re.fullmatch(r"/([^/]+)/changed", path)
        if method == "POST" and found:
            book.report_changed(found.group(1))
            return {}
        raise Refused(404)

    class DeskHandler(JsonHandler):
        def answer(self, method, path, body):
            return json.dumps(act(method, path)).encode(), {}

    return DeskHandler


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


def report(lists, book, answers, url):
    """Looks at the file of lists, and sends each message until it is received."""
    first_delay, longest_delay = 0.2, 60
    delay = first_delay
    while True:
        try:
            book.see(lists.read()[0])
        except Refused:
            pass
        is_late = False
        for message_id, message in book.unsent():
            status = deliver(url, answers, message_id, message)
            if status in FINAL:
                print(f"Corridor refused the message {message_id} with HTTP {status}", file=sys.stderr)
            if 200 <= status < 300 or status in FINAL:
                book.sent(message_id)
            else:
                is_late = True
            # One message that has to wait (409) does not hold up the others.
            if status == 0 or status >= 500:
                break
        delay = min(delay * 2, longest_delay) if is_late else first_delay
        time.sleep(delay)


def secrets_of(name):
    """One secret, or two with a space between while they are exchanged."""
    text = os.environ.get(name, "")
    if not text.startswith("whsec_"):
        sys.exit(f"set {name} to the secret of the provider, which begins with whsec_")
    return text.split(" ")


def main():
    env = os.environ
    here = os.path.dirname(os.path.abspath(__file__))
    name = env.get("SCREENING_NAME", "acme-lists")
    url = env.get("SCREENING_CALLBACK_URL", f"http://127.0.0.1:8080/screening/{name}/callbacks/events")
    requests, answers = Signer(secrets_of("SCREENING_SECRET")), Signer(secrets_of("SCREENING_CALLBACK_SECRET"))

    lists = Lists(env.get("SCREENING_LISTS", os.path.join(here, "lists.json")))
    book = Book(env.get("SCREENING_BOOK", "screening-book.sqlite"))
    address = (env.get("SCREENING_HOST", "127.0.0.1"), int(env.get("SCREENING_PORT", "4030")))
    provider = ThreadingHTTPServer(address, provider_handler(lists, book, requests, answers))
    desk = ThreadingHTTPServer(("127.0.0.1", int(env.get("DESK_PORT", "4031"))), desk_handler(lists, book))
    for target, args in ((provider.serve_forever, ()), (report, (lists, book, answers, url))):
        threading.Thread(target=target, args=args, daemon=True).start()
    print(f"screening http://127.0.0.1:{provider.server_port} desk http://127.0.0.1:{desk.server_port}", flush=True)
    try:
        desk.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
