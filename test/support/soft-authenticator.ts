import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The result of a registration in the form that the API accepts. */
export interface Attestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

export interface Assertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

interface AuthenticatorOptions {
  readonly origin?: string;
  readonly rpId?: string;
  /** Further members of the client data, such as those of a page in a frame. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** Whether it verifies its user. */
  readonly verifiesUser?: boolean;
}

export interface SoftAuthenticator {
  readonly credentialId: string;
  /** The signature counter of the authenticator. A copied authenticator continues from the value at the copy. */
  counter: number;
  origin: string;
  register(challenge: string): Attestation;
  /** `challenge` is the bytes that a page passes to the browser. */
  assert(challenge: Uint8Array): Assertion;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A passkey in software: ES256, no attestation. */
export function softAuthenticator(options: AuthenticatorOptions = {}): SoftAuthenticator {
  const { origin = 'https://app.example.com', rpId = 'example.com', verifiesUser = true, client: frame = {} } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);

  const authenticatorData = (flags: number, counter: number, attested = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const user = verifiesUser ? USER_PRESENT | USER_VERIFIED : USER_PRESENT;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | user]), count, attested]);
  };
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: authenticator.origin, crossOrigin: false, ...frame }));

  const authenticator: SoftAuthenticator = {
    credentialId: id.toString('base64url'),
    counter: 0,
    origin,

    register(challenge) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const object = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(ATTESTED, authenticator.counter, attested)],
        ]),
      );
      return {
        credentialId: authenticator.credentialId,
        clientDataJson: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      };
    },

    assert(challenge) {
      authenticator.counter += 1;
      const data = authenticatorData(0, authenticator.counter);
      const client = clientData('webauthn.get', Buffer.from(challenge).toString('base64url'));
      const hash = createHash('sha256').update(client).digest();
      return {
        credentialId: authenticator.credentialId,
        clientDataJson: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url'),
      };
    },
  };
  return authenticator;
}

/** An EC2 key for ES256 (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** The subset of CBOR (RFC 8949) that authenticators write. */
function cbor(value: unknown): Buffer {
  const head = (major: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    if (count < 256) return Buffer.from([(major << 5) | 24, count]);
    return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...(value as Map<unknown, unknown>)].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  throw new Error(`no CBOR for ${typeof value}`);
}
