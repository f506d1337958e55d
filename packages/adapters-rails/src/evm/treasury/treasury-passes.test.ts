import { describe, expect, it } from 'vitest';
import { rateOf } from '@corridor/core';
import {
  COLD,
  depositAddress,
  GWEI,
  OWNER,
  payer,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
  USDT,
} from '../../testing/treasury-parts.js';
import type { Hex } from '../nodes.js';
import type { Intent, Outcome, OutcomeHandler, Purpose } from '../sender.js';
import { coinAddresses } from './coins.js';
import { createTreasury, type Treasury } from './treasury.js';

const ADDRESS = depositAddress(7);
const HASH: Hex = `0x${'1'.repeat(64)}`;

interface Play extends TreasuryPlay {
  readonly treasury: Treasury;
  /** What the handlers of payouts and refunds heard. */
  readonly heard: (readonly unknown[])[];
  conclude(intent: Intent, over?: Partial<Outcome>): Promise<void>;
  undo(intent: Intent, over?: Partial<Outcome>): Promise<void>;
  follow(): Promise<readonly unknown[]>;
  /** What the ledger has of the coins of the treasury and of deposit addresses, in gwei. */
  gwei(): Promise<readonly (readonly bigint[])[]>;
}

/** A treasury with 1,000 gwei of coins, after its first start. */
async function start(over: Parameters<typeof treasuryParts>[0] = {}): Promise<Play> {
  const play = treasuryParts(over);
  const treasury = createTreasury(play.parts);
  play.chain.state.coins.set(TREASURY, 1000n * GWEI);
  await treasury.open();
  await play.told();
  const heard: (readonly unknown[])[] = [];
  const gwei = () =>
    play.read((records) =>
      Promise.all(
        (['treasury', 'deposits'] as const).map(async (whose) =>
          (await coinAddresses(records, whose)).map((each) => each.gwei),
        ),
      ),
    );
  const hearing = (name: string): OutcomeHandler => ({
    concluded: async (_, { key }, { state }) => void heard.push([name, 'concluded', key, state]),
    undone: async (_, { key }, { state }) => void heard.push([name, 'undone', key, state]),
  });
  const handlers = treasury.handlers({ payout: hearing('payout'), refund: hearing('refund') });
  const outcome = (changed: Partial<Outcome>): Outcome => ({
    ...{ state: 'mined', transactionHash: HASH, blockNumber: 1n, gasPaid: 3n * GWEI, reason: null },
    ...changed,
  });
  return Object.assign(play, {
    ...{ treasury, heard, gwei },
    conclude: (intent: Intent, changed: Partial<Outcome> = {}) =>
      play.run((records) => handlers[intent.purpose as Purpose].concluded(records, intent, outcome(changed))),
    undo: (intent: Intent, changed: Partial<Outcome> = {}) =>
      play.run((records) => handlers[intent.purpose as Purpose].undone(records, intent, outcome(changed))),
    follow: async () => {
      const all: unknown[] = [];
      await treasury.follow(async (message) => {
        all.push(message);
        return { ok: true, value: { effect: 'APPLIED', subject: null } };
      });
      return all;
    },
  });
}

const intentOf = (purpose: Purpose, over: Partial<Intent> = {}): Intent => ({
  ...{ key: `${purpose}/1`, purpose, signer: TREASURY, to: USDC, data: '0x', value: 0n },
  ...over,
});
const credited = ({ treasury, run }: Play, amount: bigint, token = USDT) =>
  run((records) => treasury.credited(records, { token, address: ADDRESS, index: 7, amount }));
const statusOf = ({ recordsOf }: Play, collection: string) => recordsOf(collection).map(({ status }) => status);

