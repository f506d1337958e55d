import {
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  identityDigest,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
} from '../accounts/index.js';
import {
  type Customer,
  CUSTOMERS,
  type HeldAddress,
  heldAddressId,
  isStopped,
  UMA_ADDRESSES,
} from '../customers/index.js';
import type { EventType } from '../events/index.js';
import { ERASED_TEXT, isId, type Reads } from '../kernel/index.js';
import { type AccountMoves, type Balance, BALANCES, type Check, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { QUOTES } from '../quotes/index.js';
import { erasuresOf } from '../retention/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { hasItsBlock, lastingBlocks } from './blocks.js';
import { type Announced, type AuditedTenant, byId, differences, NEVER, type Pass, type ToldBooks } from './books.js';

interface Held {
  readonly account: InternalAccount;
  /** The customer to whom the account belongs; null for accounts of the platform. */
  readonly owner: Customer | null;
  readonly balance: Balance | undefined;
  readonly moves: AccountMoves | undefined;
  readonly announced: Announced;
  readonly events: readonly EventType[];
}

const hasItsBalance: Check<Held> = ({ account: { id, status }, balance }) =>
  unless(
    (balance === undefined) === (status === 'CLOSED'),
    () => `${id} is ${status} but has ${balance === undefined ? 'no' : 'a'} balance row`,
  );

const isAnnounced: Check<Held> = ({ account: { id, currency }, moves, announced: { times, truly } }) => {
  const changes = moves?.changes ?? 0;
  if (times !== changes) return [`the balance of ${id} changed ${changes} times, but ${times} events announced it`];
  return unless(
    changes === 0 || truly,
    () => `the balance of ${id} is ${amountText(moves?.available ?? 0n, currency)}, but no event announced it`,
  );
};

const isToldUnlessActive: Check<Held> = ({ account: { id, status }, events }) =>
  unless(
    status === 'ACTIVE' || events.includes('INTERNAL_ACCOUNT.STATUS_UPDATED'),
    () => `${id} is ${status}, but no event announced this status`,
  );

/** The deletion of a customer closes its accounts, which is possible only without money. */
const hasLivingOwner: Check<Held> = ({ account: { id, status }, owner }) =>
  unless(
    owner?.isDeleted !== true || status === 'CLOSED',
    () => `${owner?.id} is deleted, but its account ${id} is ${status}`,
  );

/** The mark keeps payments that were agreed on before the block, or before the identity was reviewed, from beginning. */
const isStoppedWithItsOwner: Check<Held> = ({ account: { id, status, ownerUnderReview }, owner }) =>
  unless(
    owner === null || status === 'CLOSED' || ownerUnderReview || !isStopped(owner),
    () => `${id} does not say that ${owner!.id} is blocked or under review`,
  );

export const ACCOUNT_PASS: Pass<InternalAccount, Held, ToldBooks> = {
  kind: INTERNAL_ACCOUNTS,
  subjects: async ({ reads, moves, announced, events }, page) => {
    const balances = await byId(
      reads,
      BALANCES,
      page.map(({ id }) => id),
    );
    const owners = await byId(
      reads,
      CUSTOMERS,
      page.map(({ owner }) => owner).filter((id) => isId('Customer', id)),
    );
    return page.map((account) => {
      const held = {
        account,
        owner: owners.get(account.owner) ?? null,
        balance: balances.get(account.id),
        moves: moves.get(account.id),
        announced: announced.get(account.id) ?? NEVER,
        events: events.take(account.id),
      };
      announced.delete(account.id);
      return held;
    });
  },
  checks: [hasItsBalance, isAnnounced, isToldUnlessActive, hasLivingOwner, isStoppedWithItsOwner],
};

interface Row {
  readonly balance: Balance;
  /** The currency in which the balance is held; undefined if no record holds it. */
  readonly currency: string | undefined;
}

const hasItsHolder: Check<Row> = ({ balance, currency }) =>
  unless(balance.currency === currency, () =>
    currency === undefined
      ? `the balance of ${balance.id} has no holder`
      : `the balance of ${balance.id} is in ${balance.currency}, its holder is in ${currency}`,
  );

/** The internal account of a balance or a receivable. */
const holderOf = (id: string): string => id.replace(/^receivables:/, '');

export const BALANCE_PASS: Pass<Balance, Row, AuditedTenant> = {
  kind: BALANCES,
  subjects: async ({ reads }, page) => {
    const ids = page.map(({ id }) => id);
    const accounts = await byId(
      reads,
      INTERNAL_ACCOUNTS,
      ids.map(holderOf).filter((id) => isId('InternalAccount', id)),
    );
    const quotes = await byId(
      reads,
      QUOTES,
      ids.filter((id) => isId('Quote', id)),
    );
    const transfers = await byId(
      reads,
      TRANSACTIONS,
      ids.filter((id) => isId('Transaction', id)),
    );
    return page.map((balance) => {
      const { id } = balance;
      if (/^(suspense|card-reserve):/.test(id)) return { balance, currency: id.slice(id.lastIndexOf(':') + 1) };
      const currency = accounts.get(holderOf(id))?.currency ?? quotes.get(id)?.sendingCurrency;
      return { balance, currency: currency ?? transfers.get(id)?.sentCurrency ?? undefined };
    });
  },
  checks: [hasItsHolder],
};

interface Owned {
  readonly account: ExternalAccount;
  readonly blocks: number;
  /** The identity computed from the details of the account. */
  readonly identity: string;
  readonly events: readonly EventType[];
  /** Its details were erased with its owner, so that nothing can be computed from them. */
  readonly isErased: boolean;
}

/** A wallet becomes ACTIVE once, by its proof of ownership. Other accounts are created ACTIVE. */
const isProvenOnce: Check<Owned> = ({ account: { id, ownershipProof }, events, isErased }) =>
  isErased
    ? []
    : differences(`states of ${id}`, ownershipProof === null ? [] : ['EXTERNAL_ACCOUNT.STATUS_UPDATED'], events);

const isActiveByItsProof: Check<Owned> = ({ account: { id, status, ownershipProof } }) =>
  unless(status === 'ACTIVE' || ownershipProof === null, () => `${id} is ${status}, but its ownership has been proven`);

const isWhatItsDetailsMakeIt: Check<Owned> = ({ account, identity, isErased }) =>
  unless(
    isErased || account.identity === identity,
    () => `the details of ${account.id} differ from those it was added with`,
  );

/** The accounts that say that they were erased, and whose owner has an erasure. */
async function erasedAmong(reads: Reads, page: readonly ExternalAccount[]): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for (const { id, owner, identity } of page)
    if (identity === `${ERASED_TEXT}:${id}` && (await erasuresOf(reads, owner)).length > 0) erased.add(id);
  return erased;
}

