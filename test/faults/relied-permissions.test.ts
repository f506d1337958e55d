import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Awaiting, Caller, CurrencyCode } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { postgres, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { DEFAULT_OPTIONS } from '../../packages/core/src/service/options.js';
import { addOperator } from '../../packages/core/src/testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { eventually } from '../support/eventually.js';

const HOUSE = houseTenant('SANDBOX');
const LIMIT = 100n;

/** Units of one Postgres whose order a gate decides: they wait for rows that another connection has locked. */
describe('on Postgres, an approval', () => {
  let database: TestDatabase;
  let storage: ReturnType<TestDatabase['open']>;
  let gate: pg.Client;
  /** Outside of the transaction of the gate, which would see one state of the activity. */
  let observer: pg.Client;
  let play: PlayCore;
  /** A second host on the database. */
  let second: ReturnType<TestDatabase['open']>;
  let other: PlayCore;
  let root: Caller;
  let ann: Caller;
  let bob: Caller;
  let awaiting: Awaiting;

  beforeEach(async () => {
    database = await postgres.create();
    storage = database.open();
    gate = new pg.Client({ connectionString: database.address });
    await gate.connect();
    observer = new pg.Client({ connectionString: database.address });
    await observer.connect();
    play = await playCore({
      storage,
      options: {
        ...DEFAULT_OPTIONS,
        cursorKey: new Uint8Array(32).fill(1),
        publicAuthority: 'localhost:8080',
        approvalAmounts: new Map([['USD' as CurrencyCode, LIMIT]]),
      },
    });
    second = database.open();
    other = await playCore(
      { storage: second, clock: play.clock, random: { bytes: (length) => randomBytes(length) } },
      { existing: true },
    );
    const add = (name: string, role: 'ADMIN' | 'APPROVER') => addOperator(storage.units, name, role);
    [root, ann, bob] = [await add('Root', 'ADMIN'), await add('Ann', 'APPROVER'), await add('Bob', 'APPROVER')];
    const input = {
      kind: 'TOP_UP',
      reference: 'r',
      rail: 'sandbox-bank',
      currency: 'USD',
      amount: LIMIT + 1n,
    } as const;
    const asked = valueOf(
      await play.core.operators.actions.request(ann, { tenant: HOUSE, action: 'treasury.book', input }),
    );
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    ({ awaiting } = asked);
  });
  afterEach(async () => {
    await gate.end();
    await observer.end();
    await second.close();
    await storage.close();
    await database.drop();
  });

  /** How many statements of other connections wait for a lock. */
  const waiting = async (): Promise<number> => {
    const { rows } = await observer.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };
  const untilWaiting = (count: number) => eventually(`${count} wait`, async () => (await waiting()) === count);
  async function lock(rows: string): Promise<void> {
    await gate.query('begin');
    const { rowCount } = await gate.query(`select 1 from ${rows} for update`);
    expect(rowCount).toBe(1);
  }
  const approve = () => other.core.operators.actions.approve(bob, HOUSE, awaiting);
  const disable = (of: Caller) =>
    play.core.operators.actions.request(root, {
      tenant: HOUSE,
      action: 'operators.disable',
      input: { id: of.operatorId },
    });
  const outcomes = async () => (await gate.query<{ n: number }>('select count(*)::int as n from bookings')).rows[0]!.n;

  it('of an operator who is disabled first is refused, although it has read the role before', async () => {
    await lock(`operators where name_key = 'bob'`);
    const disabled = disable(bob);
    await untilWaiting(1);
    const approved = approve();
    await untilWaiting(2);
    await gate.query('commit');
    expect(codeOf(await disabled)).toBe('ok');
    expect(codeOf(await approved)).toBe('FORBIDDEN');
    expect(await outcomes()).toBe(0);
  });

  it('of a request whose requester is disabled first is refused', async () => {
    await lock(`operators where name_key = 'ann'`);
    const disabled = disable(ann);
    await untilWaiting(1);
    const approved = approve();
    await untilWaiting(2);
    await gate.query('commit');
    expect(codeOf(await disabled)).toBe('ok');
    expect(codeOf(await approved)).toBe('CONFLICT');
    expect(await outcomes()).toBe(0);
  });

  it('that waits for a row ends before its operator loses the access', async () => {
    await lock('pending_commands');
    const approved = approve();
    await untilWaiting(1);
    const disabled = disable(bob);
    await untilWaiting(2);
    await gate.query('commit');
    expect([codeOf(await approved), codeOf(await disabled)]).toEqual(['ok', 'ok']);
    expect(await outcomes()).toBe(1);
  });
});
