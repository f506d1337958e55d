import { seededRandom } from '@corridor/core/testing';
import { afterEach, expect, it } from 'vitest';
import { describeWithAnvil } from '../../testing/describe-with-anvil.js';
import { COLD, OWNER, playTreasury, type TreasuryOptions } from '../../testing/evm-treasury.js';
import type { Address, Hex } from '../nodes.js';
import { transferCall } from '../token-transfer.js';

type Play = Awaited<ReturnType<typeof playTreasury>>;

const stopping: Play[] = [];
async function start(options: TreasuryOptions = {}): Promise<Play> {
  const play = await playTreasury(options);
  stopping.push(play);
  return play;
}
afterEach(() => Promise.all(stopping.splice(0).map(({ node }) => node.stop())));

const PAYEE: Address = '0x000000000000000000000000000000000000beef';

/** Amounts of the messages of one kind, in order; those of gas apart. */
const amounts = ({ ledger }: Play, kind: string, currency = 'USDC'): readonly bigint[] =>
  ledger
    .of(kind)
    .flatMap((each) => ('amount' in each && 'currency' in each && each.currency === currency ? [each.amount] : []))
    .toSorted((a, b) => Number(a - b));

/** Sends tokens from an address that the node does not sign for by itself. */
async function sendFrom({ node, token }: Play, from: Address, to: Address, amount: bigint): Promise<Hex> {
  await node.rpc('anvil_impersonateAccount', [from]);
  const { hash } = await node.transact({ from, to: token.address, data: transferCall(to, amount) });
  await node.rpc('anvil_stopImpersonatingAccount', [from]);
  return hash;
}

