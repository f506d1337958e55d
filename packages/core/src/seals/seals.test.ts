import { beforeEach, describe, expect, it } from 'vitest';
import { audit, type AuditScope } from '../audit/index.js';
import { EVENTS } from '../events/index.js';
import { type AnyKind, type BaseRecord, type KindOf, ok } from '../kernel/index.js';
import { everyRecord, POSTINGS } from '../ledger/index.js';
import { resealAll } from '../maintenance/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { SEAL_HEADS, SEALS } from './index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { openSealKey } from './seal-key.js';
import { ROWS_OF_A_SEAL } from './streams.js';

let payer: PlayPayer;
let play: PlayCore;

beforeEach(async () => {
  payer = await playPayer();
  play = payer.play;
});

const sealOnce = () => play.core.work.sealJournal();

/** Seals everything that is not sealed yet. */
async function seal(sealer: () => ReturnType<typeof sealOnce> = sealOnce) {
  let rows = 0;
  for (;;) {
    const sealed = await sealer();
    rows += sealed.rows;
    if (!sealed.isBehind) return { ...sealed, rows };
  }
}

const records = <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  play.storage.units.read(null, async (reads) => {
    const all: T[] = [];
    for await (const record of everyRecord(reads, kind)) all.push(record);
    return all;
  });

const rowsOfStreams = async (): Promise<number> =>
  (await records(POSTINGS)).length + (await records(EVENTS)).length + (await records(OPERATOR_LOG)).length;

const audited = (scope: AuditScope = {}, sealer: typeof reversingSealer | null = reversingSealer) =>
  audit({ units: play.storage.units, clock: play.clock, digest, random: seededRandom(), sealer }, scope);
const findings = async (scope: AuditScope = {}) => (await audited(scope)).findings;

async function remove(kind: AnyKind, which: (record: BaseRecord) => boolean = () => true): Promise<void> {
  const some = (await records(kind as unknown as KindOf<BaseRecord>)).filter(which);
  valueOf(
    await play.storage.units.run(null, async (tx) => {
      for (const record of some) tx.remove(kind as unknown as KindOf<BaseRecord>, record);
      return ok();
    }),
  );
}

/** Adds a deposit: an entry of two lines, and events. */
const fund = async (amount = 100n): Promise<void> => {
  valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount }));
  await play.pass(0);
};

