import { type AnyKind, type BaseRecord, isId, type Tx } from '../kernel/index.js';

/** The ids of those whom a unit of work concerns. */
export interface Concerned {
  readonly customers: Set<string>;
  readonly payees: Set<string>;
  /** Internal accounts, whose owners are looked up at the end. */
  readonly accounts: Set<string>;
}

/** Columns that name the customer on whose side a record is, or an account of it. Those of counterparties are not among them. */
const OWNERS = ['customerId', 'cardholderId', 'inviterId', 'accountId'] as const;

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).filter((field): field is string => typeof field === 'string')
    : [];

function noteId({ customers, payees, accounts }: Concerned, id: unknown): void {
  if (typeof id !== 'string') return;
  if (isId('Customer', id)) customers.add(id);
  if (isId('ExternalAccount', id)) payees.add(id);
  if (isId('InternalAccount', id)) accounts.add(id);
}

function noteRead(concerned: Concerned, record: BaseRecord): void {
  const fields = record as unknown as Readonly<Record<string, unknown>>;
  noteId(concerned, record.id);
  for (const column of OWNERS) noteId(concerned, fields[column]);
}

function noteWritten(concerned: Concerned, record: BaseRecord): void {
  noteRead(concerned, record);
  for (const text of textsOf(record)) if (isId('ExternalAccount', text)) concerned.payees.add(text);
}

/** An input names the customer and the accounts of the caller in its own fields, and counterparties deeper. */
export function concernedBy(input: unknown): Concerned {
  const concerned: Concerned = { customers: new Set(), payees: new Set(), accounts: new Set() };
  for (const text of textsOf(input)) noteId(concerned, text);
  return concerned;
}

/** A unit of work that notes whom it concerns. */
export function noting(tx: Tx, concerned: Concerned): Tx {
  const noted = <T extends BaseRecord>(record: T | null): T | null => {
    if (record !== null) noteRead(concerned, record);
    return record;
  };
  return {
    ...tx,
    get: async (kind, id) => noted(await tx.get(kind, id)),
    find: async (kind, key, values) => noted(await tx.find(kind, key, values)),
    add(kind, record, options) {
      noteWritten(concerned, record);
      tx.add(kind, record, options);
    },
    change(kind, before, after, lost) {
      noteWritten(concerned, after);
      tx.change(kind, before, after, lost);
    },
    remove(kind, record, lost) {
      noteWritten(concerned, record);
      tx.remove(kind, record, lost);
    },
    increase(kind: AnyKind, increase, short) {
      noteId(concerned, increase.id);
      tx.increase(kind, increase, short);
    },
  };
}
