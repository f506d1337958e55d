import { utf8ToBytes } from '@noble/hashes/utils.js';
import { enteredCode } from '../codes/index.js';
import {
  awaitSecondCall,
  base64url,
  type Clock,
  completePending,
  type Context,
  type Digest,
  domainError,
  err,
  fail,
  findPending,
  type Id,
  type IdSource,
  type Instant,
  invalidFields,
  ok,
  type PendingCommand,
  plusSeconds,
  type Random,
  type Reads,
  type Result,
  type Sealer,
  sealedPlace,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { type OperatorAccount, type OperatorPasskey, OPERATORS } from '../operators/index.js';
import {
  creationOptions,
  type PasskeyPlace,
  readAttestation,
  type Totp,
  type TotpSecret,
  type WebAuthnJson,
} from '../sca/index.js';
import { normalPassword, weaknessOf } from './password-rules.js';
import { HashRefused, type OperatorPorts } from './ports.js';

export interface SignInPorts extends OperatorPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly totp: Totp;
  /** The origin of the console, to which its passkeys are bound. */
  readonly place: PasskeyPlace;
  /** The context of a request in the tenant of operators. */
  readonly context: (requestId: string) => Context;
}

export type FactorMethod = 'PASSWORD' | 'PASSKEY';

/** A factor that is being set up: what the operator needs for it. Secrets are shown only here. */
export type FactorStart =
  | PasswordStart
  | { readonly method: 'PASSKEY'; readonly setupId: Id<'Request'>; readonly options: WebAuthnJson };

/** The shared secret of the authenticator app, as text and as an `otpauth:` link. */
export interface PasswordStart {
  readonly method: 'PASSWORD';
  readonly setupId: Id<'Request'>;
  readonly base32: string;
  readonly uri: string;
}

/** The proof that the operator has the new factor. */
export type NewFactor =
  | { readonly method: 'PASSWORD'; readonly setupId: string; readonly password: string; readonly code: string }
  | { readonly method: 'PASSKEY'; readonly setupId: string; readonly credential: WebAuthnJson; readonly name: string };

/** The fields of the account that a new factor sets. */
export type FactorPatch =
  | Pick<OperatorAccount, 'passwordHash' | 'totpSecret' | 'totpStep'>
  | Pick<OperatorAccount, 'passkeys'>;

/** Enough to install an authenticator app. */
const SETUP_SECONDS = 900;
const ISSUER = 'Corridor console';
const CHALLENGE_BYTES = 32;
const MAX_PASSKEYS = 10;
const MAX_PASSKEY_NAME = 100;

/** Who sets a factor up: the session that has proven to be the operator's; null for the holder of a link. */
export interface SetupOwner {
  readonly account: Pick<OperatorAccount, 'id' | 'name'>;
  readonly session: Id<'OperatorSession'> | null;
}

const setupOf = ({ account: { id }, session }: SetupOwner) => ({
  operation: 'operators.setUp',
  path: id,
  account: session ?? '',
});
const secretOf = (id: Id<'Operator'>) => sealedPlace(OPERATORS, id, 'totpSecret');
const payloadOf = (setupId: Id<'Request'>) => ({ table: 'pending_commands', row: setupId, column: 'payload' });

const NOT_OPEN = domainError('CONFLICT', 'the setup has expired or was used; start again');
export const invalid = (field: string, message: string) => invalidFields([{ field, message }]);

/** What an authenticator is asked to sign. */
export interface PasskeyChallenge {
  readonly challengeId: Id<'Request'>;
  readonly options: WebAuthnJson;
}

/** A challenge that authenticators sign. */
export const newChallenge = ({ random }: Pick<SignInPorts, 'random'>): string =>
  base64url(random.bytes(CHALLENGE_BYTES));

/** The user handle that a passkey returns at the sign-in: the id of the operator in base64url. */
export const userHandleOf = (id: Id<'Operator'>): string => base64url(utf8ToBytes(id));

