import type { RailRecord, RailRecords, RailStatements, RailValue, RailWrites } from '@corridor/core/ports';
import type { Reading } from './identity.js';
import { type List, movementIn, MOVEMENTS, type Unstated } from './movement-records.js';
import type { Opening } from './opening.js';
import type { Chain } from './statement-chain.js';

export const REPORTS = 'in-reports';
export const ACCOUNTS = 'in-accounts';
/** The names of the reports that are booked. */
export const ALIASES = 'in-aliases';
/** Under this name, all pages of a statement are known to be made again. */
export const dividedName = (report: string): string => `${report}/divided`;
/** The movements of each report, by position. */
export const ENTRIES = 'in-entries';
/** The movements of each name. */
export const NAMES = 'in-names';

/** The list of the statements of an account. */
export const statementsOf = (iban: string): string => `STATEMENT-${iban}`;

/** What is stored of an account. Each unit that adds movements changes it, so that two hosts never add one twice. */
export interface AccountState extends Chain {
  readonly turn: number;
  readonly opening: Opening | null;
  /** The newest closing balance. */
  readonly newest: { readonly date: string; readonly closing: bigint } | null;
}

export const NEW_ACCOUNT: AccountState = { turn: 0, opening: null, newest: null, segments: [], pages: [] };

export const accountIn = (record: RailRecord | null): AccountState =>
  record === null ? NEW_ACCOUNT : (record.value as unknown as AccountState);

/** A report that is being planned is planned again. */
export async function nextTurn(records: RailWrites, iban: string): Promise<void> {
  const account = (await records.get(ACCOUNTS, iban))!;
  const state = accountIn(account);
  records.change(account, { value: { ...state, turn: state.turn + 1 } as unknown as RailValue });
}

/** What is stored of a report that is booked. */
export interface ReportRecord {
  readonly iban: string;
  readonly stream: Reading['stream'];
  readonly id: string;
  /** As the movements name it that it claims. */
  readonly report: string;
  readonly from: string;
  readonly to: string;
  /** How many records of the collection of entries it has. */
  readonly chunks: number;
}

export const chunkKey = ({ key }: { readonly key: string }, chunk: number): string => `${key}/${chunk}`;

const PAGE = 500;

/** The movements of the account that no statement has named. */
export const unstated = async (records: Pick<RailRecords, 'list'>, iban: string): Promise<readonly Unstated[]> =>
  (await listed(records, iban)).filter(({ kind, claims }) => kind === 'entry' && claims.statement === undefined);

/** The movements of the account that are in a list. */
export async function listed(records: Pick<RailRecords, 'list'>, iban: string): Promise<readonly Unstated[]> {
  const found = new Map<string, Unstated>();
  // A movement goes through the lists in this order, so it is not missed while it changes.
  for (const status of ['NOTED', 'TO_TELL', 'WAITING', 'IN_FLIGHT'] satisfies List[]) {
    for await (const record of pagesOf(records, MOVEMENTS, status)) {
      const stored = movementIn(record);
      if (stored.iban === iban) found.set(stored.key, { ...stored, list: status });
    }
  }
  return [...found.values()];
}

/** The records of a list, oldest first. */
export async function* pagesOf(
  records: Pick<RailRecords, 'list'>,
  collection: string,
  status: string,
): AsyncGenerator<RailRecord, void> {
  for (let after: RailRecord | undefined; ;) {
    const page = await records.list(collection, { status, limit: PAGE, after });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

/** The statements of the account in the period. */
export async function* statementsIn(
  list: RailRecords['list'],
  iban: string,
  { from, to }: Parameters<RailStatements['movements']>[1],
): AsyncGenerator<{ readonly key: string; readonly value: ReportRecord }, void> {
  for (let after: RailRecord | undefined; ;) {
    const page = await list(REPORTS, { status: statementsOf(iban), limit: PAGE, after });
    for (const { key, value } of page.map((record) => ({
      key: record.key,
      value: record.value as unknown as ReportRecord,
    }))) {
      if ((from === null || value.to >= from) && (to === null || value.from <= to)) yield { key, value };
    }
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}
