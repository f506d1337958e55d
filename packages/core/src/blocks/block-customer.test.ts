import { beforeEach, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { ok } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { CUSTOMERS } from '../customers/index.js';
import { BLOCKS } from './index.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  payer = await playPayer();
  const { units } = payer.play.storage;
  ann = await addOperator(units, 'Ann', 'APPROVER');
  bob = await addOperator(units, 'Bob', 'APPROVER');
});

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77', notes: 'listed on 2026-01-02' };
const request = (action: 'customers.block' | 'customers.unblock', fields: object) =>
  payer.play.core.operators.actions.request(ann, {
    tenant: payer.play.tenant,
    action,
    input: { id: payer.customerId, ...fields } as never,
  });
const block = async (tellPlatform = true) => valueOf(await request('customers.block', { ...TEXTS, tellPlatform }));
const exceptions = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 10 })).rows,
  );
const blocks = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(BLOCKS, { order: 'asc', limit: 10 })).rows,
  );

it('a block takes effect at once, keeps its reason, and refuses a second one', async () => {
  await block();
  expect(await blocks()).toMatchObject([{ subject: payer.customerId, status: 'BLOCKED', ...TEXTS }]);
  expect(codeOf(await request('customers.block', { ...TEXTS, tellPlatform: true }))).toBe('CONFLICT');
});

it('every missing text of a block is named', async () => {
  const refused = await request('customers.block', { reason: ' ', caseReference: '', tellPlatform: true });
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'reason' }, { field: 'caseReference' }] } },
  });
});

it('only a second operator ends a block', async () => {
  await block();
  const waiting = valueOf(await request('customers.unblock', { reason: 'cleared', caseReference: 'CASE-78' }));
  const { tenant } = payer.play;
  if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
  const { actions } = payer.play.core.operators;
  const { requestId, digest } = waiting.awaiting;
  expect(codeOf(await actions.approve(ann, tenant, { requestId, digest }))).toBe('FORBIDDEN');
  expect((await blocks())[0]!.status).toBe('BLOCKED');
  valueOf(await actions.approve(bob, tenant, { requestId, digest }));
  expect((await blocks())[0]).toMatchObject({ status: 'ENDED', endReason: 'cleared', endReference: 'CASE-78' });
});

it('a request to end a block does not end a later block', async () => {
  const ask = async () => {
    const waiting = valueOf(await request('customers.unblock', { reason: 'cleared', caseReference: 'CASE-78' }));
    if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
    return waiting.awaiting;
  };
  const approve = (asked: Awaited<ReturnType<typeof ask>>) =>
    payer.play.core.operators.actions.approve(bob, payer.play.tenant, asked);
  await block();
  const [first, second] = [await ask(), await ask()];
  valueOf(await approve(first));
  await block();
  expect(codeOf(await approve(second))).toBe('CONFLICT');
  expect((await blocks()).map(({ status }) => status)).toEqual(['ENDED', 'BLOCKED']);
});

it('a quote that was made before the block is not executed, nor is a new one made', async () => {
  const to = await payer.external();
  const wanted = payer.fromAccount(payer.usd.id, to.id);
  const quote = await payer.quoted(wanted);
  await block();
  expect(codeOf(await payer.execute(quote.id))).toBe('USER_BLOCKED');
  expect(codeOf(await payer.play.run(payer.play.core.quotes.create, wanted))).toBe('USER_BLOCKED');
  await payer.auditClean();
});

it('a silent block answers the ordinary USER_NOT_READY', async () => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  await block(false);
  expect(codeOf(await payer.execute(quote.id))).toBe('USER_NOT_READY');
});

it('money for a quote or an account of a blocked customer waits in suspense for an operator, and never goes back by itself', async () => {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  await block();
  await payer.pay(quote);
  await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 5n });
  await payer.play.pass(100_000);
  expect((await payer.quote(quote.id)).status).not.toBe('PROCESSING');
  expect((await exceptions()).map(({ kind, status, amount }) => [kind, status, amount])).toEqual([
    ['DEPOSIT_HELD', 'OPEN', 100_000n],
    ['DEPOSIT_HELD', 'OPEN', 5n],
  ]);
  await payer.auditClean();
});

