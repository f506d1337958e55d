import { beforeEach, describe, expect, it } from 'vitest';
import type { CurrencyCode } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { addOperator } from '../testing/operators.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';

const LIMIT = 999n;
const reason = 'The merchant is gone';

let world: PlayCard;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  world = await playCard({
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      approvalAmounts: new Map([['USD' as CurrencyCode, LIMIT]]),
    },
  });
  ann = await addOperator(world.payer.play.storage.units, 'Ann', 'OPERATOR');
  bob = await addOperator(world.payer.play.storage.units, 'Bob', 'APPROVER');
});

const operators = () => world.payer.play.core.operators;
const requested = async (id: string, by = ann, input: object = { id, reason }) =>
  operators().actions.request(by, {
    tenant: world.payer.play.tenant,
    action: 'cards.release',
    input: input as never,
  });
const waiting = async (id: string) => {
  const outcome = valueOf(await requested(id));
  if (outcome.kind !== 'awaiting') throw new Error(outcome.kind);
  const { requestId, digest } = outcome.awaiting;
  return { requestId, digest };
};
const approve = (by: Caller, approval: { readonly requestId: string; readonly digest: string }) =>
  operators().actions.approve(by, world.payer.play.tenant, approval as never);

describe('the action that releases the hold of a card', () => {
  it('is carried out at once up to the amounts of approvals, and its reason is in the log', async () => {
    const spent = await world.approved({ amount: LIMIT });
    expect(valueOf(await requested(spent.id))).toMatchObject({ kind: 'done', output: { id: spent.id } });
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(valueOf(await operators().log({ action: 'cards.release' })).data).toMatchObject([
      {
        outcome: 'DONE',
        subject: spent.id,
        operatorName: 'Ann',
        input: { reason },
        before: { status: 'AUTHORIZED', reserved: LIMIT },
        after: { status: 'AUTHORIZED', reserved: 0n },
      },
    ]);
    await world.payer.auditClean();
  });

  it('needs a second operator above them', async () => {
    const spent = await world.approved({ amount: LIMIT + 1n });
    const approval = await waiting(spent.id);
    expect(await world.balance()).toBe(CARD_BALANCE - LIMIT - 1n);
    expect(await approve(ann, approval)).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    valueOf(await approve(bob, approval));
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect((await world.latest(spent)).card.released).toBe(LIMIT + 1n);
    await world.payer.auditClean();
  });

  it('is not approved once a clearing has changed what is held', async () => {
    const spent = await world.approved({ amount: 2_000n });
    const approval = await waiting(spent.id);
    await world.told('clear', spent, 500n);
    expect(await approve(bob, approval)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    expect((await world.latest(spent)).card.reserved).toBe(1_500n);
  });

  it('needs a reason, something that is held, and an operator who may move money', async () => {
    const spent = await world.approved();
    const viewer = await addOperator(world.payer.play.storage.units, 'Vera', 'VIEWER');
    expect(await requested(spent.id, viewer)).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect(await requested(spent.id, ann, { id: spent.id, reason: ' ' })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
    await world.told('clear', spent, 1_000n);
    expect(await requested(spent.id)).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
  });
});
