import { Bug } from '../kernel/index.js';
import { ACCOUNT_CLASSES, type AccountClass, CLEARING } from './chart.js';

/**
 * Whose money the balance of a ledger account is (docs/operate/safeguarding.md#what-is-owed).
 * - `CUSTOMERS`: owed to customers, and to platforms on their own internal accounts.
 * - `PLATFORMS`: owed to platforms beside their internal accounts.
 * - `OWN`: money of the service itself.
 * - `ASSET`: money at a bank, on a chain or at a provider, which safeguards what is owed if its account is marked so.
 * - `NEITHER`: a claim of the service, or its position in a currency. It cannot be paid out.
 */
export type Standing = 'CUSTOMERS' | 'PLATFORMS' | 'OWN' | 'ASSET' | 'NEITHER';

/** Every class of ledger accounts: a new one does not compile before it is decided whose money it is. */
export const STANDINGS: Readonly<Record<AccountClass | 'clearing', Standing>> = {
  available: 'CUSTOMERS',
  held: 'CUSTOMERS',
  'in-transit': 'CUSTOMERS',
  suspense: 'CUSTOMERS',
  'card-reserve': 'CUSTOMERS',
  // Below zero, it is a claim: the service has advanced money (`safeguarding/figures.ts`).
  disputes: 'CUSTOMERS',
  fees: 'PLATFORMS',
  'own-funds': 'OWN',
  revenue: 'OWN',
  interchange: 'OWN',
  'network-fees': 'OWN',
  'bank-charges': 'OWN',
  loss: 'OWN',
  clearing: 'ASSET',
  // What an account owes the service covers nothing that the service owes to others.
  receivables: 'NEITHER',
  // Trades square it, as they do for the service's own money.
  fx: 'NEITHER',
};

const isClass = (account: string): account is AccountClass => (ACCOUNT_CLASSES as readonly string[]).includes(account);

/** The standing of a class of a trial balance, such as `held` or `clearing:acme-bank`. */
export function standingOf(account: string): Standing {
  if (account.startsWith(CLEARING)) return STANDINGS.clearing;
  if (isClass(account)) return STANDINGS[account];
  throw new Bug(`the class of ledger accounts ${account} has no standing`);
}
