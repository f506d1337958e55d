import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { ApiError, ConnectionError } from '@corridor/client';
import { corridor } from './corridor.js';
import { modulesOf } from './modules.js';
import { createSessions } from './sessions.js';
import { createWallets, Refusal } from './wallets.js';

const { env } = process;
const wallets = createWallets(corridor);

const { embeddedWalletConfig } = await corridor.getPlatformConfig();
if (!embeddedWalletConfig) throw new Error('new customers get no wallets yet: run enable-wallets.js first');

const server = createServer((request, response) => void serve(request, response));
await new Promise((resolve, reject) => {
  server.on('error', reject).listen(Number(env.WALLET_APP_PORT ?? 4030), '127.0.0.1', resolve);
});
/** The address in the browser. Passkeys are bound to it, and requests from pages of other addresses are refused. */
const origin = env.WALLET_APP_ORIGIN ?? `http://localhost:${server.address().port}`;
const sessions = createSessions({ isSecure: origin.startsWith('https:') });

const page = (name) => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8');
const files = new Map([
  ['/', ['text/html', page('app.html')]],
  ['/style.css', ['text/css', page('style.css')]],
  ['/icon.svg', ['image/svg+xml', page('icon.svg')]],
]);
for (const [address, text] of modulesOf(new URL('page/app.js', import.meta.url), '/app.js')) {
  files.set(address, ['text/javascript', text]);
}

/** The page loads its own files only, runs no inline script, and cannot be framed. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const USERNAME = /^[a-z0-9][a-z0-9-]{2,29}$/;
const MAX_BODY = 64 * 1024;

/** The members of a body, each of which must be of its type. */
function checked(body, types) {
  for (const [name, type] of Object.entries(types)) {
    const isRight = type === 'amount' ? Number.isSafeInteger(body[name]) && body[name] > 0 : typeof body[name] === type;
    if (!isRight || body[name] === null) throw new Refusal(400, 'INVALID_INPUT');
  }
  return body;
}

/** What is signed by the device: the first call of a signed operation has neither header. */
const signedOf = ({ headers }) => ({ stamp: headers['svc-wallet-signature'], requestId: headers['request-id'] });

/** A result that asks for a signature is 202, so that the page repeats its call with a stamp. */
const signedAnswer = (result) => ({ status: result?.payloadToSign === undefined ? 200 : 202, body: result ?? {} });

/** Operations without a session of the app. */
const OPEN = {
  async 'POST /api/sign-up'({ body, request }) {
    const { username, fullName } = checked(body, { username: 'string', fullName: 'string' });
    if (!USERNAME.test(username)) throw new Refusal(400, 'INVALID_USERNAME');
    const owner = await wallets.signUp({ username, fullName });
    return { body: {}, cookie: sessions.start(request, owner) };
  },
  async 'POST /api/sign-in/challenge'({ body }) {
    const { username, clientPublicKey } = checked(body, { username: 'string', clientPublicKey: 'string' });
    return { body: await wallets.startSignIn({ username, clientPublicKey }) };
  },
  async 'POST /api/sign-in'({ body, request }) {
    const proof = checked(body, { username: 'string', requestId: 'string', assertion: 'object' });
    const { owner, session } = await wallets.finishSignIn(proof);
    return { body: session, cookie: sessions.start(request, owner) };
  },
  'POST /api/sign-out': ({ request }) => ({ body: {}, cookie: sessions.end(request) }),
  /** Whether a user is signed in: `passkey` is false until the sign-up is complete. */
  async 'GET /api/session'({ session }) {
    if (session === null) return { body: { username: null } };
    return { body: { username: session.owner.username, passkey: await wallets.hasPasskey(session.owner) } };
  },
};

