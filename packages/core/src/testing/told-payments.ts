import fc from 'fast-check';
import type { ArrivalMessage, RailTelling, StatusMessage } from '../accounts/index.js';
import type { Transaction } from '../transactions/index.js';
import { valueOf } from './play-core.js';
import type { PlayPayer } from './play-payer.js';

const SENT = 100_000n;

/** Payments of every kind about which a rail may report, and arrivals. None of them has been processed yet. */
export async function worldOf(payer: PlayPayer) {
  const { play, usd } = payer;
  const outside = await Promise.all(['890', '891'].map((suffix) => payer.dollars(suffix)));
  const euros = await payer.external();
  const out = await play.run(play.core.transfers.out, {
    sourceId: usd.id,
    destinationId: outside[0]!.id,
    amount: SENT,
  });
  const into = await play.run(play.core.transfers.in, {
    sourceId: outside[0]!.id,
    destinationId: usd.id,
    amount: SENT,
  });
  const held = await payer.quoted(payer.fromAccount(usd.id, euros.id, { immediatelyExecute: true }));
  const pulled = await payer.quoted(payer.fromAccount(outside[1]!.id, euros.id, { immediatelyExecute: true }));
  const funded = await payer.quoted(payer.funded(euros.id));
  return {
    payments: [valueOf(out).id, valueOf(into).id, held.transactionId, pulled.transactionId, funded.transactionId],
    references: [usd.reference, funded.reference!, 'NOBODY'],
  };
}

export type World = Awaited<ReturnType<typeof worldOf>>;

export interface Step {
  readonly kind: ArrivalMessage['kind'] | StatusMessage['kind'] | 'pass';
  readonly of: number;
  readonly state: 'delivered' | 'collected' | 'failed' | 'returned' | 'completed' | 'pending';
  readonly off: bigint;
  readonly id: number;
  readonly seconds: number;
}

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('payout', 'collection', 'refund', 'arrival', 'reversal', 'recall', 'pass'),
    of: fc.nat({ max: 4 }),
    state: fc.constantFrom('delivered', 'collected', 'failed', 'returned', 'completed', 'pending'),
    off: fc.constantFrom(0n, 0n, 0n, -1n, 1n),
    id: fc.nat({ max: 200 }),
    seconds: fc.constantFrom(0, 0, 30, 86_400),
  }) as fc.Arbitrary<Step>,
  { minLength: 15, maxLength: 40 },
);

/** The message of the bank for a step; null if no message fits. */
export async function telling(payer: PlayPayer, world: World, step: Step): Promise<RailTelling | null> {
  const base = { rail: 'sandbox-bank', messageId: `m${step.id}` };
  const paymentId = `p${step.of}`;
  const reference = world.payments[step.of]!;
  const { play } = payer;
  const transaction = await play.read(play.core.transactions.get, { id: reference });
  const known: Transaction | null = transaction.ok ? transaction.value : null;
  const returned = (amount: bigint) =>
    ({ state: 'returned', returnId: `r${step.id % 3}`, amount: amount + step.off, reason: null }) as const;
  const failed = { state: 'failed', reason: 'QUOTE_EXECUTION_FAILED', refundReason: 'TIMEOUT' } as const;
  const pending = { state: 'pending', checkAfterSeconds: 5 } as const;
  switch (step.kind) {
    case 'payout': {
      const delivered = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
      const status = {
        delivered,
        collected: delivered,
        completed: delivered,
        pending,
        failed: { ...failed, refundable: step.id % 4 > 0 },
        returned: returned(known?.receivedAmount ?? SENT),
      }[step.state];
      return { ...base, kind: 'payout', reference, status };
    }
    case 'collection': {
      const collected = { state: 'collected', checkAfterSeconds: null } as const;
      const status = {
        delivered: collected,
        collected,
        completed: collected,
        pending,
        failed: { state: 'failed', reason: 'REJECTED' } as const,
        returned: returned(known?.sentAmount ?? SENT),
      }[step.state];
      return { ...base, kind: 'collection', reference, status };
    }
    case 'refund': {
      const state = step.state === 'failed' ? 'failed' : 'completed';
      const status = state === 'failed' ? ({ state, reason: 'AC04' } as const) : ({ state } as const);
      return known === null || known.refundReference === null
        ? null
        : { ...base, kind: 'refund', reference: known.refundReference, status };
    }
    case 'arrival':
      return {
        kind: 'arrival',
        rail: base.rail,
        paymentId,
        reference: world.references[step.of % world.references.length]!,
        currency: 'USD',
        amount: SENT + step.off,
        remitter: { name: 'Grace', account: step.id % 3 === 0 ? null : 'X890' },
        valueDate: null,
        ...(step.id % 5 === 0 && { hold: 'the sender is on a list' }),
      };
    case 'reversal':
      return { ...base, kind: 'reversal', paymentId, amount: SENT + step.off, reason: null };
    case 'recall':
      return { ...base, kind: 'recall', paymentId, amount: SENT, reason: null };
    case 'pass':
      return null;
  }
}
