import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOBS } from '../events/index.js';
import { instant, ok, plusSeconds, readAll } from '../kernel/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { valueOf } from '../testing/play-core.js';
import { playChain, type PlayChain, playNetwork, type UmaHost, umaHost } from '../testing/uma-hosts.js';
import { UMA_RECEIPTS } from './records.js';

const directory = lightningDirectory();
let clock: FixedClock;
let chain: PlayChain;
let payer: UmaHost;
let payee: UmaHost;
/** How long the payment request can be started, in seconds; null as the institution says. */
let startable: number | null;
let units: bigint[];

beforeEach(async () => {
  clock = fixedClock();
  // The library of the protocol writes the time of the machine into its signatures.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  chain = playChain();
  startable = null;
  units = [];
  const both = { clock, chain, network: playNetwork(), lightningDirectory: directory(), hasLightning: false };
  payee = await umaHost({ ...both, domain: 'payee.example' });
  payer = await umaHost({
    ...both,
    domain: 'payer.example',
    protocol: (usual) => ({
      async requestPayment(request) {
        const answered = await usual.requestPayment(request);
        if (!answered.ok || startable === null) return answered;
        const { agreement, signed } = answered.value;
        const expiresAt = instant(clock.now() + startable * 1_000);
        return ok({ agreement: { ...agreement, terms: { ...agreement.terms!, expiresAt } }, signed });
      },
      async notify(notice) {
        units.push(notice.units);
        return usual.notify(notice);
      },
    }),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const quote = async () => {
  const { play, customer } = payer;
  const source = await payer.account('USDC');
  valueOf(await play.run(play.core.sandbox.fund, { accountId: source.id, amount: 100_000_000n }));
  const { umaAddress } = payee.customer;
  const lookup = valueOf(
    await play.core.uma.lookUp(play.context(), { receiverUmaAddress: umaAddress, customerId: customer.id }),
  );
  return play.run(play.core.quotes.create, {
    lookupId: lookup.id,
    source: { sourceType: 'ACCOUNT', accountId: source.id, customerId: customer.id },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USDC' },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 5_000_000n,
    immediatelyExecute: true,
  });
};

describe('a payment over a chain', () => {
  it.each([
    [15, 5],
    [60.9, 50],
  ])('that can be started for %d seconds has a quote of %i seconds', async (seconds, expected) => {
    startable = seconds;
    expect(valueOf(await quote()).expiresAt).toBe(plusSeconds(payer.play.context().now, expected));
  });

  it('that can be started for less than fifteen seconds is refused', async () => {
    startable = 14.999;
    expect(await quote()).toMatchObject({ error: { code: 'INVALID_PAYREQ_RESPONSE' } });
    expect(chain.transfers).toEqual([]);
  });

  it('reaches the institution in smallest units of the token, which notes it on its receipt', async () => {
    const { uma } = valueOf(await quote());
    for (const seconds of [1, 1]) {
      clock.advance(seconds);
      vi.setSystemTime(clock.now());
      await payer.play.core.work.drain();
    }
    expect(units).toEqual([uma!.settlementAmount]);
    const [receipt] = await payee.play.storage.units.read(payee.play.tenant, (reads) => readAll(reads, UMA_RECEIPTS));
    expect(receipt!.notifiedAt).not.toBeNull();
  });

  it('is awaited by a job that looks once a minute, because the rail reports what arrives', async () => {
    valueOf(await quote());
    const dueIn = async () => {
      const jobs = await payee.play.storage.units.read(null, (reads) => readAll(reads, JOBS));
      return jobs.filter(({ kind }) => kind === 'uma.receive').map(({ dueAt }) => (dueAt - clock.now()) / 1_000);
    };
    await payee.play.core.work.drain();
    expect(await dueIn()).toEqual([60]);
    await payee.play.pass(60);
    expect(await dueIn()).toEqual([60]);
  });
});