describeWithAnvil('sweeps', () => {
  it.each([
    ['of many addresses with one transaction', {}, 1],
    ['without Multicall3', { hasMulticall: false }, 3],
    ['of a token without authorizations', { authorization: null }, 6],
  ] as const)('move deposits %s, to the unit', async (_, options, transactions) => {
    const play = await start(options);
    const { token, ledger, treasuryAddress: treasury } = play;
    const currency = options === undefined || !('authorization' in options) ? 'USDC' : 'USDT';
    await play.pass();
    for (const index of [0, 1, 2]) await token.mint(play.addressOf(index), 2_000_000n + BigInt(index));
    await token.mint(play.addressOf(3), 999_999n);
    await play.settle();
    expect(await token.balanceOf(treasury)).toBe(6_000_003n);
    expect(await token.balanceOf(play.addressOf(3))).toBe(999_999n);
    expect(amounts(play, 'TRANSFER', currency)).toEqual([2_000_000n, 2_000_001n, 2_000_002n]);
    expect(ledger.of('NETWORK_FEE')).toHaveLength(transactions);
    expect(ledger.of('difference')).toEqual([]);
    expect((await play.treasury.condition()).problems).toEqual([]);
  });

  it('take money that arrives at the same address later', async () => {
    const play = await start();
    for (const amount of [2_000_000n, 3_000_000n]) {
      await play.token.mint(play.addressOf(0), amount);
      await play.settle();
    }
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n, 3_000_000n]);
    expect(await play.token.balanceOf(play.addressOf(0))).toBe(0n);
  });

  it('use the gas that is left at an address before more is sent', async () => {
    const play = await start({ authorization: null });
    for (const amount of [2_000_000n, 3_000_000n]) {
      await play.token.mint(play.addressOf(0), amount);
      await play.settle();
    }
    expect(amounts(play, 'TRANSFER', 'USDT')).toEqual([2_000_000n, 3_000_000n]);
    // The price of gas has not risen, so that what is left is enough.
    expect(amounts(play, 'TRANSFER', 'ETH')).toHaveLength(1);
  });

  it('wait while the token is paused, and go on by themselves', async () => {
    for (const authorization of ['eip-3009', null] as const) {
      const play = await start({ authorization });
      await play.token.mint(play.addressOf(0), 2_000_000n);
      await play.token.pause();
      await play.settle(6);
      expect((await play.treasury.condition()).problems).toHaveLength(1);
      expect(play.ledger.of('NETWORK_FEE')).toEqual([]);
      await play.token.unpause();
      play.clock.advance(3600);
      await play.settle();
      expect(await play.token.balanceOf(play.treasuryAddress)).toBe(2_000_000n);
      expect((await play.treasury.condition()).problems).toEqual([]);
    }
  });

  it('are booked once if another has submitted the authorization first', async () => {
    const play = await start();
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.node.rpc('evm_setAutomine', [false]);
    let pending = await pool(play);
    while (pending === null) {
      await play.pass();
      pending = await pool(play);
      if (pending === null) await play.node.mine();
    }
    await play.node.dropTransaction(pending.hash);
    await play.node.rpc('evm_setAutomine', [true]);
    // Anyone can submit what waits in the pool.
    await play.node.transact({ from: play.node.accounts[3]!, to: MULTICALL, data: pending.input });
    await play.settle();
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n]);
    expect(await play.token.balanceOf(play.treasuryAddress)).toBe(2_000_000n);
    expect(play.ledger.of('difference')).toEqual([]);
    expect((await play.treasury.condition()).backlog['sweeps under way']).toBe(0);
  });

  it('renew an authorization only after it has expired', async () => {
    const play = await start();
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.token.pause();
    await play.settle(4);
    const first = await play.store.read((records) => records.list('authorizations', { status: 'READY', limit: 10 }));
    expect(first).toHaveLength(1);
    await play.node.rpc('evm_increaseTime', [25 * 3600]);
    await play.settle(4);
    const second = await play.store.read((records) => records.list('authorizations', { status: 'READY', limit: 10 }));
    expect(second).toHaveLength(1);
    expect(second[0]!.key).not.toBe(first[0]!.key);
    await play.token.unpause();
    await play.settle();
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n]);
  });

  /** A pass in which a block is confirmed after the movements were followed, as on a chain with fast blocks. */
  async function fastPass(play: Play): Promise<void> {
    play.clock.advance(5);
    await play.sender.run();
    await play.deposits.run(play.ledger.tell);
    await play.treasury.follow(play.ledger.tell);
    await play.node.mine();
    await play.treasury.sweep();
  }

  it('end although newer blocks are confirmed than those that are followed', async () => {
    const play = await start();
    await play.pass();
    await play.token.mint(play.addressOf(0), 2_000_000n);
    for (let at = 0; at < 14; at += 1) await fastPass(play);
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n]);
    expect((await play.treasury.condition()).backlog['sweeps under way']).toBe(0);
    expect(await openAuthorizations(play)).toEqual({ READY: [], SENT: [], ENDED: [] });
  });

  it('are renewed after they have expired although newer blocks are confirmed than those that are followed', async () => {
    const play = await start();
    await play.pass();
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.token.pause();
    for (let at = 0; at < 6; at += 1) await fastPass(play);
    const [first, ...others] = (await openAuthorizations(play)).READY;
    expect(others).toEqual([]);
    await play.node.rpc('evm_increaseTime', [25 * 3600]);
    for (let at = 0; at < 6; at += 1) await fastPass(play);
    const { READY: second } = await openAuthorizations(play);
    expect(second).toHaveLength(1);
    expect(second[0]).not.toBe(first);
  });

  it('do not end by a transfer in a block that has replaced a followed one and is not read yet', async () => {
    const play = await start();
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.node.rpc('evm_setAutomine', [false]);
    let pending = await pool(play);
    while (pending === null) {
      await play.pass();
      pending = await pool(play);
      if (pending === null) await play.node.mine();
    }
    const raw = await play.node.rpc<Hex>('eth_getRawTransactionByHash', [pending.hash]);
    await play.node.dropTransaction(pending.hash);
    await play.node.mine(6);
    await play.deposits.run(play.ledger.tell);
    await play.treasury.follow(play.ledger.tell);
    // The blocks that were followed without the transfer are replaced by others that have it.
    await play.node.rpc('anvil_rollback', [5]);
    await play.node.rpc('eth_sendRawTransaction', [raw]);
    await play.node.mine(7);
    await play.sender.run();
    await play.treasury.sweep();
    const open = await openAuthorizations(play);
    expect({ ...open, ENDED: open.ENDED.length }).toEqual({ READY: [], SENT: [], ENDED: 1 });
    await play.node.rpc('evm_setAutomine', [true]);
    await play.settle(6);
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n]);
    expect(await openAuthorizations(play)).toEqual({ READY: [], SENT: [], ENDED: [] });
  });

  it('are made once by two hosts', async () => {
    for (const authorization of ['eip-3009', null] as const) {
      const play = await start({ authorization });
      const other = play.host();
      for (const index of [0, 1, 2]) await play.token.mint(play.addressOf(index), 2_000_000n);
      for (let at = 0; at < 14; at += 1) {
        await Promise.all([play.pass(), play.pass(other)]);
        await play.node.mine();
      }
      await play.agree();
      expect(amounts(play, 'TRANSFER', authorization === null ? 'USDT' : 'USDC')).toEqual([
        2_000_000n,
        2_000_000n,
        2_000_000n,
      ]);
      expect(play.ledger.of('NETWORK_FEE')).toHaveLength(
        new Set(play.ledger.of('NETWORK_FEE').map((each) => 'messageId' in each && each.messageId)).size,
      );
      expect(play.ledger.of('difference')).toEqual([]);
    }
  });
});

