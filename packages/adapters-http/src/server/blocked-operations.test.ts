import { expect, test } from 'vitest';
import { BLOCKED_OPERATIONS } from '../../../core/src/service/blocked-operations.js';
import { operations } from './operations.js';
import { ANSWERS } from '../testing/answers.js';
import { REQUESTS } from '../testing/requests.js';
import { BASE, startServer } from '../testing/server.js';

const server = await startServer({}, ANSWERS);

/** The treatment of a use case of the core; undefined if the table has no line for it. */
const treatmentOf = (name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((table, part) => (table as Readonly<Record<string, unknown>>)?.[part], BLOCKED_OPERATIONS);

/** Writes of the API that a block does not stop, because they start nothing, take rights away, or only simulate. */
const ALLOWED: readonly string[] = [
  'deleteTokenById',
  'revokeAuthSession',
  'revokeDelegatedKey',
  'startScaLogin',
  'completeScaLogin',
  'recordSecurityEvent',
  'estimateCryptoWithdrawalFee',
  'confirmReceiptDelivery',
  'cancelInvitation',
  'deleteAgent',
  'rejectAgentAction',
  'sendTestWebhook',
  'rotateWebhookPublicKey',
  'rotateWebhookSecret',
  'redeliverWebhookEvent',
  'advanceSandboxClock',
  'sandboxSimulateCardBalanceInquiry',
];

test('each operation of the API calls an operation with a line in the table of blocks', async () => {
  const allowed: string[] = [];
  // What anyone may read without a credential starts nothing.
  const served = operations.filter(({ permission, method }) => permission !== 'none' || method !== 'GET');
  for (const { operationId, method } of served) {
    const { path, body } = REQUESTS[operationId]!;
    server.calls.length = 0;
    await server.call(method, BASE + path, body ?? undefined);
    const names = [...new Set(server.calls.map(({ name }) => name))];
    const lines = names.map((name) => [name, treatmentOf(name)]);
    expect([operationId, lines.length > 0, lines.filter(([, line]) => typeof line !== 'string')]).toEqual([
      operationId,
      true,
      [],
    ]);
    if (method !== 'GET' && lines.every(([, line]) => line === 'allowed')) allowed.push(operationId);
  }
  expect(allowed).toEqual(ALLOWED);
});
