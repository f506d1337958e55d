import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import type { JobKind } from '../events/index.js';
import { type Instant, isId, type Reads } from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import { amountOrUnits, decimalsOf } from '../money/index.js';
import {
  baseAmount,
  doneLines,
  isOpenOperation,
  isWaitingOperation,
  PROVIDER_ACCOUNTS,
  type Stablecoin,
  STABLECOIN_OPERATIONS,
  STABLECOIN_QUOTES,
  type StablecoinOperation,
  type StablecoinProviderAccount,
  type StablecoinQuote,
  STABLECOINS,
} from '../stablecoins/index.js';
import { type AuditedTenant, byId, differences, type PaidBooks, type Pass } from './books.js';
import { expiresInTime, lastWorkOf } from './deadlines.js';
import { isOrderCountedByLimits, noteLimits } from './limits.js';
import { waitsForScreening } from './screened.js';

interface Registered {
  readonly coin: Stablecoin;
  readonly link: StablecoinProviderAccount | undefined;
}

/** Accounts hold a token only if it has the symbol and the decimals of their currency. */
const isHeldInItsUnits: Check<Registered> = ({ coin: { id, symbol, decimals, currency } }) =>
  unless(
    currency === null || (symbol === currency && decimals === decimalsOf(currency)),
    () =>
      `${id} is ${symbol} with ${decimals} decimals, its accounts are in ${currency} with ${decimalsOf(currency!)} decimals`,
  );

const hasItsLink: Check<Registered> = ({ coin: { id, provider, providerEnvironment, ...coin }, link }) =>
  unless(
    link?.provider === provider && link.providerEnvironment === providerEnvironment,
    () => `${id} was registered with ${coin.stablecoinProviderAccountId}, which does not match it`,
  );

export const STABLECOIN_PASS: Pass<Stablecoin, Registered, AuditedTenant> = {
  kind: STABLECOINS,
  subjects: async ({ reads }, page) => {
    const named = page.map(({ stablecoinProviderAccountId }) => stablecoinProviderAccountId);
    const links = await byId(reads, PROVIDER_ACCOUNTS, named);
    return page.map((coin) => ({ coin, link: links.get(coin.stablecoinProviderAccountId) }));
  },
  checks: [isHeldInItsUnits, hasItsLink],
};

interface Operated {
  readonly operation: StablecoinOperation;
  readonly entries: readonly EntryKind[];
  readonly jobs: readonly JobKind[];
  /** Whether the order waits for an operator. */
  readonly waits: boolean;
  /** Whether it waits for an answer of screening, or for a decision about one. */
  readonly isScreened: boolean;
  readonly coin: Stablecoin | undefined;
  /** The owners of its accounts. */
  readonly owners: readonly string[];
}

function expectedEntries(operation: StablecoinOperation): readonly EntryKind[] {
  const held: readonly EntryKind[] = operation.heldAmount === null ? [] : ['HOLD'];
  if (isOpenOperation(operation)) return held;
  if (operation.status !== 'COMPLETED') return operation.heldAmount === null ? [] : ['HOLD', 'HOLD_RELEASE'];
  if (doneLines(operation).length === 0) return held;
  return [...held, operation.operationType === 'MINT' ? 'TOKEN_MINT' : 'TOKEN_BURN'];
}

const hasItsEntries: Check<Operated> = ({ operation, entries }) =>
  differences(`entries of ${operation.id} (${operation.status})`, expectedEntries(operation), entries);

const goesOn: Check<Operated> = ({ operation, jobs, waits, isScreened }) => [
  ...unless(
    !isOpenOperation(operation) || waits || isScreened || jobs.includes('stablecoin.advance'),
    () => `${operation.id} is ${operation.status}, but no job asks its issuer`,
  ),
  ...unless(
    !waits || !jobs.includes('stablecoin.advance'),
    () => `${operation.id} waits for an operator, but a job advances it`,
  ),
];

/** A block of the owner holds the order. */
const belongsToItsAccounts: Check<Operated> = ({ operation: { id, owner }, owners }) =>
  unless(
    owners.every((each) => each === owner),
    () => `${id} belongs to ${owner}, its accounts to ${[...new Set(owners)].join(', ')}`,
  );

/** The fields that an order copies from its token. */
const OF_TOKEN = [
  ...(['provider', 'providerEnvironment', 'stablecoinProviderAccountId'] as const),
  ...(['baseCurrency', 'currency'] as const),
] as const;

const isAboutItsToken: Check<Operated> = ({ operation, coin }) =>
  coin === undefined
    ? [`${operation.id} is about ${operation.stablecoinId}, which does not exist`]
    : OF_TOKEN.flatMap((field) =>
        unless(
          operation[field] === coin[field],
          () => `${field} of ${operation.id} is ${operation[field]}, its token has ${coin[field]}`,
        ),
      );