/** The nonces of authorizations that are not over, by their state. */
async function openAuthorizations({ store }: Play): Promise<Record<'READY' | 'SENT' | 'ENDED', readonly string[]>> {
  const listed = async (status: string) =>
    (await store.read((records) => records.list('authorizations', { status, limit: 10 }))).map(({ key }) => key);
  return { READY: await listed('READY'), SENT: await listed('SENT'), ENDED: await listed('ENDED') };
}

/** A transaction that waits for a block. */
async function pool({ node }: Play): Promise<{ readonly input: Hex; readonly hash: Hex } | null> {
  type Pool = Record<'pending', Record<string, Record<string, { readonly input: Hex; readonly hash: Hex }>>>;
  const { pending } = await node.rpc<Pool>('txpool_content');
  return Object.values(pending).flatMap((each) => Object.values(each))[0] ?? null;
}

const MULTICALL: Address = '0xca11bde05977b3631167028862be2a173976ca11';

describeWithAnvil('the treasury', () => {
  it('tells what its addresses hold at the first start', async () => {
    const play = await start({ keep: 0n });
    await play.token.mint(play.treasuryAddress, 70n);
    await play.token.mint(COLD, 30n);
    await play.node.mine(2);
    await play.pass();
    expect(amounts(play, 'TOP_UP')).toEqual([30n, 70n]);
    expect(amounts(play, 'TOP_UP', 'ETH')).toEqual([5_000_000_000n]);
    await play.agree();
  });

  it('sends what is above its limit to the cold address, once', async () => {
    const play = await start({ keep: 10_000_000n });
    await play.pass();
    await play.token.mint(play.addressOf(0), 25_000_000n);
    await play.settle(16);
    expect(await play.token.balanceOf(COLD)).toBe(15_000_000n);
    expect(await play.token.balanceOf(play.treasuryAddress)).toBe(10_000_000n);
    expect(amounts(play, 'TRANSFER')).toEqual([15_000_000n, 25_000_000n]);
    expect(play.ledger.of('NETWORK_FEE')).toHaveLength(2);
  });

  it('tells money from the cold address, from owners, and from strangers apart', async () => {
    const play = await start();
    await play.token.mint(COLD, 9n);
    await play.node.mine(3);
    await play.settle(2);
    for (const from of [COLD, OWNER]) await play.node.setBalance(from, 10n ** 18n);
    await sendFrom(play, COLD, play.treasuryAddress, 4n);
    await play.token.mint(OWNER, 3n);
    await sendFrom(play, OWNER, play.treasuryAddress, 3n);
    await play.token.mint(play.treasuryAddress, 2n);
    await play.settle(4).catch((error: Error) => expect(error.message).toMatch(/base USDC: ledger 7, chain 9/));
    expect(amounts(play, 'TRANSFER')).toEqual([4n]);
    expect(amounts(play, 'TOP_UP')).toEqual([3n, 9n]);
    expect(play.ledger.of('difference')).toMatchObject([{ direction: 'IN', amount: 2n, rail: 'base' }]);
  });

  it('tells what its key pays elsewhere as a difference, and ours as ours', async () => {
    const play = await start();
    await play.token.mint(play.treasuryAddress, 100n);
    await play.node.mine(3);
    await play.settle(2);
    await play.pay(PAYEE, 30n, 1);
    await play.settle(6);
    expect(play.ledger.of('difference')).toEqual([]);
    await sendFrom(play, play.treasuryAddress, PAYEE, 20n);
    for (let at = 0; at < 6; at += 1) {
      await play.pass();
      await play.node.mine();
    }
    // The gas of that transaction is one as well.
    expect(play.ledger.of('difference')).toMatchObject([
      { direction: 'OUT', currency: 'ETH' },
      { direction: 'OUT', amount: 20n, currency: 'USDC' },
    ]);
    expect(await play.token.balanceOf(PAYEE)).toBe(50n);
  });

  it('counts a payment to a deposit address on both rails', async () => {
    const play = await start({ minimum: 1_000n });
    await play.token.mint(play.treasuryAddress, 100n);
    await play.node.mine(3);
    await play.settle(2);
    await play.pay(play.addressOf(1), 30n, 1);
    await play.settle(6);
    expect(play.ledger.balances.get('base USDC')).toBe(70n);
    expect(play.ledger.balances.get('base.deposits USDC')).toBe(30n);
  });

  it('ignores transfers of nothing, which anyone can fake', async () => {
    const play = await start();
    await play.settle(2);
    await sendFrom(play, play.node.accounts[4]!, play.treasuryAddress, 0n);
    await play.token.transact(play.node.accounts[4]!, 'transferFrom', play.treasuryAddress, PAYEE, 0n);
    await play.settle(4);
    expect(play.ledger.of('difference')).toEqual([]);
  });
});

