import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Context, ok, type UseCase } from '@corridor/core';
import { BALANCES } from '@corridor/core/records';
import { createCommands } from '@corridor/core/internal';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../port/storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { createProxy, type Proxy } from '../testing/proxy.js';
import { ALICE, balance, SHORT, T0 } from '../testing/records.js';
import { createPostgresStorage } from './index.js';

const STATEMENT_MS = 400;
/** Extra time that a slow test machine may need. */
const SLACK_MS = 1_500;
const UNAVAILABLE = { ok: false, error: { code: 'SERVICE_UNAVAILABLE' } };

let address: string;
let proxy: Proxy;
let storage: Storage;
/** The causes of SERVICE_UNAVAILABLE answers. */
let causes: string[];

beforeEach(async () => {
  address = await createTestDatabase();
  proxy = await createProxy(address);
  causes = [];
  storage = createPostgresStorage({
    url: proxy.url,
    statementMs: STATEMENT_MS,
    poolSize: 2,
    onUnavailable: ({ message }) => causes.push(message),
  });
});
afterEach(async () => {
  await storage.close();
  await proxy.close();
});

const put = (id: string, amount = 1n) =>
  storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, amount))));
const get = (id: string) => storage.units.read(ALICE, (reads) => reads.get(BALANCES, id));

/** A unit of work with several statements in one transaction: it reads after its first write. */
const draw = (id: string) =>
  storage.units.run(ALICE, async (tx) => {
    tx.increase(BALANCES, { id, by: { available: -1n } }, SHORT);
    await tx.get(BALANCES, id);
    tx.increase(BALANCES, { id, by: { held: 1n } }, SHORT);
    return ok();
  });

/** The answer, and how long it took. */
async function timed<T>(work: Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  const began = performance.now();
  const answer = await work;
  return { answer, ms: performance.now() - began };
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

describe('a Postgres that goes silent', () => {
  test('has its units of work answered as unavailable within the limit, and serves again when it is back', async () => {
    await put('a', 10n);
    await get('a');
    proxy.silence();
    const { answer, ms } = await timed(Promise.all([put('b'), draw('a'), put('c')]));
    expect(answer).toMatchObject([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
    expect(ms).toBeLessThan(3 * STATEMENT_MS + SLACK_MS);
    expect(causes.length).toBe(3);
    await expect(get('a')).rejects.toThrow('timeout');
    proxy.heal();
    expect(await put('d')).toEqual(ok());
    expect(await draw('a')).toEqual(ok());
    expect(await get('a')).toMatchObject({ available: 9n, held: 1n });
    // The first two connections were destroyed, so no other unit of work received their late answers.
    expect((await Promise.all(['a', 'b', 'c', 'd'].map(get))).map((row) => row?.id)).toEqual([
      'a',
      undefined,
      undefined,
      'd',
    ]);
  });

  test('does not block units of work if it accepts connections and never answers', async () => {
    proxy.silence();
    const { answer, ms } = await timed(put('a'));
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(ms).toBeLessThan(STATEMENT_MS + SLACK_MS);
    await expect(storage.jobs.nextDue()).rejects.toThrow();
  });

  test('makes the host not ready while it is silent, and ready when it is back', async () => {
    expect(await storage.ready()).toBe(true);
    proxy.silence();
    await setTimeout(1_000);
    const { answer, ms } = await timed(storage.ready());
    expect(answer).toBe(false);
    expect(ms).toBeLessThan(2_000 + SLACK_MS);
    proxy.heal();
    await expect.poll(() => storage.ready(), { timeout: 5_000 }).toBe(true);
  });

  test.each(['everything', 'answers'] as const)(
    'during a commit leaves its outcome unknown (silent: %s), and a repetition with the same key has one effect',
    async (what) => {
      await put('purse', 10n);
      const digest = { sha256: (text: string) => createHash('sha256').update(text).digest('base64url') };
      const commands = createCommands(storage.units, digest);
      const ctx: Context = { tenant: ALICE, actor: { kind: 'system' }, requestId: 'r', now: T0, hostNow: T0 };
      const claim = { credential: 'Token:a', operation: 'POST /draw', key: 'k', bodyDigest: 'd', seal: null };
      const render = () => ({ status: 201, body: 'drawn', remember: true });
      const use: UseCase<null, void> = async (tx) => {
        tx.increase(BALANCES, { id: 'purse', by: { available: -1n } }, SHORT);
        await tx.get(BALANCES, 'purse');
        return ok();
      };
      const ask = () =>
        commands
          .run(ctx, use, null, render, claim)
          .catch((error: Error) => ({ ok: false, error: error.name }) as const);

      proxy.silence(what, 'COMMIT');
      expect((await ask()).ok).toBe(false);
      proxy.heal();
      await expect.poll(ask, { timeout: 15_000 }).toMatchObject({
        ok: true,
        value: { status: 201, body: 'drawn', replayed: what === 'answers' },
      });
      expect(await ask()).toMatchObject({ ok: true, value: { body: 'drawn', replayed: true } });
      expect(await get('purse')).toMatchObject({ available: 9n });
    },
  );

  test('does not block closing: running units of work are aborted', async () => {
    const patient = createPostgresStorage({ url: proxy.url, poolSize: 2 });
    await patient.units.read(ALICE, (reads) => reads.get(BALANCES, 'a'));
    proxy.silence();
    const running = [1, 2, 3].map((i) =>
      patient.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(`closing ${i}`, 1n)))),
    );
    const { ms } = await timed(patient.close());
    expect(ms).toBeLessThan(1_500 + SLACK_MS);
    expect(await Promise.all(running)).toMatchObject([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
  });
});

describe('a Postgres that refuses', () => {
  test('answers a cancelled statement as unavailable, with the cause for the log', async () => {
    await put('a');
    await asAdmin(async (admin) => {
      await admin.query('begin');
      await admin.query('update balances set available = 5 where id = $1', ['a']);
      const waiting = draw('a');
      await asAdmin((other) =>
        expect
          .poll(async () => {
            const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`;
            return (await other.query(cancel)).rowCount;
          })
          .toBe(1),
      );
      expect(await waiting).toMatchObject(UNAVAILABLE);
      await admin.query('rollback');
    });
    expect(causes).toEqual(['canceling statement due to user request']);
    expect(await draw('a')).toEqual(ok());
  });

  test('makes the host not ready, and its units of work unavailable, if the database is read-only', async () => {
    await put('a');
    const name = new URL(address).pathname.slice(1);
    const readOnly = (value: string) =>
      asAdmin(async (admin) => {
        await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`,
        );
      });
    expect(await storage.ready()).toBe(true);
    await readOnly('on');
    await expect.poll(() => put('b'), { timeout: 5_000 }).toMatchObject(UNAVAILABLE);
    await expect.poll(() => storage.ready(), { timeout: 5_000 }).toBe(false);
    expect(await get('a')).toMatchObject({ id: 'a' });
    expect(await put('b')).toMatchObject(UNAVAILABLE);
    expect(causes.at(-1)).toMatch('read-only transaction');
    await asAdmin(async (admin) => {
      await admin.query('set default_transaction_read_only = off');
      await admin.query(`alter database ${name} reset all`);
    });
    await asAdmin((admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    );
    await expect.poll(() => storage.ready(), { timeout: 5_000 }).toBe(true);
  });
});
