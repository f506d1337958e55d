import type {
  BookingMessage,
  DifferenceMessage,
  Effect,
  HeldMessage,
  RailTelling,
  StatusMessage,
} from '../accounts/index.js';
import { type Leg, openException } from '../exceptions/index.js';
import {
  Bug,
  type CurrencyCode,
  type Environment,
  err,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import {
  type Arrival,
  ARRIVALS,
  cannotCredit,
  contentOf,
  contradictionReference,
  deliveryStakeOf,
  depositOf,
  DEPOSITS,
  type Heard,
  isRepeatOf,
  RAIL_MESSAGES,
  type RailMessage,
  refundedBy,
  reportedSubject,
  stakeOf,
  type Transaction,
  TRANSACTIONS,
  TWIN_MESSAGE,
} from '../transactions/index.js';
import { hearArrival } from './hear-arrival.js';
import type { RailTellsPorts, Told } from './rail-tells-ports.js';
import { shapedTelling } from './shaped-telling.js';

/** The entry point for messages of rails (see `Core.railTells`; docs/areas/transactions.md#messages-of-rails). */
export function railTells(ports: RailTellsPorts) {
  return async (environment: Environment, given: RailTelling): Promise<Result<Told>> => {
    const read = unnamed(given) ?? shapedTelling(given);
    if (!read.ok) return read;
    const telling = withoutNul(read.value, read.value.kind === 'arrival' ? IDS_OF_ARRIVALS : IDS);
    const rail = ports.rails.all.find(({ name }) => name === telling.rail);
    if (rail?.environment !== environment) {
      return err('REFERENCE_NOT_FOUND', `no rail ${telling.rail} serves ${environment}`);
    }
    if (telling.kind === 'booking' || telling.kind === 'difference' || telling.kind === 'held')
      return hearOwnMoney(ports, environment, telling);
    if (telling.kind !== 'arrival') return hearStatus(ports, environment, telling);
    if (rail.funding === null) return err('FORBIDDEN', `${rail.name} does not receive money`);
    return hearArrival(ports, environment, rail, telling);
  };
}

async function hearOwnMoney(
  { hearHouse }: RailTellsPorts,
  environment: Environment,
  message: BookingMessage | DifferenceMessage | HeldMessage,
): Promise<Result<Told>> {
  let heard = await hearHouse(environment, message);
  // A concurrent request has booked the same message: the next turn finds it.
  if (!heard.ok && heard.error.code === 'CONFLICT') heard = await hearHouse(environment, message);
  return heard.ok ? ok({ ...heard.value, transaction: null, deposit: null, arrival: null }) : heard;
}

async function hearStatus(
  ports: RailTellsPorts,
  environment: Environment,
  message: StatusMessage,
): Promise<Result<Told>> {
  const { units } = ports;
  const amount = amountOf(message);
  if (amount !== null && amount <= 0n) return err('INVALID_AMOUNT', 'the amount must be positive');
  for (;;) {
    const { before, owner } = await units.read(null, async (reads) => ({
      before: await reads.find(RAIL_MESSAGES, 'message', [message.rail, message.messageId]),
      owner: await ownerOf(reads, message),
    }));
    if (before !== null) {
      return isRepeatOf(before, message, owner?.subject ?? null)
        ? about(units, before.tenant, before.subject, 'NONE')
        : contradictMessage(ports, { before, message, owner, environment });
    }
    if (owner === null || splitTenant(owner.tenant).environment !== environment) {
      const isPayment = message.kind === 'payout' || message.kind === 'collection';
      return err(
        isPayment ? 'TRANSACTION_NOT_FOUND' : 'REFERENCE_NOT_FOUND',
        `${environment} has no payment or refund with this id, and ${message.rail} has reported no arrival with it`,
      );
    }
    const heard = await applied(ports, owner.tenant, message);
    if (heard.ok) return about(units, owner.tenant, heard.value.subject, heard.value.effect);
    // A concurrent request has applied the same message: the next turn finds it.
    if (heard.error !== TWIN_MESSAGE) return heard;
  }
}

/** What a message of a rail is about: the movement by which rail, and the amount at stake. */
interface Subject {
  readonly tenant: TenantKey;
  readonly subject: string;
  readonly leg: Leg;
  /** Null if no rail makes the movement. */
  readonly rail: string | null;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

interface KnownId {
  readonly before: RailMessage;
  readonly message: StatusMessage;
  readonly owner: Subject | null;
  readonly environment: Environment;
}

/**
 * Opens the exception of other content under a known id. It is about what the second message is about; if this rail
 * moved no such money in this environment, it is about the first.
 */
async function contradictMessage(
  { units, ids, contextOf }: RailTellsPorts,
  { before, message, owner, environment }: KnownId,
): Promise<Result<Told>> {
  const { rail, messageId } = message;
  const isOwned = owner?.rail === rail && splitTenant(owner.tenant).environment === environment;
  // The currency of the second amount is unknown without its payment.
  const { tenant, subject, leg, currency, amount } = isOwned
    ? { ...owner, amount: amountOf(message) ?? owner.amount }
    : await units.read(before.tenant, (reads) => stakeIn(reads, before));
  const ctx = await contextOf(tenant);
  const second = contentOf(message);
  const first = before.content ?? `${before.kind} about ${before.subject}`;
  // What the rail reported to another tenant stays there.
  const both =
    before.tenant === tenant
      ? `${rail} sent the message ${messageId} as "${first}", and then as "${second}"`
      : `${rail} sent the message ${messageId} as "${second}", and had sent another one under the same id before`;
  const opened = await units.run(tenant, async (tx) => {
    const exception = await openException(
      { tx, ctx, ids },
      {
        kind: 'RAIL_CONTRADICTION',
        subject: await reportedSubject({ tx, ctx }, subject),
        reference: contradictionReference(`${messageId}: ${second}`),
        rail,
        leg,
        currency,
        amount,
        reason: `${both}; nothing was booked for "${second}" (amounts in smallest units)`,
      },
    );
    return ok(exception.id);
  });
  if (!opened.ok) return opened;
  return ok({ effect: 'CONTRADICTED', subject: opened.value, transaction: null, deposit: null, arrival: null });
}

/** The money of a message that was stored before. */
async function stakeIn(reads: Reads, { tenant, kind, rail, subject }: RailMessage): Promise<Subject> {
  const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  if (payment !== null) return stakeInPayment(payment, kind);
  const deposit = isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null;
  const found = deposit ?? (await reads.get(ARRIVALS, subject));
  if (found === null) throw new Bug(`no record ${subject}`);
  return { tenant, subject, leg: 'FUNDING', rail, currency: found.currency, amount: found.amount };
}

/** The money of a payment that messages of this kind are about. */
function stakeInPayment(transaction: Transaction, kind: RailMessage['kind']): Subject {
  const { tenant } = transaction;
  return kind === 'payout'
    ? { ...deliveryStakeOf({ transaction }), leg: 'DELIVERY', tenant }
    : { ...stakeOf({ transaction }), leg: 'FUNDING', tenant };
}

async function applied(
  { units, contextOf, hear }: RailTellsPorts,
  tenant: TenantKey,
  message: StatusMessage,
): Promise<Result<Heard>> {
  const ctx = await contextOf(tenant);
  const heard = await units.run(tenant, (tx) => hear(tx, ctx, message, false));
  if (heard.ok || message.kind !== 'collection' || !cannotCredit(heard.error)) return heard;
  return units.run(tenant, (tx) => hear(tx, ctx, message, true));
}

const LONGEST_ID = 255;
const NUL = '\u0000';
const IDS_OF_ARRIVALS: readonly string[] = ['messageId', 'paymentId'];
const IDS = [...IDS_OF_ARRIVALS, 'reference', 'returnId'];

/**
 * The message as it can be stored: no database stores U+0000 in a text. The texts of payers and banks lose it, because
 * what they report has happened. An id keeps it and is refused, because without it the id could be that of another
 * message.
 */
function withoutNul<T>(value: T, ids: readonly string[]): T {
  if (typeof value === 'string') return value.replaceAll(NUL, '') as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNul(item, ids)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      ids.includes(name) ? inner : withoutNul(inner as unknown, ids),
    ]),
  ) as T;
}

