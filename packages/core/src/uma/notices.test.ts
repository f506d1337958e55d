import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { err, ok, readAll } from '../kernel/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { valueOf } from '../testing/play-core.js';
import { playChain, playNetwork, type UmaHost, umaHost } from '../testing/uma-hosts.js';
import type { UmaProtocol } from './ports.js';

const RECEIVER = '$success.eur@sandbox.uma.money';
const CALLBACK = 'https://bank.example/paid';

const directory = lightningDirectory();
let clock: FixedClock;
let host: UmaHost;
let notices: (Parameters<UmaProtocol['notify']>[0] & { readonly seconds: number })[];
let isAway: boolean;
let begun: number;
/** Where the institution wants to be notified. */
let utxoCallback: string | null;

beforeEach(async () => {
  clock = fixedClock();
  notices = [];
  isAway = false;
  utxoCallback = CALLBACK;
  host = await umaHost({
    domain: 'payer.example',
    clock,
    chain: playChain(),
    network: playNetwork(),
    lightningDirectory: directory(),
    hasChain: false,
    protocol: (usual) => ({
      async requestPayment(request) {
        const { agreement, signed } = valueOf(await usual.requestPayment(request));
        return ok({ agreement: { ...agreement, utxoCallback }, signed });
      },
      async notify(notice) {
        notices.push({ ...notice, seconds: (clock.now() - begun) / 1_000 });
        return isAway ? err('LNURLP_REQUEST_FAILED', 'the institution is away') : ok();
      },
    }),
  });
  begun = clock.now();
});

const pay = async () => {
  const { play, customer } = host;
  const dollars = await host.account('USD');
  valueOf(await play.run(play.core.sandbox.fund, { accountId: dollars.id, amount: 10_000n }));
  const lookup = valueOf(
    await play.core.uma.lookUp(play.context(), { receiverUmaAddress: RECEIVER, customerId: customer.id }),
  );
  return valueOf(
    await play.run(play.core.quotes.create, {
      lookupId: lookup.id,
      source: { sourceType: 'ACCOUNT', accountId: dollars.id, customerId: customer.id },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: RECEIVER },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 2_000n,
      immediatelyExecute: true,
    }),
  );
};
const jobs = async () =>
  (await host.play.storage.units.read(null, (reads) => readAll(reads, JOBS))).filter(
    ({ kind }) => kind === 'uma.notify',
  );

describe('the institution of a receiver', () => {
  it('is notified once that it was paid, in thousandths of a satoshi', async () => {
    const { uma } = await pay();
    await host.play.core.work.drain();
    await host.play.pass(3_600);
    expect(notices).toEqual([
      {
        signer: { domain: 'payer.example', signingKey: expect.any(String) as string },
        url: CALLBACK,
        units: uma!.settlementAmount * 1_000n,
        seconds: 0,
      },
    ]);
    expect(await jobs()).toEqual([]);
  });

  it('is not notified if it does not ask for it', async () => {
    utxoCallback = null;
    await pay();
    await host.play.pass(60);
    expect(notices).toEqual([]);
  });

  it('that is away is notified ten times, with a delay that doubles from five seconds', async () => {
    isAway = true;
    await pay();
    await host.play.core.work.drain();
    for (let attempt = 0; attempt < 12; attempt++) {
      const [job] = await jobs();
      if (job === undefined) break;
      await host.play.pass((job.dueAt - clock.now()) / 1_000);
    }
    expect(notices.map(({ seconds }) => seconds)).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 1_275, 2_555]);
    expect(await jobs()).toEqual([]);
  });

  it('that comes back is notified once more', async () => {
    isAway = true;
    await pay();
    await host.play.core.work.drain();
    isAway = false;
    await host.play.pass(5);
    await host.play.pass(60);
    expect(notices).toHaveLength(2);
    expect(await jobs()).toEqual([]);
  });
});
