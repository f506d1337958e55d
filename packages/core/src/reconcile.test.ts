import { expect, it } from 'vitest';
import { reconcile, type StatementLine } from './index.js';
import { valueOf } from './testing/play-core.js';
import { bankRails, playPayer } from './testing/play-payer.js';

async function* lines(...statement: readonly Omit<StatementLine, 'line'>[]): AsyncGenerator<StatementLine> {
  for (const [at, each] of statement.entries()) yield { line: at + 2, ...each };
}

it('a statement names a refund as it was handed over, whether the money was sent or collected', async () => {
  const handedOver: string[] = [];
  const rails = bankRails(
    {},
    {
      refund: async ({ reference }) => {
        handedOver.push(reference);
        return { state: 'completed' };
      },
    },
  ).map((rail) =>
    rail.funding === null
      ? rail
      : {
          ...rail,
          funding: {
            ...rail.funding,
            refund: async ({ reference }: { readonly reference: string }) => {
              handedOver.push(reference);
              return { state: 'completed' } as const;
            },
          },
        },
  );
  const payer = await playPayer({ rails });
  const { play, quoted, funded, fromAccount } = payer;
  const refused = (await payer.external('002')).id;
  const sent = await quoted(funded(refused));
  valueOf(await payer.pay(sent));
  await play.pass(0);
  const collected = await quoted(fromAccount((await payer.dollars()).id, refused, { immediatelyExecute: true }));
  await play.pass(0);
  await payer.auditClean();

  const [refundSent, refundCollected] = handedOver;
  const money = { currency: 'USD', amount: 100_000n } as const;
  const statement = lines(
    { reference: payer.usd.reference, currency: 'USD', amount: 1_000_000n, direction: 'IN' },
    { reference: sent.reference!, ...money, direction: 'IN' },
    { reference: refundSent!, ...money, direction: 'OUT' },
    { reference: collected.transactionId, ...money, direction: 'IN' },
    { reference: refundCollected!, ...money, direction: 'OUT' },
  );
  expect(await reconcile(play.storage.units, { rail: 'sandbox-bank', environment: 'SANDBOX' }, statement)).toEqual({
    matched: 5,
    missingInLedger: [],
    missingInStatement: [],
  });
});
