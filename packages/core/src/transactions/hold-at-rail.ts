import type { HeldPayments } from '../accounts/index.js';
import { BLOCKS, blocksAmong, type Parties, withBlocked } from '../blocks/index.js';
import { type Job, reschedule } from '../events/index.js';
import { EXCEPTIONS, type ExceptionRecord, type Leg, openException, resolveItself } from '../exceptions/index.js';
import {
  type Context,
  type IdSource,
  isId,
  mark,
  ok,
  type Reads,
  type Result,
  type TenantKey,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Deposit, depositOf, DEPOSITS } from './deposit.js';
import { refundedBy } from './former-refund.js';
import { UNDECIDED_MONEY } from './hold-deposit.js';
import { isUnconfirmed, partiesOf, REPORTED, UNDECIDED } from './hold-payment.js';
import { type RailStep, wasAnswered } from './rail-step.js';
import { deliveryStakeOf } from './stake-of.js';
import { LOOK_AGAIN_SECONDS } from './screen-payment.js';
import { correctionsOf, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

/** What the reference of an exception about a payment that its rail has starts with. */
const AT_RAIL = 'rail ';

/** Whether a held payment is one that its rail has and has not carried out. */
export const isHeldAtRail = ({ kind, reference }: Pick<ExceptionRecord, 'kind' | 'reference'>): boolean =>
  kind === 'PAYMENT_HELD' && reference.startsWith(AT_RAIL);

/** Whether its rail has ever kept this payout for an operator's decision: then it has received it. */
export async function wasHeldAtRail(reads: Reads, { id }: Pick<Transaction, 'id'>): Promise<boolean> {
  const { rows } = await reads.list(EXCEPTIONS, { where: { subject: id }, order: 'asc', limit: 50, counted: false });
  return rows.some((exception) => isHeldAtRail(exception) && exception.leg === 'DELIVERY');
}

/** A payout, a refund or a return that a rail has and has not carried out. */
type Instructed =
  | { readonly leg: Leg; readonly transaction: Transaction; readonly deposit: null }
  | { readonly leg: 'FUNDING'; readonly transaction: null; readonly deposit: Deposit };

const returnOf = (deposit: Deposit | null): Instructed | null =>
  deposit?.status === 'IN_SUSPENSE' ? { leg: 'FUNDING', transaction: null, deposit } : null;
const payoutOf = (transaction: Transaction | null): Instructed | null =>
  transaction?.status === 'PROCESSING' ? { leg: 'DELIVERY', transaction, deposit: null } : null;
const refundOf = (transaction: Transaction | null): Instructed | null =>
  transaction?.refundStatus === 'PENDING' ? { leg: 'FUNDING', transaction, deposit: null } : null;

/** By reference: the instructions that a rail may still carry out. Thousands can wait for a file, so they are read at once. */
async function instructedAmong(reads: Reads, references: readonly string[]): Promise<ReadonlyMap<string, Instructed>> {
  const depositIds = references.map(depositOf).filter((id) => isId('Deposit', id));
  const payoutIds = references.filter((reference) => isId('Transaction', reference));
  const deposits = new Map((await reads.getMany(DEPOSITS, depositIds)).map((each) => [each.id as string, each]));
  const payouts = new Map((await reads.getMany(TRANSACTIONS, payoutIds)).map((each) => [each.id as string, each]));
  const found = new Map<string, Instructed>();
  for (const reference of references) {
    const depositId = depositOf(reference);
    const instructed = isId('Deposit', depositId)
      ? returnOf(deposits.get(depositId) ?? null)
      : isId('Transaction', reference)
        ? payoutOf(payouts.get(reference) ?? null)
        : refundOf(await refundedBy(reads, reference));
    if (instructed !== null) found.set(reference, instructed);
  }
  return found;
}

/**
 * The refunds and returns among these references whose money the payer's bank or chain has taken back itself, or that
 * operators have given to its owner otherwise: a rail must never send it, also after the end of a block.
 */
async function goneAmong(reads: Reads, references: readonly string[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const reference of references) {
    const depositId = depositOf(reference);
    if (isId('Deposit', depositId)) {
      const deposit = await reads.get(DEPOSITS, depositId);
      if (deposit !== null && GONE.has(deposit.status)) gone.add(reference);
    } else if (!isId('Transaction', reference)) {
      const refunded = await refundedBy(reads, reference);
      const { fundingReversed, fundingRecovered } = correctionsOf({ corrections: refunded?.corrections ?? null });
      if (fundingReversed || fundingRecovered) gone.add(reference);
    }
  }
  return gone;
}

const GONE: ReadonlySet<Deposit['status']> = new Set(['REVERSED', 'RESOLVED']);

/** The instruction with this reference that a rail may still carry out; null if there is none. */
const instructedBy = async (reads: Reads, reference: string): Promise<Instructed | null> =>
  (await instructedAmong(reads, [reference])).get(reference) ?? null;

/** Whose block stops each of these instructions at its rail. */
async function partiesAmong(reads: Reads, all: readonly Instructed[]): Promise<ReadonlyMap<Instructed, Parties>> {
  const payouts = all.filter(({ leg, transaction }) => leg === 'DELIVERY' && transaction !== null);
  const paid = await partiesOf(
    reads,
    payouts.map(({ transaction }) => transaction!),
  );
  return new Map([
    ...all.map((each) => [each, partiesPaidBack(each)] as const),
    ...payouts.map((each, i) => [each, paid[i]!] as const),
  ]);
}

const partiesPaidBack = ({ transaction, deposit }: Instructed): Parties =>
  transaction === null
    ? { customers: [deposit.ownerId] }
    : { customers: [transaction.customerId], payees: [pulledFrom(transaction)] };

/** Whose block stops an instruction at its rail. */
export const instructedParties = async (reads: Reads, instructed: Instructed): Promise<Parties> =>
  (await partiesAmong(reads, [instructed])).get(instructed)!;

/** Whether an exception that holds an instruction at its rail is about one that the rail may still carry out. */
export async function instructedOf(
  reads: Reads,
  { subject, leg }: Pick<ExceptionRecord, 'subject' | 'leg'>,
): Promise<Instructed | null> {
  if (isId('Deposit', subject) || leg === 'DELIVERY') return instructedBy(reads, subject);
  return refundOf(isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null);
}

export interface HoldAtRailPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/**
 * Which of these instructions, of the references under which a rail was asked for them, the rail must not carry out now:
 * operators have stopped one of the parties, or have not decided since. An exception is opened for each that is found
 * blocked, so that the end of the block does not let it go on.
 */
export function holdAtRails({ units, ids, contextOf }: HoldAtRailPorts): HeldPayments {
  /** The references of a tenant that are held already, and those that are to be held now. */
  const inspect = (tenant: TenantKey, references: readonly string[]) =>
    units.read(tenant, async (reads) => {
      const undecided = await openAtRails(reads);
      const held: string[] = [];
      const blocked: string[] = [];
      if (undecided.size === 0 && !(await hasBlocks(reads))) return { held, blocked };
      const found = await instructedAmong(reads, references);
      const parties = await partiesAmong(reads, [...found.values()]);
      const isBlocked = await blocksAmong(reads, tenant, [...parties.values()]);
      for (const [reference, instructed] of found) {
        if (undecided.has(keyOf(instructed))) held.push(reference);
        else if (isBlocked(parties.get(instructed)!)) blocked.push(reference);
      }
      return { held, blocked };
    });

  return async (references) => {
    const tenants = new Map<TenantKey, string[]>();
    const all = new Set<string>();
    await units.read(null, async (reads) => {
      for (const reference of await goneAmong(reads, references)) all.add(reference);
      for (const [reference, found] of await instructedAmong(reads, references)) {
        const { tenant } = found.transaction ?? found.deposit;
        const own = tenants.get(tenant);
        if (own === undefined) tenants.set(tenant, [reference]);
        else own.push(reference);
      }
    });
    for (const [tenant, own] of tenants) {
      const { held, blocked } = await inspect(tenant, own);
      for (const reference of held) all.add(reference);
      for (const reference of blocked)
        if (await holdBlocked({ units, ids }, await contextOf(tenant), reference)) all.add(reference);
    }
    return all;
  };
}

/** Holds an instruction of which a party is blocked. False if it has ended, or none is blocked any more. */
async function holdBlocked(
  { units, ids }: Pick<HoldAtRailPorts, 'units' | 'ids'>,
  ctx: Context,
  reference: string,
): Promise<boolean> {
  const done = await units.run(ctx.tenant, async (tx) => {
    const instructed = await instructedBy(tx, reference);
    if (instructed === null) return ok(false);
    const parties = await instructedParties(tx, instructed);
    if (!(await blocksAmong(tx, ctx.tenant, [parties]))(parties)) return ok(false);
    await hold({ tx, ctx, ids }, instructed);
    return ok(true);
  });
  return !done.ok || done.value;
}

/**
 * Whether a refund or a return that its rail has never answered must not be asked for again now: the rail may not have
 * received it, and operators have stopped its owner, or have not decided since.
 */
export async function isHeldUnanswered(
  ports: Pick<HoldAtRailPorts, 'units' | 'ids'>,
  ctx: Context,
  asked: Pick<RailStep, 'subject' | 'request' | 'reference'>,
): Promise<boolean> {
  const { subject, reference } = asked;
  const found = await ports.units.read(ctx.tenant, async (reads) => {
    if (await wasAnswered(reads, asked)) return 'free';
    const open = await reads.list(EXCEPTIONS, {
      where: { subject, status: 'OPEN' },
      ...{ order: 'asc', limit: 50, counted: false },
    });
    if (open.rows.some((exception) => isHeldAtRail(exception) && exception.leg === 'FUNDING')) return 'held';
    const instructed = await instructedBy(reads, reference);
    if (instructed === null) return 'free';
    const parties = await instructedParties(reads, instructed);
    return (await blocksAmong(reads, ctx.tenant, [parties]))(parties) ? 'blocked' : 'free';
  });
  return found === 'blocked' ? holdBlocked(ports, ctx, reference) : found === 'held';
}

/** Ends the exceptions that hold a refund or a return at its rail, because it has ended: nothing is left to decide. */
export async function endHoldsAtRail(unit: Unit, subject: string): Promise<void> {
  const query = { where: { subject, status: 'OPEN' }, order: 'asc', limit: 50, counted: false } as const;
  const { rows } = await unit.tx.list(EXCEPTIONS, query);
  for (const exception of rows)
    if (isHeldAtRail(exception) && exception.leg === 'FUNDING') resolveItself(unit, exception, 'REFUSED', REPORTED);
}

/** Lets the job of an instruction that is held ask again later. */
export const lookAgain = ({ units }: Pick<HoldAtRailPorts, 'units'>, ctx: Context, job: Job): Promise<Result<void>> =>
  units.run(ctx.tenant, async (tx) => {
    reschedule(tx, ctx, job, LOOK_AGAIN_SECONDS);
    return ok();
  });

const keyOf = ({ leg, transaction, deposit }: Instructed): string => `${(transaction ?? deposit).id} ${leg}`;

async function hasBlocks(reads: Reads): Promise<boolean> {
  const { rows } = await reads.list(BLOCKS, { where: { status: 'BLOCKED' }, order: 'asc', limit: 1, counted: false });
  return rows.length > 0;
}

/** The subjects and legs of undecided exceptions about instructions that rails have or may have. */
async function openAtRails(reads: Reads): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let after: ExceptionRecord | undefined; ;) {
    const query = { where: { status: 'OPEN' }, order: 'asc', limit: 100, counted: false, after } as const;
    const page = await reads.list(EXCEPTIONS, query);
    for (const exception of page.rows)
      if (isHeldAtRail(exception) || isUnconfirmed(exception)) found.add(`${exception.subject} ${exception.leg}`);
    after = page.rows.at(-1);
    if (!page.hasMore) return found;
  }
}

