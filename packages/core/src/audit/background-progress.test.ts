import { beforeEach, describe, expect, it } from 'vitest';
import {
  createCursors,
  createIds,
  HOUSE_TENANTS,
  type Reads,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { AUDIT_RUNS, type AuditRun, AUDITS_TENANT } from '../ledger/index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { payerOn } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { type AuditRunPorts, backgroundAudits } from './background.js';

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
  await payerOn(play);
});

interface SlowHost {
  /** Seconds that each call of a read takes. */
  readonly call?: number;
  /** Happens before each read. */
  readonly before?: (tenant: TenantKey | null) => unknown;
  readonly pause?: AuditRunPorts['pause'];
  /** Happens before each write. */
  readonly writes?: () => void;
}

const nextRead = () => new Promise<void>((resolve) => void setImmediate(resolve));
const stored = async (): Promise<AuditRun> =>
  (await play.storage.units.read(AUDITS_TENANT, (reads) => reads.list(AUDIT_RUNS, { order: 'desc', limit: 1 })))
    .rows[0]!;

/**
 * The audits of a host; `written` has the run after each write, `calls` the number of calls of its reads, and `long` the
 * tenants of its long reads.
 */
function hostOf({ call = 0, before, pause = null, writes }: SlowHost = {}) {
  const { units } = play.storage;
  const seen = { written: [] as AuditRun[], calls: 0, long: [] as (TenantKey | null)[] };
  const slowly = (reads: Reads): Reads =>
    Object.fromEntries(
      Object.entries(reads).map(([name, read]) => [
        name,
        (...args: unknown[]) => {
          seen.calls += 1;
          play.clock.advance(call);
          return (read as (...given: unknown[]) => unknown).apply(reads, args);
        },
      ]),
    ) as unknown as Reads;
  const audits = backgroundAudits({
    units: {
      ...units,
      async read(tenant, work, extent) {
        if (extent === 'long') seen.long.push(tenant);
        await before?.(tenant);
        return units.read(tenant, (reads) => work(slowly(reads)), extent);
      },
      async run(tenant, work, traffic) {
        writes?.();
        const done = await units.run(tenant, work, traffic);
        seen.written.push(await stored());
        return done;
      },
    } satisfies UnitOfWork,
    clock: play.clock,
    digest,
    random: seededRandom(),
    sealer: reversingSealer,
    ids: createIds(play.clock, seededRandom('audits')),
    cursors: createCursors(new Uint8Array(32)),
    pause,
  });
  return { audits, seen };
}

const asked = async (): Promise<AuditRun> => {
  const ctx = { ...play.context(), tenant: AUDITS_TENANT };
  const { request } = hostOf().audits.runs;
  return valueOf(await play.storage.units.run(AUDITS_TENANT, (tx) => request(tx, ctx, { requestedBy: 'Ann' })));
};
const statuses = (runs: readonly AuditRun[]) => runs.map(({ status }) => status);

