import { beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../kernel/index.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { valueOf } from '../testing/play-core.js';
import type { Quote, QuoteFilter } from './index.js';

let payer: PlayPayer;
let destination: string;
beforeEach(async () => {
  payer = await playPayer();
  destination = (await payer.external()).id;
});

const quoted = (): Promise<Quote> => payer.quoted(payer.fromAccount(payer.usd.id, destination));
const cancel = (id: string): Promise<Result<Quote>> => payer.play.run(payer.play.core.quotes.cancel, { id });

describe('a quote that is cancelled', () => {
  it('is EXPIRED from now on, cannot be executed, and emits one event', async () => {
    const quote = await quoted();
    payer.play.clock.advance(10);
    const cancelled = valueOf(await cancel(quote.id));
    expect(cancelled).toMatchObject({ status: 'EXPIRED', expiresAt: quote.createdAt + 10_000 });
    expect(await payer.execute(quote.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(valueOf(await cancel(quote.id))).toEqual(cancelled);
    await payer.play.pass(300);
    expect(payer.eventsOf(quote.id)).toEqual(['QUOTE.EXPIRED']);
    expect(await payer.quote(quote.id)).toEqual(cancelled);
    await payer.auditClean();
  });

  it('sends money back that arrives afterwards', async () => {
    const quote = await payer.quoted(payer.funded(destination));
    valueOf(await cancel(quote.id));
    expect(valueOf(await payer.pay(quote))).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    await payer.play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'COMPLETED' });
    expect((await payer.quote(quote.id)).status).toBe('EXPIRED');
    await payer.auditClean();
  });

  it('after its deadline has expired and not been cancelled', async () => {
    const quote = await quoted();
    payer.play.clock.advance(300);
    expect(valueOf(await cancel(quote.id))).toMatchObject({ status: 'EXPIRED', expiresAt: quote.expiresAt });
  });

  it('must not have been executed, and must exist', async () => {
    const quote = await quoted();
    valueOf(await payer.execute(quote.id));
    const refused = { code: 'CONFLICT', message: expect.stringContaining(quote.transactionId) };
    expect(await cancel(quote.id)).toMatchObject({ error: refused });
    await payer.play.pass(0);
    expect(await cancel(quote.id)).toMatchObject({ error: refused });
    expect(await cancel('Quote:01977c5e-71b4-7e02-8a6b-3c2d1e0f9a8b')).toMatchObject({
      error: { code: 'QUOTE_NOT_FOUND' },
    });
  });

  it('loses against an execution that commits first, and wins otherwise', async () => {
    const quote = await quoted();
    const [executed, cancelled] = await Promise.all([payer.execute(quote.id), cancel(quote.id)]);
    expect([executed.ok, cancelled.ok].filter(Boolean)).toHaveLength(1);
    expect((await payer.quote(quote.id)).status).toBe(executed.ok ? 'PROCESSING' : 'EXPIRED');
  });
});

it('a quote that does not exist is not found', async () => {
  const { read, core } = payer.play;
  for (const id of ['nonsense', 'Quote:01977c5e-71b4-7e02-8a6b-3c2d1e0f9a8b'])
    expect(await read(core.quotes.get, { id })).toMatchObject({ error: { code: 'QUOTE_NOT_FOUND' } });
});

describe('the list of quotes', () => {
  const list = async (filter: QuoteFilter): Promise<readonly string[]> =>
    valueOf(await payer.play.read(payer.play.core.quotes.list, filter)).data.map(({ id }) => id);

  it('has the newest first, and filters by customer, status, destination and time', async () => {
    const made: Quote[] = [];
    for (let count = 0; count < 3; count += 1) {
      made.push(await quoted());
      payer.play.clock.advance(1);
    }
    const [first, second, third] = made.map(({ id }) => id);
    valueOf(await cancel(second!));
    expect(await list({})).toEqual([third, second, first]);
    expect(await list({ status: 'EXPIRED' })).toEqual([second]);
    expect(await list({ status: 'PENDING', customerId: payer.customerId })).toEqual([third, first]);
    expect(await list({ customerId: payer.customerId })).toEqual([third, second, first]);
    expect(await list({ customerId: 'Customer:01977c5e-71b4-7e02-8a6b-3c2d1e0f9a8b' })).toEqual([]);
    expect(await list({ destinationId: destination })).toEqual([third, second, first]);
    expect(await list({ destinationId: payer.usd.id })).toEqual([]);
    expect(await list({ createdAfter: made[1]!.createdAt })).toEqual([third, second]);
    expect(await list({ createdBefore: made[0]!.createdAt })).toEqual([first]);
  });

  it('continues where its page ended', async () => {
    const made = [await quoted(), await quoted(), await quoted()].map(({ id }) => id);
    const page = valueOf(await payer.play.read(payer.play.core.quotes.list, { limit: 2 }));
    expect(page.hasMore).toBe(true);
    const rest = await list({ limit: 2, cursor: page.nextCursor });
    expect([...page.data.map(({ id }) => id), ...rest].sort()).toEqual(made.sort());
  });
});
