import { expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { readAll } from '../kernel/index.js';
import { type PlayBank, playBank } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { DEPOSITS, TRANSACTIONS } from './index.js';

const HOUR = 3600;
const TRANSFERS = 100;
const AMOUNT = 1_000n;

type Begin = () => Promise<void>;

/** Beginnings of money that moves, with the endings that delay it. */
async function beginnings(bank: PlayBank): Promise<readonly Begin[]> {
  const { payer } = bank;
  const { play, usd } = payer;
  const { transfers } = play.core;
  const of = async (suffixes: readonly string[], add: (suffix: string) => Promise<{ readonly id: string }>) =>
    new Map(await Promise.all(suffixes.map(async (suffix) => [suffix, (await add(suffix)).id] as const)));
  const dollars = await of(['890', '002', '005', '008', '009'], payer.dollars);
  const euros = await of(['002', '003', '005', '007'], payer.external);
  const remitter = (suffix: string) => ({ name: 'Grace Hopper', account: `DE89370400440532013${suffix}` });

  const out =
    (suffix: string): Begin =>
    async () => {
      const input = { sourceId: usd.id, destinationId: dollars.get(suffix)!, amount: AMOUNT };
      valueOf(await play.run(transfers.out, input));
    };
  const into =
    (suffix: string): Begin =>
    async () => {
      const input = { sourceId: dollars.get(suffix)!, destinationId: usd.id, amount: AMOUNT };
      valueOf(await play.run(transfers.in, input));
    };
  const converted =
    (suffix: string): Begin =>
    async () => {
      const over = { immediatelyExecute: true, lockedCurrencyAmount: AMOUNT };
      await payer.quoted(payer.fromAccount(usd.id, euros.get(suffix)!, over));
    };
  // The payout fails, and the refund to the payer outside is delayed, or bounces after a delay.
  const refunded =
    (suffix: string): Begin =>
    async () => {
      const quote = await payer.quoted(payer.funded(euros.get('002')!, { lockedCurrencyAmount: AMOUNT }));
      valueOf(await bank.arrives(quote.reference!, quote.totalSendingAmount, { remitter: remitter(suffix) }));
    };
  const sentBack =
    (suffix: string): Begin =>
    async () => {
      valueOf(await bank.arrives('NOBODY', AMOUNT, { remitter: remitter(suffix) }));
    };
  return [
    ...['890', '002', '005', '008', '009'].map(out),
    ...['890', '002', '005', '008'].map(into),
    ...['003', '005', '007'].map(converted),
    ...['008', '009'].map(refunded),
    ...['008', '009', '890'].map(sentBack),
  ];
}

/** The records that have not ended, and the seconds until each job is due. */
async function openOf({ payer: { play } }: PlayBank): Promise<readonly string[]> {
  const { storage, tenant, clock } = play;
  const isDone = ({ state }: { readonly state: string }) => !['PENDING', 'PROCESSING', 'IN_SUSPENSE'].includes(state);
  return storage.units.read(tenant, async (reads) => {
    const payments = await readAll(reads, TRANSACTIONS, {});
    const states = [
      ...payments.map(({ id, status }) => ({ id, state: status })),
      ...payments.map(({ id, refundStatus }) => ({ id: `refund of ${id}`, state: refundStatus ?? 'none' })),
      ...(await readAll(reads, DEPOSITS, {})).map(({ id, status }) => ({ id, state: status })),
    ];
    const jobs = (await readAll(reads, JOBS, {})).map(
      ({ kind, dueAt }) => `${kind} in ${Math.round((dueAt - clock.now()) / 1000)}`,
    );
    return [...states.filter((each) => !isDone(each)).map(({ id, state }) => `${id} is ${state}`), ...jobs];
  });
}

/** Begins transfers while the clock of the host is right, ahead, and right again, and works in between. */
async function play(steps: readonly (readonly [jump: number, drains: boolean])[], seed: number): Promise<PlayBank> {
  const bank = await playBank();
  const { clock, core } = bank.payer.play;
  const all = await beginnings(bank);
  let begun = 0;
  for (const [jump, drains] of steps) {
    clock.advance(jump);
    // Rates are read again.
    await core.work.drain();
    for (let n = 0; n < TRANSFERS / steps.length; n += 1) {
      await all[(begun + seed) % all.length]!();
      begun += 1;
      if (drains && n % 7 === 0) await core.work.drain();
      if (n % 5 === 0) clock.advance(1);
    }
    if (drains) await core.work.drain();
  }
  expect(begun).toBeGreaterThanOrEqual(TRANSFERS);
  return bank;
}

it.each([
  ['with work while it is wrong', true, 0],
  ['with work while it is wrong, the other way round', true, 7],
  ['without work while it is wrong', false, 3],
] as const)(
  'a hundred transfers end in time although the clock of the host was an hour ahead, %s',
  async (_, drains, seed) => {
    const bank = await play(
      [
        [0, true],
        [HOUR, drains],
        [10, drains],
        [-HOUR, true],
      ],
      seed,
    );
    const { clock, core } = bank.payer.play;
    // The longest delay of the sandbox is six minutes, and it may start again when the clock is set right.
    for (let seconds = 0; seconds < 780; seconds += 6) {
      clock.advance(6);
      await core.work.drain();
    }
    expect(await openOf(bank)).toEqual([]);
    await bank.payer.auditClean();
  },
  30_000,
);
