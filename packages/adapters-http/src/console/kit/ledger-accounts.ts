import type { CurrencyCode, Environment, TenantKey } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { linkIf, shortIds } from './components.js';

type Moved = NonNullable<ExceptionRecord['moved']>;

/** The groups of accounts in a trial balance, in its order. */
export const GROUPS = [
  'Customers',
  'Clearing by rail',
  'Suspense',
  'Fees and revenue',
  'Currency exchange',
  'Own money',
] as const;
export type Group = (typeof GROUPS)[number];

/** Whose accounts a class has: one account for each holder, for each platform, or for each environment. */
type Owner = 'holder' | 'platform' | 'environment';

interface AccountClass {
  readonly name: string;
  readonly group: Group;
  readonly owner: Owner;
}

const CLASSES: Readonly<Record<string, AccountClass>> = {
  available: { name: 'Available', group: 'Customers', owner: 'holder' },
  held: { name: 'Held for payments', group: 'Customers', owner: 'holder' },
  'in-transit': { name: 'In transit', group: 'Customers', owner: 'holder' },
  'card-reserve': { name: 'Reserved for cards', group: 'Customers', owner: 'platform' },
  disputes: { name: 'Disputed card payments', group: 'Customers', owner: 'platform' },
  receivables: { name: 'Debts of account holders', group: 'Customers', owner: 'holder' },
  suspense: { name: 'Money not credited', group: 'Suspense', owner: 'platform' },
  fees: { name: 'Fees of the platform', group: 'Fees and revenue', owner: 'platform' },
  revenue: { name: 'Fees of the service', group: 'Fees and revenue', owner: 'environment' },
  interchange: { name: 'Interchange of cards', group: 'Fees and revenue', owner: 'environment' },
  'network-fees': { name: 'Network fees', group: 'Fees and revenue', owner: 'environment' },
  'bank-charges': { name: 'Charges of banks', group: 'Fees and revenue', owner: 'environment' },
  loss: { name: 'Losses', group: 'Fees and revenue', owner: 'environment' },
  fx: { name: 'Currency position', group: 'Currency exchange', owner: 'environment' },
  'own-funds': { name: 'Own funds', group: 'Own money', owner: 'environment' },
};

/** The sides of what a resolution moves, in words. */
const SIDES: Readonly<Record<Moved['from'], string>> = {
  'in-transit': 'money in transit',
  suspense: 'money not credited',
  account: 'an account',
  platform: 'the account of the platform',
  receivable: 'debts of account holders',
  outside: 'the outside',
  loss: 'losses',
  'own-funds': 'own funds',
  'bank-charges': 'charges of banks',
};

export const sideName = (side: Moved['from']): string => SIDES[side];

/** The class of an account (`accountClass` of the core) in words; clearing accounts are named by their rail. */
export function classOf(account: string): AccountClass {
  const [kind = '', ...rest] = account.split(':');
  if (kind === 'clearing')
    return { name: `Clearing of ${rest.join(':')}`, group: 'Clearing by rail', owner: 'environment' };
  return CLASSES[kind] ?? { name: account, group: 'Own money', owner: 'holder' };
}

/** An account in words, as a link if it leads somewhere, with its name in the ledger after it, in which ids are short. */
export const accountLink = (path: string | null, account: string, name = classOf(account).name): Html =>
  html`${linkIf(path, name)} ${name !== account && html`<code class="small">${shortIds(account)}</code>`}`;

/** The one account of a class that a tenant posts to in a currency; null if each holder has its own. */
export function accountIn(
  account: string,
  {
    tenant,
    environment,
    currency,
  }: {
    readonly tenant: TenantKey;
    readonly environment: Environment;
    readonly currency: CurrencyCode;
  },
): string | null {
  const [kind = '', ...rest] = account.split(':');
  switch (classOf(account).owner) {
    case 'holder':
      return null;
    case 'platform':
      return `${kind}:${tenant}:${currency}`;
    case 'environment':
      return [kind, environment, ...rest, currency].join(':');
  }
}