describeWithAnvil('gas', () => {
  it('is booked once for each transaction, rounded up, with its worth', async () => {
    const play = await start();
    await play.token.mint(play.treasuryAddress, 100n);
    await play.node.mine(3);
    await play.settle(2);
    for (const serial of [1, 2, 3]) await play.pay(PAYEE, 10n, serial);
    await play.settle(8);
    const fees = play.ledger.of('NETWORK_FEE');
    expect(fees).toHaveLength(3);
    let wei = 0n;
    for (const fee of fees) {
      if (fee.kind !== 'booking') throw new Error('a fee is a booking');
      const hash = fee.messageId.slice('gas/'.length);
      const receipt = await play.node.rpc<{ gasUsed: Hex; effectiveGasPrice: Hex }>('eth_getTransactionReceipt', [
        hash,
      ]);
      const paid = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
      wei += paid;
      expect(fee.amount).toBe((paid + 999_999_999n) / 1_000_000_000n);
      expect(fee.worth).toEqual({ currency: 'USDC', amount: fee.amount * 3n });
    }
    const balance = BigInt(await play.node.rpc<Hex>('eth_getBalance', [play.treasuryAddress, 'latest']));
    expect(balance).toBe(5_000_000_000_000_000_007n - wei);
  });

  it('waits for a rate', async () => {
    let rate: bigint | null = null;
    const play = await start({ rate: () => rate });
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.settle(8);
    expect(play.ledger.of('NETWORK_FEE')).toEqual([]);
    const waiting = await play.treasury.condition();
    expect(waiting.problems).toEqual(['fees of the chain wait for a rate from ETH to USDC']);
    expect(waiting.backlog['network fees to price']).toBe(1);
    rate = 5n;
    await play.settle(1);
    expect(play.ledger.of('NETWORK_FEE')).toHaveLength(1);
    const priced = await play.treasury.condition();
    expect(priced.problems).toEqual([]);
    expect(priced.backlog['network fees to price']).toBe(0);
  });

  it('that arrives is a top-up, and is exact with fractions of a gwei', async () => {
    const play = await start();
    await play.settle(2);
    await play.node.transact({ to: play.treasuryAddress, value: 3_000_000_000_999_999_999n });
    await play.settle(4);
    await play.node.transact({ to: play.treasuryAddress, value: 500_000_001n });
    await play.settle(4);
    expect(amounts(play, 'TOP_UP', 'ETH')).toEqual([3_000_000_000n, 5_000_000_000n]);
  });

  it('of strangers at a deposit address is booked before it pays a fee', async () => {
    const play = await start({ authorization: null });
    await play.node.transact({ to: play.addressOf(0), value: 10n ** 18n });
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.settle();
    expect(await play.token.balanceOf(play.treasuryAddress)).toBe(2_000_000n);
    expect(amounts(play, 'TRANSFER', 'ETH')).toEqual([]);
    expect(amounts(play, 'TOP_UP', 'ETH')).toEqual([1_000_000_000n, 5_000_000_000n]);
  });

  it('of reverted transactions is booked too', async () => {
    const play = await start();
    await play.token.mint(play.treasuryAddress, 100n);
    await play.node.mine(3);
    await play.settle(2);
    await play.pay(PAYEE, 30n, 1);
    await play.node.rpc('evm_setAutomine', [false]);
    await play.pass();
    const pending = (await pool(play))!;
    await play.node.dropTransaction(pending.hash);
    await play.token.block(PAYEE);
    // The sender broadcasts what it has signed; the token refuses it now.
    for (let at = 0; at < 6; at += 1) {
      await play.pass();
      await play.node.mine();
    }
    await play.agree();
    expect(await play.token.balanceOf(PAYEE)).toBe(0n);
    expect(await play.token.balanceOf(play.treasuryAddress)).toBe(100n);
    expect(play.ledger.of('NETWORK_FEE')).toHaveLength(1);
  });
});

