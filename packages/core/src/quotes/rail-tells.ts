import {
  type ArrivalMessage,
  type BookingMessage,
  type DifferenceMessage,
  type Effect,
  FUNDING_ADDRESSES,
  fundingAddressId,
  type HeldMessage,
  INTERNAL_ACCOUNTS,
  type Rails,
  type RailTelling,
  type StatusMessage,
} from '../accounts/index.js';
import {
  type Context,
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
  type UseCase,
} from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import {
  type Arrival,
  ARRIVALS,
  cannotCredit,
  type Deposit,
  depositOf,
  DEPOSITS,
  type Hear,
  RAIL_MESSAGES,
  type RailMessage,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { type Quote, QUOTES } from './quote.js';
import type { ExpectedMoney, IncomingMoney, Receipt } from './receive-money.js';

/** The effect of a message, with the transaction or deposit that it is about, as it is after the message. */
export interface Told {
  readonly effect: Effect;
  /** Id of the transaction, deposit, booking or exception that the message is about; null if there is none. */
  readonly subject: string | null;
  /** Null for money that belongs to no payment. */
  readonly transaction: Transaction | null;
  readonly deposit: Deposit | null;
  /** The stored arrival if the message reports arrived money; otherwise null. */
  readonly arrival: Arrival | null;
}

export interface RailTellsPorts {
  readonly units: UnitOfWork;
  readonly rails: Rails;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly receiveMoney: UseCase<IncomingMoney, Receipt>;
  readonly expected: ExpectedMoney;
  readonly hear: Hear;
  /** Applies a message about the service's own money, in the house tenant of the environment. */
  readonly hearHouse: (
    environment: Environment,
    message: BookingMessage | DifferenceMessage | HeldMessage,
  ) => Promise<Result<{ readonly effect: Effect; readonly subject: string }>>;
}

/** The entry point for messages of rails (see `Core.railTells`; docs/areas/transactions.md#messages-of-rails). */
export function railTells(ports: RailTellsPorts) {
  return async (environment: Environment, given: RailTelling): Promise<Result<Told>> => {
    const telling = withoutNul(given, given.kind === 'arrival' ? IDS_OF_ARRIVALS : IDS);
    const rail = ports.rails.all.find(({ name }) => name === telling.rail);
    if (rail?.environment !== environment) {
      return err('REFERENCE_NOT_FOUND', `no rail ${telling.rail} serves ${environment}`);
    }
    if (telling.kind === 'booking' || telling.kind === 'difference' || telling.kind === 'held')
      return hearOwnMoney(ports, environment, telling);
    if (telling.kind !== 'arrival') return hearStatus(ports, environment, telling);
    if (rail.funding === null) return err('FORBIDDEN', `${rail.name} does not receive money`);
    return hearArrival(ports, environment, telling, rail.funding.addressSpace);
  };
}

async function hearOwnMoney(
  { hearHouse }: RailTellsPorts,
  environment: Environment,
  message: BookingMessage | DifferenceMessage | HeldMessage,
): Promise<Result<Told>> {
  const missing = unnamed({ messageId: message.messageId });
  if (missing !== null) return missing;
  const heard = await hearHouse(environment, message);
  return heard.ok ? ok({ ...heard.value, transaction: null, deposit: null, arrival: null }) : heard;
}

async function hearArrival(
  { units, contextOf, receiveMoney, expected }: RailTellsPorts,
  environment: Environment,
  { reference: told, candidates, ...money }: ArrivalMessage,
  addressSpace: string | null,
): Promise<Result<Told>> {
  const missing = unnamed({ paymentId: money.paymentId });
  if (missing !== null) return missing;
  const found = await units.read(null, async (reads) => {
    const named = typeof told === 'string' ? told : await referenceOf(reads, environment, addressSpace, told);
    const reference = (await knownAmong(reads, expected, environment, candidates ?? [])) ?? named;
    const before = await reads.find(ARRIVALS, 'payment', [money.rail, money.paymentId]);
    const tenant = before?.tenant ?? (await tenantOf(reads, expected, environment, reference));
    return { reference, tenant, before };
  });
  const { tenant, reference, before } = found;
  if (tenant === null) return err('REFERENCE_NOT_FOUND', `no platform exists in ${environment}`);
  const ctx = await contextOf(tenant);
  const received = await units.run(tenant, (tx) => receiveMoney(tx, ctx, { ...money, reference }));
  if (!received.ok) return received;
  const { arrival, transaction } = received.value;
  const deposit = await units.read(tenant, async (reads) =>
    arrival.depositId === null ? null : reads.get(DEPOSITS, arrival.depositId),
  );
  return ok({
    effect: before === null ? 'APPLIED' : 'NONE',
    subject: arrival.depositId ?? arrival.transactionId,
    transaction,
    deposit,
    arrival,
  });
}

async function hearStatus(
  { units, contextOf, hear }: RailTellsPorts,
  environment: Environment,
  message: StatusMessage,
): Promise<Result<Told>> {
  const missing = unnamed({ messageId: message.messageId, ...idsOf(message) });
  if (missing !== null) return missing;
  const amount = amountOf(message);
  if (amount !== null && amount <= 0n) return err('INVALID_AMOUNT', 'the amount must be positive');
  const { before, tenant } = await units.read(null, async (reads) => ({
    before: await reads.find(RAIL_MESSAGES, 'message', [message.rail, message.messageId]),
    tenant: await ownerOf(reads, message),
  }));
  if (before !== null) {
    return isRepeatOf(before, message)
      ? about(units, before.tenant, before.subject, 'NONE')
      : err('CONFLICT', 'messageId was used for a message with other content; send each message with its own id');
  }
  if (tenant === null || splitTenant(tenant).environment !== environment) {
    const isPayment = message.kind === 'payout' || message.kind === 'collection';
    return err(
      isPayment ? 'TRANSACTION_NOT_FOUND' : 'REFERENCE_NOT_FOUND',
      `${environment} has no payment or refund with this id, and ${message.rail} has reported no arrival with it`,
    );
  }
  const ctx = await contextOf(tenant);
  const heard = await units.run(tenant, (tx) => hear(tx, ctx, message, false));
  if (heard.ok) return about(units, tenant, heard.value.subject, heard.value.effect);
  if (message.kind !== 'collection' || !cannotCredit(heard.error)) return heard;
  const refused = await units.run(tenant, (tx) => hear(tx, ctx, message, true));
  return refused.ok ? about(units, tenant, refused.value.subject, refused.value.effect) : refused;
}

/** Messages about payouts and collections name the transaction, which is stored with the message. */
function isRepeatOf({ kind, subject }: RailMessage, message: StatusMessage): boolean {
  if (kind !== message.kind) return false;
  if (message.kind !== 'payout' && message.kind !== 'collection') return true;
  return subject === message.reference;
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

/** 400 INVALID_INPUT naming the ids that are empty, too long or cannot be stored. */
function unnamed(ids: Readonly<Record<string, string>>) {
  const errors = Object.entries(ids)
    .filter(([, id]) => id.length === 0 || id.length > LONGEST_ID || id.includes(NUL))
    .map(([field]) => ({ field, message: `must have 1 to ${LONGEST_ID} characters, without NUL` }));
  return errors.length === 0 ? null : invalidFields(errors);
}

function idsOf(message: StatusMessage): Readonly<Record<string, string>> {
  if (message.kind === 'reversal' || message.kind === 'recall') return { paymentId: message.paymentId };
  const { reference, status } = message;
  return status.state === 'returned' ? { reference, 'status.returnId': status.returnId } : { reference };
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

/** The tenant that a message is about; null if its subject is unknown. */
async function ownerOf(reads: Reads, message: StatusMessage): Promise<TenantKey | null> {
  switch (message.kind) {
    case 'payout':
    case 'collection':
      return (await reads.get(TRANSACTIONS, message.reference))?.tenant ?? null;
    case 'refund': {
      const deposit = await reads.get(DEPOSITS, depositOf(message.reference));
      const owner = deposit ?? (await reads.find(TRANSACTIONS, 'refund_reference', [message.reference]));
      return owner?.tenant ?? null;
    }
    case 'reversal':
    case 'recall':
      return (await reads.find(ARRIVALS, 'payment', [message.rail, message.paymentId]))?.tenant ?? null;
  }
}

/** The reference that an address was allocated for; an unallocated address has one that matches nothing. */
async function referenceOf(
  reads: Reads,
  environment: Environment,
  addressSpace: string | null,
  { addressIndex }: { readonly addressIndex: number },
): Promise<string> {
  const id = addressSpace === null ? null : fundingAddressId(environment, addressSpace, addressIndex);
  const address = id === null ? null : await reads.get(FUNDING_ADDRESSES, id);
  return address?.reference ?? `address ${addressIndex}`;
}

const MOST_CANDIDATES = 300;

/**
 * The only candidate that is a reference of the environment; null if none is. Several together are a text that is the
 * reference of no record.
 */
async function knownAmong(
  reads: Reads,
  expected: ExpectedMoney,
  environment: Environment,
  candidates: readonly string[],
): Promise<string | null> {
  const known: string[] = [];
  for (const candidate of new Set(candidates.slice(0, MOST_CANDIDATES))) {
    if ((await ownerOfReference(reads, expected, environment, candidate)) !== null) known.push(candidate);
    if (known.length > 1) break;
  }
  return known.length === 0 ? null : known.join(' ');
}

/** The tenant whose quote, account or expected payment has this reference; null if the environment has none. */
async function ownerOfReference(
  reads: Reads,
  expected: ExpectedMoney,
  environment: Environment,
  reference: string,
): Promise<TenantKey | null> {
  const quote = await reads.find(QUOTES, 'reference', [reference]);
  const owner = quote ?? (await reads.find(INTERNAL_ACCOUNTS, 'reference', [reference]));
  const tenant = owner?.tenant ?? (await expected.ownerOf(reads, reference));
  return tenant !== null && splitTenant(tenant).environment === environment ? tenant : null;
}

/**
 * The tenant of a payment: the owner of its reference, over all platforms of the host. Money with an unknown reference
 * is booked to the oldest platform of the environment until it is sent back. Null if the environment has no platform.
 */
async function tenantOf(
  reads: Reads,
  expected: ExpectedMoney,
  environment: Environment,
  reference: string,
): Promise<TenantKey | null> {
  const owner = await ownerOfReference(reads, expected, environment, reference);
  if (owner !== null) return owner;
  for (let after: { readonly createdAt: Quote['createdAt']; readonly id: string } | undefined; ;) {
    const page = await reads.list(PLATFORMS, { order: 'asc', limit: PAGE, after, counted: false });
    const first = page.rows.find((platform) => platform.environment === environment);
    if (first !== undefined) return first.id;
    after = page.rows.at(-1);
    if (!page.hasMore || after === undefined) return null;
  }
}

const PAGE = 100;
