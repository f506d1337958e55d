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
  type PreparedUseCase,
  type Random,
  type Result,
  splitTenant,
  type TenantKey,
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
import { type ContractSignatures, type OwnershipProofs, SIGNATURE_SCHEMES, type SignatureScheme } from './ports.js';
import type { RailConnection } from './rail-connection.js';
import { makeReference } from './reference.js';

export const OWNERSHIP_METHODS = ['WALLET_SIGNATURE', 'LIVENESS'] as const;

/** Long enough to sign the message with a hardware wallet. */
export const OWNERSHIP_CHALLENGE_SECONDS = 900;
/**
 * The maximum length of a signature. The longest are those of contract wallets that do not exist yet: they contain the
 * call that creates the wallet (ERC-6492).
 */
export const SIGNATURE_LENGTH = 16_384;

export interface OwnershipPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  /** The service's name in the message, so that the owner of the wallet sees who requests the signature. */
  readonly publicAuthority: string;
  /** Verifies wallet signatures; null on a host that cannot. */
  readonly ownershipProofs: OwnershipProofs | null;
  /** The connections, some of which can ask contract wallets of their chain. */
  readonly connections: readonly Pick<RailConnection, 'environment' | 'contractSignatures'>[];
}

export interface OwnershipChallengeRequest extends ExternalAccountKey {
  readonly method: string;
}

/**
 * Creates a message for the owner of a wallet to sign with the key of its address. A new challenge replaces the one
 * before; it is valid for one verification within 15 minutes. INVALID_INPUT for an unknown method; REFERENCE_NOT_FOUND;
 * CONFLICT if the account needs no proof; NOT_IMPLEMENTED on a host without `ownershipProofs`, and for LIVENESS, which
 * does not prove a key:
 * docs/areas/accounts.md#prove-the-ownership-of-a-wallet.
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
    if (account.status === 'ACTIVE') return err('CONFLICT', NO_PROOF_NEEDED);
    if (method === 'LIVENESS') return err('NOT_IMPLEMENTED', 'LIVENESS is not supported; use WALLET_SIGNATURE');
    if (ports.ownershipProofs === null) return err('NOT_IMPLEMENTED', NO_VERIFIER);

    const expiresAt = plusSeconds(ctx.now, OWNERSHIP_CHALLENGE_SECONDS);
    const challenge = { messageToSign: messageOf(ports, account, expiresAt), expiresAt };
    update(tx, ctx, EXTERNAL_ACCOUNTS, account, { ownershipChallenge: challenge });
    return ok(challenge);
  };

const NO_PROOF_NEEDED = 'the external account is ACTIVE and needs no proof of ownership';
const NO_VERIFIER = 'this host cannot verify wallet signatures';

/**
 * Plain ASCII, because some wallets sign nothing else. It names wallet, account and expiry, so that the signature
 * proves nothing for another account.
 */
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

/** A signature that was verified over a challenge. */
export interface PreparedOwnership {
  readonly key: ExternalAccountKey;
  readonly challenge: OwnershipChallenge;
  readonly signature: string;
  readonly scheme: SignatureScheme;
}

/** Every field that is invalid by itself, without reading the account. */
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
 * Verifies a signature of the account's challenge. If it is right, the account becomes ACTIVE and its event is written.
 * The signature is verified between units of work, because that takes milliseconds for which other units would wait.
 * REFERENCE_NOT_FOUND; INVALID_INPUT for a malformed signature; INVALID_SIGNATURE for one by another key or over
 * another message, which leaves the challenge open; CONFLICT if the account needs no proof, or its challenge is
 * missing, expired or replaced; SERVICE_UNAVAILABLE if only the chain can judge the signature and its nodes do not
 * answer; NOT_IMPLEMENTED on a host without `ownershipProofs`.
 */
export const verifyOwnership = (
  ports: OwnershipPorts,
): PreparedUseCase<OwnershipSignature, PreparedOwnership, ExternalAccount> => ({
  async prepare(ctx, input) {
    const errors = invalidInOwnershipSignature(ctx, input);
    if (errors.length > 0) return invalidFields(errors);
    const { signature, signatureScheme, ...key } = input;
    const read = await ports.units.read(ctx.tenant, async (reads) => getExternalAccount(reads, ctx, key));
    if (!read.ok) return read;
    const open = openChallenge(read.value, ctx.now);
    if (!open.ok) return open;
    const challenge = open.value;
    if (ports.ownershipProofs === null) return err('NOT_IMPLEMENTED', NO_VERIFIER);

    const scheme = (signatureScheme ?? 'bip137') as SignatureScheme;
    const { accountInfo, currency } = read.value;
    const signed = {
      account: accountInfo,
      currency,
      message: challenge.messageToSign,
      signature: signature.trim(),
      scheme,
    };
    const verdict = await ports.ownershipProofs.judge(signed, chainsOf(ports.connections, ctx.tenant));
    if (verdict === 'unknown')
      return err('SERVICE_UNAVAILABLE', "the nodes of the wallet's chain did not answer; try again later");
    if (verdict === 'unreadable') {
      return invalidFields([{ field: 'signature', message: 'is not in a signature format of this chain' }]);
    }
    if (verdict === 'wrong') {
      return err(
        'INVALID_SIGNATURE',
        "the signature was not made over the challenge with the key of this account's address, or the address is of a type that cannot sign",
      );
    }
    return ok({ key, challenge, signature: signature.trim(), scheme });
  },
  async finish(tx, ctx, { key, challenge, signature, scheme }) {
    const again = await getExternalAccount(tx, ctx, key);
    if (!again.ok) return again;
    const still = openChallenge(again.value, ctx.now);
    if (!still.ok) return still;
    if (still.value.messageToSign !== challenge.messageToSign) return err('CONFLICT', REPLACED);
    const moved = transition(tx, ctx, EXTERNAL_ACCOUNT, EXTERNAL_ACCOUNTS, again.value, 'verify', {
      ownershipChallenge: null,
      ownershipProof: { ...challenge, signature, scheme, provenAt: ctx.now },
    });
    if (!moved.ok) return moved;
    const { record } = moved.value;
    emit(
      { tx, ctx, ids: ports.ids },
      { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', resource: record.id, snapshot: record },
    );
    return ok(record);
  },
});

/** The chains of one environment. A wallet of a test network proves nothing for production. */
function chainsOf(connections: OwnershipPorts['connections'], tenant: TenantKey): readonly ContractSignatures[] {
  const { environment } = splitTenant(tenant);
  return connections.flatMap((connection) =>
    connection.environment === environment && connection.contractSignatures !== undefined
      ? [connection.contractSignatures]
      : [],
  );
}

const REPLACED = 'a newer challenge has replaced this one; sign the newer one';

function openChallenge({ status, ownershipChallenge }: ExternalAccount, now: Instant): Result<OwnershipChallenge> {
  if (status === 'ACTIVE') return err('CONFLICT', NO_PROOF_NEEDED);
  if (ownershipChallenge === null) return err('CONFLICT', 'the account has no open challenge; request one first');
  if (ownershipChallenge.expiresAt <= now) return err('CONFLICT', 'the challenge has expired; request a new one');
  return ok(ownershipChallenge);
}
