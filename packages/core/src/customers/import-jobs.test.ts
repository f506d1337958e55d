import { describe, expect, it } from 'vitest';
import { type Job, JOBS } from '../events/index.js';
import {
  type BaseRecord,
  domainError,
  fail,
  type Id,
  type KindOf,
  ok,
  readAll,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { BULK_IMPORTS, IMPORT_CHUNKS, IMPORT_ERRORS } from './bulk-import.js';
import { importRows } from './import-rows.js';
import type { BulkImportReport } from './index.js';
import { removeSome } from './receive-import.js';

const COLUMNS = [
  ...['umaAddress', 'platformCustomerId', 'customerType', 'fullName', 'birthDate'],
  ...['addressLine1', 'city', 'state', 'postalCode', 'country'],
];
const row = (n: number, city = 'Springfield', domain = 'localhost:8080'): readonly string[] => [
  ...[`$c${n}@${domain}`, `c${n}`, 'INDIVIDUAL', 'Ada Lovelace', '1990-12-10'],
  ...['1 Main St', city, 'IL', '62701', 'US'],
];
const rows = (count: number, city?: string) => Array.from({ length: count }, (_, n) => row(n + 1, city));

const opened = async (play: PlayCore) => valueOf(await play.core.bulkImports.open(play.context(), COLUMNS));
async function received(play: PlayCore, all: readonly (readonly string[])[]): Promise<Id<'BulkImport'>> {
  const intake = await opened(play);
  for (const values of all) valueOf(await intake.add(values));
  valueOf(await intake.end());
  return intake.id;
}
async function accepted(play: PlayCore, all: readonly (readonly string[])[]): Promise<Id<'BulkImport'>> {
  const id = await received(play, all);
  valueOf(await play.run(play.core.bulkImports.accept, { id }));
  return id;
}
const reported = async (play: PlayCore, id: string): Promise<BulkImportReport> =>
  valueOf(await play.read(play.core.bulkImports.get, { id }));
const everything = <T extends BaseRecord>(play: PlayCore, kind: KindOf<T>) =>
  play.storage.units.read(play.tenant, (reads) => readAll(reads, kind));
const importJobs = async (play: PlayCore) =>
  (await everything(play, JOBS)).filter(({ kind }) => kind === 'import.rows');

describe('the job that imports rows', () => {
  /** The job over units of work whose results the test gives, with the number of units that it has run. */
  async function played(results: (unit: number) => Result<unknown>) {
    const play = await playCore();
    let units = 0;
    const run = (async () => results((units += 1))) as unknown as UnitOfWork['run'];
    const handler = importRows({ units: { ...play.storage.units, run } } as never);
    const ended = await handler(play.context(), {} as Job, undefined as never);
    return { ended, units };
  }

  it('imports at most twenty chunks in one run', async () => {
    expect(await played(() => ok('more'))).toEqual({ ended: ok(), units: 20 });
  });

  it('ends with the last chunk of its file', async () => {
    expect(await played((unit) => ok(unit === 3 ? 'ended' : 'more'))).toEqual({ ended: ok(), units: 3 });
  });

  it.each(['CONFLICT', 'UMA_ADDRESS_EXISTS'] as const)(
    'tries a chunk at most four times if it meets %s',
    async (code) => {
      const refused = fail(domainError(code));
      expect(await played(() => refused)).toEqual({ ended: refused, units: 4 });
      // The fourth attempt may succeed, and the next chunk has four attempts again.
      expect(await played((unit) => (unit % 4 === 0 ? ok('more') : refused))).toEqual({ ended: ok(), units: 80 });
    },
  );

  it('tries a chunk once if it meets another error', async () => {
    const refused = fail(domainError('INVALID_CURRENCY'));
    expect(await played(() => refused)).toEqual({ ended: refused, units: 1 });
    expect(await played((unit) => (unit === 2 ? refused : ok('more')))).toEqual({ ended: refused, units: 2 });
  });

  it('has no effect when it runs again after the import has ended', async () => {
    const play = await playCore();
    const id = await accepted(play, rows(2));
    const [job] = await importJobs(play);
    await play.core.work.drain();
    const report = await reported(play, id);
    const other = await playCore({ storage: play.storage, clock: play.clock }, { existing: true });
    await play.storage.units.run(play.tenant, async (tx) => ok(tx.add(JOBS, { ...job!, version: 1 })));
    await other.core.work.drain();
    expect(await reported(play, id)).toEqual(report);
    expect(await importJobs(play)).toEqual([]);
  });
});

describe('the errors of an import', () => {
  it('exist only for chunks with failed rows', async () => {
    const play = await playCore();
    const id = await accepted(play, [...rows(50), row(51, '')]);
    await play.core.work.drain();
    const [errors, ...others] = await everything(play, IMPORT_ERRORS);
    expect(others).toEqual([]);
    expect(errors).toMatchObject({ id: expect.stringMatching(/^ImportErrors:/) as string, importId: id });
    expect(await reported(play, id)).toMatchObject({ successful: 50, failed: 1, errors: [{ row: 51 }] });
  });

  it('in the event are those of the first thousand failed rows, whenever they fail in their chunk', async () => {
    const play = await playCore();
    // Row 1 succeeds, and the creation refuses row 1001 after the other rows of its chunk have been read.
    const all = [row(1), ...rows(1_100, '').slice(1)];
    all[1_000] = row(1_001, 'Springfield', 'bank.example');
    const id = await accepted(play, all);
    await play.core.work.drain();
    const [told] = play.delivered.filter(({ type }) => type === 'BULK_UPLOAD.COMPLETED');
    const numbers = ({ errors }: Pick<BulkImportReport, 'errors'>) => errors.map((error) => error.row);
    const failed = Array.from({ length: 1_099 }, (_, n) => n + 2);
    expect(numbers(told!.snapshot as BulkImportReport)).toEqual(failed.slice(0, 1_000));
    expect(numbers(await reported(play, id))).toEqual(failed);
  });
});

describe('the rows of a file that is being received', () => {
  it('are stored in chunks of fifty as soon as a thousand are buffered', async () => {
    const play = await playCore();
    const intake = await opened(play);
    for (const values of rows(999)) valueOf(await intake.add(values));
    expect(await everything(play, IMPORT_CHUNKS)).toEqual([]);
    valueOf(await intake.add(row(1_000)));
    const stored = await everything(play, IMPORT_CHUNKS);
    expect(stored.map(({ importId, place, firstRow }) => [importId, place, firstRow])).toEqual(
      Array.from({ length: 20 }, (_, n) => [intake.id, String(n), n * 50 + 1]),
    );
    for (const { id, sealedRows } of stored) {
      expect(id).toMatch(/^ImportChunk:/);
      expect(sealedRows).toContain(`sealed:import_chunks/${id}/sealedRows:`);
    }
    valueOf(await intake.add(row(1_001)));
    valueOf(await intake.end());
    expect((await everything(play, IMPORT_CHUNKS)).at(-1)).toMatchObject({ place: '20', firstRow: 1_001 });
    expect(await everything(play, BULK_IMPORTS)).toMatchObject([{ chunks: 21, total: 1_001 }]);
  });

  it('are stored as soon as 256 KiB of text are buffered, where each value counts one more', async () => {
    const play = await playCore();
    const intake = await opened(play);
    const most = 256 * 1024;
    valueOf(await intake.add(['x'.repeat(most - 3), '']));
    expect(await everything(play, IMPORT_CHUNKS)).toEqual([]);
    valueOf(await intake.add(['']));
    expect(await everything(play, IMPORT_CHUNKS)).toHaveLength(1);
    // The buffer is empty again.
    valueOf(await intake.add(['x'.repeat(most - 2)]));
    expect(await everything(play, IMPORT_CHUNKS)).toHaveLength(1);
    valueOf(await intake.add(['']));
    expect(await everything(play, IMPORT_CHUNKS)).toHaveLength(2);
  });

  it('are removed without those of other files', async () => {
    const play = await playCore();
    const [first, second] = [await received(play, rows(60)), await received(play, rows(60))];
    const remove = async (id: string) =>
      valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(await removeSome(tx, id))));
    expect(await remove(second)).toBe(true);
    expect((await everything(play, IMPORT_CHUNKS)).map(({ importId }) => importId)).toEqual([first, first]);
    expect((await everything(play, BULK_IMPORTS)).map(({ id }) => id)).toEqual([first]);
    expect(await remove(second)).toBe(true);
  });

  it('stay when the file was accepted before its upload ran out of time', async () => {
    const play = await playCore();
    const id = await accepted(play, rows(60));
    const isGone = await play.storage.units.run(play.tenant, async (tx) => ok(await removeSome(tx, id)));
    expect(valueOf(isGone)).toBe(true);
    expect(await everything(play, IMPORT_CHUNKS)).toHaveLength(2);
    expect(refusal(await play.run(play.core.bulkImports.accept, { id })).code).toBe('INVALID_STATE_TRANSITION');
    await play.pass(3_600);
    expect(await reported(play, id)).toMatchObject({ status: 'COMPLETED', successful: 60 });
  });
});
