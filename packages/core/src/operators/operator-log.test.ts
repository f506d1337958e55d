import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCursors, createIds, houseTenant, ok, type UnitOfWork } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { fixedClock, type FixedClock, seededRandom } from '../testing/ports.js';
import { logLine, type NewLogEntry, OPERATOR_LOG, type OperatorLogEntry, writeLog } from './operator-log.js';
import { type LogFilter, readLog } from './read-log.js';

const HOUSE = houseTenant('SANDBOX');
const ANN = { id: 'Operator:018bcfe5-6800-7000-8000-00000000000a', name: 'Ann' } as never;

let units: UnitOfWork;
let clock: FixedClock;
let write: (entry: Partial<NewLogEntry>, actor?: Parameters<typeof writeLog>[1]) => Promise<OperatorLogEntry>;

beforeEach(() => {
  ({ units } = createMemoryStorage());
  clock = fixedClock();
  const ids = createIds(clock, seededRandom());
  write = async (entry, actor = { operator: ANN, source: 'CONSOLE' }) => {
    const ctx = { tenant: HOUSE, actor: { kind: 'system' }, requestId: 'r-1', now: clock.now(), hostNow: clock.now() };
    const written = await units.run(HOUSE, async (tx) => {
      const all = { outcome: 'DONE', action: 'a.b', subject: 'x', ...entry } as const;
      return ok(writeLog({ tx, ctx: ctx as never, ids }, actor, all));
    });
    const id = valueOf(written);
    return (await units.read(null, (reads) => reads.get(OPERATOR_LOG, id)))!;
  };
});

describe('an entry of the log', () => {
  it('has who did what to which record, and nothing where nothing was said', async () => {
    const now = clock.now();
    expect(await write({})).toEqual({
      id: expect.stringMatching(/^OperatorLog:/),
      tenant: HOUSE,
      version: 1,
      createdAt: now,
      updatedAt: now,
      operatorId: 'Operator:018bcfe5-6800-7000-8000-00000000000a',
      operatorName: 'Ann',
      source: 'CONSOLE',
      outcome: 'DONE',
      action: 'a.b',
      subject: 'x',
      input: null,
      before: null,
      after: null,
      request: null,
      requestedBy: null,
      requestId: 'r-1',
      salt: expect.stringMatching(/^[\w-]{22}$/),
      erasedDigest: null,
    });
    const told = { input: { a: 1 }, before: { b: 2 }, after: { c: 3 }, request: 'Request:1', requestedBy: 'Bob' };
    expect(await write(told as never)).toMatchObject(told);
    const holder = { operator: null, name: 'root', source: 'MASTER_KEY' } as const;
    expect(await write({}, holder)).toMatchObject({ operatorId: null, operatorName: 'root', source: 'MASTER_KEY' });
  });

  it('is one line of JSON with its time, and amounts as text', async () => {
    const entry = await write({ after: { amount: 5n, name: 'y' } });
    const line = logLine(entry);
    expect(line).not.toContain('\n');
    const { createdAt: _, updatedAt: __, version: ___, salt: ____, erasedDigest: _____, ...rest } = entry;
    expect(JSON.parse(line)).toEqual({
      ...rest,
      time: new Date(clock.now()).toISOString(),
      after: { amount: '5', name: 'y' },
    });
    const erased = { ...entry, after: null, salt: null, erasedDigest: 'digest' };
    expect(JSON.parse(logLine(erased))).toEqual({ ...JSON.parse(line), after: null, isErased: true });
  });
});

describe('the log', () => {
  const read = async (filter: LogFilter) => {
    const cursors = createCursors(new Uint8Array(32).fill(1));
    return valueOf(await readLog({ units, cursors })(filter));
  };
  const idsOf = async (filter: LogFilter) => (await read(filter)).data.map(({ id }) => id);

  it('is read newest first, by operator, subject, outcome, action and time', async () => {
    const first = await write({ action: 'a.b', subject: 'x' });
    clock.advance(10);
    const second = await write({ action: 'c.d', subject: 'y', outcome: 'REQUESTED' });
    clock.advance(10);
    const third = await write({ action: 'a.b', subject: 'y' }, { operator: null, name: 'root', source: 'MASTER_KEY' });
    expect(await idsOf({})).toEqual([third.id, second.id, first.id]);
    expect(await idsOf({ operatorId: first.operatorId! })).toEqual([second.id, first.id]);
    expect(await idsOf({ subject: 'y' })).toEqual([third.id, second.id]);
    expect(await idsOf({ outcome: 'REQUESTED' })).toEqual([second.id]);
    expect(await idsOf({ action: 'a.b' })).toEqual([third.id, first.id]);
    expect(await idsOf({ action: 'a.b', subject: 'x' })).toEqual([first.id]);
    expect(await idsOf({ action: 'e.f' })).toEqual([]);
    expect(await idsOf({ from: second.createdAt })).toEqual([third.id, second.id]);
    expect(await idsOf({ to: second.createdAt })).toEqual([second.id, first.id]);
    expect(await idsOf({ from: second.createdAt, to: second.createdAt, action: 'c.d' })).toEqual([second.id]);
    const page = await read({ limit: 2 });
    expect([page.data.map(({ id }) => id), page.hasMore]).toEqual([[third.id, second.id], true]);
  });
});
