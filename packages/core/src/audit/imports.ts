import { BULK_IMPORTS, type BulkImport } from '../customers/index.js';
import type { EventType, JobKind } from '../events/index.js';
import { type Check, unless } from '../ledger/index.js';
import { differences, type Pass, type ToldBooks } from './books.js';

interface Imported {
  readonly record: BulkImport;
  readonly events: readonly EventType[];
  readonly jobs: readonly JobKind[];
}

const isToldOnce: Check<Imported> = ({ record: { id, status }, events }) =>
  differences(
    `events of ${id}`,
    status === 'COMPLETED' || status === 'FAILED' ? [`BULK_UPLOAD.${status}`] : [],
    events,
  );

const goesOn: Check<Imported> = ({ record: { id, status }, jobs }) =>
  unless(
    (status !== 'PENDING' && status !== 'PROCESSING') || jobs.includes('import.rows'),
    () => `${id} is ${status}, but no job continues it`,
  );

const countsItsRows: Check<Imported> = ({ record: { id, status, total, successful, failed } }) => {
  const tried = successful + failed;
  const ended = status === 'COMPLETED' || status === 'FAILED';
  return unless(
    ended ? tried === total : tried <= total,
    () => `${id} (${status}) has processed ${tried} of ${total} rows`,
  );
};

export const IMPORT_PASS: Pass<BulkImport, Imported, ToldBooks> = {
  kind: BULK_IMPORTS,
  subjects: async ({ events, jobs }, page) =>
    page.map((record) => ({ record, events: events.take(record.id), jobs: jobs.take(record.id) })),
  checks: [isToldOnce, goesOn, countsItsRows],
};
