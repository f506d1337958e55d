import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url, type FieldError, invalidFields, ok, type Result } from '../kernel/index.js';
import type { Passkey, PasskeyAssertion, PasskeyAttestation } from '../wallets/index.js';
import type { PasskeyPlace } from './ports.js';

/** The JSON form of a credential in browsers (`PublicKeyCredential.toJSON`). */
export type WebAuthnJson = Readonly<Record<string, unknown>>;

const BASE64URL = /^[A-Za-z0-9_-]{1,65536}={0,2}$/;
const isObject = (value: unknown): value is WebAuthnJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The base64url texts of a credential: from its `response` (form of browsers), or beside its id (form of wallets). */
function readTexts<N extends string>(
  given: WebAuthnJson,
  field: string,
  names: Readonly<Record<N, readonly [string, ...string[]]>>,
): Result<Readonly<Record<N, string>>> {
  const inner = isObject(given['response']) ? given['response'] : given;
  const errors: FieldError[] = [];
  const texts = {} as Record<N, string>;
  for (const [name, spellings] of Object.entries(names) as [N, readonly [string, ...string[]]][]) {
    const value = spellings.map((spelling) => inner[spelling] ?? given[spelling]).find((found) => found !== undefined);
    if (typeof value === 'string' && BASE64URL.test(value)) texts[name] = value;
    else errors.push({ field, message: `${spellings[0]} is missing, too long or not in base64url` });
  }
  return errors.length > 0 ? invalidFields(errors.slice(0, 1)) : ok(texts);
}

/** INVALID_INPUT naming `passkeyAssertion`. */
export const readAssertion = (given: WebAuthnJson): Result<PasskeyAssertion> =>
  readTexts(given, 'passkeyAssertion', {
    credentialId: ['id', 'credentialId', 'rawId'],
    clientDataJson: ['clientDataJSON', 'clientDataJson'],
    authenticatorData: ['authenticatorData'],
    signature: ['signature'],
  });

/** INVALID_INPUT naming `credential`. */
export function readAttestation(given: WebAuthnJson): Result<PasskeyAttestation> {
  const texts = readTexts(given, 'credential', {
    credentialId: ['id', 'credentialId', 'rawId'],
    clientDataJson: ['clientDataJSON', 'clientDataJson'],
    attestationObject: ['attestationObject'],
  });
  if (!texts.ok) return texts;
  const inner = isObject(given['response']) ? given['response'] : given;
  const named = inner['transports'];
  const transports = Array.isArray(named)
    ? named.filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each)).slice(0, 8)
    : [];
  return ok({ ...texts.value, transports });
}

const TIMEOUT_MS = 300_000;
/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257] as const;

/** `PublicKeyCredentialCreationOptionsJSON`; `challenge` in base64url. */
export const creationOptions = (
  { relyingPartyId }: PasskeyPlace,
  about: { readonly challenge: string; readonly name: string; readonly userId: string; readonly userName: string },
): WebAuthnJson => ({
  challenge: about.challenge,
  rp: { id: relyingPartyId, name: about.name },
  user: { id: base64url(utf8ToBytes(about.userId)), name: about.userName, displayName: about.userName },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: TIMEOUT_MS,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
});

/** `PublicKeyCredentialRequestOptionsJSON` with this text as the challenge. */
export const requestOptions = (passkey: Passkey, text: string): WebAuthnJson => ({
  challenge: base64url(utf8ToBytes(text)),
  rpId: passkey.rpId,
  allowCredentials: [{ type: 'public-key', id: passkey.credentialId, transports: passkey.transports }],
  userVerification: 'required',
  timeout: TIMEOUT_MS,
});

/** `PublicKeyCredentialRequestOptionsJSON` for any passkey of the domain: the authenticator finds it and names its user. */
export const discoverableOptions = ({ relyingPartyId }: PasskeyPlace, text: string): WebAuthnJson => ({
  challenge: base64url(utf8ToBytes(text)),
  rpId: relyingPartyId,
  userVerification: 'required',
  timeout: TIMEOUT_MS,
});