describeWithAnvil('a reorganization after the confirmation', () => {
  it('takes a sweep back, and books the next one', async () => {
    const play = await start();
    await play.pass();
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.settle(7);
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n]);
    const movements = await play.store.read((records) => records.getMany('movement-blocks', blockNumbers(40)));
    expect(movements).toHaveLength(1);
    const depth = Number((await play.node.head()) - BigInt(movements[0]!.key)) + 1;
    await play.node.reorg(depth);
    for (let at = 0; at < 14; at += 1) {
      await play.pass();
      await play.node.mine();
    }
    await play.agree();
    expect(await play.token.balanceOf(play.treasuryAddress)).toBe(2_000_000n);
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n, 2_000_000n, 2_000_000n]);
    expect(play.ledger.balances.get('base.deposits USDC')).toBe(0n);
  });
});

describeWithAnvil('nodes that are behind', () => {
  it('take nothing back that was confirmed before', async () => {
    const play = await start();
    await play.pass();
    await play.token.mint(play.addressOf(0), 2_000_000n);
    await play.settle(9);
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n]);
    const [block] = await play.store.read((records) => records.getMany('movement-blocks', blockNumbers(40)));
    play.lag.blocks = (await play.nodes.confirmed()).number - BigInt(block!.key) + 2n;
    await play.treasury.follow(play.ledger.tell);
    play.lag.blocks = 0n;
    await play.settle(3);
    expect(amounts(play, 'TRANSFER')).toEqual([2_000_000n]);
  });
});

