import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Answer, createApi, expecting } from '../support/api.js';
import { chanceOf, faultSeed } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, DATABASES, type DatabaseKind, type HostProcess } from '../support/host.js';
import {
  burn,
  burnBody,
  CENT,
  type Holder,
  holderOf,
  mint,
  mintBody,
  operationWhen,
  readOperation,
  registered,
  stablecoinPlatform,
} from '../support/issuer.js';
import { balances } from '../support/scenario.js';
import type { Stablecoin, StablecoinOperation } from '../support/wire.js';

const KILLS = 3;
const ORDERS = 6;
const MINTED = 1_000;
const BURNED = 300;
const FUNDED = 1_000_000;
/** The clock of the next host is ahead by this many seconds, so that the leases of the killed host have expired. */
const DOWN_SECONDS = 31;
/** The duration of an order for the slowest token, with a margin. */
const LONGEST_SECONDS = 40;
const RUN_MS = 240_000;

/** An order with its idempotency key, which is sent until it is answered, and then once more. */
interface Order {
  readonly coin: Stablecoin;
  readonly isMint: boolean;
  readonly key: string;
  id: string | null;
}

/**
 * Orders are waiting, at the issuer, or just completed when the host is killed. Each acknowledged order exists once and
 * ends, and issuer, ledger and operations agree on the supply.
 */
async function survives(database: DatabaseKind): Promise<void> {
  const chance = chanceOf(`${faultSeed(`kill -9 while minting on ${database}`)}/kills`);
  const deployment = await createDeployment(database);
  try {
    let ahead = 0;
    const start = (): Promise<HostProcess> => deployment.launch({}, { movableClock: true, clockAhead: ahead });
    let host = await start();
    const api = await stablecoinPlatform(
      deployment,
      createApi(() => host.baseUrl, BOOTSTRAP),
    );
    const coins = [await registered(api), await registered(api, '005'), await registered(api, '004')];
    const holder: Holder = await holderOf(api, FUNDED);
    const first = await expecting(201, mint(api, coins[0]!, mintBody(FUNDED / 2, holder.usd, holder.usdb)));
    await operationWhen(api, first.id, 'COMPLETED');

    const send = ({ coin, isMint, key }: Order): Promise<Answer<StablecoinOperation>> =>
      isMint
        ? mint(api, coin, mintBody(MINTED, holder.usd, holder.usdb), key)
        : burn(api, coin, burnBody(BURNED, holder.usdb, holder.bank), key);
    const sent = (order: Order): Promise<void> =>
      eventually('an answer', async () => {
        const { id } = await expecting(201, send(order));
        if (order.id !== null) expect(id).toBe(order.id);
        order.id = id;
        return true;
      }).then(() => undefined);

    const orders: Order[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const fresh = Array.from({ length: ORDERS }, (_, n): Order => {
        return { coin: coins[n % coins.length]!, isMint: chance.under(3) > 0, key: randomUUID(), id: null };
      });
      orders.push(...fresh);
      // Some are answered, others are cut off by the kill.
      const tries = fresh.map((order) =>
        send(order).then(
          ({ status, body }) => status === 201 && (order.id = body.id),
          () => undefined,
        ),
      );
      await pause(chance.under(1_200));
      await host.kill();
      await Promise.all(tries);
      ahead += DOWN_SECONDS;
      host = await start();
      await deployment.audit();
      for (const order of fresh) await sent(order);
    }

    const ended: readonly StablecoinOperation[] = await eventually(
      'the end of every order',
      async () => {
        const all = await Promise.all(orders.map(({ id }) => readOperation(api, id!)));
        if (all.every(({ status }) => status === 'COMPLETED' || status === 'FAILED')) return all;
        // The time of an order starts when the issuer receives it.
        await host.advance(LONGEST_SECONDS);
        return null;
      },
      { withinMs: 60_000, everyMs: 500 },
    );
    expect(new Set(orders.map(({ id }) => id)).size).toBe(KILLS * ORDERS);
    for (const [n, { coin }] of orders.entries()) {
      expect(ended[n]!.status).toBe(coin.id === coins[2]!.id ? 'FAILED' : 'COMPLETED');
    }
    const done = ended.filter(({ status }) => status === 'COMPLETED');
    const mints = done.filter(({ operationType }) => operationType === 'MINT').length;
    const dollars = FUNDED / 2 - mints * MINTED;
    const tokens = Number(BigInt(FUNDED / 2 + mints * MINTED - (done.length - mints) * BURNED) * CENT);
    expect(await balances(api, holder.customerId, 'USD')).toEqual([dollars, dollars]);
    expect(await balances(api, holder.customerId, 'USDB')).toEqual([tokens, tokens]);
    await host.stop();
    await deployment.audit();
  } finally {
    await deployment.remove();
  }
}

describe.concurrent('a host that is killed while it mints and burns', () => {
  it.each(DATABASES)('neither loses nor repeats an order on %s', (database) => survives(database), RUN_MS);
});