async function hold(unit: Parameters<typeof openException>[0], instructed: Instructed): Promise<void> {
  const { tx, ctx } = unit;
  const { leg, transaction, deposit } = instructed;
  const sentence = transaction !== null && leg === 'DELIVERY' ? UNDECIDED : UNDECIDED_MONEY;
  const reason = await withBlocked(tx, ctx.tenant, sentence, await instructedParties(tx, instructed));
  if (transaction === null) {
    const { version } = mark(tx, DEPOSITS, deposit, {});
    const { id: subject, rail, currency, amount } = deposit;
    const reference = `${AT_RAIL}${version}`;
    await openException(unit, {
      kind: 'PAYMENT_HELD',
      subject,
      reference,
      rail,
      currency,
      amount,
      leg,
      reason,
      isUntold: true,
    });
    return;
  }
  const { version } = mark(tx, TRANSACTIONS, transaction, {});
  const stake =
    leg === 'DELIVERY'
      ? deliveryStakeOf({ transaction })
      : { rail: transaction.fundingRail, currency: transaction.sentCurrency!, amount: transaction.sentAmount! };
  const { rail, currency, amount } = stake;
  await openException(unit, {
    ...{
      kind: 'PAYMENT_HELD',
      subject: transaction.id,
      reference: `${AT_RAIL}${version}`,
      rail,
      currency,
      amount,
      leg,
    },
    reason,
    isUntold: true,
  });
}
