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
import type { CodeDigest } from './make-code.js';
import { ONE_TIME_CODES, type OneTimeCode, type Recipient } from './one-time-code.js';
import type { CodePolicy } from './policy.js';
import type { Messages } from './ports.js';
import { type Addressee, countSend, forgetSends, mustHaveSendsLeft, withinTheHour } from './sends.js';

export interface CodesPorts {
  readonly ids: IdSource;
  readonly digestOf: CodeDigest;
  readonly messages: Messages;
  /** Why a customer is sent nothing now, such as too many wrong proofs; null: nothing stands against it. */
  readonly lockOf: (reads: Reads, ctx: Context, customerId: Id<'Customer'>) => Promise<DomainError | null>;
}

const NO_WAY = err(
  'SERVICE_UNAVAILABLE',
  'the service cannot send this code: ask its operator to configure how messages are sent',
);

const useOf = (policy: CodePolicy, subject: string): string => `${policy.name}/${subject}`;

/**
 * Has a new code sent, which takes the place of any before it and may be tried anew. The code is not made here but by
 * the job that sends it: nothing that could be read lies in the database until then. In the sandbox everybody's code is
 * known and valid at once. 423 ACCOUNT_LOCKED while the customer is locked; 429 RATE_LIMITED with the seconds until the
 * next send is possible, after five within an hour to the same mailbox or phone, whatever they were for, or as many for
 * this use, wherever they went; 503 SERVICE_UNAVAILABLE where nobody sends messages.
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
    // Of two first sends at the same instant one is as good as both.
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
 * Tries a code for a recipient. A right one can be used once. The try is counted before anything is compared, and the
 * count outlives the refusal: a wrong code is an `ok` with `Refused` in it, so that the unit is committed. A code that
 * is absent, expired, tried too often or sent elsewhere is refused with nothing to count.
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
    const isRight = digestOf(code.id, code.address, given) === code.digest;
    const isSpent = isRight || tries >= policy.tries;
    change(tx, ctx, code, isSpent ? { tries, digest: null, isUnsent: false } : { tries });
    if (isRight) return ok();
    const left = policy.tries - tries;
    return ok(new Refused(invalidFields([left > 0 ? WRONG : NONE_LEFT]).error));
  };

const WRONG = { field: 'code', message: 'is not the code that was sent' };
const NONE_LEFT = {
  field: 'code',
  message: 'is not the code that was sent, which cannot be tried again: send another',
};
const NONE_VALID = { field: 'code', message: 'no code is valid now: send another' };

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
 * Deletes the codes of a tenant that are of no use any more and that no limit counts, and counts that no limit needs;
 * answers how many records. All are looked at: one that is asked for again and again is as old as its first send.
 */
export async function forgetCodes(units: UnitOfWork, tenant: TenantKey, now: Instant): Promise<number> {
  const isOver = ({ expiresAt, sends }: OneTimeCode): boolean =>
    expiresAt <= now && withinTheHour(sends, now).length === 0;
  const codes = await forget(units, tenant, ONE_TIME_CODES, isOver, 'all');
  return codes + (await forgetSends(units, tenant, now));
}
