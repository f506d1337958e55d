import { EXTERNAL_ACCOUNTS, type ExternalAccount, INTERNAL_ACCOUNTS, type InternalAccount } from '../accounts/index.js';
import { type Agent, AGENTS } from '../agents/index.js';
import { type Card, CARDS } from '../cards/index.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import type { BaseRecord, IdType, KindOf, Sought } from '../kernel/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';
import {
  type Arrival,
  ARRIVALS,
  type Deposit,
  DEPOSITS,
  RAIL_MESSAGES,
  type RailMessage,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { type OutsidePayment, OUTSIDE_PAYMENTS } from '../treasury/index.js';
import { type UmaReceipt, UMA_RECEIPTS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, type BeneficialOwner } from '../verification/index.js';
import type { Asked } from './asked.js';
import { endingOf, termPrefix } from './terms.js';

/** The records of each group; a group is one statement. */
export interface GroupRecords {
  readonly customers: Customer;
  readonly owners: BeneficialOwner;
  readonly externalAccounts: ExternalAccount;
  readonly internalAccounts: InternalAccount;
  readonly payments: Transaction;
  readonly umaReceipts: UmaReceipt;
  readonly quotes: Quote;
  readonly deposits: Deposit;
  readonly exceptions: ExceptionRecord;
  readonly arrivals: Arrival;
  readonly railMessages: RailMessage;
  readonly outsidePayments: OutsidePayment;
  readonly cards: Card;
  readonly agents: Agent;
}
export type GroupName = keyof GroupRecords;

/** How the records of a group are found. */
export interface Group<T extends BaseRecord> {
  readonly kind: KindOf<T>;
  /** Null: ids of the group belong to another group. */
  readonly idType: IdType | null;
  readonly seek: (asked: Asked, railNames: readonly string[]) => readonly Sought<T>[];
}

/** The terms of names; words of digits alone can also be the end of a number, as in `Ada 6819`. */
function named<T extends BaseRecord>(kind: KindOf<T>, { words }: Asked): readonly Sought<T>[] {
  if (words.length === 0) return [];
  const asNames = words.map((word) => termPrefix(kind, 'n', word));
  const isNumber = (word: string): boolean => /^\d{4,}$/.test(word);
  if (!words.some(isNumber) || words.every(isNumber)) return [{ by: 'terms', prefixes: asNames }];
  const mixed = words.map((word, at) => (isNumber(word) ? termPrefix(kind, 'd', endingOf(word)) : asNames[at]!));
  return [
    { by: 'terms', prefixes: asNames },
    { by: 'terms', prefixes: mixed },
  ];
}

const numbered = <T extends BaseRecord>(kind: KindOf<T>, { number }: Asked): readonly Sought<T>[] =>
  number === null ? [] : [{ by: 'terms', prefixes: [termPrefix(kind, 'd', endingOf(number))] }];

const mailed = <T extends BaseRecord>(kind: KindOf<T>, { email }: Asked): readonly Sought<T>[] =>
  email === null ? [] : [{ by: 'terms', prefixes: [termPrefix(kind, 'e', email)] }];

const foreignIds = <T extends BaseRecord>(kind: KindOf<T>, ...ids: readonly (string | null)[]): readonly Sought<T>[] =>
  ids.flatMap((id) => (id === null ? [] : [{ by: 'terms', prefixes: [termPrefix(kind, 'i', id)] }]));

const byKey = <T extends BaseRecord>(key: string, ...texts: readonly string[]): readonly Sought<T>[] =>
  texts.map((text) => ({ by: 'key', key, values: [text] }));

const byFilter = <T extends BaseRecord>(
  column: keyof T & string,
  ...texts: readonly (string | null)[]
): readonly Sought<T>[] => texts.flatMap((text) => (text === null ? [] : [{ by: 'filter', column, value: text }]));

export const byAmount = <T extends BaseRecord>(
  { amounts }: Pick<Asked, 'amounts'>,
  ...columns: readonly (keyof T & string)[]
) => columns.flatMap((column) => amounts.map((each): Sought<T> => ({ by: 'amount', column, ...each })));

export const GROUPS: { readonly [G in GroupName]: Group<GroupRecords[G]> } = {
  customers: {
    kind: CUSTOMERS,
    idType: 'Customer',
    seek: (asked) => [
      ...named(CUSTOMERS, asked),
      ...mailed(CUSTOMERS, asked),
      ...numbered(CUSTOMERS, asked),
      ...foreignIds(CUSTOMERS, asked.umaAddress ?? asked.text),
    ],
  },
  owners: {
    kind: BENEFICIAL_OWNERS,
    idType: 'BeneficialOwner',
    seek: (asked) => [
      ...named(BENEFICIAL_OWNERS, asked),
      ...mailed(BENEFICIAL_OWNERS, asked),
      ...numbered(BENEFICIAL_OWNERS, asked),
    ],
  },
  externalAccounts: {
    kind: EXTERNAL_ACCOUNTS,
    idType: 'ExternalAccount',
    seek: (asked) => [
      ...named(EXTERNAL_ACCOUNTS, asked),
      ...mailed(EXTERNAL_ACCOUNTS, asked),
      ...numbered(EXTERNAL_ACCOUNTS, asked),
      ...foreignIds(EXTERNAL_ACCOUNTS, asked.text),
    ],
  },
  internalAccounts: {
    kind: INTERNAL_ACCOUNTS,
    idType: 'InternalAccount',
    seek: (asked) => [...byKey('reference', ...asked.references), ...numbered(INTERNAL_ACCOUNTS, asked)],
  },
  payments: {
    kind: TRANSACTIONS,
    idType: 'Transaction',
    seek: (asked) => [
      ...byFilter<Transaction>('reference', ...asked.references),
      ...byFilter<Transaction>('senderIdentifier', asked.umaAddress),
      ...byFilter<Transaction>('receiverIdentifier', asked.umaAddress),
      ...byKey<Transaction>('issuer_token', asked.text),
      ...byKey<Transaction>('refund_reference', asked.text),
      ...byAmount<Transaction>(asked, 'sentAmount', 'receivedAmount'),
    ],
  },
  umaReceipts: {
    kind: UMA_RECEIPTS,
    idType: null,
    seek: (asked) => byKey('reference', ...asked.references),
  },
  quotes: { kind: QUOTES, idType: 'Quote', seek: (asked) => byKey('reference', ...asked.references) },
  deposits: {
    kind: DEPOSITS,
    idType: 'Deposit',
    seek: (asked) => [...byFilter<Deposit>('reference', ...asked.references), ...byAmount<Deposit>(asked, 'amount')],
  },
  exceptions: {
    kind: EXCEPTIONS,
    idType: 'Exception',
    seek: (asked) => [
      ...byFilter<ExceptionRecord>('subject', asked.text),
      ...byAmount<ExceptionRecord>(asked, 'amount'),
    ],
  },
  arrivals: {
    kind: ARRIVALS,
    idType: 'Arrival',
    seek: ({ text }, railNames) => railNames.map((rail) => ({ by: 'key', key: 'payment', values: [rail, text] })),
  },
  railMessages: {
    kind: RAIL_MESSAGES,
    idType: 'RailMessage',
    seek: ({ text }, railNames) => railNames.map((rail) => ({ by: 'key', key: 'message', values: [rail, text] })),
  },
  outsidePayments: {
    kind: OUTSIDE_PAYMENTS,
    idType: 'OutsidePayment',
    seek: ({ text, references }) => byFilter<OutsidePayment>('reference', ...new Set([text, ...references])),
  },
  cards: {
    kind: CARDS,
    idType: 'Card',
    seek: (asked) => [...numbered(CARDS, asked), ...foreignIds(CARDS, asked.text)],
  },
  agents: { kind: AGENTS, idType: 'Agent', seek: (asked) => named(AGENTS, asked) },
};

export const GROUP_NAMES = Object.keys(GROUPS) as readonly GroupName[];

/** Everything by which a group is searched. Searches by ids and by amounts ask no other group than those that have them. */
export function alternativesOf<T extends BaseRecord>(
  { idType, seek }: Group<T>,
  asked: Asked,
  railNames: readonly string[],
): readonly Sought<T>[] {
  const { ids } = asked;
  const byId: readonly Sought<T>[] =
    ids === null || idType === null || (ids.type !== null && ids.type !== idType)
      ? []
      : [{ by: 'id', from: `${idType}:${ids.from}`, to: `${idType}:${ids.to}` }];
  return [...byId, ...seek(asked, railNames)];
}
