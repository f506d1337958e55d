const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 60_000;
/** Statuses after which the same message is useless: it is invalid, or the service does not know the application. */
const FINAL = [400, 404];

/**
 * Sends the messages of the desk to Corridor, one after another, until each is received. A message that was received,
 * but whose answer was lost, is sent again: Corridor recognizes its id.
 */
export function startReporter(desk, answers, url) {
  let delay = FIRST_DELAY_MS;
  let timer;

  async function deliver({ id, message }) {
    const body = JSON.stringify(message);
    const headers = { 'content-type': 'application/json', ...answers.headers(id, body) };
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
      return response.status;
    } catch {
      return 0;
    }
  }

  async function run() {
    let isLate = false;
    for (const message of desk.unsent()) {
      const status = await deliver(message);
      const isReceived = status >= 200 && status <= 299;
      const isFinal = FINAL.includes(status);
      if (isFinal) console.error(`Corridor refused the message ${message.id} with HTTP ${status}`);
      if (isReceived || isFinal) desk.sent(message);
      else isLate = true;
      // One message that has to wait (409) does not hold up the others.
      if (status === 0 || status >= 500) break;
    }
    delay = isLate ? Math.min(delay * 2, LONGEST_DELAY_MS) : FIRST_DELAY_MS;
    timer = setTimeout(run, delay);
  }

  timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
}
