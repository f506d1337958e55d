import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { ok } from '@corridor/core';
import { BALANCES } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALICE, balance } from '../testing/records.js';
import { type PostgresServer, startPostgres } from '../testing/server.js';
import { createPostgresStorage } from './index.js';

const TIMEOUT_MS = 60_000;

/** Host and port, as they stand in an address. */
const placeOf = ({ url }: PostgresServer): string => new URL(url).host;

async function administer(server: PostgresServer, ...statements: readonly string[]): Promise<unknown> {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('set default_transaction_read_only = off');
  let rows: readonly unknown[] = [];
  for (const statement of statements) ({ rows } = await admin.query(statement));
  await admin.end();
  return rows[0];
}

const put = (storage: ReturnType<typeof createPostgresStorage>) =>
  storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance('first', 1n))));

const readOnly = (server: PostgresServer, value: 'on' | 'off') =>
  administer(server, `alter system set default_transaction_read_only = ${value}`, 'select pg_reload_conf()');

describe('a storage on several servers', () => {
  let [one, two]: PostgresServer[] = [];
  beforeAll(async () => {
    [one, two] = await Promise.all([startPostgres(), startPostgres()]);
    for (const { url } of [one!, two!]) {
      const storage = createPostgresStorage({ url });
      await storage.migrate();
      await storage.close();
    }
  }, TIMEOUT_MS);
  afterAll(() => Promise.all([one!.stop(), two!.stop()]));

  const address = () =>
    `postgres://postgres:corridor@127.0.0.1:1,${placeOf(one!)},${placeOf(two!)}/postgres?target_session_attrs=read-write`;

  /** How often each server has drawn from the sequence of the write probe. */
  const writes = async (server: PostgresServer): Promise<boolean> => {
    await administer(server, "select setval('write_probe', 5)");
    return ((await administer(server, 'select last_value::int as at from write_probe')) as { at: number }).at === 5;
  };
  /** Whether the storage writes to this server. */
  async function writesTo(storage: ReturnType<typeof createPostgresStorage>, server: PostgresServer): Promise<boolean> {
    expect(await writes(server)).toBe(true);
    // A probe is remembered for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    if (!(await storage.ready())) return false;
    const { at } = (await administer(server, 'select last_value::int as at from write_probe')) as { at: number };
    return at === 1;
  }

  test(
    'passes over a server that is away and one that is read-only, and follows a failover',
    async () => {
      await readOnly(one!, 'on');
      const storage = createPostgresStorage({ url: address(), poolSize: 4 });
      await storage.migrate();
      expect(await writesTo(storage, two!)).toBe(true);
      expect(await storage.units.run(null, async () => ok('works'))).toEqual(ok('works'));

      await readOnly(two!, 'on');
      await readOnly(one!, 'off');
      for (let tries = 0; !(await writesTo(storage, one!)); tries++) expect(tries).toBeLessThan(5);
      expect(await storage.units.run(null, async () => ok('works'))).toEqual(ok('works'));
      await storage.close();
    },
    TIMEOUT_MS,
  );

  test(
    'is unavailable while no server accepts writes, and says so',
    async () => {
      await Promise.all([readOnly(one!, 'on'), readOnly(two!, 'on')]);
      const storage = createPostgresStorage({ url: address(), poolSize: 4 });
      await expect(storage.migrate()).rejects.toThrow('none of the 3 database servers accepts writes');
      await storage.close();
      await readOnly(one!, 'off');
    },
    TIMEOUT_MS,
  );

  test(
    'survives a connection that breaks while its server is asked whether it accepts writes',
    async () => {
      let asked = 0;
      const breaking = createServer((host) => {
        const upstream = connect(Number(new URL(one!.url).port), '127.0.0.1');
        for (const socket of [host, upstream]) socket.on('error', () => undefined);
        // The first question comes from the probe, the second from the first connection of a pool.
        host.on('data', (chunk) => {
          if (chunk.includes('transaction_read_only') && ++asked === 2) return void host.destroy();
          upstream.write(chunk);
        });
        upstream.pipe(host);
        host.on('close', () => upstream.destroy());
      });
      breaking.listen(0, '127.0.0.1');
      await once(breaking, 'listening');
      const { port } = breaking.address() as AddressInfo;
      const storage = createPostgresStorage({
        url: `postgres://postgres:corridor@127.0.0.1:1,127.0.0.1:${port}/postgres`,
      });
      const [broken, repaired] = [await put(storage), await put(storage)];
      expect([broken, repaired]).toMatchObject([{ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } }, { ok: true }]);
      expect(asked).toBeGreaterThan(2);
      await storage.close();
      breaking.close();
    },
    TIMEOUT_MS,
  );

  test(
    'follows when its server dies',
    async () => {
      await Promise.all([readOnly(one!, 'off'), readOnly(two!, 'off')]);
      const storage = createPostgresStorage({ url: address(), poolSize: 4 });
      await storage.migrate();
      expect(await writesTo(storage, one!)).toBe(true);
      await one!.kill();
      for (let tries = 0; !(await writesTo(storage, two!)); tries++) expect(tries).toBeLessThan(5);
      await storage.close();
      await one!.restart();
    },
    TIMEOUT_MS,
  );
});