/** Starts to set up a factor. What the operator receives is kept for a quarter of an hour, and is used once. */
export function beginFactor(
  ports: SignInPorts,
  tx: Tx,
  ctx: Context,
  owner: SetupOwner,
  method: FactorMethod,
): FactorStart {
  const { id, name } = owner.account;
  const totp = method === 'PASSWORD' ? ports.totp.create(ISSUER, name) : null;
  const challenge = newChallenge(ports);
  const setupId = ports.ids.next('Request');
  awaitSecondCall(tx, ctx, ports.digest, {
    id: setupId,
    ...setupOf(owner),
    body: { method },
    payload: totp === null ? challenge : ports.sealer.seal(JSON.stringify(totp), payloadOf(setupId)),
    state: { method },
    expiresAt: plusSeconds(ctx.now, SETUP_SECONDS),
  });
  if (totp !== null) return { method: 'PASSWORD', setupId, base32: totp.base32, uri: totp.uri };
  const options = creationOptions(ports.place, { challenge, name: ISSUER, userId: id, userName: name });
  // The sign-in asks for no name, so the authenticator must find the passkey by itself.
  const authenticatorSelection = { residentKey: 'required', requireResidentKey: true, userVerification: 'required' };
  return { method: 'PASSKEY', setupId, options: { ...options, authenticatorSelection } };
}

/** What the operator received when the setup of a password began, to be shown again; null if the setup has ended. */
export async function shownAgain(
  { sealer }: Pick<SignInPorts, 'sealer'>,
  reads: Reads,
  ctx: Context,
  owner: SetupOwner,
  setupId: string,
): Promise<PasswordStart | null> {
  const pending = await findSetup(reads, ctx, owner, { method: 'PASSWORD', setupId });
  if (pending === null) return null;
  const { base32, uri } = sharedSecret(sealer, pending);
  return { method: 'PASSWORD', setupId: pending.id, base32, uri };
}

const sharedSecret = (sealer: Sealer, { id, payload }: PendingCommand): TotpSecret =>
  JSON.parse(sealer.open(payload, payloadOf(id))) as TotpSecret;

async function findSetup(
  reads: Reads,
  ctx: Context,
  owner: SetupOwner,
  { method, setupId }: Pick<NewFactor, 'method' | 'setupId'>,
): Promise<PendingCommand | null> {
  const pending = await findPending(reads, ctx, setupId, setupOf(owner));
  return pending?.state?.['method'] === method ? pending : null;
}

/** A checked factor, for the unit that stores it. */
export interface CheckedFactor {
  readonly setupId: string;
  readonly method: FactorMethod;
  readonly patch: (account: OperatorAccount, now: Instant) => Result<FactorPatch>;
}

/**
 * Checks a new factor outside units, because hashes and signatures take time. 409 CONFLICT if the setup has ended; 400
 * INVALID_INPUT naming `password`, `code`, `credential` or `name`.
 */
export async function checkFactor(
  ports: SignInPorts,
  ctx: Context,
  owner: SetupOwner,
  factor: NewFactor,
): Promise<Result<CheckedFactor>> {
  const pending = await ports.units.read(ctx.tenant, (reads) => findSetup(reads, ctx, owner, factor));
  if (pending === null) return fail(NOT_OPEN);
  const { setupId, method } = factor;
  const patch =
    method === 'PASSWORD'
      ? await checkPassword(ports, ctx, owner.account, factor, pending)
      : await checkPasskey(ports, factor, pending);
  return patch.ok ? ok({ setupId, method, patch: patch.value }) : patch;
}

async function checkPassword(
  { totp, sealer, passwords }: SignInPorts,
  ctx: Context,
  { id, name }: Pick<OperatorAccount, 'id' | 'name'>,
  { password, code }: Extract<NewFactor, { method: 'PASSWORD' }>,
  pending: PendingCommand,
): Promise<Result<CheckedFactor['patch']>> {
  const weakness = await weaknessOf(passwords, password, name);
  if (weakness !== null) return invalid('password', weakness);
  const { hex } = sharedSecret(sealer, pending);
  const step = totp.stepOf(hex, enteredCode(code), ctx.hostNow);
  if (step === null) return invalid('code', 'is not the current code of the authenticator app');
  const hashed = await unlessRefused(passwords.hash(normalPassword(password)));
  if (!hashed.ok) return hashed;
  const passwordHash = hashed.value;
  const totpSecret = sealer.seal(hex, secretOf(id));
  return ok(() => ok({ passwordHash, totpSecret, totpStep: step }));
}

