import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS, type OutboxEvent } from '../events/index.js';
import {
  type BaseRecord,
  domainError,
  fail,
  houseTenant,
  instant,
  type KindOf,
  ok,
  readAll,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { FIGURE_HEADS, FIGURES, HOUR_MS, hourOf, idOf } from './figure.js';
import { foldFigures } from './fold-figures.js';
import { readFacts } from './history.js';
import { inspectFigures } from './inspect-figures.js';

const HOURS = 48;

let payer: PlayPayer;
let units: UnitOfWork;
beforeEach(async () => {
  payer = await playPayer();
  ({ units } = payer.play.storage);
});

const fund = async () =>
  valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 1n }));
const fold = () => payer.play.core.work.foldFigures();
const records = <T extends BaseRecord>(kind: KindOf<T>) => units.read(null, (reads) => readAll(reads, kind));
const changed = async (work: (tx: Tx) => void) => valueOf(await units.run(null, async (tx) => ok(work(tx))));

describe('an audit of figures', () => {
  /** An audit whose random number is this one. */
  const audited = (number: number) =>
    inspectFigures(units, {
      bytes: (length) => Uint8Array.from({ length }, (_, at) => (number >> (8 * (length - 1 - at))) & 255),
    });

  it('reads the hour that it draws, from the hour of the first event to that of the last', async () => {
    const began = hourOf(instant(payer.play.clock.now()));
    for (let hours = 0; hours < HOURS; hours += HOURS / 2) {
      await fund();
      payer.play.clock.advance((HOURS / 2) * 3_600);
    }
    await fund();
    await fold();
    for (const number of [0, HOURS / 2, HOURS]) expect(await audited(number)).toEqual([]);
    const tenant = houseTenant('SANDBOX');
    const wrong = [0, HOURS / 2, HOURS].map((hours) => idOf({ tenant, hour: instant(began + hours * HOUR_MS) }));
    const rows = (await records(FIGURES)).filter(({ id }) => wrong.includes(id));
    expect(rows).toHaveLength(3);
    await changed((tx) => {
      for (const row of rows) tx.change(FIGURES, row, { ...row, cells: [], version: row.version + 1 });
    });
    const found = async (number: number) =>
      new Set((await audited(number)).map((finding) => /at (\S+) is missing/.exec(finding)?.[1]));
    const at = (hours: number) => new Set([new Date(began + hours * HOUR_MS).toISOString()]);
    expect(await found(0)).toEqual(at(0));
    expect(await found(HOURS / 2)).toEqual(at(HOURS / 2));
    expect(await found(HOURS)).toEqual(at(HOURS));
    expect(await found(HOURS + 1)).toEqual(at(0));
    // All bytes of the number choose the hour.
    expect([(20 << 8) % (HOURS + 1), (17 << 16) % (HOURS + 1)]).toEqual([HOURS / 2, HOURS]);
    expect(await found(20 << 8)).toEqual(at(HOURS / 2));
    expect(await found(17 << 16)).toEqual(at(HOURS));
    for (const number of [1, HOURS - 1]) expect(await audited(number)).toEqual([]);
  });

  it('reads the hour of the event that it draws, by the clock of its platform in the sandbox', async () => {
    const { play } = payer;
    const began = instant(play.clock.now());
    valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: 30 * 86_400 }));
    await play.core.work.catchUp(play.tenant);
    await fund();
    await fold();
    const own = hourOf(instant(began + 30 * 86_400_000));
    const row = (await records(FIGURES)).find(({ id }) => id === idOf({ tenant: play.tenant, hour: own }))!;
    await changed((tx) => tx.change(FIGURES, row, { ...row, cells: [], version: row.version + 1 }));
    const [newest] = await units.read(null, (reads) =>
      reads.follow(EVENTS, { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'desc', limit: 1 }),
    );
    const [oldest] = await units.read(null, (reads) =>
      reads.follow(EVENTS, { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 1 }),
    );
    expect(await audited(0)).toEqual([]);
    const drawsNewest = newest!.position - oldest!.position;
    expect((await audited(drawsNewest)).join()).toContain(new Date(own).toISOString());
  });

  it('finds nothing before any payment was counted', async () => {
    await fund();
    expect(await audited(1)).toEqual([]);
  });

  it('counts the events of every page', async () => {
    await fund();
    const [like] = (await records(EVENTS)).filter(({ type }) => type === 'INCOMING_PAYMENT.COMPLETED');
    const count = 2_000 - (await records(EVENTS)).length;
    await changed((tx) => {
      for (let n = 0; n < count; n++) tx.add(EVENTS, { ...like!, id: `Webhook:planted/${n}` as never });
    });
    while ((await fold()).events > 0);
    expect(await audited(0)).toEqual([]);
    await changed((tx) => tx.add(EVENTS, { ...like!, id: 'Webhook:planted/last' as never }));
    await fold();
    expect(await audited(0)).toEqual([]);
    const { cells } = await payer.play.core.figures.totals();
    expect(cells.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(count + 3);
  });
});

