import { emit } from '../events/index.js';
import {
  type Context,
  err,
  type FieldError,
  type IdSource,
  type Instant,
  invalidFields,
  ok,
  plusSeconds,
  type Random,
  type Result,
  toIso,
  transition,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { primaryIdentifier } from './account-types/index.js';
import {
  EXTERNAL_ACCOUNT,
  EXTERNAL_ACCOUNTS,
  type ExternalAccount,
  type OwnershipChallenge,
} from './external-account.js';
import { type ExternalAccountKey, getExternalAccount } from './external-account-service.js';
import { type OwnershipProofs, SIGNATURE_SCHEMES, type SignatureScheme } from './ports.js';
import { makeReference } from './reference.js';

export const OWNERSHIP_METHODS = ['WALLET_SIGNATURE', 'LIVENESS'] as const;

/** Long enough to bring the message to a hardware wallet and back. */
export const OWNERSHIP_CHALLENGE_SECONDS = 900;
/** No chain has a longer signature; BIP-322 has the longest. */
export const SIGNATURE_LENGTH = 2048;

export interface OwnershipPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  /** Who asks for the signature, as the owner of the wallet knows the service. */
  readonly publicAuthority: string;
  /** Null: this host cannot verify signatures of wallets. */
  readonly ownershipProofs: OwnershipProofs | null;
}

export interface OwnershipChallengeRequest extends ExternalAccountKey {
  readonly method: string;
}

/**
 * A message that the owner of a wallet is to sign with the key of its address (contract: OwnershipChallenge). Each one
 * takes the place of the one before it, and is good for one verification within 15 minutes.
 * 404 REFERENCE_NOT_FOUND, CONFLICT where no proof is awaited, NOT_IMPLEMENTED for LIVENESS, which is no proof of a key.
 */
export const challengeOwnership =
  (ports: OwnershipPorts): UseCase<OwnershipChallengeRequest, OwnershipChallenge> =>
  async (tx, ctx, { method, ...key }) => {
    if (!(OWNERSHIP_METHODS as readonly string[]).includes(method)) {
      return invalidFields([{ field: 'method', constraint: { enum: OWNERSHIP_METHODS } }]);
    }
    const found = await getExternalAccount(tx, ctx, key);
    if (!found.ok) return found;
    const account = found.value;
    if (account.status === 'ACTIVE') return err('CONFLICT', 'no proof of ownership is awaited');
    if (method === 'LIVENESS') return err('NOT_IMPLEMENTED', 'this host proves ownership by WALLET_SIGNATURE');
    if (ports.ownershipProofs === null) return err('NOT_IMPLEMENTED', 'this host verifies no signatures of wallets');

    const expiresAt = plusSeconds(ctx.now, OWNERSHIP_CHALLENGE_SECONDS);
    const challenge = { messageToSign: messageOf(ports, account, expiresAt), expiresAt };
    update(tx, ctx, EXTERNAL_ACCOUNTS, account, { ownershipChallenge: challenge });
    return ok(challenge);
  };

/** Plain ASCII, because some wallets sign nothing else; it names all that it is good for. */
function messageOf(
  { publicAuthority, random }: OwnershipPorts,
  { id, accountInfo }: ExternalAccount,
  expiresAt: Instant,
): string {
  return [
    `${publicAuthority} asks you to prove that this wallet is yours.`,
    'Signing this message moves no money.',
    '',
    `Wallet: ${primaryIdentifier(accountInfo)}`,
    `Account: ${id}`,
    `Code: ${makeReference(random)}${makeReference(random)}`,
    `Valid until: ${toIso(expiresAt)}`,
  ].join('\n');
}

export interface OwnershipSignature extends ExternalAccountKey {
  readonly signature: string;
  /** Default `bip137`. */
  readonly signatureScheme?: string | null | undefined;
}

/** Every invalid field of a signature, whichever account it is for. */
export function invalidInOwnershipSignature(
  _ctx: Context,
  { signature, signatureScheme }: OwnershipSignature,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const known: readonly string[] = SIGNATURE_SCHEMES;
  if (typeof signature !== 'string' || signature.trim() === '') {
    errors.push({ field: 'signature', message: 'is required' });
  } else if (signature.length > SIGNATURE_LENGTH) {
    errors.push({ field: 'signature', constraint: { maxLength: SIGNATURE_LENGTH } });
  }
  if (signatureScheme !== null && signatureScheme !== undefined && !known.includes(signatureScheme)) {
    errors.push({ field: 'signatureScheme', constraint: { enum: known } });
  }
  return errors;
}

/**
 * Holds a signature against the challenge of the account, which becomes ACTIVE with its event when they fit. The
 * signature is verified between two units: it takes milliseconds that others would wait for.
 * 404 REFERENCE_NOT_FOUND; 400 INVALID_INPUT for what is no signature; 401 INVALID_SIGNATURE for one by another key or
 * over another message, which leaves the challenge open; 409 CONFLICT where no proof is awaited, no challenge is open,
 * it has expired, or another took its place meanwhile.
 */
export const verifyOwnership =
  (ports: OwnershipPorts) =>
  async (ctx: Context, input: OwnershipSignature): Promise<Result<ExternalAccount>> => {
    const errors = invalidInOwnershipSignature(ctx, input);
    if (errors.length > 0) return invalidFields(errors);
    const { signature, signatureScheme, ...key } = input;
    const read = await ports.units.read(ctx.tenant, async (reads) => getExternalAccount(reads, ctx, key));
    if (!read.ok) return read;
    const open = openChallenge(read.value, ctx.now);
    if (!open.ok) return open;
    const challenge = open.value;
    if (ports.ownershipProofs === null) return err('NOT_IMPLEMENTED', 'this host verifies no signatures of wallets');

    const scheme = (signatureScheme ?? 'bip137') as SignatureScheme;
    const { accountInfo, currency } = read.value;
    const verdict = await ports.ownershipProofs.judge({
      account: accountInfo,
      currency,
      message: challenge.messageToSign,
      signature: signature.trim(),
      scheme,
    });
    if (verdict === 'unreadable') {
      return invalidFields([{ field: 'signature', message: 'is not a signature as wallets of this chain make it' }]);
    }
    if (verdict === 'wrong') {
      return err('INVALID_SIGNATURE', 'the message was not signed with the key of the address of this account');
    }

    return ports.units.run(ctx.tenant, async (tx) => {
      const again = await getExternalAccount(tx, ctx, key);
      if (!again.ok) return again;
      const still = openChallenge(again.value, ctx.now);
      if (!still.ok) return still;
      if (still.value.messageToSign !== challenge.messageToSign) return err('CONFLICT', 'there is a newer challenge');
      const moved = transition(tx, ctx, EXTERNAL_ACCOUNT, EXTERNAL_ACCOUNTS, again.value, 'verify', {
        ownershipChallenge: null,
        ownershipProof: { ...challenge, signature: signature.trim(), scheme, provenAt: ctx.now },
      });
      if (!moved.ok) return moved;
      const { record } = moved.value;
      const unit = { tx, ctx, ids: ports.ids };
      emit(unit, {
        type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
        resource: record.id,
        snapshot: record,
      });
      return ok(record);
    });
  };

function openChallenge({ status, ownershipChallenge }: ExternalAccount, now: Instant): Result<OwnershipChallenge> {
  if (status === 'ACTIVE') return err('CONFLICT', 'no proof of ownership is awaited');
  if (ownershipChallenge === null) return err('CONFLICT', 'ask for a challenge first');
  if (ownershipChallenge.expiresAt <= now) return err('CONFLICT', 'the challenge has expired: ask for another');
  return ok(ownershipChallenge);
}
