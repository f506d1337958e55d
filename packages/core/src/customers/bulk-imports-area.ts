import { forJobs, type JobHandler } from '../events/index.js';
import { type Cursors, err, isId, ok, type Page, type PageRequest, type Query, readMatching } from '../kernel/index.js';
import { type BulkImport, BULK_IMPORTS, type RowError } from './bulk-import.js';
import { discardImport, type ImportPorts, importRows, readErrors } from './import-rows.js';
import { acceptImport, openIntake } from './receive-import.js';

/** An import with the errors of its failed rows. `failed` counts all failed rows; `errors` may list fewer. */
export interface BulkImportReport extends BulkImport {
  readonly errors: readonly RowError[];
}

/** The maximum number of failed rows in a report. */
const REPORTED_ROWS = 10_000;

/** Imports of customers from files: the host receives and accepts a file, then jobs import its rows. */
export interface BulkImports {
  readonly open: ReturnType<typeof openIntake>;
  readonly accept: ReturnType<typeof acceptImport>;
  /** BULK_UPLOAD_JOB_NOT_FOUND for an unknown import, and while the file is still being received. */
  readonly get: Query<{ readonly id: string }, BulkImportReport>;
  /** Lists accepted imports without the errors of their rows, newest first. */
  readonly list: Query<PageRequest, Page<BulkImport>>;
}

export function bulkImportsArea(ports: ImportPorts & { readonly cursors: Cursors }) {
  const useCases: BulkImports = {
    open: openIntake(ports),
    accept: acceptImport(ports.ids),
    get: async (reads, _ctx, { id }) => {
      const found = isId('BulkImport', id) ? await reads.get(BULK_IMPORTS, id) : null;
      if (found === null || found.status === 'RECEIVING') return err('BULK_UPLOAD_JOB_NOT_FOUND');
      const errors = found.failed === 0 ? [] : await readErrors(reads, found.id, REPORTED_ROWS);
      return ok({ ...found, errors });
    },
    list: (reads, _ctx, request) => {
      const query = { where: {}, order: 'desc' as const };
      return readMatching(reads, ports.cursors, BULK_IMPORTS, query, ({ status }) => status !== 'RECEIVING', request);
    },
  };
  const background = forJobs(ports);
  const handlers = {
    'import.rows': importRows(background),
    'import.discard': discardImport(background),
  } satisfies Readonly<Record<string, JobHandler>>;
  return { useCases, handlers } as const;
}