/** Operations on the wallet of the session. */
const OWN = {
  'POST /api/passkey/challenge'({ session }) {
    session.challenge = randomBytes(32).toString('base64url');
    const { customerId, username, fullName } = session.owner;
    return { body: { challenge: session.challenge, user: { id: customerId, name: username, displayName: fullName } } };
  },
  async 'POST /api/passkey'({ body, session }) {
    const { attestation } = checked(body, { attestation: 'object' });
    const { challenge } = session;
    session.challenge = null;
    if (challenge === null) throw new Refusal(409, 'CHALLENGE_USED');
    await wallets.addPasskey(session.owner, challenge, attestation);
    return { body: {} };
  },
  'GET /api/wallet': async ({ session }) => ({ body: await wallets.overview(session.owner) }),
  async 'POST /api/test-money'({ session }) {
    await wallets.addTestMoney(session.owner);
    return { body: {} };
  },
  async 'POST /api/quotes'({ body, session }) {
    const types = { receiver: 'string', country: 'string', iban: 'string', amount: 'amount' };
    return { body: await wallets.quote(session.owner, checked(body, types)) };
  },
  'POST /api/quotes/:id/pay': async ({ session, id, request }) => ({
    body: await wallets.pay(session.owner, id, signedOf(request)),
  }),
  'GET /api/payments/:id': async ({ session, id }) => ({ body: await wallets.payment(session.owner, id) }),
  async 'POST /api/export'({ body, session, request }) {
    const { clientPublicKey } = checked(body, { clientPublicKey: 'string' });
    return signedAnswer(await wallets.exportWords(session.owner, { clientPublicKey }, signedOf(request)));
  },
  'POST /api/wallet-sessions/:id/end': async ({ session, id, request }) =>
    signedAnswer(await wallets.endSession(session.owner, id, signedOf(request))),
};

async function bodyOf(request) {
  if (request.headers['content-type'] !== 'application/json') throw new Refusal(415, 'INVALID_INPUT');
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Refusal(413, 'INVALID_INPUT');
    chunks.push(chunk);
  }
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Answered below.
  }
  throw new Refusal(400, 'INVALID_INPUT');
}

/** Corridor's ids. Nothing else is put into the path of a call. */
const ID = '([A-Za-z]+(?::|%3A)[0-9a-f-]{36})';

const routes = [OPEN, OWN].flatMap((operations) =>
  Object.entries(operations).map(([operation, act]) => {
    const [method, path] = operation.split(' ');
    return { method, pattern: new RegExp(`^${path.replace(':id', ID)}$`), act, isOpen: operations === OPEN };
  }),
);

async function answerOf(request, pathname) {
  const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
  if (route === undefined) throw new Refusal(404, 'NOT_FOUND');
  // A browser names the site of the page that sends a request, and no page can change that.
  if (request.method !== 'GET' && request.headers.origin !== origin) throw new Refusal(403, 'OTHER_ORIGIN');
  const body = request.method === 'GET' ? {} : await bodyOf(request);
  const session = sessions.find(request);
  if (session === null && !route.isOpen) throw new Refusal(401, 'SIGNED_OUT');
  const [, id = ''] = route.pattern.exec(pathname);
  return route.act({ request, body, session, id: decodeURIComponent(id) });
}

/** Codes and the names of wrong fields go to the page, which has words for them. Messages stay here. */
function refusalOf(error) {
  if (error instanceof Refusal) return error;
  if (error instanceof ConnectionError) return new Refusal(503, 'UNREACHABLE');
  // A wrong credential of this server is not the user's mistake.
  const isOfUser = error instanceof ApiError && error.status < 500 && !['', 'UNAUTHORIZED'].includes(error.code);
  if (isOfUser)
    return new Refusal(
      error.status,
      error.code,
      error.invalidFields.map(({ field }) => field),
    );
  console.error(error);
  return new Refusal(500, 'INTERNAL_ERROR');
}

async function serve(request, response) {
  const send = (status, type, text, headers) =>
    response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8`, ...headers }).end(text);
  const json = (status, body, headers = {}) =>
    send(status, 'application/json', JSON.stringify(body), { 'cache-control': 'no-store', ...headers });
  try {
    // Another name of this address, such as one that an attacker has chosen, is not served.
    if (request.headers.host !== new URL(origin).host) throw new Refusal(421, 'OTHER_HOST');
    const [pathname] = request.url.split('?');
    const file = request.method === 'GET' ? files.get(pathname) : undefined;
    if (file !== undefined) return send(200, ...file, { 'cache-control': 'no-cache' });
    const { status = 200, body, cookie } = await answerOf(request, pathname);
    json(status, body, cookie === undefined ? {} : { 'set-cookie': cookie });
  } catch (error) {
    const { status, code, fields } = refusalOf(error);
    json(status, { code, fields });
  }
}

console.log(`wallet app ${origin} on port ${server.address().port}`);
