import { canonicalText } from './canonical.js';
import type { Context, TenantKey } from './context.js';
import { forgetExpired, type Pause } from './forget.js';
import { type Id, isId } from './ids.js';
import type { Digest } from './ports.js';
import { BASE_COLUMNS, type BaseRecord, newRecord, recordKind } from './record.js';
import type { DomainError } from './result.js';
import { type Instant, plusSeconds } from './time.js';
import type { Reads, Tx, UnitOfWork } from './unit.js';

/**
 * Identifies a command apart from its proof. A second call that differs in any of these fields is a different command.
 */
export interface CommandBinding {
  /** Name of the use case. */
  readonly operation: string;
  /** Id of the record in the path; empty if the path has none. */
  readonly path: string;
  /** Id of the record whose owner must agree, such as an internal account. */
  readonly account: string;
  /** What the caller asks for. */
  readonly body: unknown;
}

/**
 * A command that waits for a second call: one with a proof (a signed retry, the answer to a challenge, an approval), or
 * the repetition of one whose answer was lost.
 * It is bound to everything that the first call said, and is deleted when it has run or has expired
 * (docs/decisions/0018-pending-commands.md).
 */
export interface PendingCommand extends BaseRecord {
  readonly id: Id<'Request'>;
  readonly operation: string;
  readonly path: string;
  readonly account: string;
  /** SHA-256 of the body's canonical text. */
  readonly bodyDigest: string;
  /** The text to be signed, or its SHA-256 if the text is secret. */
  readonly payload: string;
  /** Data that the operation keeps for the second call. */
  readonly state: Readonly<Record<string, unknown>> | null;
  readonly expiresAt: Instant;
}

export const PENDING_COMMANDS = recordKind<PendingCommand>()({
  name: 'pending_commands',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    operation: 'text',
    path: 'text',
    account: 'text',
    bodyDigest: 'text',
    payload: 'text',
    state: 'json?',
    expiresAt: 'instant',
  },
  states: [],
  unique: [],
  filters: ['account'],
  immutable: ['operation', 'path', 'account', 'bodyDigest', 'payload', 'state', 'expiresAt'],
  expiry: { column: 'expiresAt', clock: 'tenant' },
});

export const PENDING_SECONDS = 300;

export const bodyDigestOf = (digest: Digest, body: unknown): string => digest.sha256(canonicalText(body));

export interface NewPendingCommand extends CommandBinding {
  readonly id: Id<'Request'>;
  readonly payload: string;
  readonly state?: Readonly<Record<string, unknown>>;
  readonly expiresAt?: Instant;
}

/** Stores a command for its second call; without `expiresAt`, for five minutes of the tenant's time. */
export function awaitSecondCall(tx: Tx, ctx: Context, digest: Digest, command: NewPendingCommand): PendingCommand {
  const { id, operation, path, account, body, payload, state, expiresAt } = command;
  const pending: PendingCommand = {
    operation,
    path,
    account,
    bodyDigest: bodyDigestOf(digest, body),
    payload,
    state: state ?? null,
    expiresAt: expiresAt ?? plusSeconds(ctx.now, PENDING_SECONDS),
    ...newRecord(id, ctx),
  };
  tx.add(PENDING_COMMANDS, pending);
  return pending;
}

/** The pending command with this id; null if it is unknown, used, expired, or of another operation, path or account. */
export async function findPending(
  reads: Reads,
  ctx: Pick<Context, 'now'>,
  id: string,
  { operation, path, account }: Omit<CommandBinding, 'body'>,
): Promise<PendingCommand | null> {
  const pending = isId('Request', id) ? await reads.get(PENDING_COMMANDS, id) : null;
  if (pending === null || pending.expiresAt <= ctx.now) return null;
  return pending.operation === operation && pending.path === path && pending.account === account ? pending : null;
}

/** Ends a command in the unit of its effect. Of several concurrent second calls one succeeds; the others get `lost`. */
export function completePending(tx: Tx, pending: PendingCommand, lost: DomainError): void {
  tx.remove(PENDING_COMMANDS, pending, lost);
}

/** Deletes the expired commands of a tenant and returns their number. */
export const forgetPending = (units: UnitOfWork, tenant: TenantKey, now: Instant, pause: Pause): Promise<number> =>
  forgetExpired(units, tenant, PENDING_COMMANDS, now, pause);
