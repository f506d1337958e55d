import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Awaiting, Caller, CurrencyCode } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { DEFAULT_OPTIONS } from '../../packages/core/src/service/options.js';
import { addOperator } from '../../packages/core/src/testing/operators.js';
import { codeOf, valueOf } from '../../packages/core/src/testing/play-core.js';
import { gatedPostgres, type GatedPostgres } from '../support/gated-postgres.js';

const HOUSE = houseTenant('SANDBOX');
const LIMIT = 100n;

/** The order of the units is decided by a row that another connection has locked. */
describe('on Postgres, an approval', () => {
  let gated: GatedPostgres;
  let root: Caller;
  let ann: Caller;
  let bob: Caller;
  let awaiting: Awaiting;

  beforeEach(async () => {
    gated = await gatedPostgres({
      options: {
        ...DEFAULT_OPTIONS,
        cursorKey: new Uint8Array(32).fill(1),
        publicAuthority: 'localhost:8080',
        approvalAmounts: new Map([['USD' as CurrencyCode, LIMIT]]),
      },
    });
    const { units } = gated.play.storage;
    const add = (name: string, role: 'ADMIN' | 'APPROVER') => addOperator(units, name, role);
    [root, ann, bob] = [await add('Root', 'ADMIN'), await add('Ann', 'APPROVER'), await add('Bob', 'APPROVER')];
    const input = {
      kind: 'TOP_UP',
      reference: 'r',
      rail: 'sandbox-bank',
      currency: 'USD',
      amount: LIMIT + 1n,
    } as const;
    const asked = valueOf(
      await gated.play.core.operators.actions.request(ann, { tenant: HOUSE, action: 'treasury.book', input }),
    );
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    ({ awaiting } = asked);
  });
  afterEach(() => gated.close());

  const approve = () => gated.other.core.operators.actions.approve(bob, HOUSE, awaiting);
  const disable = (of: Caller) =>
    gated.play.core.operators.actions.request(root, {
      tenant: HOUSE,
      action: 'operators.disable',
      input: { id: of.operatorId },
    });
  const outcomes = () => gated.count('bookings');

  it('of an operator who is disabled first is refused, although it has read the role before', async () => {
    await gated.lock(`operators where name_key = 'bob'`);
    const disabled = disable(bob);
    await gated.untilWaiting(1);
    const approved = approve();
    await gated.untilWaiting(2);
    await gated.open();
    expect(codeOf(await disabled)).toBe('ok');
    expect(codeOf(await approved)).toBe('FORBIDDEN');
    expect(await outcomes()).toBe(0);
  });

  it('of a request whose requester is disabled first is refused', async () => {
    await gated.lock(`operators where name_key = 'ann'`);
    const disabled = disable(ann);
    await gated.untilWaiting(1);
    const approved = approve();
    await gated.untilWaiting(2);
    await gated.open();
    expect(codeOf(await disabled)).toBe('ok');
    expect(codeOf(await approved)).toBe('CONFLICT');
    expect(await outcomes()).toBe(0);
  });

  it('that waits for a row ends before its operator loses the access', async () => {
    await gated.lock('pending_commands');
    const approved = approve();
    await gated.untilWaiting(1);
    const disabled = disable(bob);
    await gated.untilWaiting(2);
    await gated.open();
    expect([codeOf(await approved), codeOf(await disabled)]).toEqual(['ok', 'ok']);
    expect(await outcomes()).toBe(1);
  });
});
