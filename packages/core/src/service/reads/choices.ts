import { INTERNAL_ACCOUNTS, withBalances } from '../../accounts/index.js';
import { CARDS } from '../../cards/index.js';
import { CUSTOMERS } from '../../customers/index.js';
import type { BaseRecord, KindOf, Reads, TenantKey, UnitOfWork } from '../../kernel/index.js';
import { amountText } from '../../money/index.js';
import { QUOTES } from '../../quotes/index.js';
import { DEPOSITS, TRANSACTIONS } from '../../transactions/index.js';
import { recordNames } from '../record-names.js';

/** The types of records that a form can offer. */
export const CHOOSABLE = [
  'InternalAccount',
  'Customer',
  'Card',
  'Quote',
  'Transaction',
  'CardPayment',
  'Deposit',
] as const;
export type Choosable = (typeof CHOOSABLE)[number];

/** A record that a form offers: its id, and how people know it. */
export type RecordChoice = readonly [id: string, name: string];

export interface ChoiceReads {
  /** The newest records of a platform that a form can offer, newest first, at most 100. */
  choices(tenant: TenantKey, type: Choosable): Promise<readonly RecordChoice[]>;
}

const LISTED = 100;

async function newest<T extends BaseRecord>(
  reads: Reads,
  kind: KindOf<T>,
  where: Partial<T> = {},
): Promise<readonly T[]> {
  return (await reads.list(kind, { where, order: 'desc', limit: LISTED, counted: false } as never))
    .rows as readonly T[];
}

export const choiceReads = (units: UnitOfWork): ChoiceReads => ({
  choices: (tenant, type) =>
    units.read(tenant, async (reads) => {
      const named = async (rows: readonly BaseRecord[], more: (id: string) => string = () => '') => {
        const name = recordNames(reads, tenant);
        const choices: RecordChoice[] = [];
        for (const { id } of rows) choices.push([id, capital(`${await name(id)}${more(id)}`)]);
        return choices;
      };
      switch (type) {
        case 'InternalAccount': {
          const open = (await newest(reads, INTERNAL_ACCOUNTS)).filter(({ status }) => status !== 'CLOSED');
          const balances = new Map((await withBalances(reads, open)).map((view) => [view.account.id as string, view]));
          return named(open, (id) => {
            const { available, account } = balances.get(id)!;
            return ` (${amountText(available, account.currency)})`;
          });
        }
        case 'Customer':
          return named(await newest(reads, CUSTOMERS, { isDeleted: false }));
        case 'Card':
          return named(await newest(reads, CARDS));
        case 'Quote':
          return named((await newest(reads, QUOTES)).filter(({ status }) => status === 'PENDING'));
        case 'Transaction':
          return named(await newest(reads, TRANSACTIONS));
        case 'Deposit':
          return named(await newest(reads, DEPOSITS));
        case 'CardPayment':
          return named(await newest(reads, TRANSACTIONS, { type: 'CARD' }));
      }
    }),
});

/** A choice begins a line: `The EUR account …` as `EUR account …`. */
const capital = (name: string): string => {
  const text = name.replace(/^the /, '');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};
