import { type CurrencyCode, err, type ErrorCode, instant, ok } from '@corridor/core';
import type { FundingRefund, RailStore, RailTelling, TellCore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import {
  depositStore,
  listeningLedger,
  payer,
  playDeposits,
  type PlayDepositsOptions,
  TREASURY,
  USDC,
} from '../../testing/evm-deposits.js';
import { hashOf, memoryChain } from '../../testing/memory-chain.js';
import type { Outcome } from '../sender.js';

const REFERENCE = 'Deposit:0199c0de-0000-7000-8000-000000000001';
const NOW = instant(Date.parse('2026-11-23T10:00:00Z'));

const refundTo = (account: string | null, over: Partial<FundingRefund> = {}): FundingRefund => ({
  reference: REFERENCE,
  currency: 'USDC' as CurrencyCode,
  amount: 5_000_000n,
  arrival: { paymentId: '31337:0x1:0', remitter: { name: null, account }, valueDate: null },
  submittedAt: NOW,
  ...over,
});

const outcome = (state: Outcome['state'], reason: string | null = null): Outcome => ({
  state,
  transactionHash: hashOf('refund'),
  blockNumber: 9n,
  gasPaid: 1n,
  reason,
});

function refunding(over: Partial<PlayDepositsOptions> = {}) {
  const chain = memoryChain(1);
  const ledger = listeningLedger();
  const dying = { afterTelling: false };
  const whole = depositStore();
  const store: RailStore = {
    read: (work) => whole.read(work),
    run: (work) => {
      if (dying.afterTelling && ledger.told.length === 2) throw new Error('the host died');
      return whole.run(work);
    },
  };
  const play = playDeposits({ nodes: chain.nodes, store, ...over });
  const refund = (given = refundTo(payer(1))) => play.deposits.rail.funding!.refund(given, NOW);
  const conclude = (state: Outcome['state'], reason: string | null = null) =>
    play.store.run(async (records) => {
      await play.deposits.refundOutcomes.concluded(records, play.sender.intents[0]!, outcome(state, reason));
      return ok();
    });
  const undo = () =>
    play.store.run(async (records) => {
      await play.deposits.refundOutcomes.undone(records, play.sender.intents[0]!, outcome('mined'));
      return ok();
    });
  const run = () => play.deposits.run(ledger.tell);
  const told = () => ledger.told.map((message) => brief(message));
  return { ...play, dying, chain, refund, conclude, undo, run, told };
}

const brief = (message: RailTelling): string => {
  if (message.kind === 'refund') return `refund ${message.status.state}`;
  return message.kind === 'booking' ? `${message.booking} ${message.rail} -> ${message.to}` : message.kind;
};

const PENDING = { state: 'pending', checkAfterSeconds: 15 };

describe('a refund of a deposit', () => {
  it('is one transfer of the treasury to the sender, however often it is asked for', async () => {
    const { refund, sender } = refunding();
    expect(await refund()).toEqual(PENDING);
    expect(await refund()).toEqual(PENDING);
    expect(sender.intents).toEqual([
      {
        key: `refund/${REFERENCE}`,
        purpose: 'refund',
        signer: TREASURY,
        to: USDC,
        data: `0xa9059cbb${payer(1).slice(2).padStart(64, '0')}${5_000_000n.toString(16).padStart(64, '0')}`,
        value: 0n,
      },
    ]);
  });

  it('that is mined is completed, and moves the money in the ledger from the treasury to the deposit addresses', async () => {
    const { refund, conclude, run, told } = refunding();
    await refund();
    await run();
    expect(told()).toEqual([]);
    await conclude('mined');
    expect(await refund()).toEqual({ state: 'completed' });
    await run();
    await run();
    expect(told()).toEqual(['refund completed', 'TRANSFER base -> base.deposits']);
  });

  it.each(['reverted', 'refused'] as const)('that is %s fails with the reason', async (state) => {
    const { refund, conclude, run, told } = refunding();
    await refund();
    await conclude(state, 'the token is paused');
    expect(await refund()).toEqual({ state: 'failed', reason: expect.stringContaining('the token is paused') });
    await run();
    expect(told()).toEqual(['refund failed']);
  });

  it('that leaves the chain and is mined again has no further effect', async () => {
    const { refund, conclude, undo, run, told } = refunding();
    await refund();
    await conclude('mined');
    await run();
    await undo();
    expect(await refund()).toEqual(PENDING);
    await run();
    await conclude('mined');
    expect(await refund()).toEqual({ state: 'completed' });
    await run();
    expect(told()).toEqual(['refund completed', 'TRANSFER base -> base.deposits']);
  });

  it('that reverts again after it left the chain has the last reason, of which core does not hear', async () => {
    const { refund, conclude, undo, run, told } = refunding();
    await refund();
    await conclude('reverted', 'paused');
    await undo();
    await conclude('reverted', 'blocked');
    expect(await refund()).toEqual({ state: 'failed', reason: 'the transaction reverted: blocked' });
    await run();
    expect(told()).toEqual(['refund failed']);
  });

  it('that is unknown has no outcome', async () => {
    const { refund, deposits, store, sender } = refunding();
    await refund();
    const unknown = { ...sender.intents[0]!, key: 'refund/Deposit:unknown' };
    await expect(
      store.run(async (records) => {
        await deposits.refundOutcomes.concluded(records, unknown, outcome('mined'));
        return ok();
      }),
    ).rejects.toThrow('the refund refund/Deposit:unknown is unknown');
    expect(await refund()).toEqual(PENDING);
  });

  it('that was asked for before does not depend on the nodes and the screening', async () => {
    let isSilent = false;
    const { refund, chain } = refunding({
      screening: { screen: async () => (isSilent ? Promise.reject(new Error('EACCES')) : null) },
    });
    expect(await refund()).toEqual(PENDING);
    isSilent = true;
    Object.assign(chain.nodes, { head: () => Promise.reject(new Error('ECONNREFUSED')) });
    expect(await refund()).toEqual(PENDING);
  });

  it('that leaves the chain and reverts then is taken back', async () => {
    const { refund, conclude, undo, run, told } = refunding();
    await refund();
    await conclude('mined');
    await run();
    await undo();
    await conclude('reverted');
    await run();
    await run();
    expect(told().slice(2)).toEqual(['refund failed', 'TRANSFER base.deposits -> base']);
  });

  it('that leaves the chain and reverts is taken back also if a host died right after it told core', async () => {
    const { refund, conclude, undo, run, told, dying } = refunding();
    await refund();
    await conclude('mined');
    dying.afterTelling = true;
    await expect(run()).rejects.toThrow('died');
    dying.afterTelling = false;
    await undo();
    await conclude('reverted');
    await run();
    expect(told()).toEqual([
      'refund completed',
      'TRANSFER base -> base.deposits',
      'refund failed',
      'TRANSFER base.deposits -> base',
    ]);
  });

  it.each([
    ['an unknown sender', refundTo(null), 'the address of the sender is unknown'],
    ['no arrival', refundTo(null, { arrival: null }), 'the address of the sender is unknown'],
    ['an address with a wrong checksum', refundTo('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'), 'unknown'],
    ['another token', refundTo(payer(1), { currency: 'EURC' as CurrencyCode }), 'no contract for EURC'],
  ])('to %s fails', async (_, given, reason) => {
    const { refund, sender } = refunding();
    expect(await refund(given)).toEqual({ state: 'failed', reason: expect.stringContaining(reason) });
    expect(sender.intents).toEqual([]);
  });

  it('to a contract fails', async () => {
    const { refund, chain } = refunding();
    chain.contracts.add(payer(1));
    expect(await refund()).toEqual({ state: 'failed', reason: 'the address of the sender is a contract' });
  });

  it('to a listed address fails, also after the address has left the list', async () => {
    let hit: string | null = 'OFAC';
    const { refund, sender } = refunding({
      screening: { screen: async ({ direction }) => hit && `${hit} ${direction}` },
    });
    const failed = { state: 'failed', reason: 'the address of the sender must not be paid: OFAC OUT' };
    expect(await refund()).toEqual(failed);
    hit = null;
    expect(await refund()).toEqual(failed);
    expect(await refund(refundTo(payer(1), { reference: `${REFERENCE}/3` }))).toEqual(PENDING);
    expect(sender.intents).toHaveLength(1);
  });

  it('waits for a screening that gives no answer', async () => {
    const { refund, sender } = refunding({ screening: { screen: () => Promise.reject(new Error('EACCES')) } });
    await expect(refund()).rejects.toThrow('EACCES');
    expect(sender.intents).toEqual([]);
  });
});

describe('the messages about refunds', () => {
  const TRANSFER = { kind: 'booking', booking: 'TRANSFER', currency: 'USDC', amount: 5_000_000n };
  const RAIL = 'base.deposits';

  /** Counts the messages that core hears, and refuses some. */
  function counting(refuses: (message: RailTelling) => boolean = () => false, code: ErrorCode = 'SERVICE_UNAVAILABLE') {
    const told: RailTelling[] = [];
    const tell: TellCore = async (message) => {
      told.push(message);
      return refuses(message) ? err(code) : ok({ effect: 'APPLIED', subject: null });
    };
    return { told, tell };
  }

  it('say what was paid, and what was taken back, each with an id of its own', async () => {
    const { refund, conclude, undo, deposits } = refunding();
    await refund();
    await conclude('mined');
    await undo();
    await conclude('reverted', 'the token is paused');
    await undo();
    await conclude('mined');
    const { told, tell } = counting();
    await deposits.run(tell);
    await deposits.run(tell);
    const end = (report: number, status: object) => ({
      ...{ kind: 'refund', rail: RAIL, messageId: `${REFERENCE}/${report}/refund`, reference: REFERENCE, status },
    });
    const moved = (report: number, rail: string, to: string, note: string) => ({
      ...TRANSFER,
      ...{ rail, to, messageId: `${REFERENCE}/${report}/transfer`, note },
    });
    expect(told).toEqual([
      end(1, { state: 'completed' }),
      moved(1, 'base', RAIL, `refund ${REFERENCE} from the treasury`),
      end(2, { state: 'failed', reason: 'the transaction reverted: the token is paused' }),
      moved(2, RAIL, 'base', `refund ${REFERENCE} was not paid after all`),
      end(3, { state: 'completed' }),
      moved(3, 'base', RAIL, `refund ${REFERENCE} from the treasury`),
    ]);
    expect(await refund()).toEqual({ state: 'completed' });
  });

  it.each<[Outcome['state'], string | null, string]>([
    ['reverted', 'paused', 'the transaction reverted: paused'],
    ['reverted', null, 'the transaction reverted'],
    ['refused', 'blocked', 'blocked'],
    ['refused', null, 'the token refused the transfer'],
  ])('give the reason of one that is %s with %s', async (state, reason, text) => {
    const { refund, conclude, deposits } = refunding();
    await refund();
    await conclude(state, reason);
    expect(await refund()).toEqual({ state: 'failed', reason: text });
    const { told, tell } = counting();
    await deposits.run(tell);
    expect(told).toMatchObject([{ kind: 'refund', status: { state: 'failed', reason: text } }]);
  });

  it('keep their order while core does not answer', async () => {
    const { refund, conclude, deposits } = refunding();
    await refund();
    await conclude('mined');
    const silent = counting(({ kind }) => kind === 'refund');
    await deposits.run(silent.tell);
    expect(silent.told.map(({ kind }) => kind)).toEqual(['refund']);
    const half = counting(({ kind }) => kind === 'booking');
    await deposits.run(half.tell);
    expect(half.told.map(({ kind }) => kind)).toEqual(['refund', 'booking']);
    const { told, tell } = counting();
    await deposits.run(tell);
    await deposits.run(tell);
    expect(told.map(({ kind }) => kind)).toEqual(['booking']);
  });

  it('are each sent once in a pass while core does not answer, of which nothing is written', async () => {
    const { refund, deposits, store, sender } = refunding();
    const references = Array.from({ length: 102 }, (_, serial) => `Deposit:${serial}`);
    for (const reference of references) await refund(refundTo(payer(1), { reference }));
    await store.run(async (records) => {
      for (const intent of sender.intents)
        await deposits.refundOutcomes.concluded(records, intent, outcome('reverted'));
      return ok();
    });
    const versions = () =>
      store.read(async (records) =>
        (await records.getMany('deposit-refunds', references)).map(({ key, version }) => [key, version]),
      );
    const before = await versions();
    const { told, tell } = counting(() => true);
    // A pass tells what was decided before it reads the chain.
    await deposits.run(tell);
    expect(told.map((message) => message.kind === 'refund' && message.reference).toSorted()).toEqual(
      references.toSorted(),
    );
    expect(await versions()).toEqual(before);
  });

  it('do not wait for one that core refuses for good', async () => {
    const { refund, conclude, deposits } = refunding();
    await refund();
    await conclude('mined');
    const { told, tell } = counting(() => true, 'INVALID_AMOUNT');
    await deposits.run(tell);
    await deposits.run(tell);
    expect(told.map(({ kind }) => kind)).toEqual(['refund', 'booking']);
  });

  it('reach core for all refunds in one pass, which were under way until they were mined', async () => {
    const { refund, deposits, store, sender, undo } = refunding();
    const underWay = async () => (await deposits.condition()).backlog['refunds of deposits under way'];
    for (let serial = 0; serial < 101; serial += 1)
      await refund(refundTo(payer(1), { reference: `Deposit:${serial}` }));
    expect(await underWay()).toBe(101);
    await store.run(async (records) => {
      for (const intent of sender.intents) await deposits.refundOutcomes.concluded(records, intent, outcome('mined'));
      return ok();
    });
    expect(await underWay()).toBe(0);
    const { told, tell } = counting();
    await deposits.run(tell);
    expect(told).toHaveLength(202);
    expect(await underWay()).toBe(0);
    await undo();
    expect(await underWay()).toBe(1);
  });

  it('are those of one refund, though it is asked for twice at a time', async () => {
    const { refund, sender } = refunding();
    expect(await Promise.all([refund(), refund()])).toEqual([PENDING, PENDING]);
    expect(sender.intents).toHaveLength(1);
  });
});
