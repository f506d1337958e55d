import { beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../operators/index.js';
import { addOperator } from '../../testing/operators.js';
import { codeOf, valueOf } from '../../testing/play-core.js';
import { type PlayPayer, playPayer } from '../../testing/play-payer.js';

const TEXT = 'a warrant of the court';

let payer: PlayPayer;
let ann: Caller;
beforeEach(async () => {
  payer = await playPayer();
  ann = await addOperator(payer.play.storage.units, 'Ann', 'OPERATOR');
});

const take = (action: 'accounts.freeze' | 'accounts.unfreeze', input: { id: string; reason: string }) =>
  payer.play.core.operators.actions.request(ann, { tenant: payer.play.tenant, action, input });

it.each(['accounts.freeze', 'accounts.unfreeze'] as const)('%s is refused without a reason', async (action) => {
  for (const reason of [' ', undefined as never, 'x'.repeat(501)]) {
    expect(await take(action, { id: payer.usd.id, reason })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'reason' }] } },
    });
  }
});

it('an unknown account is refused before a second operator is asked', async () => {
  const id = 'InternalAccount:018bcfe5-6800-7000-8000-00000000ffff';
  expect(codeOf(await take('accounts.unfreeze', { id, reason: TEXT }))).toBe('REFERENCE_NOT_FOUND');
});

it('the reason of a freeze is in the log of operators, and in neither the account nor its events', async () => {
  const frozen = valueOf(await take('accounts.freeze', { id: payer.usd.id, reason: TEXT }));
  const [entry] = valueOf(await payer.play.core.operators.log({ subject: payer.usd.id })).data;
  expect(entry).toMatchObject({ action: 'accounts.freeze', input: { reason: TEXT } });
  await payer.play.pass(0);
  expect(payer.eventsOf(payer.usd.id)).toContain('INTERNAL_ACCOUNT.STATUS_UPDATED');
  const told = JSON.stringify([frozen, payer.play.delivered], (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(told).not.toContain(TEXT);
});

it('a confirmation to end a freeze or a pause is refused after a later freeze or pause', async () => {
  const { actions } = payer.play.core.operators;
  const { tenant, core, run } = payer.play;
  const policy = {
    permissions: ['CREATE_TRANSFERS'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 2_000n },
  };
  const { view } = valueOf(await run(core.agents.create, { name: 'Clerk', customerId: payer.customerId, policy }));
  for (const [stop, end, input] of [
    ['accounts.freeze', 'accounts.unfreeze', { id: payer.usd.id, reason: TEXT }],
    ['agents.pause', 'agents.resume', { id: view.agent.id }],
  ] as const) {
    const request = (action: typeof stop | typeof end, confirmed?: string) =>
      actions.request(ann, { tenant, action, input: input as never, confirmed });
    valueOf(await request(stop));
    const { digest } = valueOf(await actions.preview(ann, { tenant, action: end, input: input as never }));
    valueOf(await request(end, digest));
    valueOf(await request(stop));
    expect(codeOf(await request(end, digest))).toBe('CONFLICT');
  }
});
