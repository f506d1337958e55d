import { beforeEach, describe, expect, it } from 'vitest';
import { houseTenant, ok, secretField, textField } from '../kernel/index.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { type AnyAction, type Caller, unitAction, saying } from './index.js';

const HOUSE = houseTenant('SANDBOX');
const GIVEN = { secret: 'blue', place: 'here' };
const SHOWN = { secret: '…', place: 'here' };
const EARLIER = { secret: '…', place: 'there' };

let play: PlayCore;
let registry: Record<string, AnyAction>;
let ann: Caller;
let bob: Caller;
/** What the record has before and after. */
let before: typeof GIVEN | null;
let after: typeof GIVEN | null;

beforeEach(async () => {
  play = await playCore();
  registry = play.core.operators.actions.registry;
  before = { secret: 'green', place: 'there' };
  after = GIVEN;
  const locks = unitAction({
    title: 'Lock a place',
    words: saying('Lock the place', ({ input: { place } }) => `Lock the place ${place}`),
    role: 'OPERATOR',
    effects: [],
    input: {
      secret: secretField({ label: 'Secret', maxLength: 9 }),
      place: textField({ label: 'Place', maxLength: 9 }),
    },
    plan: async (_tx, _ctx, { place }) => ok({ subject: place, before, moves: [] }),
    perform: async () => ok({ output: null, after }),
  });
  registry['locks.set'] = locks;
  registry['locks.change'] = { ...locks, effects: ['CHANGES_OPERATORS'] };
  ann = await addOperator(play.storage.units, 'Ann', 'APPROVER');
  bob = await addOperator(play.storage.units, 'Bob', 'APPROVER');
});

const request = async (action: 'locks.set' | 'locks.change') => {
  const outcome = valueOf(
    await play.core.operators.actions.request(ann, { tenant: HOUSE, action, input: GIVEN } as never),
  );
  return outcome.kind === 'awaiting' ? outcome.awaiting : null;
};
const entries = async () => {
  const rows = await entriesOfTest(play.storage.units);
  return rows.map((row) => ({ outcome: row.outcome, input: row.input, before: row.before, after: row.after }));
};

describe('the entries of an action with secrets', () => {
  it('have its input and its record without them', async () => {
    await request('locks.set');
    expect(await entries()).toEqual([{ outcome: 'DONE', input: SHOWN, before: EARLIER, after: SHOWN }]);
  });

  it('have no record where there is none', async () => {
    [before, after] = [null, null];
    await request('locks.set');
    expect(await entries()).toEqual([{ outcome: 'DONE', input: SHOWN, before: null, after: null }]);
  });

  it('have no secrets while the action waits, nor when it is approved or declined', async () => {
    const [approved, declined] = [(await request('locks.change'))!, (await request('locks.change'))!];
    const { actions } = play.core.operators;
    valueOf(await actions.approve(bob, HOUSE, approved));
    expect(valueOf(await actions.decline(bob, HOUSE, declined)).input).toEqual(GIVEN);
    const requested = { outcome: 'REQUESTED', input: SHOWN, before: EARLIER, after: null };
    expect(await entries()).toEqual([
      requested,
      requested,
      { outcome: 'APPROVED', input: SHOWN, before: EARLIER, after: SHOWN },
      { outcome: 'DECLINED', input: SHOWN, before: null, after: null },
    ]);
  });
});

it('a request of an action that does not exist any more is declined without its input in the log', async () => {
  const asked = (await request('locks.change'))!;
  delete registry['locks.change'];
  const { actions } = play.core.operators;
  expect(await actions.approve(bob, HOUSE, asked)).toMatchObject({
    error: { code: 'CONFLICT', message: 'the action locks.change does not exist any more; request another action' },
  });
  valueOf(await actions.decline(bob, HOUSE, asked));
  expect((await entries()).at(-1)).toMatchObject({ outcome: 'DECLINED', input: null });
});