describe('the host of an audit', () => {
  it('writes which part it reads, and how many calls it has made', async () => {
    await asked();
    const { audits, seen } = hostOf({ call: 1 });
    expect(await audits.work()).toBe(1);
    const parts = seen.written.map(({ status, part, partsDone, parts: all }) => [status, part, partsDone, all]);
    const [first, second] = HOUSE_TENANTS.toSorted((a, b) => (a < b ? 1 : -1));
    expect(parts.slice(0, 5)).toEqual([
      ['RUNNING', null, 0, 0],
      ['RUNNING', play.tenant, 1, 5],
      ['RUNNING', first, 2, 5],
      ['RUNNING', second, 3, 5],
      ['RUNNING', 'host', 4, 5],
    ]);
    expect(parts.at(-1)).toEqual(['DONE', null, 5, 5]);
    // The tenants, and of the host its tenants, positions, archive and seals.
    expect(seen.long).toEqual([null, play.tenant, first, second, null, null, null]);
    const reads = seen.written.map((run) => run.reads);
    expect(reads).toEqual(reads.toSorted((a, b) => a - b));
    // The parts are counted and the runs are looked for outside of the audit.
    expect(reads.at(-1)).toBe(seen.calls - 3);
    const [started, ended] = [seen.written[0]!, seen.written.at(-1)!];
    expect(ended).toMatchObject({ startedAt: started.startedAt, heardAt: ended.endedAt, endedAt: play.clock.now() });
  });

  it.each([
    [0, []],
    [5, [5_000]],
    [2.5, [5_000]],
    [4.999, [9_998]],
  ])('that reads a part in %d seconds is heard of again after %j milliseconds', async (seconds, apart) => {
    await asked();
    const { audits, seen } = hostOf({ before: () => play.clock.advance(seconds) });
    await audits.work();
    const heard = seen.written.filter(({ status }) => status === 'RUNNING').map(({ heardAt }) => heardAt);
    expect([...new Set(heard.slice(1).map((at, index) => at - heard[index]!))]).toEqual(apart);
  });

  it('is also heard of while one read takes long', async () => {
    await asked();
    const { audits, seen } = hostOf({
      pause: nextRead,
      async before(tenant) {
        if (tenant !== play.tenant) return;
        for (let seconds = 0; seconds < 12; seconds++) {
          play.clock.advance(1);
          for (let turns = 0; turns < 10; turns++) await nextRead();
        }
      },
    });
    await audits.work();
    const running = seen.written.filter(({ part }) => part === play.tenant);
    expect(running.map(({ heardAt, startedAt }) => heardAt - startedAt!)).toEqual([5_000, 10_000]);
    const { length } = seen.written;
    expect(seen.written.at(-1)!.status).toBe('DONE');
    // Nothing is written after the end.
    play.clock.advance(60);
    for (let turns = 0; turns < 10; turns++) await nextRead();
    expect(seen.written).toHaveLength(length);
  });

  it('reads no further once another host has ended its run', async () => {
    await asked();
    const parts: (TenantKey | null)[] = [];
    const host = hostOf({
      async before(tenant) {
        parts.push(tenant);
        if (tenant !== play.tenant) return;
        play.clock.advance(120);
        expect(await hostOf().audits.work()).toBe(1);
      },
    });
    expect(await host.audits.work()).toBe(1);
    // It ends before the first call of the next part.
    expect(parts.slice(parts.indexOf(play.tenant) + 1)).toHaveLength(1);
    await asked();
    await hostOf().audits.work();
    const runs = valueOf(await host.audits.runs.list({ limit: 10 })).data;
    expect(runs.map(({ status, reason }) => [status, reason])).toEqual([
      ['DONE', null],
      ['INTERRUPTED', 'its host has not been heard of for two minutes'],
    ]);
  });

  it('ends its run even if it could not write how far it was', async () => {
    await asked();
    let write = 0;
    const { audits, seen } = hostOf({
      before: () => play.clock.advance(5),
      writes() {
        write += 1;
        if (write === 2) throw new Error('the database is away');
      },
    });
    expect(await audits.work()).toBe(1);
    expect(write).toBe(seen.written.length + 1);
    expect(statuses(seen.written).at(-1)).toBe('DONE');
  });

  it('reports a failure, and ends the run with it', async () => {
    const { id } = await asked();
    const { audits } = hostOf({
      before(tenant) {
        if (tenant === play.tenant) throw new Error('the disk is full');
      },
    });
    await expect(audits.work()).rejects.toThrow('the disk is full');
    expect(valueOf(await audits.runs.get(id))).toMatchObject({
      status: 'INTERRUPTED',
      reason: 'it failed: Error: the disk is full',
      endedAt: play.clock.now(),
      findings: [],
    });
  });

  it('that has stopped begins no run', async () => {
    const { id } = await asked();
    const { audits } = hostOf();
    audits.stop();
    expect(await audits.work()).toBe(0);
    expect(valueOf(await audits.runs.get(id))).toMatchObject({ status: 'REQUESTED', startedAt: null });
  });

  it('leaves alone a run that another host began first', async () => {
    const { id } = await asked();
    const host = hostOf();
    const other = hostOf();
    expect(await Promise.all([other.audits.work(), host.audits.work()])).toEqual([1, 0]);
    expect(valueOf(await host.audits.runs.get(id)).status).toBe('DONE');
  });
});