/** What an internal account pays for tokens is their worth, and nothing else names the decimals of a token. */
const holdsTheirWorth: Check<Operated> = ({ operation, coin }) => {
  const { id, operationType, amount, heldAmount, source, baseCurrency, currency } = operation;
  const isBought = operationType === 'MINT' && source.type !== 'PROVIDER_INTERNAL_BALANCE';
  if (coin === undefined || heldAmount === null) return [];
  const worth = isBought ? baseAmount(coin, amount) : null;
  const paid = worth === null ? amount : worth.ok ? worth.value : null;
  const inWhich = operationType === 'MINT' ? baseCurrency : currency;
  return unless(
    heldAmount === paid,
    () => `${id} holds ${amountOrUnits(heldAmount, inWhich)}, which is not the worth of its tokens`,
  );
};

/** The owners of the accounts of each order that exist. */
async function ownersOf(
  reads: Reads,
  page: readonly StablecoinOperation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ends = ({ source, destination, collectedFrom, deliveredTo }: StablecoinOperation): readonly string[] =>
    [source.accountId, destination.accountId, collectedFrom, deliveredTo].filter((id) => id !== null);
  const named = page.flatMap(ends);
  const inside = named.filter((id) => isId('InternalAccount', id));
  const outside = named.filter((id) => isId('ExternalAccount', id));
  const accounts = new Map<string, { readonly owner: string }>([
    ...(await byId(reads, INTERNAL_ACCOUNTS, [...new Set(inside)])),
    ...(await byId(reads, EXTERNAL_ACCOUNTS, [...new Set(outside)])),
  ]);
  return new Map(
    page.map((operation) => [operation.id, ends(operation).flatMap((id) => accounts.get(id)?.owner ?? [])]),
  );
}

/**
 * Checks that each mint and burn has exactly the journal entries that its state requires, and the job that continues
 * it.
 */
export const STABLECOIN_OPERATION_PASS: Pass<StablecoinOperation, Operated, PaidBooks> = {
  kind: STABLECOIN_OPERATIONS,
  subjects: async ({ reads, entries, jobs: planned, held, limits }, page) => {
    noteLimits(limits, page);
    const owners = await ownersOf(reads, page);
    const coins = await byId(
      reads,
      STABLECOINS,
      page.map(({ stablecoinId }) => stablecoinId),
    );
    const found: Operated[] = [];
    for (const operation of page) {
      const { id } = operation;
      const jobs = planned.take(id);
      found.push({
        ...{ operation, jobs, entries: entries.take(id) },
        ...{ coin: coins.get(operation.stablecoinId), owners: owners.get(id)! },
        waits: (held.get(id) ?? []).some((exception) => isWaitingOperation(operation, exception)),
        isScreened: isOpenOperation(operation) && jobs.length === 0 && (await waitsForScreening(reads, id)),
      });
    }
    return found;
  },
  checks: [
    ...[hasItsEntries, goesOn, belongsToItsAccounts, isAboutItsToken, holdsTheirWorth],
    ({ operation }) => isOrderCountedByLimits(operation),
  ],
};

interface Quoted {
  readonly quote: StablecoinQuote;
  readonly operation: StablecoinOperation | undefined;
  readonly lastWork: Instant;
}

const isExecutedAsQuoted: Check<Quoted> = ({ quote, operation }) => {
  const { id, status, stablecoinOperationId } = quote;
  if (stablecoinOperationId === null) {
    return unless(status !== 'EXECUTED', () => `${id} is EXECUTED but has no operation`);
  }
  const same =
    status === 'EXECUTED' &&
    operation?.quoteId === id &&
    operation.stablecoinId === quote.stablecoinId &&
    operation.operationType === quote.operationType &&
    operation.amount === quote.amount &&
    operation.netAmount === quote.netAmount;
  return unless(same, () => `${id} names ${stablecoinOperationId}, which does not match it`);
};

/** An executed quote has an operation of the same token with the same amounts; any other one expires. */
export const STABLECOIN_QUOTE_PASS: Pass<StablecoinQuote, Quoted, AuditedTenant> = {
  kind: STABLECOIN_QUOTES,
  subjects: async (books, page) => {
    const lastWork = await lastWorkOf(books, STABLECOIN_QUOTES);
    const operations = await byId(
      books.reads,
      STABLECOIN_OPERATIONS,
      page.map(({ stablecoinOperationId }) => stablecoinOperationId),
    );
    return page.map((quote) => ({ quote, operation: operations.get(quote.stablecoinOperationId ?? ''), lastWork }));
  },
  checks: [isExecutedAsQuoted, expiresInTime(STABLECOIN_QUOTES)],
};