describe('following a treasury', () => {
  it('tells core what moved, what coins arrived, and what fees cost', async () => {
    const play = await start();
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 5n });
    play.chain.pass(1);
    await play.conclude(intentOf('payout'));
    play.chain.state.coins.set(TREASURY, 1002n * GWEI);
    expect(await play.follow()).toMatchObject([
      { booking: 'TOP_UP', currency: 'USDC', amount: 5n },
      { booking: 'TOP_UP', currency: 'ETH', amount: 5n },
      { booking: 'NETWORK_FEE', amount: 3n, worth: { currency: 'USDC', amount: 3n } },
    ]);
    expect(await play.follow()).toEqual([]);
  });

  it('says which rates are missing, as long as they are', async () => {
    const play = await start();
    await play.conclude(intentOf('payout'));
    await play.conclude(intentOf('payout', { to: USDT }), { transactionHash: `0x${'2'.repeat(64)}` });
    play.state.rate = null;
    play.chain.state.coins.set(TREASURY, 994n * GWEI);
    expect(await play.follow()).toEqual([]);
    const condition = await play.treasury.condition();
    expect(condition.problems).toEqual(
      ['USDC', 'USDT'].map((currency) => `fees of the chain wait for a rate from ETH to ${currency}`),
    );
    expect(condition.backlog).toMatchObject({ 'network fees to price': 2 });
    play.state.rate = rateOf(1n, 1n);
    expect(await play.follow()).toHaveLength(2);
    expect(await play.treasury.condition()).toMatchObject({ problems: [], backlog: { 'network fees to price': 0 } });
  });
});

describe('a pass of sweeps', () => {
  it('does nothing before the first start', async () => {
    const play = treasuryParts({ keep: 0n });
    const treasury = createTreasury(play.parts);
    await play.run((records) => treasury.credited(records, { token: USDC, address: ADDRESS, index: 7, amount: 500n }));
    await treasury.sweep();
    expect([play.intents, play.recordsOf('authorizations')]).toEqual([[], []]);
  });

  it('collects tokens of each kind, and sends the surplus', async () => {
    const play = await start({ keep: 0n });
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 700n });
    play.chain.pass(1);
    await play.follow();
    await credited(play, 500n, USDC);
    await credited(play, 500n, USDT);
    expect(await play.treasury.isSweeping()).toBe(false);
    await play.treasury.sweep();
    expect(play.intents.map(({ purpose, to }) => [purpose, to])).toEqual([
      ['sweep', play.parts.multicall3],
      ['gas', ADDRESS],
      ['cold', USDC],
    ]);
    expect(await play.treasury.isSweeping()).toBe(true);
    expect([...(await play.read(play.treasury.sendingAddresses))]).toEqual([[ADDRESS, 7]]);
  });

  it('keeps the problems that it has found until they are gone', async () => {
    const play = await start();
    await credited(play, 500n, USDC);
    await credited(play, 500n, USDT);
    play.chain.state.refused.add(ADDRESS);
    play.chain.state.gas = { reverted: true, reason: 'paused' };
    await play.treasury.sweep();
    expect((await play.treasury.condition()).problems).toEqual([
      `1 deposit addresses cannot be swept now, such as ${ADDRESS}: USDC refuses it`,
      `${ADDRESS} cannot be swept now: paused`,
    ]);
    play.chain.state.refused.clear();
    play.chain.state.gas = 50_000n;
    play.clock.advance(3600);
    await play.treasury.sweep();
    expect((await play.treasury.condition()).problems).toEqual([]);
  });
});

