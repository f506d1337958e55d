import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '@corridor/core';
import { postgres, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { addOperator } from '../../packages/core/src/testing/operators.js';
import { codeOf, playCore, type PlayCore } from '../../packages/core/src/testing/play-core.js';
import { payerOn, type PlayPayer } from '../../packages/core/src/testing/play-payer.js';
import { eventually } from '../support/eventually.js';

const SENT = 10_000n;

/** Units of two hosts on one Postgres, which wait for a row that another connection has locked. */
describe('on Postgres, an operation that has read before a block commits', () => {
  let database: TestDatabase;
  let storages: ReturnType<TestDatabase['open']>[];
  let gate: pg.Client;
  /** Outside of the transaction of the gate, which would see one state of the activity. */
  let observer: pg.Client;
  let other: PlayCore;
  let payer: PlayPayer;
  let bank: string;
  let ann: Caller;

  beforeEach(async () => {
    database = await postgres.create();
    storages = [database.open(), database.open()];
    gate = new pg.Client({ connectionString: database.address });
    await gate.connect();
    observer = new pg.Client({ connectionString: database.address });
    await observer.connect();
    const play = await playCore({ storage: storages[0]! });
    other = await playCore(
      { storage: storages[1]!, clock: play.clock, random: { bytes: (length) => randomBytes(length) } },
      { existing: true },
    );
    payer = await payerOn(play);
    bank = (await payer.dollars()).id;
    ann = await addOperator(storages[0]!.units, 'Ann', 'APPROVER');
  });
  afterEach(async () => {
    await gate.end();
    await observer.end();
    for (const storage of storages) await storage.close();
    await database.drop();
  });

  const untilWaiting = (count: number) =>
    eventually(`${count} wait`, async () => {
      const { rows } = await observer.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]!.count === count;
    });
  const transfer = ({ run, core }: PlayCore) =>
    run(core.transfers.out, { sourceId: payer.usd.id, destinationId: bank, amount: SENT });

  it.each([
    ['customers', () => payer.customerId],
    ['external-accounts', () => bank],
    ['platforms', () => payer.play.tenant],
  ] as const)('is refused if the block of %s commits first', async (subject, id) => {
    await gate.query('begin');
    const { rowCount } = await gate.query(`select 1 from ${subject.replace('-', '_')} for update`);
    expect(rowCount).toBe(1);
    const texts = { reason: 'sanctions match', caseReference: 'CASE-77', tellPlatform: true };
    // A platform is the tenant of the action.
    const input = subject === 'platforms' ? texts : { id: id(), ...texts };
    const { actions } = payer.play.core.operators;
    const blocked = actions.request(ann, {
      tenant: payer.play.tenant,
      action: `${subject}.block`,
      input: input as never,
    });
    await untilWaiting(1);
    const sent = transfer(other);
    await untilWaiting(2);
    await gate.query('commit');
    expect([codeOf(await blocked), codeOf(await sent)]).toEqual(['ok', 'USER_BLOCKED']);
    expect((await payer.internal('USD')).held).toBe(0n);
    await payer.auditClean();
  });
});