describeWithAnvil('the surplus', () => {
  it('is without what was paid in blocks that are not followed yet', async () => {
    const play = await start({ keep: 4_000_000n });
    await play.settle(2);
    await play.token.mint(play.treasuryAddress, 7_000_000n);
    await play.node.mine(3);
    await play.deposits.run(play.ledger.tell);
    await play.treasury.follow(play.ledger.tell);
    await play.pay(PAYEE, 3_000_000n, 1);
    for (let at = 0; at < 4; at += 1) {
      await play.sender.run();
      await play.node.mine();
    }
    await play.treasury.sweep();
    for (let at = 0; at < 8; at += 1) {
      await play.pass();
      await play.node.mine();
    }
    expect(await play.token.balanceOf(play.treasuryAddress)).toBe(4_000_000n);
    expect(await play.token.balanceOf(COLD)).toBe(0n);
  });
});

describeWithAnvil('coins that have arrived', () => {
  it('are not missed by nodes that are behind', async () => {
    const play = await start();
    await play.settle(3);
    await play.node.transact({ to: play.treasuryAddress, value: 10n ** 17n });
    await play.settle(4);
    expect(amounts(play, 'TOP_UP', 'ETH')).toHaveLength(2);
    play.lag.blocks = 5n;
    await play.treasury.follow(play.ledger.tell);
    play.lag.blocks = 0n;
    await play.settle(2);
    expect(play.ledger.of('difference')).toEqual([]);
    expect(amounts(play, 'TOP_UP', 'ETH')).toHaveLength(2);
  });
});

describeWithAnvil('hosts that die', () => {
  it.each(['eip-3009', null] as const)(
    'lose and repeat nothing, wherever they die (%s)',
    async (authorization) => {
      const draw = seededRandom(`hosts that die ${authorization}`);
      let isDying = true;
      const dies = () => isDying && draw.bytes(1)[0]! < 20;
      let deaths = 0;
      const die = () => {
        deaths += 1;
        throw new HostDied();
      };
      const play = await start({
        authorization,
        keep: 4_000_000n,
        around: (store) => ({
          read: (work) => store.read(work),
          async run(work) {
            if (dies()) die();
            const done = await store.run(work);
            if (dies()) die();
            return done;
          },
        }),
      });
      const { token, ledger, treasuryAddress: treasury } = play;
      let host = play.host();
      for (let pass = 0; pass < 90; pass += 1) {
        isDying = pass < 60;
        if (pass % 12 === 3 && isDying) await token.mint(play.addressOf(pass % 5), 2_000_000n);
        if (pass === 40) await play.node.transact({ to: treasury, value: 10n ** 17n });
        try {
          await play.pass(host);
        } catch (cause) {
          if (!(cause instanceof HostDied)) throw cause;
          host = play.host();
        }
        await play.node.mine();
      }
      await play.agree();
      expect(deaths).toBeGreaterThan(10);
      const currency = authorization === null ? 'USDT' : 'USDC';
      expect(ledger.balances.get(`base.deposits ${currency}`)).toBe(0n);
      expect((await token.balanceOf(treasury)) + (await token.balanceOf(COLD))).toBe(10_000_000n);
      expect(await token.balanceOf(COLD)).toBe(6_000_000n);
      expect(ledger.of('difference')).toEqual([]);
      expect(ledger.of('NETWORK_FEE')).toHaveLength(await transactionsOf(play));
      expect(await play.treasury.isSweeping()).toBe(false);
    },
    120_000,
  );
});

class HostDied extends Error {}

/** The number of mined transactions of the treasury and the deposit addresses. */
async function transactionsOf({ node, treasuryAddress, addressOf }: Play): Promise<number> {
  const senders = [treasuryAddress, ...[0, 1, 2, 3, 4].map(addressOf)];
  const counts = await Promise.all(
    senders.map((address) => node.rpc<Hex>('eth_getTransactionCount', [address, 'latest'])),
  );
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

const blockNumbers = (most: number): readonly string[] => Array.from({ length: most }, (_, at) => String(at));
