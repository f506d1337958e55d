import type { FundingRefund, PayoutInstruction, PullInstruction, PullRefund } from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { z } from 'zod';
import { date, id } from '../partners/values.js';
import { accountTypeName, amount, currencyCode, paymentRailName } from './values.js';

/*
 * The bodies of requests to a rail. A repeated request has an equal body, so they leave out what changes between
 * attempts.
 */

export const account = z.looseObject({ accountType: accountTypeName }).meta({
  id: 'Account',
  description:
    'The account in the shape of the API (`accountInfo` of an external account): `accountType` decides the other members.',
  examples: [{ accountType: 'USD_ACCOUNT', accountNumber: '123456789', routingNumber: '021000021' }],
});

const movement = {
  reference: id.meta({ description: 'Names the movement. The same reference is the same movement.' }),
  account,
  currency: currencyCode,
  amount,
  remittanceInformation: z.string().nullable().meta({ description: 'The text for the receiver; null if none.' }),
};

export const payoutRequest = z
  .strictObject({
    ...movement,
    paymentRail: paymentRailName.nullable().meta({ description: 'Null for wallets.' }),
    purposeOfPayment: z.string().nullable(),
  })
  .meta({ id: 'Payout' });

export const pullRequest = z.strictObject(movement).meta({ id: 'Collection' });

export const pullRefundRequest = z
  .strictObject({ reference: id.meta({ description: 'Names the refund.' }), pull: pullRequest })
  .meta({ id: 'CollectionRefund' });

export const refundRequest = z
  .strictObject({
    reference: id.meta({ description: 'Names the refund.' }),
    currency: currencyCode,
    amount,
    arrival: z
      .strictObject({
        paymentId: id.meta({ description: 'Your id of the arrival.' }),
        remitter: z.strictObject({ name: z.string().nullable(), account: z.string().nullable() }),
        valueDate: date.nullable(),
      })
      .nullable()
      .meta({ description: 'The arrival as you reported it.' }),
  })
  .meta({ id: 'Refund' });

export const lookUpRequest = z.strictObject({ account, currency: currencyCode }).meta({ id: 'LookUp' });

export const networkFeeRequest = z
  .strictObject({ currency: currencyCode, network: id, amount, address: z.string() })
  .meta({ id: 'NetworkFeeQuestion' });

type Body<T extends z.ZodType> = z.input<T>;

const movementOf = (of: PullInstruction) => ({
  reference: of.reference,
  account: accountOf(of.account),
  currency: of.currency,
  amount: String(of.amount),
  remittanceInformation: of.remittanceInformation,
});

export const accountOf = (account: AccountInfo): Body<typeof lookUpRequest>['account'] => ({ ...account });

export const payoutBody = (of: PayoutInstruction): Body<typeof payoutRequest> => ({
  ...movementOf(of),
  paymentRail: of.paymentRail,
  purposeOfPayment: of.purposeOfPayment,
});

export const pullBody: (of: PullInstruction) => Body<typeof pullRequest> = movementOf;

export const pullRefundBody = ({ reference, pull }: PullRefund): Body<typeof pullRefundRequest> => ({
  reference,
  pull: pullBody(pull),
});

export const refundBody = ({
  reference,
  currency,
  amount: sum,
  arrival,
}: FundingRefund): Body<typeof refundRequest> => ({
  reference,
  currency,
  amount: String(sum),
  arrival: arrival && {
    paymentId: arrival.paymentId,
    remitter: { name: arrival.remitter.name, account: arrival.remitter.account },
    valueDate: arrival.valueDate,
  },
});
