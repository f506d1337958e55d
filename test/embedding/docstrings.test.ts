// Written from the @example blocks of the docstrings by `npm run docs:write`; do not edit.
import { expect, it } from 'vitest';
import { exampleScope } from './example-scope.js';

it('packages/core/src/service/core.ts: create', async () => {
  const { core, run, dollars, recipient } = await exampleScope();
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: dollars.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_000n, // 1,000.00 USD
    immediatelyExecute: false,
  });
  expect(quote.status).toEqual('PENDING');
});
