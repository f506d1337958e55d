import type { TransferOutRequest, TransferRequest } from '@corridor/core';
import { invalidInTransfer } from '@corridor/core/internal';
import type * as z from 'zod';
import { transferInRequest, transferOutRequest } from './schemas.js';

interface TransferCall<S extends z.ZodType> {
  readonly body: z.output<S>;
}

/** What collections share, for platforms and for agents. A body that the schema has refused may lack any field. */
export const transferIn = {
  body: transferInRequest,
  invalid: invalidInTransfer,
  input: ({ body }: TransferCall<typeof transferInRequest>): TransferRequest => ({
    sourceId: body.source?.accountId,
    destinationId: body.destination?.accountId,
    amount: body.amount,
  }),
} as const;

/** What payments out share, for platforms and for agents. */
export const transferOut = {
  body: transferOutRequest,
  invalid: invalidInTransfer,
  input: ({ body }: TransferCall<typeof transferOutRequest>): TransferOutRequest => ({
    sourceId: body.source?.accountId,
    destinationId: body.destination?.accountId,
    amount: body.amount,
    paymentRail: body.destination?.paymentRail,
    remittanceInformation: body.remittanceInformation,
    purposeOfPayment: body.purposeOfPayment,
  }),
} as const;
