import {
  PAYOUT_FAILURES,
  PULL_FAILURES,
  type PayoutStatus,
  type PullStatus,
  type RailRefundStatus,
} from '@corridor/core/ports';
import { z } from 'zod';
import { PROTOCOL, id, note, seconds } from '../partners/values.js';
import { accountTypeName, amount, currencyCode, fee, paymentRailName } from './values.js';

/*
 * The readers of what a rail answers. They accept exactly what docs/rails/http.md describes: an answer with a member
 * that is missing, unknown or malformed says nothing about the money, so the call is repeated.
 */

const pending = z
  .strictObject({ state: z.literal('pending'), checkAfterSeconds: seconds })
  .meta({ description: 'Not decided yet. The service asks again after this time.' });

const returned = z
  .strictObject({
    state: z.literal('returned'),
    returnId: id.meta({ description: 'Your id of the return: the same in every message about it.' }),
    amount: amount.meta({ description: 'The amount that came back. Less than was sent if a bank kept charges.' }),
    reason: note.nullable(),
  })
  .meta({ description: 'It had been completed, and the money came back.' });

export const payoutStatus: z.ZodType<PayoutStatus, unknown> = z
  .discriminatedUnion('state', [
    z
      .strictObject({
        state: z.literal('delivered'),
        onChainTransaction: z.strictObject({ transactionHash: id, network: id }).nullable(),
        checkAfterSeconds: seconds.nullable(),
      })
      .meta({ description: 'Delivered. With `checkAfterSeconds` the service asks once more whether it came back.' }),
    pending,
    z
      .strictObject({
        state: z.literal('failed'),
        reason: z.enum(PAYOUT_FAILURES),
        refundReason: z.enum(['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT']),
        refundable: z.boolean().meta({ description: 'False if you do not have the money any more.' }),
      })
      .meta({ description: 'Refused for good: the money is not delivered, now or later.' }),
    returned,
  ])
  .meta({ id: 'PayoutStatus' });

export const pullStatus: z.ZodType<PullStatus, unknown> = z
  .discriminatedUnion('state', [
    z
      .strictObject({ state: z.literal('collected'), checkAfterSeconds: seconds.nullable() })
      .meta({ description: 'Collected. With `checkAfterSeconds` the service asks once more whether it came back.' }),
    pending,
    z
      .strictObject({ state: z.literal('failed'), reason: z.enum(PULL_FAILURES) })
      .meta({ description: 'Refused for good: the money is not collected, now or later.' }),
    returned,
  ])
  .meta({ id: 'CollectionStatus' });

export const refundStatus: z.ZodType<RailRefundStatus, unknown> = z
  .discriminatedUnion('state', [
    z.strictObject({ state: z.literal('completed') }),
    pending,
    z
      .strictObject({ state: z.literal('failed'), reason: note.min(1) })
      .meta({ description: 'The money cannot be sent back, or the refund came back.' }),
  ])
  .meta({ id: 'RefundStatus' });

export const cancellation = z.strictObject({ answer: z.enum(['cancelled', 'too-late']) }).meta({ id: 'Cancellation' });

export const reach = z.strictObject({ answer: z.enum(['reachable', 'unreachable']) }).meta({ id: 'Reach' });

export const networkFee = z
  .strictObject({ fee: fee.nullable().meta({ description: 'Null if the address does not belong to the network.' }) })
  .meta({ id: 'NetworkFee' });

/** What a rail can do, in the entry of the connections file and in the answer of the rail. */
export const capabilities = z
  .strictObject({
    accountTypes: z.array(accountTypeName).meta({ description: 'Types of accounts that it delivers to.' }),
    currencies: z.array(currencyCode).min(1),
    paymentRails: z.array(paymentRailName),
    push: z.boolean().meta({ description: 'It delivers money.' }),
    pull: z.boolean().meta({ description: 'It collects money.' }),
    pullsFrom: z.array(accountTypeName).meta({ description: 'Types of accounts that it collects from.' }),
    receive: z.boolean().meta({ description: 'It receives money from payers.' }),
    cancellable: z.boolean().meta({ description: 'It cancels payouts and collections that are still pending.' }),
    settlementSeconds: z.int().min(0).meta({ description: 'Usual time from submission to delivery.' }),
  })
  .meta({ id: 'Capabilities' });
export type DeclaredCapabilities = z.infer<typeof capabilities>;

export const capabilitiesAnswer = z
  .strictObject({ protocol: z.literal(PROTOCOL), capabilities })
  .meta({ id: 'CapabilitiesAnswer' });