describe('the outcome of a transaction', () => {
  it.each(['payout', 'refund'] as const)('of a %s books its gas and is handed on', async (purpose) => {
    const play = await start();
    await play.conclude(intentOf(purpose));
    expect(await play.gwei()).toEqual([[997n], []]);
    await play.undo(intentOf(purpose));
    expect(play.heard).toEqual(['concluded', 'undone'].map((what) => [purpose, what, `${purpose}/1`, 'mined']));
    expect(play.recordsOf('transactions')).toMatchObject([{ key: HASH, value: { isOnChain: false, fee: 3n } }]);
  });

  it('that only spends a nonce books its gas alone', async () => {
    const play = await start();
    await play.conclude(intentOf('fill', { to: TREASURY }));
    await play.undo(intentOf('fill', { to: TREASURY }));
    expect([await play.gwei(), play.heard]).toEqual([[[997n], []], []]);
    expect(play.recordsOf('transactions')).toMatchObject([{ value: { isOnChain: false } }]);
  });

  it('of a batch ends its authorizations, and stays so if the transaction leaves the chain', async () => {
    const play = await start();
    await credited(play, 500n, USDC);
    await play.treasury.sweep();
    const [batch] = play.intents;
    await play.conclude(batch!);
    expect([statusOf(play, 'authorizations'), await play.gwei()]).toEqual([['ENDED'], [[997n], []]]);
    expect(play.recordsOf('transactions')).toMatchObject([{ value: { purpose: 'sweep', currency: 'USDC' } }]);
    await play.undo(batch!);
    expect(statusOf(play, 'authorizations')).toEqual(['ENDED']);
  });

  it('of gas for a sweep moves coins, and that of the transfer ends the sweep', async () => {
    const play = await start();
    await credited(play, 500n);
    await play.treasury.sweep();
    const [gas] = play.intents;
    expect(gas).toMatchObject({ purpose: 'gas', to: ADDRESS });
    await play.conclude(gas!, { gasPaid: GWEI, blockNumber: 0n });
    const value = gas!.value / GWEI;
    expect(await play.gwei()).toEqual([[999n - value], [value]]);
    expect(play.recordsOf('gas-sweeps')).toMatchObject([{ status: 'FUNDING', value: { funding: null, block: 0n } }]);
    play.chain.state.coins.set(ADDRESS, gas!.value);
    await play.treasury.sweep();
    const sweep = play.intents.at(-1)!;
    expect(sweep).toMatchObject({ purpose: 'sweep', signer: ADDRESS });
    await play.conclude(sweep, { transactionHash: `0x${'2'.repeat(64)}`, blockNumber: 6n });
    expect(play.recordsOf('gas-sweeps')).toMatchObject([{ status: 'ENDED', value: { block: 6n } }]);
    expect(await play.gwei()).toEqual([[999n - value], [value - 3n]]);
  });

  it('of a transfer to the cold address lets the next surplus go', async () => {
    const play = await start({ keep: 0n });
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 700n });
    play.chain.pass(1);
    await play.follow();
    await play.treasury.sweep();
    await play.conclude(play.intents[0]!, { blockNumber: 6n });
    expect(play.committed.get(`surplus/${USDC}`)!.value).toEqual({ serial: 1, intent: null, after: 6n });
  });
});

describe('the condition of a treasury', () => {
  it('counts what waits, and says when blocks were last read', async () => {
    const unopened = createTreasury(treasuryParts().parts);
    const nothing = {
      ...{ 'deposit addresses to sweep': 0, 'sweeps under way': 0 },
      ...{ 'network fees to price': 0, 'messages to core': 0 },
    };
    expect(await unopened.condition()).toEqual({ followedAt: null, backlog: nothing, problems: [] });
    const play = await start();
    play.clock.advance(60);
    play.chain.transfer({ from: payer(1), to: COLD, amount: 5n });
    play.chain.pass(1);
    const readAt = play.clock.now();
    await play.treasury.follow(async () => ({
      ok: false,
      error: { code: 'SERVICE_UNAVAILABLE', message: 'the database is down' } as never,
    }));
    play.clock.advance(60);
    for (const [index, token] of [USDC, USDC, USDT].entries()) {
      const address = depositAddress(index);
      await play.run((records) => play.treasury.credited(records, { token, address, index, amount: 500n }));
      if (index !== 1) await play.treasury.sweep();
    }
    await play.run((records) =>
      play.treasury.credited(records, { token: USDC, address: depositAddress(5), index: 5, amount: 500n }),
    );
    await play.conclude(intentOf('payout'));
    const { followedAt, backlog, problems } = await play.treasury.condition();
    expect(followedAt).toBe(readAt);
    expect(backlog).toEqual({
      ...{ 'deposit addresses to sweep': 1, 'sweeps under way': 3 },
      ...{ 'network fees to price': 1, 'messages to core': 1 },
    });
    expect(problems).toEqual([
      expect.stringMatching(/^core refused the message move\/0x[0-9a-f]{64}\/0: SERVICE_UNAV/),
    ]);
  });

  it('has the holdings of the chain', async () => {
    const play = await start({ cold: null });
    expect((await play.treasury.holdings()).map(({ rail, currency, amount }) => [rail, currency, amount])).toEqual([
      ...['USDC', 'USDT'].flatMap((currency) => ['base', 'base.deposits'].map((rail) => [rail, currency, 0n])),
      ['base', 'ETH', 1000n],
    ]);
  });
});
