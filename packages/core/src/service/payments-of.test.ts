import { expect, it } from 'vitest';
import { createIds } from '../kernel/index.js';
import { quotedBooks } from '../quotes/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { transferBooks } from '../transfers/index.js';
import { seededRandom } from '../testing/ports.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { paymentsOf } from './payments-of.js';

it('a transaction is the payment of its quote, or a transfer if it has no quote', async () => {
  const payer = await playPayer();
  const { play, usd } = payer;
  const of = paymentsOf(createIds(play.clock, seededRandom('payment')));
  const payment = (id: string) =>
    play.storage.units.read(
      play.tenant,
      async (reads) => (await of(reads, [(await reads.get(TRANSACTIONS, id))!]))[0]!,
    );

  const quote = await payer.quoted(payer.fromAccount(usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  const quoted = await payment(quote.transactionId);
  expect(quoted.transaction.id).toBe(quote.transactionId);
  expect(quoted.books.settlement(null)).toEqual(quotedBooks(quote).settlement(null));

  const transfer = valueOf(
    await play.run(play.core.transfers.out, {
      sourceId: usd.id,
      destinationId: (await payer.dollars()).id,
      amount: 10_000n,
    }),
  );
  const transferred = await payment(transfer.id);
  expect(transferred.transaction.id).toBe(transfer.id);
  expect(transferred.books.settlement(null)).toEqual(transferBooks(transfer).settlement(null));
  expect(transferred.books.settlement(null)).not.toEqual(quoted.books.settlement(null));

  const orphan = { ...quoted.transaction, quoteId: 'Quote:018bcfe5-6800-7000-8000-000000000009' as typeof quote.id };
  await expect(play.storage.units.read(play.tenant, (reads) => of(reads, [orphan]))).rejects.toThrow('has no quote');
});