/** 400 INVALID_INPUT naming all ids that are empty, too long or cannot be stored; null if none is. */
function unnamed(given: RailTelling) {
  const errors = idsIn(given)
    .filter(([, id]) => typeof id === 'string' && (id.length === 0 || id.length > LONGEST_ID || id.includes(NUL)))
    .map(([field]) => ({ field, message: `must have 1 to ${LONGEST_ID} characters, without NUL` }));
  return errors.length === 0 ? null : invalidFields(errors);
}

/** The ids in a message whose form is not checked yet. The reference of an arrival is a text of the payer. */
function idsIn(given: RailTelling): readonly (readonly [field: string, id: unknown])[] {
  const { kind, messageId, paymentId, reference, status } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const { returnId } = (status ?? {}) as { readonly returnId?: unknown };
  return [
    ['messageId', messageId],
    ['paymentId', paymentId],
    ['reference', kind === 'arrival' ? null : reference],
    ['status.returnId', returnId],
  ];
}

function amountOf(message: StatusMessage): bigint | null {
  if (message.kind === 'reversal' || message.kind === 'recall') return message.amount;
  return message.status.state === 'returned' ? message.status.amount : null;
}

const about = (units: UnitOfWork, tenant: TenantKey, subject: string, effect: Effect): Promise<Result<Told>> =>
  units.read(tenant, async (reads) =>
    ok({
      effect,
      subject,
      transaction: isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null,
      deposit: isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null,
      arrival: null,
    }),
  );

/** What a message is about; null if it is unknown. */
async function ownerOf(reads: Reads, message: StatusMessage): Promise<Subject | null> {
  switch (message.kind) {
    case 'payout':
    case 'collection': {
      const payment = await reads.get(TRANSACTIONS, message.reference);
      return payment && stakeInPayment(payment, message.kind);
    }
    case 'refund': {
      const deposit = await reads.get(DEPOSITS, depositOf(message.reference));
      if (deposit !== null) return { ...deposit, subject: deposit.id, leg: 'FUNDING' };
      const refunded = await refundedBy(reads, message.reference);
      return refunded && stakeInPayment(refunded, message.kind);
    }
    case 'reversal':
    case 'recall': {
      const arrival = await reads.find(ARRIVALS, 'payment', [message.rail, message.paymentId]);
      return arrival && { ...arrival, subject: subjectOf(arrival), leg: 'FUNDING' };
    }
  }
}

const subjectOf = ({ id, depositId, transactionId }: Arrival): string => depositId ?? transactionId ?? id;