async function checkPasskey(
  { passkeys, place }: SignInPorts,
  { credential, name }: Extract<NewFactor, { method: 'PASSKEY' }>,
  { payload }: PendingCommand,
): Promise<Result<CheckedFactor['patch']>> {
  const label = name.trim() === '' ? 'Passkey' : name.trim();
  if (label.length > MAX_PASSKEY_NAME) return invalid('name', `must have at most ${MAX_PASSKEY_NAME} characters`);
  const attestation = readAttestation(credential);
  if (!attestation.ok) return attestation;
  const registered = await passkeys.register(attestation.value, payload);
  const { origin, rpId, userVerified, credentialId, publicKey, counter } = registered.ok ? registered.value : NONE;
  if (!place.origins.includes(origin) || rpId !== place.relyingPartyId || !userVerified) {
    return invalid('credential', 'was not registered at this console with user verification; start again');
  }
  return ok(({ passkeys: held }, createdAt) => {
    if (held.length >= MAX_PASSKEYS) return invalid('credential', `exceeds the limit of ${MAX_PASSKEYS} passkeys`);
    if (held.some((one) => one.credentialId === credentialId)) return invalid('credential', 'is registered already');
    return ok({ passkeys: [...held, { credentialId, publicKey, counter, name: label, createdAt }] });
  });
}

/** In place of a passkey that does not verify. */
const NONE = { origin: '', rpId: '', userVerified: false, credentialId: '', publicKey: '', counter: 0 };

/** Ends the setup in the unit that stores its factor; returns the fields to store. The errors of `checkFactor`. */
export async function acceptFactor(
  tx: Tx,
  ctx: Context,
  owner: SetupOwner & { readonly account: OperatorAccount },
  { setupId, method, patch }: CheckedFactor,
): Promise<Result<FactorPatch>> {
  const pending = await findSetup(tx, ctx, owner, { method, setupId });
  if (pending === null) return fail(NOT_OPEN);
  completePending(tx, pending, NOT_OPEN);
  return patch(owner.account, ctx.hostNow);
}

/** The passkey in the form of the port, which also serves customers. */
export const passkeyAt = ({ origins, relyingPartyId }: PasskeyPlace, held: OperatorPasskey) => ({
  credentialId: held.credentialId,
  publicKey: held.publicKey,
  counter: held.counter,
  transports: [],
  origin: origins[0]!,
  rpId: relyingPartyId,
  userVerified: true,
});

/** The time step of a code that is right and later than the last accepted one; null otherwise. */
export function provenStep({ totp, sealer }: SignInPorts, ctx: Context, account: OperatorAccount, code: string) {
  if (account.totpSecret === null) return null;
  const step = totp.stepOf(sealer.open(account.totpSecret, secretOf(account.id)), enteredCode(code), ctx.hostNow);
  return step !== null && step > account.totpStep ? step : null;
}

/** Enough for the hashes that wait. */
const BUSY_SECONDS = 10;
const BUSY = err('SERVICE_UNAVAILABLE', 'too many sign-ins are being checked; try again in a few seconds', {
  retryAfter: BUSY_SECONDS,
});

/** The value, or SERVICE_UNAVAILABLE if the hash was refused. */
export async function unlessRefused<T>(hash: Promise<T>): Promise<Result<T>> {
  try {
    return ok(await hash);
  } catch (cause) {
    if (cause instanceof HashRefused) return BUSY;
    throw cause;
  }
}

export const NOT_SIGNED_IN = err('UNAUTHORIZED', 'the session has ended; sign in again');