describe('a host that counts at the same time as another host', () => {
  it.each(['head', 'figures'])('adds nothing if the other host has added its %s in the meantime', async (what) => {
    await fund();
    let stored: readonly BaseRecord[] = [];
    const others = { head: FIGURES, figures: FIGURE_HEADS }[what]! as unknown as KindOf<BaseRecord>;
    const run: UnitOfWork['run'] = async (tenant, work) => {
      expect((await fold()).events).toBeGreaterThan(0);
      stored = [...(await records(FIGURES)), ...(await records(FIGURE_HEADS))];
      // The unit of this host sees neither of them yet, and meets only some when it commits.
      const hidden = await records(others);
      await changed((tx) => hidden.forEach((record) => tx.remove(others, record)));
      const raced = await units.run(tenant, (tx) =>
        work({ ...tx, get: async () => null, getMany: async () => [] } as Tx),
      );
      await changed((tx) => hidden.forEach((record) => tx.add(others, record)));
      return raced;
    };
    expect(await foldFigures({ units: { ...units, run }, clock: payer.play.clock })()).toEqual({
      events: 0,
      isBehind: false,
    });
    expect([...(await records(FIGURES)), ...(await records(FIGURE_HEADS))]).toEqual(stored);
  });

  it('reports that the storage refused the figures', async () => {
    const run = async () => fail(domainError('INVALID_INPUT', 'the storage refuses them'));
    const counted = foldFigures({ units: { ...units, run } as UnitOfWork, clock: payer.play.clock })();
    await expect(counted).rejects.toThrow('payments were not counted: the storage refuses them');
    expect(await records(FIGURES)).toEqual([]);
  });
});

describe('the earlier events of a payment', () => {
  it('are read to the last one', async () => {
    await fund();
    const [like] = await records(EVENTS);
    const shown = (name: string, version: number): OutboxEvent =>
      ({
        ...like!,
        id: `Webhook:018bcfe5-6800-7000-8000-${String(version).padStart(12, '0')}`,
        resource: 'Transaction:1',
        type: `CARD_TRANSACTION.${name}`,
        snapshot: {
          ...(like!.snapshot as object),
          ...{ id: 'Transaction:1', tenant: like!.tenant, type: 'CARD', version, settledAt: null, corrections: null },
          ...{ rail: 'issuer', card: { currency: 'USD', settled: 5n } },
        },
      }) as unknown as OutboxEvent;
    const last = shown('EXCEPTION', 300);
    const outcome = async () => (await readFacts(units, [last])).map((facts) => facts.outcome);
    await changed((tx) => {
      for (let version = 1; version <= 200; version++) tx.add(EVENTS, shown('AUTHORIZED', version));
    });
    expect(await outcome()).toEqual([{ what: 'failed', reason: 'CARD_EXCEPTION' }]);
    await changed((tx) => tx.add(EVENTS, shown('SETTLED', 201)));
    expect(await outcome()).toEqual([null]);
  });
});
