import {
  birth,
  type Context,
  domainError,
  type DomainError,
  err,
  type Id,
  isId,
  newRecord,
  ok,
  type Query,
  readAll,
  type Reads,
  type Result,
  transition,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import {
  WALLET_CREDENTIAL,
  type WalletCredential,
  WALLET_CREDENTIALS,
  type CredentialType,
  type WalletIdentity,
  type Passkey,
} from './credential.js';
import { endSessions } from './session-service.js';
import { countCredential, type Wallet } from './wallet.js';

/** The active credentials of an account, oldest first. */
export const livingCredentials = (reads: Reads, accountId: string): Promise<readonly WalletCredential[]> =>
  readAll(reads, WALLET_CREDENTIALS, { livingIn: accountId });

/** The active credentials of an account. An account that does not exist has none. */
export const listCredentials: Query<{ readonly accountId: string }, readonly WalletCredential[]> = async (
  reads,
  _ctx,
  { accountId },
) => ok(await livingCredentials(reads, accountId));

/** An active credential. 404 REFERENCE_NOT_FOUND, also for a revoked one. */
export async function findCredential(reads: Reads, id: string): Promise<Result<WalletCredential>> {
  const credential = isId('AuthMethod', id) ? await reads.get(WALLET_CREDENTIALS, id) : null;
  return credential?.status === 'ACTIVE'
    ? ok(credential)
    : err('REFERENCE_NOT_FOUND', 'no such credential, or it was revoked');
}

/** The part of a credential that was proven, and that distinguishes it from other credentials of the account. */
export interface CredentialProof {
  readonly type: CredentialType;
  readonly nickname: string;
  readonly contact: string | null;
  readonly identity: WalletIdentity | null;
  readonly passkey: Passkey | null;
}

const partOf = ({ type, identity, passkey }: CredentialProof): string => {
  if (identity !== null) return JSON.stringify([type, identity.issuer, identity.audience, identity.subject]);
  return passkey === null ? type : `${type} ${passkey.credentialId}`;
};

export const slotOf = (accountId: string, proof: CredentialProof): string => `${accountId} ${partOf(proof)}`;

export const signInEmailOf = ({ type, contact }: Pick<CredentialProof, 'type' | 'contact'>): string | null =>
  type === 'EMAIL_OTP' && contact !== null ? contact.toLowerCase() : null;

const TAKEN: Readonly<Record<CredentialType, DomainError>> = {
  EMAIL_OTP: domainError('EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'),
  SMS_OTP: domainError('SMS_OTP_CREDENTIAL_ALREADY_EXISTS'),
  PASSKEY: domainError('PASSKEY_CREDENTIAL_ALREADY_EXISTS'),
  OAUTH: domainError('INVALID_INPUT', 'the identity is already a credential of this wallet', {
    errors: [{ field: 'oidcToken', message: 'names an identity that is already a credential of this wallet' }],
  }),
};
export const EMAIL_TAKEN = domainError('EMAIL_OTP_EMAIL_ALREADY_EXISTS');

/** The conflict that prevents this credential, or null. */
export async function takenBy(reads: Reads, accountId: string, proof: CredentialProof): Promise<DomainError | null> {
  if ((await reads.find(WALLET_CREDENTIALS, 'slot', [slotOf(accountId, proof)])) !== null) return TAKEN[proof.type];
  const email = signInEmailOf(proof);
  return email !== null && (await reads.find(WALLET_CREDENTIALS, 'signInEmail', [email])) !== null ? EMAIL_TAKEN : null;
}

export interface AddCredential {
  readonly id: Id<'AuthMethod'>;
  readonly accountId: Id<'InternalAccount'>;
  readonly proof: CredentialProof;
  readonly otpTarget: string | null;
}

/** Writes a credential. The caller updates the count of the wallet. */
export function addCredential(
  tx: Tx,
  ctx: Context,
  { id, accountId, proof, otpTarget }: AddCredential,
): WalletCredential {
  const credential: WalletCredential = {
    accountId,
    livingIn: accountId,
    type: proof.type,
    status: birth(WALLET_CREDENTIAL, 'create').to,
    nickname: proof.nickname,
    slot: slotOf(accountId, proof),
    signInEmail: signInEmailOf(proof),
    contact: proof.contact,
    identity: proof.identity,
    passkey: proof.passkey,
    otpTarget,
    ...newRecord(id, ctx),
  };
  tx.add(WALLET_CREDENTIALS, credential, { conflicts: { slot: TAKEN[proof.type], signInEmail: EMAIL_TAKEN } });
  return credential;
}

/** Revokes a credential and its sessions. */
export async function endCredential(
  tx: Tx,
  ctx: Context,
  credential: WalletCredential,
  wallet: Wallet | null,
): Promise<Result<void>> {
  const gone = { livingIn: null, slot: null, signInEmail: null, otpTarget: null };
  const ended = transition(tx, ctx, WALLET_CREDENTIAL, WALLET_CREDENTIALS, credential, 'revoke', gone);
  if (!ended.ok) return ended;
  if (wallet !== null) countCredential(tx, ctx, credential.accountId, wallet, -1);
  return endSessions(tx, ctx, credential.accountId, credential.id);
}

/** Adds an EMAIL_OTP credential on the customer's email address. */
export function emailCredential(
  { tx, ctx, ids }: Unit,
  accountId: Id<'InternalAccount'>,
  email: string,
): WalletCredential {
  const proof = { type: 'EMAIL_OTP', nickname: email, contact: email, identity: null, passkey: null } as const;
  return addCredential(tx, ctx, { id: ids.next('AuthMethod'), accountId, proof, otpTarget: null });
}
