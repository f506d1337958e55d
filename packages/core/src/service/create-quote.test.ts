import { describe, expect, it } from 'vitest';
import { type Context, err, ok, type Tx } from '../kernel/index.js';
import type { Quote, QuoteRequest } from '../quotes/index.js';
import type { AgreedQuote } from '../uma/index.js';
import { createAnyQuote } from './create-quote.js';

const requestTo = (destination: object): QuoteRequest => ({ destination }) as QuoteRequest;
const TO_ACCOUNT = requestTo({ destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1' });
const TO_ADDRESS = requestTo({ destinationType: 'UMA_ADDRESS', umaAddress: '$eve@bank.example' });
const [tx, ctx] = [{} as Tx, {} as Context];
const PLAIN = { id: 'Quote:plain' } as unknown as Quote;
const AGREED = { id: 'Quote:agreed' } as unknown as Quote;

function creation(refused = false) {
  const asked: QuoteRequest[] = [];
  const create = createAnyQuote(async () => ok(PLAIN), {
    agree: async (_ctx, request) => {
      asked.push(request);
      return refused ? err('COUNTERPARTY_NOT_ALLOWED') : ok({ request } as AgreedQuote);
    },
    open: async () => ok(AGREED),
  });
  return { asked, create };
}

describe('a quote', () => {
  it('between accounts makes no call before its unit', async () => {
    const { asked, create } = creation();
    const ready = await create.prepare(ctx, TO_ACCOUNT);
    expect([ready, asked, create.asks?.(TO_ACCOUNT)]).toEqual([ok({ request: TO_ACCOUNT, agreed: null }), [], false]);
    expect(ready.ok && (await create.finish(tx, ctx, ready.value))).toEqual(ok(PLAIN));
  });

  it('to a UMA address has the terms that its institution agreed to', async () => {
    const { asked, create } = creation();
    const ready = await create.prepare(ctx, TO_ADDRESS);
    expect([asked, create.asks?.(TO_ADDRESS)]).toEqual([[TO_ADDRESS], true]);
    expect(ready.ok && (await create.finish(tx, ctx, ready.value))).toEqual(ok(AGREED));
  });

  it('is refused if the institution refuses it', async () => {
    const { create } = creation(true);
    expect(await create.prepare(ctx, TO_ADDRESS)).toMatchObject({ error: { code: 'COUNTERPARTY_NOT_ALLOWED' } });
  });
});
