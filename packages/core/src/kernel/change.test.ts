import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  Bug,
  domainError,
  type Instant,
  machine,
  newRecord,
  next,
  ok,
  recordKind,
  type StateOf,
  tenantKey,
  transition,
  update,
} from './index.js';

const DOOR = machine('Door', 'status', ['WALLED'], [
  { from: null, on: 'build', to: 'OPEN', emits: 'DOOR.BUILT', why: 'it is built' },
  { from: 'OPEN', on: 'close', to: 'SHUT', emits: null, why: 'it is cold' },
  { from: 'SHUT', on: 'open', to: 'OPEN', emits: null, why: 'it is warm' },
  { from: 'SHUT', on: 'wall', to: 'WALLED', emits: 'DOOR.WALLED', why: 'it is not used' },
] as const);

interface Door extends BaseRecord {
  readonly status: StateOf<typeof DOOR>;
  readonly color: string;
  readonly keys: number;
}
const DOORS = recordKind<Door>()({
  name: 'doors',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, status: 'text', color: 'text', keys: 'int' },
  states: ['status'],
  unique: [],
  filters: [],
  immutable: [],
});

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const later = { now: (NOW + 5) as Instant };
const door: Door = { status: 'OPEN', color: 'red', keys: 1, ...newRecord('Door:1', { tenant, now: NOW }) };

let units: ReturnType<typeof createMemoryStorage>['units'];
beforeEach(async () => {
  units = createMemoryStorage().units;
  await units.run(tenant, async (tx) => ok(tx.add(DOORS, door)));
});
const stored = () => units.read(tenant, (reads) => reads.get(DOORS, door.id));

describe('a change of a record', () => {
  it('sets only the named fields, and counts the version and the time of the change', async () => {
    const after = { ...door, color: 'blue', version: 2, updatedAt: later.now };
    expect(await units.run(tenant, async (tx) => ok(update(tx, later, DOORS, door, { color: 'blue' })))).toEqual(
      ok(after),
    );
    expect(await stored()).toEqual(after);
  });

  it('ends the unit with its error if another unit changed the record first', async () => {
    await units.run(tenant, async (tx) => ok(update(tx, later, DOORS, door, { keys: 2 })));
    const lost = domainError('CONFLICT', 'the door was changed');
    expect(await units.run(tenant, async (tx) => ok(update(tx, later, DOORS, door, { color: 'blue' }, lost)))).toEqual({
      ok: false,
      error: lost,
    });
    expect(await stored()).toMatchObject({ color: 'red', keys: 2 });
  });
});

describe('a transition', () => {
  it('changes the state with the fields of its patch, and returns the row of the table', async () => {
    const after = { ...door, status: 'SHUT', keys: 0, version: 2, updatedAt: later.now };
    const moved = await units.run(tenant, async (tx) => transition(tx, later, DOOR, DOORS, door, 'close', { keys: 0 }));
    expect(moved).toEqual(ok({ record: after, row: DOOR.transitions[1] }));
    expect(await stored()).toEqual(after);
  });

  it.each([
    ['that leaves another state', 'wall'],
    ['that creates the record', 'build'],
  ] as const)('refuses an event %s, and changes nothing', async (_, event) => {
    const refused = await units.run(tenant, async (tx) => transition(tx, later, DOOR, DOORS, door, event));
    expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
    expect(await stored()).toEqual(door);
  });

  it('ends the unit with its error if another unit moved the record first', async () => {
    await units.run(tenant, async (tx) => transition(tx, later, DOOR, DOORS, door, 'close'));
    const lost = domainError('CONFLICT', 'the door was moved');
    expect(await units.run(tenant, async (tx) => transition(tx, later, DOOR, DOORS, door, 'close', {}, lost))).toEqual({
      ok: false,
      error: lost,
    });
  });
});

describe('a state machine', () => {
  it('has one row for a state and an event', () => {
    expect(next(DOOR, 'SHUT', 'open')).toEqual(ok(DOOR.transitions[2]));
    expect(next(DOOR, 'SHUT', 'wall')).toEqual(ok(DOOR.transitions[3]));
    expect(next(DOOR, null, 'build')).toEqual(ok(DOOR.transitions[0]));
  });

  it('names itself, the state and the event that it does not allow', () => {
    expect(next(DOOR, 'OPEN', 'open')).toEqual({
      ok: false,
      error: domainError('INVALID_STATE_TRANSITION', 'Door in state OPEN does not allow open'),
    });
    expect(next(DOOR, null, 'open')).toEqual({
      ok: false,
      error: domainError('INVALID_STATE_TRANSITION', 'Door in state (none) does not allow open'),
    });
  });

  it('creates a record by the events of its first rows only', () => {
    expect(birth(DOOR, 'build')).toBe(DOOR.transitions[0]);
    expect(() => birth(DOOR, 'close')).toThrow(new Bug('Door in state (none) does not allow close'));
  });
});
