import { createKey, createStamp, openExport, passkeyChallenge } from '@corridor/client/wallet';
import { call, get, post } from './call.js';
import { Problem } from './words.js';

/*
 * The owner's part of the wallet: the passkey, the key of the session, and every signature. The key exists in this
 * module only. It is never stored and never sent, so a reload or a closed tab loses it; the passkey opens another session.
 */

let unlocked = null;

/** Those that Corridor knows; browsers may name others. */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'internal', 'hybrid'];

const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/** The user's answer of the device: null and errors are a cancelled dialog, a time-out, or a missing passkey. */
async function asked(ask) {
  if (globalThis.PublicKeyCredential === undefined) throw new Problem('unsupported');
  const credential = await ask().catch(() => null);
  if (credential === null) throw new Problem('refused');
  return credential;
}

/** Creates the passkey, which becomes the first credential of the wallet. */
export async function createPasskey() {
  const { challenge, user } = await post('/api/passkey/challenge');
  const credential = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { name: 'Purse' },
        user: { ...user, id: new TextEncoder().encode(user.id) },
        pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      },
    }),
  );
  const { response } = credential;
  const attestation = {
    credentialId: credential.id,
    clientDataJson: base64url(response.clientDataJSON),
    attestationObject: base64url(response.attestationObject),
    transports: response.getTransports().filter((each) => TRANSPORTS.includes(each)),
  };
  await post('/api/passkey', { attestation });
}

/**
 * Signs in with the passkey, which opens a session of the wallet for a new key of this device. The session ends after 15
 * minutes.
 */
export async function unlock(username) {
  const key = createKey();
  const { credentialId, challenge, requestId } = await post('/api/sign-in/challenge', {
    username,
    clientPublicKey: key.publicKey,
  });
  const { response } = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: passkeyChallenge(challenge),
        allowCredentials: [{ type: 'public-key', id: bytesOf(credentialId) }],
        userVerification: 'required',
      },
    }),
  );
  const assertion = {
    credentialId,
    clientDataJson: base64url(response.clientDataJSON),
    authenticatorData: base64url(response.authenticatorData),
    signature: base64url(response.signature),
  };
  const { id, expiresAt } = await post('/api/sign-in', { username, requestId, assertion });
  unlocked = { username, key, sessionId: id, until: Date.parse(expiresAt) };
}

/** Forgets the key. */
export const lock = () => (unlocked = null);

export const isUnlocked = (username) =>
  unlocked !== null && unlocked.username === username && unlocked.until > Date.now();

/**
 * Sends a request with the owner's signature of a text. Asks for the passkey if the wallet is locked. A key whose
 * signature is refused is forgotten: its session has ended, so the next attempt asks for the passkey again.
 */
async function sendSigned(username, path, body, payload, headers = {}) {
  if (!isUnlocked(username)) await unlock(username);
  try {
    return await call('POST', path, body, { ...headers, 'Svc-Wallet-Signature': createStamp(unlocked.key, payload) });
  } catch (error) {
    if (/SIGNATURE/.test(error.code)) lock();
    throw error;
  }
}

/** Whether a text to sign has all these values. The server passes the text on, so the device reads what it signs. */
function isAbout(payload, expected) {
  try {
    const content = JSON.parse(payload);
    return Object.entries(expected).every(([name, value]) => content[name] === value);
  } catch {
    return false;
  }
}

/** Makes both calls of a signed operation: the first asks for a signature of exactly this operation, the second has it. */
async function signed({ username, accountId }, path, body, expected) {
  const asks = await call('POST', path, body);
  if (asks.status !== 202) throw new Problem('changed');
  const { payloadToSign, requestId } = asks.body;
  if (!isAbout(payloadToSign, { accountId, requestId, ...expected })) throw new Problem('changed');
  return (await sendSigned(username, path, body, payloadToSign, { 'Request-Id': requestId })).body;
}

/** Signs and pays a quote: the text to sign must have the amounts and the account that the user has seen. */
export async function pay({ username, accountId }, quote) {
  const { id, receiver, sent, received, payloadToSign } = quote;
  const seen = {
    operation: 'TRANSFER',
    quoteId: id,
    accountId,
    destination: receiver.accountId,
    sendingAmount: String(sent.amount),
    sendingCurrency: sent.currency,
    receivingAmount: String(received.amount),
    receivingCurrency: received.currency,
  };
  if (!isAbout(payloadToSign, seen)) throw new Problem('changed');
  const { body } = await sendSigned(username, `/api/quotes/${encodeURIComponent(id)}/pay`, {}, payloadToSign);
  return body.paymentId;
}

/** The words that restore the wallet. They are encrypted to a key that only this device has. */
export async function recoveryWords(owner) {
  const target = createKey();
  const clientPublicKey = target.publicKeyUncompressed;
  const expected = { operation: 'account.export', targetPublicKey: clientPublicKey };
  const { encryptedWalletCredentials } = await signed(owner, '/api/export', { clientPublicKey }, expected);
  return openExport(encryptedWalletCredentials, target, { accountId: owner.accountId });
}

/** Ends the session of the wallet, forgets its key, and ends the session of the app. */
export async function signOut(owner) {
  const session = unlocked;
  try {
    if (session !== null && isUnlocked(owner.username)) {
      const path = `/api/wallet-sessions/${encodeURIComponent(session.sessionId)}/end`;
      await signed(owner, path, {}, { operation: 'session.revoke', resource: session.sessionId });
    }
  } finally {
    lock();
    await post('/api/sign-out');
  }
}

export const payment = (id) => get(`/api/payments/${encodeURIComponent(id)}`);
