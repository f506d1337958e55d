import { expect, it } from 'vitest';
import { createIds, houseTenant, runUseCase } from '../kernel/index.js';
import { reconcile, recordDifferences, type StatementLine } from './index.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, playPayer } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';

async function* lines(...statement: readonly Omit<StatementLine, 'line'>[]): AsyncGenerator<StatementLine> {
  for (const [at, each] of statement.entries()) yield { line: at + 2, ...each };
}

it('matches refunds by the reference given to the rail, for payments received and payments collected', async () => {
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

it('opens one exception for each difference, and finds no difference once they are resolved', async () => {
  const payer = await playPayer();
  const { play } = payer;
  const scope = { rail: 'sandbox-bank', environment: 'SANDBOX' } as const;
  const charge = { reference: 'fee October', currency: 'USD', amount: 250n, direction: 'OUT' } as const;
  // The statement has two charges that the ledger lacks, and lacks the deposit.
  const compare = () => reconcile(play.storage.units, scope, lines(charge, charge));
  const ports = { units: play.storage.units, clock: play.clock, ids: createIds(play.clock, seededRandom()) };
  const opened = valueOf(await recordDifferences(ports, scope, await compare()));
  expect(opened).toMatchObject([
    { kind: 'STATEMENT_DIFFERENCE', amount: 250n, reference: 'OUT:fee October:USD:250' },
    { kind: 'STATEMENT_DIFFERENCE', amount: 250n, reference: 'OUT:fee October:USD:250:2' },
    {
      kind: 'STATEMENT_DIFFERENCE',
      amount: 1_000_000n,
      reference: expect.stringMatching(/^OUT:JournalEntry:/) as never,
    },
  ]);
  expect(valueOf(await recordDifferences(ports, scope, await compare()))).toEqual(opened);

  const house = houseTenant('SANDBOX');
  const by = operatorNamed('Ann');
  const [first, second, missing] = opened;
  for (const [{ id }, resolution] of [
    [first!, 'ADJUSTED'],
    [second!, 'ADJUSTED'],
    [missing!, 'WRITTEN_OFF'],
  ] as const) {
    const input = { exceptionId: id, resolution, by };
    const ctx = play.core.context(house, { kind: 'system' }, 'test');
    valueOf(await runUseCase(play.storage.units, ctx, play.core.treasury.resolve, input));
  }
  expect(await compare()).toEqual({ matched: 2, missingInLedger: [], missingInStatement: [] });
  await payer.auditClean();
});