describe('the journal', () => {
  it('is sealed once; a run without new rows adds no seal', async () => {
    const first = await seal();
    expect(first).toEqual({
      rows: await rowsOfStreams(),
      head: (await records(SEAL_HEADS))[0]!.digest,
      isBehind: false,
    });
    expect(await seal()).toEqual({ rows: 0, head: first.head, isBehind: false });
    expect(await records(SEALS)).toHaveLength(3);
  });

  it('is sealed from the last sealed position on, in seals of a bounded size', async () => {
    await seal();
    const [like] = await records(EVENTS);
    valueOf(
      await play.storage.units.run(play.tenant, async (tx) => {
        for (let i = 0; i <= ROWS_OF_A_SEAL; i++) tx.add(EVENTS, { ...like!, id: `Webhook:${i}` as never });
        return ok();
      }),
    );
    expect((await seal()).rows).toBe(ROWS_OF_A_SEAL + 1);
    const seals = await records(SEALS);
    expect(seals.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(seals.slice(3).map(({ rows }) => rows)).toEqual([ROWS_OF_A_SEAL, 1]);
    expect((await findings()).filter((finding) => /seal/.test(finding))).toEqual([]);
  });

  it('is sealed one part at a time, so that payments can run in between', async () => {
    const [like] = await records(EVENTS);
    valueOf(
      await play.storage.units.run(play.tenant, async (tx) => {
        for (let i = 0; i < 9 * ROWS_OF_A_SEAL; i++) tx.add(EVENTS, { ...like!, id: `Webhook:${i}` as never });
        return ok();
      }),
    );
    expect(await sealOnce()).toMatchObject({ isBehind: true });
    expect(await records(SEALS)).toHaveLength(3);
    await seal();
    expect((await records(SEALS)).length).toBeGreaterThan(9);
    expect((await findings()).filter((finding) => /seal/.test(finding))).toEqual([]);
  });

  it('gets no seal and no key if it is empty', async () => {
    play = await playCore();
    await remove(EVENTS as never);
    await remove(OPERATOR_LOG as never);
    expect(await seal()).toEqual({ rows: 0, head: null, isBehind: false });
    const { findings: found, sealed } = await audited();
    expect(found).toEqual([expect.stringContaining('no entry of the operator log says so')]);
    expect(sealed).toEqual({ seals: 0, rows: 0, head: null, sealedAt: null, signaturesChecked: false });
    expect(await records(HOST_KEYS)).not.toContainEqual(expect.objectContaining({ id: 'journal-seals' }));
  });

  it('is sealed once if two hosts seal at the same time', async () => {
    const other = await playCore({ storage: play.storage, clock: play.clock }, { existing: true });
    const sealed = await Promise.all([seal(), other.core.work.sealJournal(), seal(), other.core.work.sealJournal()]);
    const rows = await rowsOfStreams();
    expect(sealed.reduce((sum, one) => sum + one.rows, 0)).toBe(rows);
    await fund();
    await Promise.all([seal(), other.core.work.sealJournal()]);
    expect(await findings()).toEqual([]);
  });

  it('keeps a complete chain if a host crashes between two seals', async () => {
    const dying = await playCore(
      { storage: { ...play.storage, units: failingAfter(1) }, clock: play.clock },
      { existing: true },
    );
    await expect(dying.core.work.sealJournal()).rejects.toThrow('the host has crashed');
    expect(await records(SEALS)).toHaveLength(1);
    expect(await findings()).toEqual([]);
    await seal();
    expect(await records(SEALS)).toHaveLength(3);
    expect(await findings()).toEqual([]);
  });

  function failingAfter(writes: number): PlayCore['storage']['units'] {
    let left = writes;
    return {
      ...play.storage.units,
      run: (tenant, work) => {
        if (left-- === 0) throw new Error('the host has crashed');
        return play.storage.units.run(tenant, work);
      },
    };
  }
});

describe('a kept head', () => {
  it('stays part of its chain, and a digest of no seal is reported', async () => {
    await seal();
    const head = (await audited()).sealed!.head!;
    await fund();
    await seal();
    expect((await audited()).sealed!.head).not.toBe(head);
    expect(await findings({ keptHead: head })).toEqual([]);
    const none = 'f'.repeat(64);
    expect(await findings({ keptHead: none })).toEqual([`the kept head ${none} is not part of the seal chain`]);
  });

  it('reveals a chain that was rebuilt with a new key', async () => {
    await seal();
    const head = (await audited()).sealed!.head!;
    await remove(SEALS as never);
    await remove(SEAL_HEADS as never);
    await remove(HOST_KEYS as never, ({ id }) => id === 'journal-seals');
    play = await playCore({ storage: play.storage, clock: play.clock }, { existing: true });
    await seal();
    expect(await findings()).toEqual([]);
    expect(await findings({ keptHead: head })).toEqual([`the kept head ${head} is not part of the seal chain`]);
  });

  it('reveals an older copy of the database', async () => {
    await seal();
    await fund();
    await seal();
    const head = (await audited()).sealed!.head!;
    await remove(SEALS as never, ({ id }) => id > 'seal/000000000002');
    expect(await findings({ keptHead: head })).toEqual([
      'the seal chain ends with seal 2, but its head names seal 5: the newest seals are missing',
      `the kept head ${head} is not part of the seal chain`,
    ]);
  });
});

describe('a host that seals', () => {
  it('refuses to continue a chain that was cut off', async () => {
    await seal();
    await remove(SEALS as never);
    await remove(SEAL_HEADS as never);
    await fund();
    await expect(seal()).rejects.toThrow('the seal chain ended with seal 3 and now ends with seal 0; run the audit');
    const other = await playCore({ storage: play.storage, clock: play.clock }, { existing: true });
    await expect(other.core.work.sealJournal()).rejects.toThrow('the head of the seal chain is missing');
  });

  it('continues a chain of a former release, whose head has the first form and which has no seal of the operator log', async () => {
    const log = await records(OPERATOR_LOG);
    await remove(OPERATOR_LOG as never);
    await seal();
    const [head] = await records(SEAL_HEADS);
    const { number, digest: last, ends } = head!;
    expect(Object.keys(ends)).toEqual(['postings', 'events']);
    const [key] = (await records(HOST_KEYS)).filter(({ id }) => id === 'journal-seals');
    const former = { number, digest: last, form: 1, ends };
    const mac = openSealKey(reversingSealer, key!).head(former)!;
    await remove(SEAL_HEADS as never);
    valueOf(
      await play.storage.units.run(null, async (tx) => {
        tx.add(SEAL_HEADS, { ...head!, ...former, mac });
        for (const entry of log) tx.add(OPERATOR_LOG, entry);
        return ok();
      }),
    );
    expect(await findings()).toEqual([]);
    await seal();
    const [continued] = await records(SEAL_HEADS);
    expect(continued).toMatchObject({
      number: number + 1,
      form: 2,
      ends: { ...ends, operator_log: expect.any(Number) },
    });
    expect(await findings()).toEqual([]);
  });

  it('keeps the chain valid if the clock of another host was ahead', async () => {
    play.clock.advance(3600);
    await seal();
    const ahead = play.clock.now();
    play.clock.advance(-3600);
    await fund();
    await seal();
    expect((await records(SEALS)).map(({ createdAt }) => createdAt)).toEqual(Array(5).fill(ahead));
    expect(await findings()).toEqual([]);
  });
});

describe('an audit', () => {
  it('checks the chain without the master key, and reports that signatures were not checked', async () => {
    await seal();
    const report = await audited({}, null);
    expect(report.findings).toEqual([]);
    expect(report.sealed!.signaturesChecked).toBe(false);
    expect((await audited()).sealed!.signaturesChecked).toBe(true);
  });

  it('checks the signatures after a rotation of the master key', async () => {
    await seal();
    const rotated = {
      seal: (text: string) => `next:${text}`,
      open: (text: string) => text.slice('next:'.length),
      renew: (text: string) => text,
    };
    await resealAll(play.storage.units, (sealed, place) =>
      sealed.startsWith('next:') ? sealed : rotated.seal(reversingSealer.open(sealed, place)),
    );
    const report = await audited({}, rotated);
    expect(report.findings).toEqual([]);
    expect(report.sealed!.signaturesChecked).toBe(true);
    // The former key opens neither the seal key nor any other secret.
    const former = await findings();
    expect(former.at(-1)).toMatch(/^the seal key cannot be opened: not sealed/);
    expect(former.filter((finding) => !finding.includes('cannot be opened: not sealed'))).toEqual([]);
  });

  it('of one platform does not check the chain, which covers all platforms', async () => {
    await seal();
    expect((await audited({ tenant: play.tenant })).sealed).toBeNull();
  });
});
