import { Bug, err, ok, type Pause, type Result, type Shape, shaped, shapes } from '../kernel/index.js';
import type { HeldKey, IdentityClaims, IdentityTokens, Passkeys, WalletSigner } from './ports.js';
import type { Passkey } from './credential.js';

const { aFlag, anInstant, aText, aWhole, listOf, mapOf, objectWith, orNull, someText } = shapes;

/** The operations of custody, which answer with an error instead of throwing. */
export type Custody = {
  readonly [Call in keyof WalletSigner]: (
    ...given: Parameters<WalletSigner[Call]>
  ) => Promise<Result<Awaited<ReturnType<WalletSigner[Call]>>>>;
};

/** What calls of custody and of the proofs of identity need. */
export interface CustodyCalls {
  /** Waits in real time; null if calls have no time-out. */
  readonly pause: Pause;
  /** Receives the cause of a call that gave no answer, or a malformed one. */
  readonly report: (cause: unknown) => void;
}

/** Time-out of a call. */
const WITHIN_MS = 10_000;
const AWAY = err('SERVICE_UNAVAILABLE', 'the custody of wallet keys did not answer or failed; try again later');
const UNPROVEN = err('SERVICE_UNAVAILABLE', 'the proof of identity could not be checked now; try again later');

const HELD_KEY: Shape<HeldKey> = objectWith<HeldKey>({ publicKey: someText, handle: someText });
const ADDRESSES = mapOf(someText, someText);

/**
 * Custody may be a remote service that does not answer, or that refuses. Its callers have changed nothing when they ask
 * it, so they return 503 SERVICE_UNAVAILABLE, and the same request can be sent again. A malformed answer counts as none.
 * A `Bug` is thrown, because it would not pass.
 */
export function custodyOf(signer: WalletSigner, calls: CustodyCalls): Custody {
  const answered = <T>(call: keyof WalletSigner, shape: Shape<T>, question: () => Promise<T>): Promise<Result<T>> =>
    answerOf(calls, AWAY, async () => shaped('custody', call, shape, await question()));
  return {
    createKey: () => answered('createKey', HELD_KEY, () => signer.createKey()),
    sign: (handle, text) => answered('sign', someText, () => signer.sign(handle, text)),
    issueSessionKey: (clientPublicKey) =>
      answered('issueSessionKey', objectWith({ publicKey: someText, encryptedKey: someText }), () =>
        signer.issueSessionKey(clientPublicKey),
      ),
    createWallet: () => answered('createWallet', someText, () => signer.createWallet()),
    addressesOf: (handle, environment) =>
      answered('addressesOf', ADDRESSES, () => signer.addressesOf(handle, environment)),
    exportWallet: (handle, envelope) => answered('exportWallet', someText, () => signer.exportWallet(handle, envelope)),
    createTarget: (envelope) =>
      answered('createTarget', objectWith({ bundle: someText, handle: someText }), () => signer.createTarget(envelope)),
    openBundle: (target, bundle) => answered('openBundle', orNull(aText), () => signer.openBundle(target, bundle)),
  };
}

const CLAIMS: Shape<IdentityClaims> = objectWith<IdentityClaims>({
  issuer: someText,
  audience: someText,
  subject: someText,
  issuedAt: anInstant(),
  expiresAt: orNull(anInstant()),
  notBefore: orNull(anInstant()),
  nonce: orNull(aText),
  email: orNull(aText),
});

const MOST_SIGNATURES = 4_294_967_295;
const PASSKEY: Shape<Passkey> = objectWith<Passkey>({
  credentialId: someText,
  publicKey: someText,
  counter: aWhole(0, MOST_SIGNATURES),
  transports: listOf(aText),
  origin: someText,
  rpId: someText,
  userVerified: aFlag,
});

/** Identity tokens whose issuer may be away: 503 SERVICE_UNAVAILABLE, as for custody. */
export const provenTokens = (tokens: IdentityTokens, calls: CustodyCalls): IdentityTokens => ({
  read: (token, options) => proven('identityTokens.read', calls, CLAIMS, () => tokens.read(token, options)),
});

/** Passkeys whose checks may fail: 503 SERVICE_UNAVAILABLE, as for custody. */
export const provenPasskeys = (passkeys: Passkeys, calls: CustodyCalls): Passkeys => ({
  register: (attestation, challenge) =>
    proven('passkeys.register', calls, PASSKEY, () => passkeys.register(attestation, challenge)),
  authenticate: (passkey, assertion, text, origin) =>
    proven('passkeys.authenticate', calls, PASSKEY, () => passkeys.authenticate(passkey, assertion, text, origin)),
});

/** A port that judges answers with a result. Its error is passed on; its value is checked. */
async function proven<T>(
  call: string,
  calls: CustodyCalls,
  shape: Shape<T>,
  question: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const judged = await answerOf(calls, UNPROVEN, async (): Promise<Result<T>> => {
    const result = shaped('identity', call, objectWith<{ readonly ok: boolean }>({ ok: aFlag }), await question());
    return result.ok
      ? ok(shaped('identity', call, shape, (result as { readonly value?: unknown }).value))
      : (result as Result<T>);
  });
  return judged.ok ? judged.value : judged;
}

async function answerOf<T>(
  { pause, report }: CustodyCalls,
  otherwise: Result<never>,
  question: () => Promise<T>,
): Promise<Result<T>> {
  try {
    return ok(await within(pause, question));
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    report(cause);
    return otherwise;
  }
}

/** A late answer is ignored. */
async function within<T>(pause: Pause, question: () => Promise<T>): Promise<T> {
  if (pause === null) return question();
  const answer = question();
  const late = pause(WITHIN_MS, answer).then((): never => {
    throw new Error(`no answer within ${WITHIN_MS} ms`);
  });
  return Promise.race([answer, late]);
}
