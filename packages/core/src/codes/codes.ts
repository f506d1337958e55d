import { schedule } from '../events/index.js';
import {
  type Context,
  type DomainError,
  err,
  fail,
  forget,
  type Id,
  type IdSource,
  type Instant,
  invalidFields,
  newRecord,
  ok,
  type Pause,
  plusSeconds,
  type Reads,
  Refused,
  type Result,
  splitTenant,
  type TenantKey,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { type CodeDigest, enteredCode } from './make-code.js';
import { ONE_TIME_CODES, type OneTimeCode, type Recipient } from './one-time-code.js';
import type { CodePolicy } from './policy.js';
import type { Messages } from './ports.js';
import { type Addressee, countSend, forgetSends, mustHaveSendsLeft, withinTheHour } from './sends.js';

export interface CodesPorts {
  readonly ids: IdSource;
  readonly digestOf: CodeDigest;
  readonly messages: Messages;
  /** The reason not to send a code to a customer now, such as too many failed attempts; null if there is none. */
  readonly lockOf: (reads: Reads, ctx: Context, customerId: Id<'Customer'>) => Promise<DomainError | null>;
}

const NO_WAY = err(
  'SERVICE_UNAVAILABLE',
  'no message provider is configured for this channel; ask the operator to configure one',
);

const useOf = (policy: CodePolicy, subject: string): string => `${policy.name}/${subject}`;

/**
 * Requests a new code, which replaces the previous one and starts with no failed attempts. The job that sends the
 * message generates the code, so that no code is stored (docs/decisions/0011-one-time-codes-are-made-when-sent.md). In
 * the sandbox the known code is valid at once. 423 ACCOUNT_LOCKED while the customer is locked; 429 RATE_LIMITED with
 * the seconds until the next possible send, after five sends within an hour to one address (for all uses), or after
 * `sendsPerHour` for this subject (to all addresses); 503 SERVICE_UNAVAILABLE without a message provider.
 */
export const sendCode =
  ({ ids, digestOf, messages, lockOf }: CodesPorts) =>
  async (
    tx: Tx,
    ctx: Context,
    policy: CodePolicy,
    subject: string,
    to: Addressee,
    purpose: string | null = null,
  ): Promise<Result<OneTimeCode>> => {
    const { environment } = splitTenant(ctx.tenant);
    if (messages.reaches?.(environment, to.channel) === false) return NO_WAY;
    const locked = await lockOf(tx, ctx, to.customerId);
    if (locked !== null) return fail(locked);
    const counted = await countSend(tx, ctx, to);
    if (!counted.ok) return counted;
    const use = useOf(policy, subject);
    const before = await tx.find(ONE_TIME_CODES, 'use', [use]);
    const recent = withinTheHour(before?.sends ?? [], ctx.now);
    const left = mustHaveSendsLeft(recent, policy.sendsPerHour, ctx.now);
    if (!left.ok) return left;
    const { channel, address } = to;
    const id = before?.id ?? ids.next('OneTimeCode');
    const isKnown = environment === 'SANDBOX';
    const asked = {
      channel,
      address,
      policy,
      purpose,
      digest: isKnown ? digestOf(id, address, policy.sandboxCode) : null,
      expiresAt: plusSeconds(ctx.now, policy.validForSeconds),
      tries: 0,
      sends: [...recent, ctx.now],
      isUnsent: true,
    };
    const code = before === null ? { use, ...asked, ...newRecord(id, ctx) } : change(tx, ctx, before, asked);
    // Two concurrent first requests may share one row.
    if (before === null) tx.add(ONE_TIME_CODES, code, { unlessExists: true });
    schedule({ tx, ctx, ids }, { kind: 'code.send', subject: id, dueAt: ctx.hostNow });
    return ok(code);
  };

const change = (
  tx: Tx,
  ctx: Context,
  code: OneTimeCode,
  patch: Partial<Omit<OneTimeCode, 'use' | 'id' | 'tenant' | 'version' | 'createdAt' | 'updatedAt'>>,
): OneTimeCode => update(tx, ctx, ONE_TIME_CODES, code, patch);

/**
 * Checks a code for a recipient. A correct code is accepted once. The attempt is counted before the comparison, and the
 * count must be committed: a wrong code returns an `ok` with `Refused`. If no valid code exists (expired, used,
 * attempted too often, or sent to another address), the error is INVALID_INPUT and nothing is counted.
 */
export const tryCode =
  ({ digestOf }: CodesPorts) =>
  async (
    tx: Tx,
    ctx: Context,
    policy: CodePolicy,
    subject: string,
    to: Recipient,
    given: string,
  ): Promise<Result<void | Refused>> => {
    const code = await tx.find(ONE_TIME_CODES, 'use', [useOf(policy, subject)]);
    if (!isLive(code, policy, to, ctx.now)) return invalidFields([NONE_VALID]);
    const tries = code.tries + 1;
    const isRight = digestOf(code.id, code.address, enteredCode(given)) === code.digest;
    const isSpent = isRight || tries >= policy.tries;
    change(tx, ctx, code, isSpent ? { tries, digest: null, isUnsent: false } : { tries });
    if (isRight) return ok();
    const left = policy.tries - tries;
    return ok(new Refused(invalidFields([left > 0 ? WRONG : NONE_LEFT]).error));
  };

const WRONG = { field: 'code', message: 'is not the code that was sent' };
const NONE_LEFT = {
  field: 'code',
  message: 'is not the code that was sent, and no attempts remain; request a new code',
};
const NONE_VALID = { field: 'code', message: 'no code is valid now; request a new code' };

const isLive = (
  code: OneTimeCode | null,
  policy: CodePolicy,
  to: Recipient,
  now: Instant,
): code is OneTimeCode & { readonly digest: string } =>
  code !== null &&
  code.digest !== null &&
  code.tries < policy.tries &&
  code.expiresAt > now &&
  code.channel === to.channel &&
  code.address === to.address;

/**
 * Deletes the expired codes and counts of a tenant that no limit needs any more, and returns the number of records. It
 * reads all codes, because a code that is requested again keeps the creation time of its first request.
 */
export async function forgetCodes(units: UnitOfWork, tenant: TenantKey, now: Instant, pause: Pause): Promise<number> {
  const isOver = ({ expiresAt, sends }: OneTimeCode): boolean =>
    expiresAt <= now && withinTheHour(sends, now).length === 0;
  const codes = await forget(units, tenant, ONE_TIME_CODES, isOver);
  return codes + (await forgetSends(units, tenant, now, pause));
}
