import { type TestClock, toIso } from '@corridor/core';
import { internalAccount } from '../accounts/schemas.js';
import { serializeInternalAccountView } from '../accounts/serialize.js';
import { command, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { transaction } from '../transactions/schemas.js';
import { serializeTransaction } from '../transactions/serialize.js';
import type { Wire } from '../app/wire.js';
import {
  advanceClockRequest,
  sandboxDepositRequest,
  sandboxDepositResponse,
  sandboxFundRequest,
  sandboxSendRequest,
  testClock,
} from './schemas.js';

const TAG = 'Sandbox';

const serializeClock = ({ now, aheadSeconds }: TestClock): Wire<typeof testClock> => ({
  now: toIso(now),
  aheadSeconds,
});

export const sandboxOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/sandbox/send',
    operationId: 'sandboxSend',
    tag: TAG,
    summary: 'Simulate the payer of a real-time funded quote',
    permission: 'TRANSACT',
    body: sandboxSendRequest,
    responses: { 200: transaction },
    errors: [404],
    useCase: (core) => core.sandbox.send,
    input: ({ body }) => body,
    serialize: serializeTransaction,
  }),
  command({
    method: 'POST',
    path: '/sandbox/deposits',
    operationId: 'sandboxDeposit',
    tag: TAG,
    summary: 'Simulate a payer who sends money with a reference. An extension.',
    permission: 'TRANSACT',
    body: sandboxDepositRequest,
    responses: { 200: sandboxDepositResponse },
    useCase: (core) => core.sandbox.deposit,
    input: ({ body }) => body,
    serialize: ({ arrival, transaction: became }) => ({
      outcome: arrival.outcome,
      transaction: became === null ? undefined : serializeTransaction(became),
    }),
  }),
  command({
    method: 'POST',
    path: '/sandbox/internal-accounts/{accountId}/fund',
    operationId: 'sandboxFundInternalAccount',
    tag: TAG,
    summary: 'Fund an internal account',
    permission: 'TRANSACT',
    params: { accountId: pathId('InternalAccount', 'REFERENCE_NOT_FOUND') },
    body: sandboxFundRequest,
    responses: { 200: internalAccount },
    useCase: (core) => core.sandbox.fund,
    input: ({ params, body }) => ({ accountId: params.accountId, amount: body.amount }),
    serialize: serializeInternalAccountView,
  }),
  query({
    method: 'GET',
    path: '/sandbox/clock',
    operationId: 'getSandboxClock',
    tag: TAG,
    summary: 'Read the time of the platform',
    permission: 'VIEW',
    responses: { 200: testClock },
    reads: (core) => core.sandbox.clock,
    input: () => undefined,
    serialize: serializeClock,
  }),
  command({
    method: 'POST',
    path: '/sandbox/clock/advance',
    operationId: 'advanceSandboxClock',
    tag: TAG,
    summary: 'Move the time of the platform ahead; work that becomes due is done before the response, within 5 seconds',
    permission: 'TRANSACT',
    body: advanceClockRequest,
    responses: { 200: testClock },
    useCase: (core) => core.sandbox.advanceClock,
    afterwards: (core, { tenant }) => core.work.catchUp(tenant),
    input: ({ body }) => body,
    serialize: serializeClock,
  }),
];
