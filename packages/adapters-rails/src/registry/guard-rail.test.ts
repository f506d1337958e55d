import { type CurrencyCode, instant } from '@corridor/core';
import { Bug, type PayoutStatus, type Rail, RailUnavailable, type Tracing } from '@corridor/core/ports';
import { exampleAccountInfo } from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import { recordedTracing } from '../../../core/src/testing/tracing.js';
import { sandboxRails } from '../sandbox/index.js';
import { digest } from '../testing/ports.js';
import { guardRail } from './index.js';

const delivery = {
  reference: 'Transaction:1',
  account: exampleAccountInfo('EUR_ACCOUNT'),
  currency: 'EUR' as CurrencyCode,
  amount: 1n,
  paymentRail: null,
  purposeOfPayment: null,
  sameCurrency: false,
  remittanceInformation: null,
  submittedAt: instant(0),
  cancelRequestedAt: null,
};
const refund = {
  reference: 'K7QF',
  currency: 'EUR' as CurrencyCode,
  amount: 1n,
  arrival: null,
  submittedAt: instant(0),
};
const request = {
  currency: 'EUR' as CurrencyCode,
  reference: 'K7QF',
  amount: null,
  cryptoNetwork: null,
  walletAddresses: null,
  addressIndex: null,
};
const DELIVERED: PayoutStatus = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };

function guarded(submit: () => Promise<PayoutStatus>, timeoutMs = 1000, tracing: Tracing | null = null) {
  const seen: { rail: string; call: string; outcome: string; seconds: number }[] = [];
  const logged: object[] = [];
  const bank = sandboxRails(digest)[0]!;
  const rail: Rail = {
    ...bank,
    name: 'test',
    payouts: { ...bank.payouts!, submit, status: submit },
    funding: {
      networks: () => [null],
      addressSpace: null,
      instructions: () => {
        throw new Error('no configuration');
      },
      refund: () => Promise.resolve({ state: 'completed' }),
    },
  };
  const guard = guardRail(rail, {
    timeoutMs,
    tracing,
    observe: (rail, call, outcome, seconds) => seen.push({ rail, call, outcome, seconds }),
    log: { warn: (fields) => logged.push(fields) },
  });
  return { guard, seen, logged };
}

