import { describe, expect, test } from 'vitest';
import { EVENTS } from '../events/index.js';
import { type Id, ok, type Result, runUseCase, tenantKey } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { BULK_IMPORTS, type BulkImportReport, CUSTOMERS, IMPORT_CHUNKS } from './index.js';
import { removeSome } from './receive-import.js';

const INDIVIDUAL = {
  umaAddress: '$ada@localhost:8080',
  platformCustomerId: 'ada',
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
  email: '',
  businessLegalName: '',
  businessRegistrationNumber: '',
  businessTaxId: '',
  platformAccountId: 'account-1',
  description: 'new',
};
type Row = Partial<typeof INDIVIDUAL>;
const COLUMNS = Object.keys(INDIVIDUAL) as (keyof typeof INDIVIDUAL)[];
const BUSINESS: Row = { customerType: 'BUSINESS', fullName: '', birthDate: '', businessLegalName: 'Acme Inc' };

/** The n-th row of a file, with its own ids and addresses. */
const row = (n: number, fields: Row = {}): readonly string[] => {
  const values = { ...INDIVIDUAL, umaAddress: `$c${n}@localhost:8080`, platformCustomerId: `c${n}`, ...fields };
  return COLUMNS.map((column) => values[column]);
};

/** A core whose platform has one currency: customers have an account in each. */
async function frugalCore(): Promise<PlayCore> {
  const play = await playCore();
  const { supportedCurrencies } = valueOf(await play.read(play.core.platforms.getConfig, undefined));
  const [dollars] = supportedCurrencies.filter(({ currencyCode }) => currencyCode === 'USD');
  valueOf(await play.run(play.core.platforms.updateConfig, { supportedCurrencies: [dollars!] }));
  return play;
}

async function received(play: PlayCore, rows: readonly (readonly string[])[], header: readonly string[] = COLUMNS) {
  const intake = valueOf(await play.core.bulkImports.open(play.context(), header));
  for (const values of rows) valueOf(await intake.add(values));
  valueOf(await intake.end());
  return intake;
}

async function imported(play: PlayCore, rows: readonly (readonly string[])[]): Promise<BulkImportReport> {
  const { id } = await received(play, rows);
  valueOf(await play.run(play.core.bulkImports.accept, { id }));
  await play.core.work.drain();
  return valueOf(await play.read(play.core.bulkImports.get, { id }));
}

const stored = async (play: PlayCore, kind: typeof CUSTOMERS | typeof IMPORT_CHUNKS | typeof BULK_IMPORTS) =>
  (
    await play.storage.units.read(play.tenant, (reads) =>
      reads.list(kind as typeof CUSTOMERS, { order: 'asc', limit: 10_000 }),
    )
  ).rows;

const errorsOf = ({ errors }: BulkImportReport) =>
  errors.map(({ row: number, error }) => [
    number,
    error.code,
    ((error.details?.['errors'] ?? []) as { field: string }[]).map(({ field }) => field),
  ]);

