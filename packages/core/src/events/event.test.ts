import { describe, expect, it } from 'vitest';
import type { Customer } from '../customers/index.js';
import { birth, machine, ok } from '../kernel/index.js';
import { deliveries } from '../testing/deliveries.js';
import { emit, EVENT_TYPES, type NewEvent, subjectOf } from './index.js';

const customer = { id: 'Customer:1' } as unknown as Customer;

/** Writes the events and returns their stored snapshots. */
async function snapshotsOf(...events: readonly NewEvent[]): Promise<readonly object[]> {
  const world = deliveries();
  const tenant = world.tenant();
  await world.storage.units.run(tenant, async (tx) => {
    for (const event of events) emit({ tx, ctx: world.context(tenant), ids: world.ports.ids }, event);
    return ok();
  });
  return (await world.events(tenant)).map(({ snapshot }) => snapshot);
}

describe('an event', () => {
  it('carries the record of its subject', async () => {
    const event = { type: 'CUSTOMER.KYC_APPROVED', resource: customer.id, snapshot: customer } as const;
    expect(await snapshotsOf(event)).toEqual([customer]);
  });

  it('carries the trace of its cause', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const event = { type: 'CUSTOMER.KYC_APPROVED', resource: customer.id, snapshot: customer } as const;
    await world.storage.units.run(tenant, async (tx) => {
      emit({ tx, ctx: { ...world.context(tenant), trace: 'a trace' }, ids: world.ports.ids }, event);
      emit({ tx, ctx: world.context(tenant), ids: world.ports.ids }, event);
      return ok();
    });
    expect((await world.events(tenant)).map(({ trace }) => trace)).toEqual(['a trace', null]);
  });

  it('does not compile with the record of another subject', async () => {
    // @ts-expect-error the snapshot of a CARD event is a card
    const event: NewEvent = { type: 'CARD.STATE_CHANGE', resource: customer.id, snapshot: customer };
    expect(await snapshotsOf(event)).toHaveLength(1);
  });

  it('does not compile with a part of its record', async () => {
    // @ts-expect-error a customer has more than an id
    const event: NewEvent = { type: 'CUSTOMER.KYC_APPROVED', resource: 'Customer:1', snapshot: { id: 'Customer:1' } };
    expect(await snapshotsOf(event)).toHaveLength(1);
  });

  it('does not compile if a state machine emits an unknown type', async () => {
    const rocket = machine('Rocket', 'state', [], [
      { from: null, on: 'start', to: 'GONE', emits: 'ROCKET.GONE', why: 'it was fuelled' },
    ] as const);
    const type = birth(rocket, 'start').emits!;
    // @ts-expect-error the type is unknown
    const event: NewEvent = { type, resource: customer.id, snapshot: customer };
    expect(await snapshotsOf(event)).toHaveLength(1);
  });

  it('has a subject for every type', () => {
    expect(EVENT_TYPES.map(subjectOf)).toEqual(EVENT_TYPES.map((type) => /^[A-Z_]+/.exec(type)![0]));
  });
});
