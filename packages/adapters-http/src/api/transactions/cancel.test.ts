import { randomUUID } from 'node:crypto';
import type { Core } from '@corridor/core';
import { beforeEach, expect, test } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { BASE, startServer } from '../../testing/server.js';

/** Runs after the next cancellation is prepared, before it finishes. */
let meanwhile: (() => Promise<unknown>) | null = null;

const interrupted = (core: Core): Core => {
  const { cancellation } = core.transactions;
  const prepare: typeof cancellation.prepare = async (...given) => {
    const ready = await cancellation.prepare(...given);
    const run = meanwhile;
    meanwhile = null;
    await run?.();
    return ready;
  };
  return { ...core, transactions: { ...core.transactions, cancellation: { ...cancellation, prepare } } };
};

const server = await startServer({}, {}, interrupted);
const { play } = server;
const payer = await payerOn(play);
/** The sandbox delivers to it after six minutes. */
const slow = await payer.external('003');
beforeEach(() => {
  meanwhile = null;
});

/** A payment that no rail has received. */
async function payment(): Promise<string> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, slow.id));
  valueOf(await payer.execute(quote.id));
  return quote.transactionId;
}

const cancel = (id: string, key: string) =>
  server.call('POST', `${BASE}/transactions/${id}/cancel`, { reason: 'sent twice' }, { 'idempotency-key': key });

test('a payment that its rail receives while the cancellation is under way is cancelled in one request', async () => {
  const [id, key] = [await payment(), randomUUID()];
  meanwhile = () => play.pass(0);
  const reply = await cancel(id, key);
  expect(reply).toMatchObject({ status: 200, json: { status: 'FAILED', refund: { status: 'COMPLETED' } } });
  const again = await cancel(id, key);
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, reply.text, 'true']);
  await payer.auditClean();
});

test('a copy of a cancellation that has ended meanwhile receives the same answer', async () => {
  const [id, key] = [await payment(), randomUUID()];
  let first = '';
  meanwhile = async () => {
    await play.pass(0);
    first = (await cancel(id, key)).text;
  };
  const reply = await cancel(id, key);
  expect([reply.status, reply.text, reply.headers.get('idempotent-replayed')]).toEqual([200, first, 'true']);
  await payer.auditClean();
});