describe('an import', () => {
  test('creates the customers of its rows by the rules of the creation, and emits one event at its end', async () => {
    const play = await frugalCore();
    const business = {
      ...BUSINESS,
      businessTaxId: '12-3456789',
      businessRegistrationNumber: 'R1',
      addressLine2: 'Top',
    };
    const report = await imported(play, [row(1, { email: 'ada@example.com', country: 'DE' }), row(2, business)]);
    expect(report).toMatchObject({ status: 'COMPLETED', total: 2, successful: 2, failed: 0, errors: [] });
    const { data } = valueOf(await play.read(play.core.customers.list, { limit: 10 }));
    expect([...data].reverse()).toMatchObject([
      {
        platformCustomerId: 'c1',
        umaAddress: '$c1@localhost:8080',
        kycStatus: 'APPROVED',
        region: 'DE',
        contactEmail: 'PENDING',
        address: {
          line1: '1 Main St',
          line2: null,
          city: 'Springfield',
          state: 'IL',
          postalCode: '62701',
          country: 'DE',
        },
        fullName: 'Ada Lovelace',
        birthDate: '1990-12-10',
        email: 'ada@example.com',
        platformAccountId: 'account-1',
        description: 'new',
      },
      {
        customerType: 'BUSINESS',
        kycStatus: 'PENDING',
        businessInfo: { legalName: 'Acme Inc', taxId: '12-3456789', registrationNumber: 'R1', country: 'US' },
        address: { line2: 'Top' },
      },
    ]);
    const told = play.delivered.filter(({ type }) => type.startsWith('BULK_UPLOAD'));
    expect(told).toMatchObject([{ type: 'BULK_UPLOAD.COMPLETED', resource: report.id, snapshot: { successful: 2 } }]);
    expect(await stored(play, IMPORT_CHUNKS)).toEqual([]);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  test('reports every failed row by its number with each invalid column, and imports the others', async () => {
    const play = await playCore();
    valueOf(
      await play.run(play.core.customers.create, {
        customerType: 'INDIVIDUAL',
        platformCustomerId: 'there',
        umaAddress: '$there@localhost:8080',
      }),
    );
    const report = await imported(play, [
      row(1),
      row(2, { birthDate: '1990-13-01', country: 'XX', city: ' ' }),
      row(3, { platformCustomerId: 'c1' }),
      row(4, { umaAddress: '$C1@LOCALHOST:8080' }),
      row(5, { platformCustomerId: 'there' }),
      row(6, { umaAddress: '$there@localhost:8080' }),
      row(7, { customerType: 'ROBOT', umaAddress: 'nonsense', platformCustomerId: '' }),
      row(8, { ...BUSINESS, businessLegalName: '', businessTaxId: '1' }),
      row(9).slice(1),
      row(10, { fullName: 'a\u0000b' }),
      row(11, { fullName: `x${'y'.repeat(300)}`, email: 'not-an-email' }),
      row(12),
    ]);
    expect(report).toMatchObject({ status: 'COMPLETED', total: 12, successful: 2, failed: 10 });
    expect(errorsOf(report)).toEqual([
      [2, 'INVALID_INPUT', ['city', 'country', 'birthDate']],
      [3, 'CONFLICT', []],
      [4, 'UMA_ADDRESS_EXISTS', []],
      [5, 'CONFLICT', []],
      [6, 'UMA_ADDRESS_EXISTS', []],
      [7, 'INVALID_INPUT', ['platformCustomerId', 'customerType', 'umaAddress']],
      [8, 'INVALID_INPUT', ['businessLegalName', 'businessTaxId']],
      [9, 'INVALID_INPUT', ['row']],
      [10, 'INVALID_INPUT', ['fullName']],
      [11, 'INVALID_INPUT', ['email', 'fullName']],
    ]);
  });

  test('reports rows whose UMA addresses belong to customers or domains of other platforms', async () => {
    const play = await frugalCore();
    const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
    const there: PlayCore['run'] = (useCase, input) =>
      runUseCase(play.storage.units, { ...play.context(), tenant }, useCase, input);
    valueOf(await there(play.core.platforms.create, { name: 'Other', currencies: ['USD'] }));
    const taken = { customerType: 'INDIVIDUAL', umaAddress: '$c2@localhost:8080' };
    valueOf(await there(play.core.customers.create, taken));
    const report = await imported(play, [row(1), row(2), row(3, { umaAddress: '$c3@bank.example' }), row(4)]);
    expect([report.successful, errorsOf(report)]).toEqual([
      2,
      [
        [2, 'UMA_ADDRESS_EXISTS', []],
        [3, 'INVALID_UMA_ADDRESS', ['umaAddress']],
      ],
    ]);
  });

  test('reports ids and addresses that a much earlier row has used', async () => {
    const play = await frugalCore();
    const report = await imported(play, [...Array.from({ length: 120 }, (_, n) => row(n + 1)), row(1), row(200)]);
    expect([report.successful, errorsOf(report)]).toEqual([121, [[121, 'CONFLICT', []]]]);
  });

  test('fails if none of its rows succeeds', async () => {
    const play = await frugalCore();
    const report = await imported(play, [row(1, { country: '' }), row(2, { country: '' })]);
    expect(report).toMatchObject({ status: 'FAILED', total: 2, successful: 0, failed: 2 });
    const [told] = play.delivered.filter(({ type }) => type === 'BULK_UPLOAD.FAILED');
    expect(told).toMatchObject({ resource: report.id, snapshot: { failed: 2, errors: [{ row: 1 }, { row: 2 }] } });
  });

  test('continues chunk by chunk without a lost or duplicated row after units that fail', async () => {
    const play = await frugalCore();
    const { units } = play.storage;
    const seen: number[] = [];
    let runs = 0;
    const breaking: typeof units.run = async (tenant, work) => {
      runs += 1;
      // Every third unit of work is rolled back, as if the host had crashed before its commit.
      if (runs % 3 === 0) return units.run(tenant, async (tx) => (await work(tx), Promise.reject(new Error('killed'))));
      return units.run(tenant, work);
    };
    const other = await playCore(
      { storage: { ...play.storage, units: { ...units, run: breaking } }, clock: play.clock },
      { existing: true },
    );
    const { id } = await received(
      play,
      Array.from({ length: 300 }, (_, n) => row(n + 1, n % 100 === 99 ? { city: '' } : {})),
    );
    valueOf(await play.run(play.core.bulkImports.accept, { id }));
    for (let pass = 0; pass < 200; pass++) {
      await other.core.work.runJobs();
      const report = valueOf(await play.read(play.core.bulkImports.get, { id }));
      seen.push(report.successful + report.failed);
      if (report.status === 'COMPLETED') break;
      play.clock.advance(31);
    }
    const report = valueOf(await play.read(play.core.bulkImports.get, { id }));
    expect(report).toMatchObject({ status: 'COMPLETED', successful: 297, failed: 3 });
    expect(report.errors.map((error) => error.row)).toEqual([100, 200, 300]);
    const ids = (await stored(play, CUSTOMERS)).map(({ platformCustomerId }) => platformCustomerId);
    expect(new Set(ids).size).toBe(297);
    expect(ids).toHaveLength(297);
    expect(new Set(seen).size).toBeGreaterThan(2);
    const events = await play.storage.units.read(play.tenant, (reads) =>
      reads.list(EVENTS, { order: 'asc', limit: 2_000 }),
    );
    expect(events.rows.filter(({ type }) => type === 'BULK_UPLOAD.COMPLETED')).toHaveLength(1);
  });

  test('ignores blanks around values', async () => {
    const play = await frugalCore();
    const report = await imported(play, [
      row(1, { fullName: ' Ada Lovelace ', country: ' US', city: '\tSpringfield' }),
    ]);
    expect(report).toMatchObject({ status: 'COMPLETED', successful: 1 });
    expect(await stored(play, CUSTOMERS)).toMatchObject([
      { fullName: 'Ada Lovelace', address: { city: 'Springfield' } },
    ]);
  });

  test('reports the rows of a chunk in their order, whenever they fail', async () => {
    const play = await frugalCore();
    const foreign = { umaAddress: '$x@bank.example' };
    const report = await imported(play, [row(1, foreign), row(2, { city: '' }), row(3), row(4, { city: '' })]);
    expect(errorsOf(report).map(([number, code]) => [number, code])).toEqual([
      [1, 'INVALID_UMA_ADDRESS'],
      [2, 'INVALID_INPUT'],
      [4, 'INVALID_INPUT'],
    ]);
  });

  test('is listed newest first without its errors, once its file is received', async () => {
    const play = await frugalCore();
    const list = async (request: object = {}) => valueOf(await play.read(play.core.bulkImports.list, request));
    const first = await imported(play, [row(1, { city: '' })]);
    await play.pass(1);
    const second = await imported(play, [row(2)]);
    await play.pass(1);
    await received(play, [row(3)]);
    const { data } = await list();
    expect(data.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'COMPLETED'],
      [first.id, 'FAILED'],
    ]);
    expect(data[1]).not.toHaveProperty('errors');
    const page = await list({ limit: 1 });
    expect([page.data.map(({ id }) => id), page.hasMore]).toEqual([[second.id], true]);
    const { data: rest } = await list({ limit: 1, cursor: page.nextCursor });
    expect(rest.map(({ id }) => id)).toEqual([first.id]);
    expect(second).toMatchObject({ completedAt: second.createdAt, chunks: 1, nextChunk: 1, errors: [] });
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  test('without rows is refused', async () => {
    const play = await frugalCore();
    const intake = valueOf(await play.core.bulkImports.open(play.context(), COLUMNS));
    expect(refusal(await intake.end())).toEqual({ code: 'INVALID_INPUT', fields: ['file'] });
    const accepted = await play.run(play.core.bulkImports.accept, { id: intake.id });
    expect(refusal(accepted).code).toBe('INVALID_REQUEST_FORMAT');
  });

  test('continues at once in another run of its job after twenty chunks', async () => {
    const play = await frugalCore();
    const rows = Array.from({ length: 1_100 }, (_, n) => row(n + 1, { city: '' }));
    const { id } = await received(play, rows);
    valueOf(await play.run(play.core.bulkImports.accept, { id }));
    await play.core.work.runJobs();
    const { failed, chunks } = valueOf(await play.read(play.core.bulkImports.get, { id }));
    expect(chunks).toBeGreaterThan(20);
    await play.core.work.drain();
    const report = valueOf(await play.read(play.core.bulkImports.get, { id }));
    expect(failed).toBeGreaterThan(0);
    expect(report).toMatchObject({ status: 'FAILED', failed: 1_100, nextChunk: chunks });
    expect(report.errors.map(({ row: number }) => number)).toEqual(rows.map((_, n) => n + 1));
    const [told] = play.delivered.filter(({ type }) => type === 'BULK_UPLOAD.FAILED');
    expect((told!.snapshot as BulkImportReport).errors).toHaveLength(1_000);
    expect(await stored(play, IMPORT_CHUNKS)).toEqual([]);
  });

  test('is visible only to its tenant, and only after the whole file is received', async () => {
    const play = await frugalCore();
    const { id } = await received(play, [row(1)]);
    const missing = 'BULK_UPLOAD_JOB_NOT_FOUND';
    expect(refusal(await play.read(play.core.bulkImports.get, { id })).code).toBe(missing);
    valueOf(await play.run(play.core.bulkImports.accept, { id }));
    const pending = valueOf(await play.read(play.core.bulkImports.get, { id }));
    expect(pending).toMatchObject({ status: 'PENDING', total: 1, successful: 0, completedAt: null });
    expect(refusal(await play.read(play.core.bulkImports.get, { id: 'BulkImport:1' })).code).toBe(missing);
  });
});

describe('a file that is not completely received', () => {
  test('leaves no rows behind, even if its host crashes', async () => {
    const play = await frugalCore();
    const rows = Array.from({ length: 3_000 }, (_, n) => row(n));
    const discarded = await received(play, rows);
    await discarded.discard();
    expect([await stored(play, BULK_IMPORTS), await stored(play, IMPORT_CHUNKS)]).toEqual([[], []]);
    await received(play, rows);
    await play.pass(3_599);
    expect(await stored(play, BULK_IMPORTS)).toHaveLength(1);
    await play.pass(1);
    expect([await stored(play, BULK_IMPORTS), await stored(play, IMPORT_CHUNKS)]).toEqual([[], []]);
  });

  test('accepts no more rows after it was discarded', async () => {
    const play = await frugalCore();
    const intake = await received(play, [row(1)]);
    await play.pass(3_600);
    let late: Result<void> = ok();
    for (let n = 0; n < 1_000 && late.ok; n++) late = await intake.add(row(n));
    expect(refusal(late).code).toBe('INVALID_REQUEST_FORMAT');
  });

  test('cannot be accepted after it was discarded', async () => {
    const play = await frugalCore();
    const intake = await received(play, [row(1)]);
    await play.pass(3_600);
    expect(refusal(await intake.end()).code).toBe('INVALID_REQUEST_FORMAT');
    const refused = await play.run(play.core.bulkImports.accept, { id: intake.id });
    expect(refusal(refused).code).toBe('INVALID_REQUEST_FORMAT');
  });

  test('cannot be accepted after some of its chunks were removed', async () => {
    const play = await frugalCore();
    const { id } = await received(
      play,
      Array.from({ length: 3_000 }, (_, n) => row(n)),
    );
    const isGone = valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(await removeSome(tx, id))));
    expect(isGone).toBe(false);
    expect(refusal(await play.run(play.core.bulkImports.accept, { id })).code).toBe('INVALID_REQUEST_FORMAT');
  });
});

