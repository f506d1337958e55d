import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type BaseRecord, isId, type KindOf, type Reads, type TenantKey } from '../kernel/index.js';
import { type Deposit, DEPOSITS, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import type { NamedSum } from './asked.js';
import { byAmount } from './groups.js';
import { firstTerm } from './matches.js';
import { termPrefix } from './terms.js';

/** The names of the parties of so many payments of an amount are compared. */
export const MOST_COMPARED = 100;

export interface PaymentsOfParty {
  /** The newest first. */
  readonly payments: readonly Transaction[];
  /** Whether all payments of the amount were compared. */
  readonly isComplete: boolean;
}

/** The payments of an amount whose customer or external account has each of the words in its name. */
export async function paymentsOfParty(
  reads: Reads,
  { amounts, words }: NamedSum,
  tenants: readonly TenantKey[],
): Promise<PaymentsOfParty> {
  const anyOf = byAmount<Transaction>({ amounts }, 'sentAmount', 'receivedAmount');
  if (anyOf.length === 0) return { payments: [], isComplete: true };
  const found = await reads.search(TRANSACTIONS, { anyOf, tenants, limit: MOST_COMPARED + 1 });
  const newest = found.toSorted((a, b) => b.createdAt - a.createdAt);
  const payments = newest.slice(0, MOST_COMPARED);
  const accounts = payments.flatMap(accountsOf);
  const parties = new Set([
    ...(await namedSo(
      reads,
      CUSTOMERS,
      payments.map(({ customerId }) => customerId),
      words,
    )),
    ...(await namedSo(reads, EXTERNAL_ACCOUNTS, accounts, words)),
  ]);
  return {
    payments: payments.filter((each) => [each.customerId, ...accountsOf(each)].some((id) => parties.has(id))),
    isComplete: newest.length <= MOST_COMPARED,
  };
}

export interface DepositsOfParty {
  /** The newest first. */
  readonly deposits: readonly Deposit[];
  /** Whether all deposits of the amount were compared. */
  readonly isComplete: boolean;
}

/** The deposits of an amount that came for a customer who has each of the words in its name. */
export async function depositsOfParty(
  reads: Reads,
  { amounts, words }: NamedSum,
  tenants: readonly TenantKey[],
): Promise<DepositsOfParty> {
  const anyOf = byAmount<Deposit>({ amounts }, 'amount');
  if (anyOf.length === 0) return { deposits: [], isComplete: true };
  const found = await reads.search(DEPOSITS, { anyOf, tenants, limit: MOST_COMPARED + 1 });
  const newest = found.toSorted((a, b) => b.createdAt - a.createdAt);
  const deposits = newest.slice(0, MOST_COMPARED);
  const owners = deposits.flatMap(({ ownerId }) => (ownerId !== null && isId('Customer', ownerId) ? [ownerId] : []));
  const parties = new Set(await namedSo(reads, CUSTOMERS, owners, words));
  return {
    deposits: deposits.filter(({ ownerId }) => ownerId !== null && parties.has(ownerId)),
    isComplete: newest.length <= MOST_COMPARED,
  };
}

const accountsOf = ({ senderIdentifier, receiverIdentifier }: Transaction): readonly string[] =>
  [senderIdentifier, receiverIdentifier].filter((id) => id !== null && isId('ExternalAccount', id));

/** The ids of those records that have each of the words in their name. */
async function namedSo<T extends BaseRecord>(
  reads: Reads,
  kind: KindOf<T>,
  ids: readonly string[],
  words: readonly string[],
): Promise<readonly string[]> {
  const prefixes = words.map((word) => termPrefix(kind, 'n', word));
  const records = await reads.getMany(kind, [...new Set(ids)]);
  return records.filter((record) => firstTerm(kind, record, prefixes) !== null).map(({ id }) => id);
}
