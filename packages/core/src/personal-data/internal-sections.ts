import { BLOCKS } from '../blocks/index.js';
import { FAILED_ATTEMPTS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { BaseRecord, Id, KindOf } from '../kernel/index.js';
import { assignmentOf, ASSIGNMENTS, NOTES } from '../notes/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { LEGAL_HOLDS } from '../retention/index.js';
import {
  matchDetails,
  SCREENED_PARTIES,
  SCREENING_CASE_LINKS,
  SCREENING_CASES,
  SCREENING_MATCHES,
  type ScreeningCase,
  SCREENINGS,
  shownQuestion,
} from '../screening/index.js';
import { ARRIVALS, RAIL_MESSAGES, RAIL_STEPS } from '../transactions/index.js';
import { readable, type ReadableRow, readableValue } from './readable.js';
import { depositsOf, listed, subjectsOf, transactionsOf } from './records-of-customer.js';
import type { ExportedSection, Reading } from './sections.js';

type OfSubject<T extends BaseRecord> = (subject: string) => AsyncIterable<T>;

/**
 * The ids of the records of the person, with the arrivals of its money and the exceptions about all of them: what notes,
 * assignments and actions of operators are about.
 */
export async function* internalSubjects(reading: Reading): AsyncGenerator<string, void> {
  for await (const subject of withArrivals(reading)) {
    yield subject;
    for await (const { id } of listed(reading, EXCEPTIONS, { where: { subject } })) yield id;
  }
  for await (const { id } of casesOf(reading, reading.customer.id)) yield id;
}

async function* withArrivals(reading: Reading): AsyncGenerator<string, void> {
  yield* subjectsOf(reading);
  for await (const { id: transactionId } of transactionsOf(reading))
    for await (const { id } of listed(reading, ARRIVALS, { where: { transactionId } })) yield id;
  for await (const { id: depositId } of depositsOf(reading))
    for await (const { id } of listed(reading, ARRIVALS, { where: { depositId } })) yield id;
}

async function* ownIdOf({ customer }: Reading): AsyncGenerator<string, void> {
  yield customer.id;
}

const caseLinksOf = (reading: Reading, customerId: string) =>
  listed(reading, SCREENING_CASE_LINKS, { where: { customerId: customerId as Id<'Customer'> } });

async function* casesOf(reading: Reading, customerId: string): AsyncGenerator<ScreeningCase, void> {
  const ids = new Set<string>();
  for await (const { caseId } of caseLinksOf(reading, customerId)) ids.add(caseId);
  yield* await reading.units.read(reading.tenant, (reads) => reads.getMany(SCREENING_CASES, [...ids]));
}

/** What operators, banks and the service keep about the person: for an authority alone. */
export function internalSections(reading: Reading): readonly ExportedSection[] {
  const { units, sealer } = reading;
  const section = <T extends BaseRecord>(
    name: string,
    title: string,
    kind: KindOf<T>,
    of: OfSubject<T>,
    subjects = internalSubjects,
    added: (record: T) => ReadableRow = () => ({}),
  ): ExportedSection => ({
    name,
    title,
    async *rows(): AsyncGenerator<ReadableRow, void> {
      for await (const subject of subjects(reading))
        for await (const record of of(subject)) yield { ...readable(kind, record, 'AUTHORITY'), ...added(record) };
    },
  });
  return [
    section('blocks', 'Blocks', BLOCKS, (subject) => listed(reading, BLOCKS, { where: { subject } }), subjectsOf),
    section(
      'legal-holds',
      'Legal holds',
      LEGAL_HOLDS,
      (subject) => listed(reading, LEGAL_HOLDS, { where: { customerId: subject as Id<'Customer'> } }),
      ownIdOf,
    ),
    section(
      'screenings',
      'Questions to screening providers',
      SCREENINGS,
      (subject) => listed(reading, SCREENINGS, { where: { subject } }),
      subjectsOf,
      (screening) => ({ question: readableValue(shownQuestion(sealer, screening)) }),
    ),
    section(
      'screening-matches',
      'Matches with lists',
      SCREENING_MATCHES,
      (party) => listed(reading, SCREENING_MATCHES, { where: { party } }),
      subjectsOf,
      (match) => ({ details: matchDetails(sealer, match) }),
    ),
    section(
      'screened-parties',
      'When each party was screened',
      SCREENED_PARTIES,
      (subject) => listed(reading, SCREENED_PARTIES, { where: { customerId: subject as Id<'Customer'> } }),
      ownIdOf,
    ),
    section('cases', 'Cases of operators', SCREENING_CASES, (customerId) => casesOf(reading, customerId), ownIdOf),
    section(
      'case-records',
      'What cases are about',
      SCREENING_CASE_LINKS,
      (customerId) => caseLinksOf(reading, customerId),
      ownIdOf,
    ),
    section('notes', 'Notes of operators', NOTES, (subject) => listed(reading, NOTES, { where: { subject } })),
    section('assignments', 'Operators who look after records', ASSIGNMENTS, async function* (subject) {
      const found = await units.read(null, (reads) => assignmentOf(reads, subject));
      if (found?.tenant === reading.tenant) yield found;
    }),
    section(
      'exceptions',
      'Exceptions',
      EXCEPTIONS,
      (subject) => listed(reading, EXCEPTIONS, { where: { subject } }),
      withArrivals,
    ),
    section('operator-log', 'Actions of operators', OPERATOR_LOG, (subject) =>
      listed(reading, OPERATOR_LOG, { where: { subject } }),
    ),
    section(
      'rail-messages',
      'Messages of banks',
      RAIL_MESSAGES,
      (subject) => listed(reading, RAIL_MESSAGES, { where: { subject } }),
      subjectsOf,
    ),
    section(
      'rail-steps',
      'Requests to banks',
      RAIL_STEPS,
      (subject) => listed(reading, RAIL_STEPS, { where: { subject } }),
      subjectsOf,
    ),
    section(
      'failed-attempts',
      'Requests that failed',
      FAILED_ATTEMPTS,
      (subject) => listed(reading, FAILED_ATTEMPTS, { where: { subject } }),
      subjectsOf,
    ),
  ];
}
