import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { seededRandom } from '@corridor/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJsonRpcNodes } from '../../packages/adapters-rails/src/evm/json-rpc-nodes.js';
import { describeWithAnvil } from '../../packages/adapters-rails/src/testing/describe-with-anvil.js';
import { DATABASES, memory, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import type { Storage } from '../../packages/adapters-storage/src/port/storage.js';
import {
  newPayee,
  type PayingChain,
  payingChain,
  payingHosts,
  payoutTo,
  pendingOf,
} from '../support/evm/paying-hosts.js';
import { unreliableHttp } from './unreliable-http.js';

const AMOUNT = 1_000_000n;

describeWithAnvil('payouts on Anvil', () => {
  let chain: PayingChain;
  let database: TestDatabase;
  let storage: Storage;
  let connections = 0;
  let hosts: ReturnType<typeof payingHosts>;
  let host: ReturnType<(typeof hosts)['host']>;

  const submit = async (to = newPayee()) => {
    await host.payouts.rail.submit(payoutTo(to, AMOUNT));
    await host.run();
    return to;
  };
  const stateOf = async (to: ReturnType<typeof newPayee>) =>
    (await host.payouts.rail.status(payoutTo(to, AMOUNT), hosts.clock.now())).state;
  const problems = async () => [
    ...(await host.payouts.condition()).problems,
    ...(await host.sender.condition()).problems,
  ];

  beforeAll(async () => {
    database = await memory.create();
    storage = database.open();
    await storage.migrate();
    chain = await payingChain();
  });
  afterAll(async () => {
    await chain.node.stop();
    await storage.close();
  });
  beforeEach(() => {
    hosts = payingHosts(chain, `base-${(connections += 1)}`);
    host = hosts.host(storage);
  });

  async function confirmed(to: ReturnType<typeof newPayee>, times = 1n): Promise<void> {
    await chain.node.mine(4);
    await host.run();
    expect(await stateOf(to)).toBe('delivered');
    expect(await chain.token.balanceOf(to)).toBe(AMOUNT * times);
  }

  it('are delivered when they are confirmed', async () => {
    const to = await submit();
    await chain.node.mine(2);
    await host.run();
    expect(await stateOf(to)).toBe('pending');
    await confirmed(to);
    expect(hosts.states()).toEqual(['delivered']);
    expect(
      (await host.store.read((records) => host.sender.status(records, `payout/Transaction:${to}/1`)))!.outcome,
    ).toMatchObject({ state: 'mined', gasPaid: expect.any(BigInt) as bigint });
  });

  it.each([1, 2, 3])(
    'are delivered within seconds by a node that refuses half of the requests and denies half of the blocks (seed %i)',
    async (seed) => {
      const { node } = chain;
      const http = createOutboundHttp({ allowPrivate: true, bodyLimit: 1024 * 1024, timeoutMs: 10_000 });
      const unreliable = unreliableHttp(http, seededRandom(`payouts ${seed}`));
      const entry = { chainId: node.chainId, rpcUrls: [node.url], quorum: 1, confirmations: 3 };
      host = hosts.host(storage, () => createJsonRpcNodes({ entry, environment: 'SANDBOX', http: unreliable }));
      const begun = performance.now();
      const to = newPayee();
      await host.payouts.rail.submit(payoutTo(to, AMOUNT));
      while ((await stateOf(to)) !== 'delivered') {
        expect(performance.now() - begun).toBeLessThan(25_000);
        await host.run();
        hosts.clock.advance(4);
        await node.mine();
      }
      expect(unreliable.faults()).toBeGreaterThan(5);
      expect(await chain.token.balanceOf(to)).toBe(AMOUNT);
      await http.close();
    },
    40_000,
  );

  it('are replaced with their nonce and a higher fee', async () => {
    const to = await submit();
    const [first] = await pendingOf(chain.node);
    hosts.clock.advance(61);
    await host.run();
    const [second, ...others] = await pendingOf(chain.node);
    expect(others).toEqual([]);
    expect(second!.nonce).toBe(first!.nonce);
    expect(BigInt(second!.maxFeePerGas) * 8n).toBeGreaterThanOrEqual(BigInt(first!.maxFeePerGas) * 9n);
    await confirmed(to);
  });

  it('are broadcast again when a node drops them', async () => {
    const to = await submit();
    const { hash } = (await pendingOf(chain.node))[0]!;
    await chain.node.dropTransaction(hash);
    expect(await pendingOf(chain.node)).toEqual([]);
    hosts.clock.advance(11);
    await host.run();
    expect((await pendingOf(chain.node)).map((each) => each.hash)).toEqual([hash]);
    await confirmed(to);
  });

  it('are in line again after a reorganisation before their confirmation', async () => {
    const to = await submit();
    await chain.node.mine(2);
    await chain.node.reorg(2);
    expect(await chain.token.balanceOf(to)).toBe(0n);
    hosts.clock.advance(11);
    await host.run();
    await confirmed(to);
    expect(hosts.states()).toEqual(['delivered']);
  });

  it('are undone and delivered again after a reorganisation below their confirmation', async () => {
    const to = await submit();
    await confirmed(to);
    await chain.node.reorg(5);
    await host.run();
    expect(await stateOf(to)).toBe('pending');
    expect(await problems()).toEqual([expect.stringContaining('reorganisation')]);
    await confirmed(to);
    expect(hosts.states()).toEqual(['delivered', 'pending', 'delivered']);
    expect(await problems()).toEqual([]);
  });

  it('to a blocked address fail without a signature, and those of a paused token wait', async () => {
    const [blocked, other] = [newPayee(), newPayee()];
    const automine = (isOn: boolean) => chain.node.rpc('evm_setAutomine', [isOn]);
    await automine(true);
    await chain.token.block(blocked);
    await automine(false);
    await submit(blocked);
    expect(await stateOf(blocked)).toBe('failed');
    expect(hosts.told).toMatchObject([{ status: { reason: 'ACCOUNT_CANNOT_RECEIVE' } }]);
    await automine(true);
    await chain.token.pause();
    await automine(false);
    await submit(other);
    expect(await stateOf(other)).toBe('pending');
    expect(await problems()).toEqual([expect.stringContaining('paused')]);
    await automine(true);
    await chain.token.unpause();
    await automine(false);
    await host.run();
    await confirmed(other);
  });

  it('wait for gas, and go on by themselves', async () => {
    const { treasury, node } = chain;
    await node.setBalance(treasury.address, 1n);
    const to = await submit();
    expect(await problems()).toEqual([expect.stringContaining('coin')]);
    await node.setBalance(treasury.address, 10n ** 18n);
    await host.run();
    await confirmed(to);
  });

  describe.each(DATABASES)('of two hosts on $name', ({ create }) => {
    let shared: TestDatabase;
    let storages: readonly Storage[];

    beforeAll(async () => {
      shared = await create();
      storages = [shared.open(), shared.open()];
      await storages[0]!.migrate();
    });
    afterAll(async () => {
      await Promise.all(storages.map((each) => each.close()));
      await shared.drop();
    });

    it('are each paid once, with one nonce each', async () => {
      const [one, other] = storages.map((each) => hosts.host(each)) as [typeof host, typeof host];
      const { node, token, treasury } = chain;
      const count = (): Promise<string> => node.rpc('eth_getTransactionCount', [treasury.address, 'latest']);
      const before = BigInt(await count());
      const payees = Array.from({ length: 60 }, newPayee);
      await Promise.all(
        payees.flatMap((to) =>
          [one, other].map((each) => each.payouts.rail.submit(payoutTo(to, AMOUNT)).catch(() => null)),
        ),
      );
      for (
        let pass = 0;
        pass < 40 && new Set(hosts.told.map((each) => JSON.stringify(each))).size < payees.length;
        pass += 1
      ) {
        await Promise.all([one.run(), other.run(), pass % 2 === 0 ? node.mine(1) : null]);
        hosts.clock.advance(4);
      }
      for (const to of payees) expect(await token.balanceOf(to)).toBe(AMOUNT);
      expect(BigInt(await count()) - before).toBe(BigInt(payees.length));
      expect(new Set(hosts.states())).toEqual(new Set(['delivered']));
    });

    it('are broadcast by the other host if one dies after it has signed', async () => {
      const [dying, other] = storages.map((each, index) =>
        hosts.host(each, (nodes) =>
          index === 0 ? { ...nodes, broadcast: () => Promise.reject(new Error('the host died')) } : nodes,
        ),
      ) as [typeof host, typeof host];
      host = other;
      const to = newPayee();
      await dying.payouts.rail.submit(payoutTo(to, AMOUNT));
      await expect(dying.run()).rejects.toThrow('the host died');
      expect(await pendingOf(chain.node)).toEqual([]);
      await other.run();
      expect(await pendingOf(chain.node)).toHaveLength(1);
      await confirmed(to);
    });
  });
});
