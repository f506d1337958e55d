import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SCREENED_PARTIES, SCREENING_MATCHES, SCREENING_ROUNDS, SCREENINGS } from '@corridor/core/records';
import { postgres, sqlite, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { createIds, ok, readAll, type BaseRecord, type KindOf } from '../../packages/core/src/kernel/index.js';
import { customerParty, type ScreenedParty, screeningGate } from '../../packages/core/src/screening/index.js';
import { playCore, type PlayCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { type PlayScreening, playScreening } from '../../packages/core/src/testing/play-screening.js';
import { digest, reversingSealer } from '../../packages/core/src/testing/ports.js';
import { eventually } from '../support/eventually.js';

const PAYMENTS = [
  'Transaction:018bcfe5-6800-7000-8000-0000000000a1',
  'Transaction:018bcfe5-6800-7000-8000-0000000000a2',
];

/** Two hosts that record the first answers about one party, at the same time. */
describe.each([
  ['SQLite', sqlite],
  ['Postgres', postgres],
] as const)('on %s', (_name, backend) => {
  let database: TestDatabase;
  let storages: ReturnType<TestDatabase['open']>[];
  let hosts: PlayCore[];
  let provider: PlayScreening;
  let release: () => void;
  let ivan: ScreenedParty;

  beforeEach(async () => {
    provider = playScreening({ list: [{ entry: '17', version: 'a', matches: 'Ivan Listed' }] });
    const gate = new Promise<void>((resolve) => (release = resolve));
    provider.before = () => gate;
    database = await backend.create();
    storages = [database.open(), database.open()];
    await storages[0]!.migrate();
    const screening = [provider.connection];
    const older = await playCore({ storage: storages[0]! });
    const person = { customerType: 'INDIVIDUAL', fullName: 'Ivan Listed', region: 'US' };
    ivan = customerParty(valueOf(await older.run(older.core.customers.create, person as never)));
    const first = await playCore({ storage: storages[0]!, clock: older.clock, screening }, { existing: true });
    const random = { bytes: (length: number) => randomBytes(length) };
    const others = { storage: storages[1]!, clock: first.clock, screening, random };
    hosts = [first, await playCore(others, { existing: true })];
  });
  afterEach(async () => {
    for (const storage of storages) await storage.close();
    await database.drop();
  });

  const all = <T extends BaseRecord>(kind: KindOf<T>) =>
    storages[0]!.units.read(hosts[0]!.tenant, (reads) => readAll(reads, kind));

  /** Stores a question about a payment and lets a host ask it. */
  async function ask(host: PlayCore, subject: string): Promise<void> {
    const questions = screeningGate({ digest, sealer: reversingSealer, connections: [provider.connection] });
    const ids = createIds(host.clock, { bytes: (length) => randomBytes(length) });
    const stored = await host.core.units.run(host.tenant, async (tx) => {
      const unit = { tx, ctx: host.context(), ids };
      await questions.store(unit, { subject, occasion: 'PAYMENT', parties: [ivan], payment: null });
      return ok();
    });
    valueOf(stored);
    const before = provider.asked.length;
    // It waits for the answer.
    void host.core.work.runJobs();
    await eventually('the provider is asked', async () => provider.asked.length > before);
  }

  it('both answers are recorded, with one match, one party and one round', async () => {
    for (const [nr, host] of hosts.entries()) await ask(host, PAYMENTS[nr]!);
    release();
    await eventually('both are recorded', async () => {
      hosts[0]!.clock.advance(2);
      for (const host of hosts) await host.core.work.runJobs();
      return (
        (await all(SCREENINGS)).filter(({ subject, status }) => PAYMENTS.includes(subject) && status === 'HELD')
          .length === 2
      );
    });
    const [match, ...others] = await all(SCREENING_MATCHES);
    expect(others).toEqual([]);
    expect(
      (await all(SCREENINGS)).filter(({ subject }) => PAYMENTS.includes(subject)).map(({ matches }) => matches),
    ).toEqual([[match!.id], [match!.id]]);
    expect((await all(SCREENED_PARTIES)).filter(({ party }) => party === ivan.id)).toMatchObject([{ isClear: false }]);
    expect(await all(SCREENING_ROUNDS)).toHaveLength(1);
  });
});