it('the platform gets an event about a block without its texts, and none about a silent one', async () => {
  await block();
  await payer.play.pass(0);
  expect(payer.eventsOf(payer.customerId)).toContain('CUSTOMER.BLOCKED');
  const silent = await playPayer();
  payer = silent;
  ann = await addOperator(silent.play.storage.units, 'Ann', 'APPROVER');
  await block(false);
  await silent.play.pass(0);
  expect(silent.eventsOf(silent.customerId)).not.toContain('CUSTOMER.BLOCKED');
});

it('a blocked customer orders no card', async () => {
  await block();
  const ordered = await payer.play.run(payer.play.core.cards.order, {
    cardholderId: payer.customerId,
    fundingSources: [payer.usd.id],
  } as never);
  expect(codeOf(ordered)).toBe('USER_BLOCKED');
});

it('the audit finds a mark of a block that was removed without the operators', async () => {
  await block();
  const { tenant, core, storage } = payer.play;
  await storage.units.run(tenant, async (tx) => {
    const before = (await tx.get(CUSTOMERS, payer.customerId))!;
    tx.change(CUSTOMERS, before, { ...before, blockedAs: null, version: before.version + 1 });
    return ok();
  });
  const { id } = (await blocks())[0]!;
  expect((await core.ledger.audit()).findings).toEqual([
    `${payer.customerId} is not blocked, but the last event says so`,
    `${id} blocks ${payer.customerId}, which is not marked as blocked`,
  ]);
});

it('a blocked customer is neither changed, nor given an account in a further currency, nor deleted', async () => {
  await block();
  const { run, core } = payer.play;
  const added = await run(core.customers.update, { id: payer.customerId, currencies: ['USD', 'EUR', 'GBP'] } as never);
  expect(codeOf(added)).toBe('USER_BLOCKED');
  expect(codeOf(await run(core.customers.delete, { id: payer.customerId } as never))).toBe('USER_BLOCKED');
});

it('after the block has ended, the customer pays again', async () => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  await block();
  const waiting = valueOf(await request('customers.unblock', { reason: 'cleared', caseReference: 'CASE-78' }));
  if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
  valueOf(await payer.play.core.operators.actions.approve(bob, payer.play.tenant, waiting.awaiting));
  expect(valueOf(await payer.execute(quote.id)).status).toBe('PROCESSING');
  await payer.auditClean();
});

it.each([true, false])('a deleted customer can be blocked: its money does not go back (told: %s)', async (told) => {
  const { play } = payer;
  const { run, core } = play;
  const to = (await payer.external()).id;
  const { id: bank } = await payer.dollars();
  valueOf(await run(core.transfers.out, { sourceId: payer.usd.id, destinationId: bank, amount: 1_000_000n }));
  await play.pass(100_000);
  const gone = await payer.internal('EUR');
  const { account: own } = await payer.internal('USD', 'platform');
  valueOf(await run(core.sandbox.fund, { accountId: own.id, amount: 100_000n }));
  const quote = await payer.quoted(payer.fromAccount(own.id, to));
  valueOf(await run(core.customers.delete, { id: payer.customerId } as never));
  await block(told);
  valueOf(await run(core.sandbox.deposit, { reference: gone.account.reference, currencyCode: 'EUR', amount: 5n }));
  valueOf(await payer.execute(quote.id));
  await play.pass(100_000);
  expect((await exceptions()).map(({ kind, status, subject }) => [kind, status, subject])).toEqual([
    ['PAYMENT_HELD', 'OPEN', quote.transactionId],
    ['DEPOSIT_HELD', 'OPEN', expect.stringContaining('Deposit:')],
  ]);
  await payer.auditClean();
  const waiting = valueOf(await request('customers.unblock', { reason: 'cleared', caseReference: 'CASE-78' }));
  if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
  valueOf(await core.operators.actions.approve(bob, play.tenant, waiting.awaiting));
  await payer.auditClean();
});
