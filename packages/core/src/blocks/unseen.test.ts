import { beforeEach, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import type { Caller } from '../operators/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { emit } from '../events/index.js';
import { ok } from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
let payeeId: string;
beforeEach(async () => {
  payer = await playPayer();
  ann = await addOperator(payer.play.storage.units, 'Ann', 'APPROVER');
  bob = await addOperator(payer.play.storage.units, 'Bob', 'APPROVER');
  payeeId = (await payer.external()).id;
});

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77' };
const SUBJECTS = ['customers', 'external-accounts', 'platforms'] as const;
const act = async (of: (typeof SUBJECTS)[number], does: 'block' | 'unblock', fields: object): Promise<void> => {
  const { core, tenant } = payer.play;
  const id = of === 'customers' ? payer.customerId : payeeId;
  const input = { ...(of === 'platforms' ? {} : { id }), ...TEXTS, ...fields } as never;
  const done = valueOf(await core.operators.actions.request(ann, { tenant, action: `${of}.${does}`, input }));
  if (done.kind === 'awaiting') valueOf(await core.operators.actions.approve(bob, tenant, done.awaiting));
};
const records = () =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) => {
    const accounts = await reads.list(INTERNAL_ACCOUNTS, { order: 'asc', limit: 20 });
    return [
      await reads.get(CUSTOMERS, payer.customerId),
      await reads.get(EXTERNAL_ACCOUNTS, payeeId),
      await reads.get(PLATFORMS, payer.play.tenant),
      ...accounts.rows,
    ].map((record) => record!);
  });
const times = async () => (await records()).map(({ id, updatedAt }) => [id, updatedAt]);
const versions = async () => (await records()).map(({ version }) => version).reduce((sum, each) => sum + each, 0);

it.each([true, false])('blocks and their ends leave the time of the last change as it was (told: %s)', async (told) => {
  const before = await times();
  for (const does of ['block', 'unblock'] as const) {
    const version = await versions();
    await payer.play.pass(60);
    for (const of of SUBJECTS) await act(of, does, does === 'block' ? { tellPlatform: told } : {});
    expect(await times()).toEqual(before);
    expect(await versions()).toBeGreaterThan(version + 2);
  }
});

const exceptions = async () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 10 })).rows,
  );

it.each([true, false])('no event names what a block holds or the decision about it (told: %s)', async (told) => {
  const { play } = payer;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payeeId));
  valueOf(await payer.execute(quote.id));
  await act('customers', 'block', { tellPlatform: told });
  valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 5n }));
  await play.pass(60);
  const held = await exceptions();
  expect(held.map(({ kind, isUntold }) => [kind, isUntold])).toEqual([
    ['DEPOSIT_HELD', true],
    ['PAYMENT_HELD', true],
  ]);
  await act('customers', 'unblock', {});
  const decide = { exceptionId: held[0]!.id, resolution: 'CREDITED', by: operatorNamed('Ann') } as const;
  valueOf(await play.run(play.core.treasury.resolve, decide));
  await play.pass(0);
  expect(play.delivered.filter(({ type }) => type.startsWith('EXCEPTION'))).toEqual([]);
  await payer.auditClean();
});

it.each([
  [true, 'USER_BLOCKED'],
  [false, 'USER_NOT_READY'],
])('a simulated payment for a quote of a blocked customer is held (told: %s)', async (tellPlatform, code) => {
  const quote = await payer.quoted(payer.funded(payeeId));
  await act('customers', 'block', { tellPlatform });
  expect(codeOf(await payer.pay(quote))).toBe(code);
  expect(await exceptions()).toMatchObject([{ kind: 'DEPOSIT_HELD', status: 'OPEN', amount: 100_000n }]);
  await payer.auditClean();
});

const IDS = { next: () => 'Webhook:018bcfe5-6800-7000-8000-00000000ffff', salt: () => 'salt' };

it('the audit finds an event about what a block holds', async () => {
  const { play } = payer;
  await act('customers', 'block', { tellPlatform: false });
  valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 5n }));
  const [held] = await exceptions();
  const { tenant, storage } = play;
  await storage.units.run(tenant, async (tx) => {
    const ctx = { tenant, now: held!.createdAt, hostNow: held!.createdAt } as never;
    emit({ tx, ctx, ids: IDS as never }, { type: 'EXCEPTION.OPENED', resource: held!.id, snapshot: held! });
    return ok();
  });
  expect((await play.core.ledger.audit()).findings).toEqual([expect.stringContaining(`events of ${held!.id}`)]);
});
