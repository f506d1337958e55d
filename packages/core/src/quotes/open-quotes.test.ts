import { beforeEach, describe, expect, it } from 'vitest';
import { createIds, type Id, newRecord, ok } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { asked, regulated } from '../testing/play-regulated.js';
import { seededRandom } from '../testing/ports.js';
import { hasOpenQuotesOn, type Quote, QUOTES, scaChallengeOf, shownInstructions } from './quote.js';

let payer: PlayPayer;
let quote: Quote;
let quotes = 0;
beforeEach(async () => {
  payer = await playPayer();
  quote = await payer.quoted(payer.fromAccount((await payer.dollars()).id, (await payer.external()).id));
});

/** Writes another quote of the same accounts, later than all others. */
const written = async (...overs: readonly Partial<Quote>[]): Promise<void> => {
  const { play } = payer;
  const ids = createIds(play.clock, seededRandom(`open ${quotes++}`));
  const done = await play.storage.units.run(play.tenant, async (tx) => {
    for (const over of overs) {
      const id = ids.next('Quote');
      const transactionId = ids.next('Transaction');
      tx.add(QUOTES, { ...quote, ...over, transactionId, ...newRecord(id, play.context()) });
    }
    return ok();
  });
  valueOf(done);
};
const isOpen = (id: string, now = payer.play.clock.now()): Promise<boolean> =>
  payer.play.storage.units.read(payer.play.tenant, (reads) => hasOpenQuotesOn(reads, id, now));

describe('an account has open quotes', () => {
  it('while a quote that pays it or collects from it is valid, and while its payment runs', async () => {
    for (const id of [quote.destinationId, quote.pulledFrom!]) {
      expect(await isOpen(id)).toBe(true);
      expect(await isOpen(id, (quote.expiresAt - 1) as never)).toBe(true);
      expect(await isOpen(id, quote.expiresAt)).toBe(false);
    }
    expect(await isOpen((await payer.external('891')).id)).toBe(false);
    valueOf(await payer.execute(quote.id));
    expect(await isOpen(quote.destinationId, quote.expiresAt)).toBe(true);
    await payer.play.pass(0);
    expect((await payer.quote(quote.id)).status).toBe('COMPLETED');
    expect(await isOpen(quote.destinationId)).toBe(false);
  });

  it('in the states that can still move money only', async () => {
    const open: string[] = [];
    for (const status of [
      'PENDING',
      'PENDING_AUTHORIZATION',
      'PROCESSING',
      'COMPLETED',
      'FAILED',
      'EXPIRED',
    ] as const) {
      const destinationId = `ExternalAccount:${status}` as Id<'ExternalAccount'>;
      await written({ status, destinationId });
      if (await isOpen(destinationId)) open.push(status);
    }
    expect(open).toEqual(['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING']);
  });

  it('even if a hundred later ones have ended', async () => {
    const ended = { status: 'COMPLETED' } as const;
    payer.play.clock.advance(1);
    await written(...Array.from({ length: 100 }, () => ended));
    expect(await isOpen(quote.destinationId)).toBe(true);
    expect(await isOpen(quote.destinationId, quote.expiresAt)).toBe(false);
  });
});

describe('a quote that awaits authorization', () => {
  it('shows its challenge until it is authorized', async () => {
    const of = await regulated();
    const waiting = await asked(of);
    const challenge = waiting.sca!.challenge!;
    expect(scaChallengeOf(waiting)).toEqual(challenge);
    expect(scaChallengeOf({ ...waiting, status: 'PROCESSING' })).toBeNull();
    expect(scaChallengeOf({ status: 'PENDING_AUTHORIZATION', sca: null })).toBeNull();
  });

  it('shows payment instructions only after that, unless they are what its owner signs', () => {
    const paymentInstructions = [{ instructionsNotes: 'x', isPlatformAccount: null, accountOrWalletInfo: {} }] as never;
    const source = { sourceType: 'REALTIME_FUNDING', customerId: null, currency: 'USD', cryptoNetwork: null } as never;
    const waiting = { ...quote, status: 'PENDING_AUTHORIZATION', paymentInstructions } as const;
    expect(shownInstructions({ ...waiting, source })).toBeNull();
    expect(shownInstructions({ ...waiting, source, status: 'PENDING' })).toBe(paymentInstructions);
    expect(shownInstructions(waiting)).toBe(paymentInstructions);
  });
});
