import type { TransferOutRequest, TransferRequest } from '@corridor/core';
import { invalidInEstimate, invalidInTransfer } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, exchange, prepared } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { transaction } from '../transactions/schemas.js';
import { serializeTransaction } from '../transactions/serialize.js';
import { estimateRequest, estimateResponse, transferInRequest, transferOutRequest } from './schemas.js';
import { serializeEstimate } from './serialize.js';

const TAG = 'Same-Currency Transfers';

/**
 * The input of a transfer, for operations of platforms and of agents. A request that the schemas have refused may lack
 * any field.
 */
export const toTransferIn = (body: z.output<typeof transferInRequest>): TransferRequest => ({
  sourceId: body.source?.accountId,
  destinationId: body.destination?.accountId,
  amount: body.amount,
});

export const toTransferOut = (body: z.output<typeof transferOutRequest>): TransferOutRequest => ({
  sourceId: body.source?.accountId,
  destinationId: body.destination?.accountId,
  amount: body.amount,
  paymentRail: body.destination?.paymentRail,
  remittanceInformation: body.remittanceInformation,
  purposeOfPayment: body.purposeOfPayment,
});

export const transferOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/transfer-in',
    operationId: 'createTransferIn',
    tag: TAG,
    summary: 'Collect money from an external account',
    permission: 'TRANSACT',
    body: transferInRequest,
    responses: { 201: transaction },
    errors: [404],
    invalid: invalidInTransfer,
    useCase: (core) => core.transfers.in,
    input: ({ body }) => toTransferIn(body),
    serialize: serializeTransaction,
  }),
  prepared({
    method: 'POST',
    path: '/transfer-out',
    operationId: 'createTransferOut',
    tag: TAG,
    summary: 'Send money to an external account',
    permission: 'TRANSACT',
    body: transferOutRequest,
    responses: { 201: transaction },
    errors: [404, 501],
    invalid: invalidInTransfer,
    useCase: (core) => core.transfers.out,
    input: ({ body }) => toTransferOut(body),
    serialize: serializeTransaction,
  }),
  exchange({
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    operationId: 'estimateCryptoWithdrawalFee',
    tag: 'Cross-Currency Transfers',
    summary: 'Estimate the network fee of a withdrawal to a chain',
    permission: 'VIEW',
    body: estimateRequest,
    responses: { 200: estimateResponse },
    errors: [404],
    invalid: invalidInEstimate,
    perform: (core) => core.transfers.estimateWithdrawal,
    input: ({ body }) => body,
    serialize: serializeEstimate,
  }),
];