describe('a guarded rail', () => {
  it("returns the rail's answer and counts the call", async () => {
    const { guard, seen, logged } = guarded(() => Promise.resolve(DELIVERED));
    expect(await guard.payouts!.submit(delivery)).toBe(DELIVERED);
    expect(await guard.payouts!.status(delivery, instant(0))).toBe(DELIVERED);
    expect(await guard.funding!.refund(refund, instant(0))).toEqual({ state: 'completed' });
    expect(seen.map(({ rail, call, outcome }) => [rail, call, outcome])).toEqual([
      ['test', 'submit', 'answered'],
      ['test', 'status', 'answered'],
      ['test', 'refund', 'answered'],
    ]);
    expect(logged).toEqual([]);
  });

  it('is called in a span that names the call and its outcome, and nothing of the instruction', async () => {
    const tracing = recordedTracing();
    const answers: (() => Promise<PayoutStatus>)[] = [
      () => Promise.resolve(DELIVERED),
      () => Promise.reject(new Error(`no such account: ${JSON.stringify(delivery.account)}`)),
      () => new Promise(() => undefined),
      () => Promise.reject(new Bug('no')),
    ];
    const { guard } = guarded(() => answers.shift()!(), 20, tracing);
    const job = { name: 'job', kind: 'consumer', attributes: {}, parent: null } as const;
    const trace = await tracing.span(job, async (span) => {
      while (answers.length > 0) await guard.payouts!.submit(delivery).catch(() => undefined);
      return span.trace;
    });
    expect(tracing.spans.slice(0, -1)).toEqual(
      (['answered', 'failed', 'timed-out', 'bug'] as const).map((outcome) => ({
        name: 'rail submit',
        kind: 'client',
        attributes: { 'corridor.rail': 'test', 'corridor.rail.call': 'submit', 'corridor.rail.outcome': outcome },
        trace: expect.any(String) as string,
        parent: trace,
        link: null,
        failed: outcome === 'answered' ? null : (expect.any(String) as string),
      })),
    );
    expect(JSON.stringify(tracing.spans)).not.toContain(exampleAccountInfo('EUR_ACCOUNT')['iban']);
  });

  it('throws RailUnavailable for a malformed answer, and counts and logs it with its member', async () => {
    const tracing = recordedTracing();
    const { guard, seen, logged } = guarded(async () => ({ state: 'pending' }) as never, 1000, tracing);
    await expect(guard.payouts!.submit(delivery)).rejects.toThrow(
      'test failed (submit): the answer is malformed: checkAfterSeconds must be a positive number of seconds, at most 315360000, but is missing',
    );
    expect(seen).toMatchObject([{ rail: 'test', call: 'submit', outcome: 'malformed' }]);
    expect(logged).toMatchObject([{ rail: 'test', call: 'submit', member: 'checkAfterSeconds', outcome: 'malformed' }]);
  });

  it('throws RailUnavailable for malformed instructions', () => {
    const [bank] = sandboxRails(digest);
    const seen: string[] = [];
    const instructions = (() => [{}]) as never;
    const guard = guardRail(
      { ...bank!, funding: { ...bank!.funding!, instructions } },
      {
        timeoutMs: 1000,
        observe: (_, call, outcome) => seen.push(`${call} ${outcome}`),
        log: { warn: () => undefined },
      },
    );
    expect(() => guard.funding!.instructions(request)).toThrow('[0].accountOrWalletInfo must be an object');
    expect(seen).toEqual(['instructions malformed']);
  });

  it('throws RailUnavailable when the rail throws any value, synchronously or later', async () => {
    const thrown: unknown = 'socket hang up';
    for (const submit of [
      () => Promise.reject(new Error('socket hang up')),
      () => {
        throw new Error('socket hang up');
      },
      () => Promise.reject(thrown),
    ]) {
      const { guard, seen, logged } = guarded(submit);
      const error: unknown = await guard.payouts!.submit(delivery).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(RailUnavailable);
      expect(error).toMatchObject({ rail: 'test', call: 'submit', message: 'test failed (submit): socket hang up' });
      expect(seen).toMatchObject([{ outcome: 'failed' }]);
      expect(logged).toHaveLength(1);
    }
  });

  it('throws RailUnavailable when the rail does not answer in time, and ignores a late answer', async () => {
    let late: (cause: Error) => void = () => {};
    const { guard, seen } = guarded(() => new Promise((_, reject) => (late = reject)), 20);
    await expect(guard.payouts!.submit(delivery)).rejects.toThrow('test did not answer in time (submit)');
    late(new Error('too late to be heard'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toMatchObject([{ outcome: 'timed-out' }]);
    expect(seen[0]!.seconds).toBeGreaterThan(0.01);
  });

  it('throws the RailUnavailable of the rail unchanged', async () => {
    const unavailable = new RailUnavailable('test', 'submit', 'the rail answered HTTP 500');
    const { guard, seen, logged } = guarded(() => Promise.reject(unavailable));
    await expect(guard.payouts!.submit(delivery)).rejects.toBe(unavailable);
    expect(seen).toMatchObject([{ outcome: 'failed' }]);
    expect(logged).toHaveLength(1);
  });

  it('throws a Bug unchanged, because a retry cannot help', async () => {
    const bug = new Bug('unhandled case');
    const { guard, seen, logged } = guarded(() => Promise.reject(bug));
    await expect(guard.payouts!.submit(delivery)).rejects.toBe(bug);
    expect(seen).toMatchObject([{ outcome: 'bug' }]);
    expect(logged).toEqual([]);
  });

  it('counts each function under its own name', async () => {
    const [, crypto] = sandboxRails(digest);
    const { guard: bank, seen } = guarded(() => Promise.resolve(DELIVERED));
    const chain = guardRail(crypto!, {
      timeoutMs: 1000,
      observe: (rail, call, outcome, seconds) => seen.push({ rail, call, outcome, seconds }),
      log: { warn: () => {} },
    });
    await bank.payouts!.cancel!(delivery);
    await bank.payouts!.lookUp(delivery.account, delivery.currency);
    await bank.pulls!.submit(delivery);
    await bank.pulls!.status(delivery, instant(0));
    await bank.pulls!.cancel!(delivery);
    await bank.pulls!.refund({ reference: 'Refund:1', pull: delivery, submittedAt: instant(0) }, instant(0));
    const withdrawal = { currency: 'BTC' as CurrencyCode, network: 'BITCOIN', amount: 9n, address: 'nowhere' };
    expect(await chain.networkFees!.estimate(withdrawal)).toBeNull();
    expect(seen.map(({ call, outcome }) => [call, outcome])).toEqual(
      ['cancel', 'look-up', 'pull', 'pull-status', 'pull-cancel', 'pull-refund', 'network-fee'].map((call) => [
        call,
        'answered',
      ]),
    );
  });

  it('turns an error of `instructions` into RailUnavailable', () => {
    const { guard, seen } = guarded(() => Promise.resolve(DELIVERED));
    expect(() => guard.funding!.instructions(request)).toThrow(RailUnavailable);
    expect(seen).toMatchObject([{ call: 'instructions', outcome: 'failed' }]);
  });

  it('keeps name, environment and capabilities, and adds no function that the rail lacks', () => {
    const [bank] = sandboxRails(digest);
    const quiet = { timeoutMs: 1, observe: () => {}, log: { warn: () => {} } };
    const lacking = { ...bank!, payouts: null, pulls: null, funding: null, networkFees: null };
    expect(guardRail(lacking, quiet)).toEqual(lacking);
    const stubborn = {
      ...bank!,
      payouts: { ...bank!.payouts!, cancel: null },
      pulls: { ...bank!.pulls!, cancel: null },
    };
    const guard = guardRail(stubborn, quiet);
    expect([guard.payouts!.cancel, guard.pulls!.cancel]).toEqual([null, null]);
  });

  it('logs no account details', async () => {
    const { guard, logged } = guarded(() => Promise.reject(new Error('refused')));
    await guard.payouts!.submit(delivery).catch(() => {});
    expect(Object.keys(logged[0]!).sort()).toEqual(['call', 'err', 'outcome', 'rail', 'seconds']);
  });
});
