import { expect, it } from 'vitest';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import type { Quote } from '../quotes/index.js';

const HOUR = 3600;

/** Begins a payment while the clock of the host is an hour ahead, and lets 13 minutes pass after it went back: the delay of a slow rail may start again. */
async function stateOf(begin: (payer: PlayPayer) => Promise<Quote>): Promise<string> {
  const payer = await playPayer();
  const { clock, core } = payer.play;
  clock.advance(HOUR);
  await core.work.drain();
  const quote = await begin(payer);
  await core.work.drain();
  clock.advance(-HOUR);
  for (let seconds = 0; seconds < 780; seconds += 6) {
    clock.advance(6);
    await core.work.drain();
  }
  await payer.auditClean();
  return (await payer.payment(quote)).status;
}

it.each([
  ['890', 'COMPLETED'],
  ['003', 'COMPLETED'],
  ['005', 'FAILED'],
])('a payout to …%s that began while the host clock was an hour ahead is %s in time', async (suffix, status) => {
  const begin = async (payer: PlayPayer): Promise<Quote> => {
    const { id } = await payer.external(suffix);
    return payer.quoted(payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true }));
  };
  expect(await stateOf(begin)).toBe(status);
});

it('a collection that began while the host clock was an hour ahead times out in time', async () => {
  const begin = async (payer: PlayPayer): Promise<Quote> => {
    const { id } = await payer.dollars('005');
    const { account } = await payer.internal('EUR');
    return payer.quoted(payer.fromAccount(id, account.id, { immediatelyExecute: true }));
  };
  expect(await stateOf(begin)).toBe('FAILED');
});