export const EXTERNAL_ACCOUNT_PASS: Pass<ExternalAccount, Owned, ToldBooks> = {
  kind: EXTERNAL_ACCOUNTS,
  subjects: async ({ reads, events, digest }, page) => {
    const blocks = await lastingBlocks(reads, page);
    const erased = await erasedAmong(reads, page);
    return page.map((account) => ({
      account,
      blocks: blocks.get(account.id) ?? 0,
      events: events.take(account.id),
      isErased: erased.has(account.id),
      identity: identityDigest(digest, account.currency, account.accountInfo),
    }));
  },
  checks: [
    isProvenOnce,
    isActiveByItsProof,
    isWhatItsDetailsMakeIt,
    ({ account, blocks }) => hasItsBlock(account, blocks),
  ],
};

interface Verified {
  readonly customer: Customer;
  readonly blocks: number;
  readonly events: readonly EventType[];
  /** The record of the address; undefined if it is not of this tenant. */
  readonly address: HeldAddress | undefined;
}

/** Payments are credited by the record of an address. Without it, another customer could take the address. */
const holdsItsAddress: Check<Verified> = ({ customer: { id, umaAddress, isDeleted }, address }) =>
  unless(
    isDeleted || address?.customerId === id,
    () => `${id} has the address ${umaAddress}, which does not lead to it`,
  );

const BLOCKING: readonly EventType[] = ['CUSTOMER.BLOCKED', 'CUSTOMER.UNBLOCKED'];

/** The last event about a block that the platform knows says whether it lasts. */
const isBlockTold: Check<Verified> = ({ customer: { id, blockedAs }, events }) => {
  const isTold = events.findLast((type) => BLOCKING.includes(type)) === 'CUSTOMER.BLOCKED';
  return unless(isTold === (blockedAs === 'TOLD'), () =>
    isTold ? `${id} is not blocked, but the last event says so` : `${id} is blocked, but no event announced it`,
  );
};

/** A customer may be submitted several times, but is decided once: a decision is final. */
const isDecidedOnce: Check<Verified> = ({ customer: { id, customerType, kycStatus }, events }) => {
  const prefix = customerType === 'INDIVIDUAL' ? 'CUSTOMER.KYC_' : 'CUSTOMER.KYB_';
  const decided = kycStatus === 'APPROVED' || kycStatus === 'REJECTED';
  return differences(
    `decisions on ${id}`,
    decided ? [prefix + kycStatus] : [],
    events.filter((type) => type !== `${prefix}PENDING` && !BLOCKING.includes(type)),
  );
};

export const CUSTOMER_PASS: Pass<Customer, Verified, ToldBooks> = {
  kind: CUSTOMERS,
  subjects: async ({ reads, events }, page) => {
    const blocks = await lastingBlocks(reads, page);
    const addresses = await byId(reads, UMA_ADDRESSES, page.map(heldAddressId));
    return page.map((customer) => ({
      customer,
      blocks: blocks.get(customer.id) ?? 0,
      events: events.take(customer.id),
      address: addresses.get(heldAddressId(customer)),
    }));
  },
  checks: [isDecidedOnce, isBlockTold, holdsItsAddress, ({ customer, blocks }) => hasItsBlock(customer, blocks)],
};
