import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import {
  type BaseRecord,
  err,
  type Id,
  type Instant,
  isId,
  type KindOf,
  ok,
  type Result,
  type TenantKey,
  toIso,
} from '../kernel/index.js';
import { entriesCausedBy, type LedgerEntry } from '../ledger/index.js';
import { NOTES } from '../notes/index.js';
import { type Caller, recordExport } from '../operators/index.js';
import {
  linksOf,
  matchDetails,
  matchesOf,
  shownQuestion,
  type Screening,
  type ScreeningCase,
  SCREENING_CASE_LINKS,
  SCREENING_CASES,
  type ScreeningCaseLink,
  SCREENING_MATCHES,
  SCREENINGS,
} from '../screening/index.js';
import { DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import type { CustomerExport, ExportCustomer, PersonalDataPorts } from './export-customer.js';
import { readable, readableValue, type ReadableRow } from './readable.js';
import { listed } from './records-of-customer.js';
import { checkCase } from './case-reference.js';
import type { ExportedSection } from './sections.js';

export interface CaseExportRequest {
  readonly caseId: string;
  /** The reference of the authority's case, at most 100 characters. */
  readonly caseReference: string;
}

/** A case with all that a report to an authority needs. Nothing is read before its parts are taken. */
export interface CaseExport {
  readonly case: ScreeningCase;
  readonly caseReference: string;
  /** Host time. */
  readonly createdAt: Instant;
  /** The case, its screenings, payments with their journal entries, exceptions and notes. */
  readonly sections: readonly ExportedSection[];
  /** The customers of the case, each as the export for an authority has it. Each is in the log before it is read. */
  customers(): AsyncIterable<Result<CustomerExport>>;
}

type Ports = Pick<PersonalDataPorts, 'units' | 'ids' | 'sealer' | 'contextOf'>;

/** What the sections read. */
interface Reading extends Pick<Ports, 'units' | 'sealer'> {
  readonly tenant: TenantKey;
  readonly found: ScreeningCase;
  readonly links: readonly ScreeningCaseLink[];
  readonly screenings: readonly Screening[];
  /** Ids of payments and deposits: of the case, and of its screenings. */
  readonly payments: readonly string[];
  readonly deposits: readonly string[];
}

/** As `PersonalDataArea.exportCase`. */
export type ExportCase = (caller: Caller, tenant: TenantKey, request: CaseExportRequest) => Promise<Result<CaseExport>>;

/** The errors of `PersonalDataArea.exportCase`. */
export const exportCase =
  (ports: Ports, exportCustomer: ExportCustomer): ExportCase =>
  async (caller, tenant, { caseId, caseReference }) => {
    const checked = checkCase('AUTHORITY', caseReference);
    if (!checked.ok) return checked;
    const { units, ids, sealer } = ports;
    const ctx = await ports.contextOf(tenant, caller.requestId);
    const recorded = await units.run(tenant, async (tx) => {
      const entry = { action: 'cases.export', subject: caseId, input: { caseReference } };
      const written = await recordExport({ tx, ctx, ids }, caller, 'ADMIN', entry);
      if (!written.ok) return written;
      const found = isId('ScreeningCase', caseId) ? await tx.get(SCREENING_CASES, caseId) : null;
      return found === null ? err('REFERENCE_NOT_FOUND', `no case ${caseId} exists`) : ok(found);
    });
    if (!recorded.ok) return recorded;
    const reading = await readingOf({ units, sealer }, recorded.value);
    const customers = [...new Set(reading.links.flatMap(({ customerId }) => customerId ?? []))];
    return ok({
      ...{ case: reading.found, caseReference, createdAt: ctx.hostNow, sections: sectionsOf(reading) },
      async *customers() {
        for (const customerId of customers)
          yield await exportCustomer(caller, tenant, { customerId, audience: 'AUTHORITY', caseReference });
      },
    });
  };

async function readingOf(ports: Pick<Reading, 'units' | 'sealer'>, found: ScreeningCase): Promise<Reading> {
  const { tenant } = found;
  return ports.units.read(tenant, async (reads) => {
    const links = await linksOf(reads, found.id);
    const subjects = links.map(({ subject }) => subject);
    const screenings = [
      ...(await reads.getMany(
        SCREENINGS,
        subjects.filter((id) => isId('Screening', id)),
      )),
    ];
    const waited = [...new Set([...subjects, ...screenings.map(({ subject }) => subject)])];
    const payments = waited.filter((id) => isId('Transaction', id));
    const known = new Set(screenings.map(({ id }) => id));
    // Also the other screenings of a payment or a customer of the case.
    for (const subject of waited)
      for (const each of (await reads.list(SCREENINGS, { where: { subject }, order: 'asc', limit: 100 })).rows)
        if (!known.has(each.id)) {
          known.add(each.id);
          screenings.push(each);
        }
    const deposits = waited.filter((id) => isId('Deposit', id));
    return { ...ports, tenant, found, links, screenings, payments, deposits };
  });
}

type Rows = AsyncGenerator<ReadableRow, void>;

/** The records of a kind that were found already, as an authority gets them. */
const of = <T extends BaseRecord>(kind: KindOf<T>, records: readonly T[]) =>
  async function* (): Rows {
    for (const record of records) yield readable(kind, record, 'AUTHORITY');
  };

function sectionsOf(reading: Reading): readonly ExportedSection[] {
  const { units, tenant, found, links, payments, deposits } = reading;
  const section = (name: string, title: string, rows: ExportedSection['rows']): ExportedSection => ({
    ...{ name, title, rows },
  });
  const byIds = <T extends BaseRecord>(kind: KindOf<T>, ids: readonly string[]) =>
    async function* (): Rows {
      for (const record of await units.read(tenant, (reads) => reads.getMany(kind, ids)))
        yield readable(kind, record, 'AUTHORITY');
    };
  return [
    section('case', 'The case', of(SCREENING_CASES, [found])),
    section('records', 'What the case is about', of(SCREENING_CASE_LINKS, links)),
    section('screenings', 'Questions to screening providers, and their answers', () => screeningRows(reading)),
    section('matches', 'What matched, by list and version, and what operators decided', () => matchRows(reading)),
    section('payments', 'Payments', byIds(TRANSACTIONS, payments)),
    section('deposits', 'Money that was not credited', byIds(DEPOSITS, deposits)),
    section('journal-entries', 'Journal entries of these payments and deposits', () => entryRows(reading)),
    section('exceptions', 'Exceptions', () => exceptionRows(reading)),
    section('notes', 'Notes of operators about the case and its records', () => noteRows(reading)),
  ];
}

async function* screeningRows({ sealer, screenings }: Reading): Rows {
  for (const screening of screenings)
    yield {
      ...readable(SCREENINGS, screening, 'AUTHORITY'),
      question: readableValue(shownQuestion(sealer, screening)),
    };
}

async function* matchRows({ units, tenant, sealer, screenings }: Reading): Rows {
  const seen = new Set<string>();
  for (const screening of screenings)
    for (const match of await units.read(tenant, (reads) => matchesOf(reads, screening))) {
      if (seen.has(match.id)) continue;
      seen.add(match.id);
      yield {
        ...readable(SCREENING_MATCHES, match, 'AUTHORITY'),
        details: matchDetails(sealer, match),
      };
    }
}

/** More than any payment causes. */
const MOST_ENTRIES = 1_000;

async function* entryRows({ units, tenant, payments, deposits }: Reading): Rows {
  for (const cause of [...payments, ...deposits])
    for (const entry of await units.read(tenant, (reads) => entriesCausedBy(reads, cause, MOST_ENTRIES)))
      yield entryRow(entry);
}

const entryRow = ({ id, kind, cause, createdAt, postings }: LedgerEntry): ReadableRow => ({
  ...{ id, kind, cause, createdAt: toIso(createdAt) },
  postings: postings.map(({ account, currency, amount }) => ({ account, currency, amount: String(amount) })),
});

async function* exceptionsOf({ units, tenant, links, payments, deposits, screenings }: Reading) {
  const subjects = [
    ...[...links.map(({ subject }) => subject), ...payments, ...deposits],
    ...screenings.map(({ subject }) => subject),
  ];
  for (const subject of new Set(subjects))
    yield* listed<ExceptionRecord>({ units, tenant }, EXCEPTIONS, { where: { subject } });
}

async function* exceptionRows(reading: Reading): Rows {
  for await (const exception of exceptionsOf(reading)) yield readable(EXCEPTIONS, exception, 'AUTHORITY');
}

async function* noteRows(reading: Reading): Rows {
  const { units, tenant, found, links } = reading;
  const subjects: string[] = [found.id, ...links.map(({ subject }) => subject)];
  for await (const { id } of exceptionsOf(reading)) subjects.push(id);
  for (const subject of new Set(subjects))
    for await (const note of listed({ units, tenant }, NOTES, { where: { subject } }))
      yield readable(NOTES, note, 'AUTHORITY');
}

/** What an index says of an export of a case. */
export const caseHeadOf = ({ case: { id, tenant, title, status }, caseReference, createdAt }: CaseExport) => ({
  ...{ caseId: id as Id<'ScreeningCase'>, platform: tenant, title, status, caseReference },
  createdAt: toIso(createdAt),
});

/** What the export of a case has and how it is read, in words. */
export function caseReadme({ case: { id, title }, createdAt, sections }: CaseExport): string {
  const lines = sections.map(({ name, title: says }) => `- ${name}: ${says}`).join('\n');
  return `The case ${id}, "${title}", read from ${toIso(createdAt)} on, page by page: what changed meanwhile may be in one part and
not in another.

It has what operators wrote and decided, and data of persons. Do not give it to the customer.
Keys and secrets are not part of it.

Every part is a JSON array with one record in a line. Amounts are whole numbers in the smallest unit of their currency,
written as text: "1050" in USD is 10.50 USD. Times are in UTC. An empty part is an empty array.

${lines}
- customers: a folder for each customer of the case, as the export for an authority has it; each has a README.txt of its own
`;
}
