import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENTS } from '../agents/index.js';
import { BLOCKS } from '../blocks/index.js';
import { hasOpenDisputes } from '../cards/index.js';
import { BULK_IMPORTS, type Customer } from '../customers/index.js';
import { EVENTS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  type BaseRecord,
  type Context,
  type Instant,
  type KindOf,
  PENDING_COMMANDS,
  readAll,
  type Reads,
  splitTenant,
  toIso,
} from '../kernel/index.js';
import { BALANCES, receivableOf } from '../ledger/index.js';
import { endOf, OPERATOR_ACTION, waitingOf } from '../operators/index.js';
import { daysAfter, endOfYear, holdsOf, type RetentionPeriods } from '../retention/index.js';
import { casesAbout } from '../screening/index.js';
import { SCA_RESETS } from '../sca/index.js';
import { hasOpenOperations, STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { DEPOSITS, hasOpenTransactions, TRANSACTIONS } from '../transactions/index.js';
import { WALLET_SESSIONS } from '../wallets/index.js';
import { hasOpenQuotesOn } from '../quotes/index.js';
import { customerOf } from './customer-of.js';
import { isNamedIn } from './names-in-command.js';

export const OBSTACLES = [
  'NOT_DELETED',
  'LEGAL_HOLD',
  'PERIOD',
  'BLOCKED',
  'UNDER_REVIEW',
  'OPEN_EXCEPTION',
  'MONEY',
  'DEBT',
  'OPEN_PAYMENT',
  'OPEN_CASE',
  'WAITING_APPROVAL',
  'LIVE_AGENT',
  'LIVE_SESSION',
  'UNDELIVERED_EVENTS',
  'UNFINISHED_IMPORT',
] as const;
export type ObstacleCode = (typeof OBSTACLES)[number];

/** Why the data of a customer cannot be erased now. */
export interface Obstacle {
  readonly code: ObstacleCode;
  /** What is in the way, and what to do. */
  readonly message: string;
  /** When it ends by itself; null if an operator has to act. */
  readonly until: Instant | null;
}

export interface ObstacleParts {
  readonly periods: RetentionPeriods;
  /** The action that is asked for does not wait for itself. */
  readonly ownAction: string;
}

type Looking = (
  reads: Reads,
  ctx: Context,
  customer: Customer,
  parts: ObstacleParts,
) => Promise<readonly Obstacle[]> | readonly Obstacle[];

const one = (code: ObstacleCode, message: string, until: Instant | null = null): readonly Obstacle[] => [
  { code, message, until },
];
const NONE: readonly Obstacle[] = [];

const newest = { order: 'desc', limit: 1, counted: false } as const;

/** In production, from the deletion: nothing changes a customer after it, so its last change is not before it. */
export async function periodsOf(
  reads: Reads,
  ctx: Pick<Context, 'tenant' | 'now'>,
  customer: Customer,
  { identityDays, paymentDays, operatorDays }: RetentionPeriods,
): Promise<readonly Obstacle[]> {
  if (!customer.isDeleted || splitTenant(ctx.tenant).environment !== 'PRODUCTION') return NONE;
  const last = (await movementsOf(reads, customer)).reduce<Instant | null>(
    (latest, at) => (latest === null || at > latest ? at : latest),
    null,
  );
  const ends: readonly (readonly [string, Instant])[] = [
    ['identity and verification', daysAfter(customer.updatedAt, identityDays)],
    ['what operators wrote about the customer', daysAfter(customer.updatedAt, operatorDays)],
    ...(last === null ? [] : [['payments', daysAfter(endOfYear(last), paymentDays)] as readonly [string, Instant]]),
  ];
  return ends
    .filter(([, until]) => until > ctx.now)
    .map(([what, until]) => ({
      code: 'PERIOD',
      message: `the period for ${what} runs until ${toIso(until)}; erase the customer afterwards`,
      until,
    }));
}

/**
 * When each movement of money of the customer last changed. All count: a bank can return an old payment after newer ones
 * have ended.
 */
async function movementsOf(reads: Reads, { id }: Customer): Promise<readonly Instant[]> {
  const movements: readonly BaseRecord[] = [
    ...(await readAll(reads, TRANSACTIONS, { customerId: id })),
    ...(await readAll(reads, STABLECOIN_OPERATIONS, { owner: id })),
    // No list of deposits by customer exists: few are not credited.
    ...(await readAll(reads, DEPOSITS)).filter(({ ownerId }) => ownerId === id),
  ];
  return movements.map(({ updatedAt }) => updatedAt);
}

const periods: Looking = (reads, ctx, customer, parts) => periodsOf(reads, ctx, customer, parts.periods);

const holds: Looking = async (reads, _ctx, customer) => {
  const lasting = (await holdsOf(reads, customer.id)).filter(({ status }) => status === 'HELD');
  return lasting.flatMap(({ id, caseReference }) =>
    one('LEGAL_HOLD', `the legal hold ${id} for the case ${caseReference} lasts; release it`),
  );
};

/** Blocks of the customer and of its payees; one of the platform concerns its customers too. */
const blocked: Looking = async (reads, { tenant }, { id }) => {
  const payees = await readAll(reads, EXTERNAL_ACCOUNTS, { owner: id });
  const found: Obstacle[] = [];
  for (const subject of [id, tenant, ...payees.map((payee) => payee.id)]) {
    const { rows } = await reads.list(BLOCKS, { where: { subject, status: 'BLOCKED' }, ...newest });
    if (rows.length > 0)
      found.push(...one('BLOCKED', `${subject === tenant ? 'the platform' : subject} is blocked; end the block`));
  }
  return found;
};

const RESETTING: ReadonlySet<string> = new Set(['INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED']);

/** An undecided verification does not count, because no reviewer can decide on a deleted customer. */
const underReview: Looking = async (reads, ctx, { id }) =>
  (await readAll(reads, SCA_RESETS, { customerId: id }))
    .filter(({ status, expiresAt }) => RESETTING.has(status) && expiresAt > ctx.now)
    .flatMap((each) => one('UNDER_REVIEW', `${each.id} is ${each.status}; decide it`, each.expiresAt));

const openExceptions: Looking = async (reads, _ctx, { id }) => {
  const found: Obstacle[] = [];
  for (const exception of await readAll(reads, EXCEPTIONS, { status: 'OPEN' }))
    if ((await customerOf(reads, exception.subject)) === id)
      found.push(...one('OPEN_EXCEPTION', `${exception.id} (${exception.kind}) is open; resolve it`));
  return found;
};

const openCases: Looking = async (reads, _ctx, { id }) =>
  (await casesAbout(reads, { customerId: id }))
    .filter(({ status }) => status === 'OPEN')
    .flatMap((each) => one('OPEN_CASE', `the case ${each.id} is open; close it`));

const money: Looking = async (reads, _ctx, { id }) => {
  const accounts = (await readAll(reads, INTERNAL_ACCOUNTS, { owner: id })).map((account) => account.id);
  const balances = accounts.length === 0 ? [] : await reads.getMany(BALANCES, accounts);
  const debts = accounts.length === 0 ? [] : await reads.getMany(BALANCES, accounts.map(receivableOf));
  const kept: Obstacle[] = [];
  for (const status of ['IN_SUSPENSE', 'KEPT'] as const)
    for (const deposit of await readAll(reads, DEPOSITS, { status }))
      if (deposit.ownerId === id)
        kept.push(...one('MONEY', `${deposit.id} holds money for the customer; credit it or send it back`));
  return [
    ...balances
      .filter(({ available, held }) => available !== 0n || held !== 0n)
      .flatMap((balance) => one('MONEY', `${balance.id} has money; pay it out`)),
    ...debts
      .filter(({ available }) => available !== 0n)
      .flatMap((debt) => one('DEBT', `${debt.id} is owed by the customer; collect it or write it off`)),
    ...kept,
  ];
};

const openPayments: Looking = async (reads, ctx, { id }) => {
  const message = (what: string): string => `${what} of the customer is open; wait for its end, or cancel it`;
  const accounts = [
    ...(await readAll(reads, INTERNAL_ACCOUNTS, { owner: id })),
    ...(await readAll(reads, EXTERNAL_ACCOUNTS, { owner: id })),
  ];
  const found: Obstacle[] = [];
  if (await hasOpenTransactions(reads, { customerId: id })) found.push(...one('OPEN_PAYMENT', message('a payment')));
  for (const payment of await readAll(reads, TRANSACTIONS, { customerId: id, status: 'FAILED' }))
    if (payment.refundStatus === 'PENDING')
      found.push(...one('OPEN_PAYMENT', `the refund of ${payment.id} is open; wait for its end`));
  if (await hasOpenDisputes(reads, id)) found.push(...one('OPEN_PAYMENT', message('a dispute about a card payment')));
  if (await hasOpenOperations(reads, { owner: id })) found.push(...one('OPEN_PAYMENT', message('a stablecoin order')));
  for (const account of accounts) {
    if (await hasOpenQuotesOn(reads, account.id, ctx.now))
      found.push(...one('OPEN_PAYMENT', `a quote on ${account.id} is open; wait for its end`));
    if (await hasOpenTransactions(reads, { accountId: account.id }))
      found.push(...one('OPEN_PAYMENT', `a payment from or to ${account.id} is open; wait for its end`));
  }
  return found;
};

const waiting: Looking = async (reads, ctx, { id }, { ownAction }) => {
  const accounts = await readAll(reads, INTERNAL_ACCOUNTS, { owner: id });
  const ids = [id, ...accounts.map((account) => account.id)];
  const found: Obstacle[] = [];
  for (const pending of await readAll(reads, PENDING_COMMANDS, { account: '' })) {
    if (pending.operation !== OPERATOR_ACTION || endOf(pending) <= ctx.hostNow) continue;
    const { action, subject, requestId, expiresAt } = waitingOf(pending);
    const owner = await customerOf(reads, subject);
    if (owner === id ? action === ownAction : !isNamedIn(pending, ids)) continue;
    const message = `the request ${requestId} (${action}) waits for a second operator; approve or decline it`;
    found.push(...one('WAITING_APPROVAL', message, expiresAt));
  }
  return found;
};

const live: Looking = async (reads, ctx, { id }) => {
  const accounts = await readAll(reads, INTERNAL_ACCOUNTS, { owner: id });
  const found: Obstacle[] = (await readAll(reads, AGENTS, { customerId: id })).flatMap((agent) =>
    one('LIVE_AGENT', `${agent.id} still acts for the customer; delete it`),
  );
  for (const { id: livingIn } of accounts)
    for (const session of await readAll(reads, WALLET_SESSIONS, { livingIn }))
      if (session.status === 'ACTIVE' && session.expiresAt > ctx.now)
        found.push(...one('LIVE_SESSION', `${session.id} is active; wait for its end`, session.expiresAt));
  return found;
};

const NEWEST = 50;

/** Events wait for a week at most, so those of the newest records are enough. */
export const undeliveredEvents = async (reads: Reads, { id }: Pick<Customer, 'id'>): Promise<readonly Obstacle[]> => {
  const among = async <T extends BaseRecord>(kind: KindOf<T>, where: object): Promise<readonly string[]> => {
    const query = { where: where as never, order: 'desc', limit: NEWEST, counted: false } as const;
    return (await reads.list(kind, query)).rows.map((record) => record.id);
  };
  const resources = [
    id,
    ...(await among(INTERNAL_ACCOUNTS, { owner: id })),
    ...(await among(EXTERNAL_ACCOUNTS, { owner: id })),
    ...(await among(TRANSACTIONS, { customerId: id })),
  ];
  let queued = 0;
  for (const resource of resources) {
    const { rows } = await reads.list(EVENTS, {
      ...{ where: { resource }, order: 'desc', limit: NEWEST, counted: false, mostFiles: 1 },
    });
    queued += rows.filter(({ status }) => status === 'QUEUED').length;
  }
  const what = `${queued} events about the customer wait for their delivery: mend the endpoint or remove it; they end within 7 days`;
  return queued === 0 ? NONE : one('UNDELIVERED_EVENTS', what);
};

const undelivered: Looking = (reads, _ctx, customer) => undeliveredEvents(reads, customer);

const UNFINISHED: ReadonlySet<string> = new Set(['RECEIVING', 'PENDING', 'PROCESSING']);

/** A file of customers can name the customer, and its rows are sealed. */
const imports: Looking = async (reads) =>
  (await readAll(reads, BULK_IMPORTS))
    .filter(({ status }) => UNFINISHED.has(status))
    .flatMap((each) =>
      one('UNFINISHED_IMPORT', `the import ${each.id} of the platform is ${each.status}; wait for it`),
    );

const deleted: Looking = (_reads, _ctx, { isDeleted }) =>
  isDeleted ? NONE : one('NOT_DELETED', 'the customer is not deleted; its platform has to delete it first');

const ALL: readonly Looking[] = [
  ...[deleted, holds, periods, blocked, underReview, openExceptions, openCases, money, openPayments],
  ...[waiting, live, undelivered, imports],
];

/** All that is in the way of erasing the data of a customer, for the unit that reads it. Empty: nothing. */
export async function obstaclesTo(
  reads: Reads,
  ctx: Context,
  customer: Customer,
  parts: ObstacleParts,
): Promise<readonly Obstacle[]> {
  const found: Obstacle[] = [];
  for (const looking of ALL) found.push(...(await looking(reads, ctx, customer, parts)));
  return found;
}