describe('the buffer of received rows', () => {
  test('is bounded, even if rows consist only of commas', async () => {
    const play = await frugalCore();
    const intake = valueOf(await play.core.bulkImports.open(play.context(), COLUMNS));
    const commas = new Array<string>(20_000).fill('');
    for (let n = 0; n < 20; n++) valueOf(await intake.add(commas));
    expect((await stored(play, IMPORT_CHUNKS)).length).toBeGreaterThan(0);
    await intake.discard();
  });
});

describe('a header', () => {
  const opened = async (header: readonly string[]) => {
    const play = await playCore();
    return play.core.bulkImports.open(play.context(), header);
  };
  const without = (...names: readonly string[]) => COLUMNS.filter((column) => !names.includes(column));

  test.each([
    ['all columns', COLUMNS],
    ['in any order', [...COLUMNS].reverse()],
    ['with surrounding blanks', COLUMNS.map((column) => ` ${column} `)],
    ['only for individuals', without('businessLegalName', 'businessTaxId', 'addressLine2', 'email')],
    ['only for businesses', without('fullName', 'birthDate')],
  ])('is accepted: %s', async (_what, header) => {
    expect((await opened(header)).ok).toBe(true);
  });

  test('with very many columns is checked quickly', async () => {
    const play = await playCore();
    const many = Array.from({ length: 60_000 }, (_, n) => n.toString(36));
    const begun = performance.now();
    const refused = await play.core.bulkImports.open(play.context(), many);
    expect(refusal(refused).code).toBe('INVALID_INPUT');
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test.each([
    [without('umaAddress', 'country'), 'the header lacks umaAddress, country'],
    [without('fullName', 'businessLegalName'), 'the header lacks fullName'],
    [without('fullName', 'birthDate', 'businessLegalName'), 'the header lacks fullName, birthDate, businessLegalName'],
    [[...COLUMNS, 'city', 'fullName'], 'the header has city, fullName more than once'],
    [[...COLUMNS, 'fullname', 'nickname'], 'the header has unknown columns: fullname, nickname'],
    [
      ['a'.repeat(100), ...without('city'), 'a'.repeat(100)],
      `the header lacks city and has unknown columns: ${'a'.repeat(64)} and has ${'a'.repeat(64)} more than once`,
    ],
  ])('is refused with its missing, unknown and duplicate columns: %#', async (header, message) => {
    const refused = await opened(header);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'file', message }] } },
    });
  });
});
