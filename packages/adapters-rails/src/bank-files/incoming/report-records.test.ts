import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { ok } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { RailStore } from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSealer } from '../../custody/sealer.js';
import { claimOf } from './identity.js';
import { type Content, contentOf, type List, MOVEMENTS, ownMovement } from './movement-records.js';
import { unstated } from './report-records.js';

const IBAN = 'DE02120300000000202051';
const ENTRY: Content = { ...ownMovement('check', IBAN, 100n, 'one'), kind: 'entry' };

let store: RailStore;
beforeEach(() => {
  const ports = { units: createMemoryStorage().units, clock: fixedClock(), sealer: createSealer(new Uint8Array(32)) };
  store = createRailStore(ports, 'PRODUCTION', 'acme-bank');
});

async function stored(movements: readonly (readonly [key: string, status: List | null, over?: Partial<Content>])[]) {
  const added = await store.run(async (records) => {
    for (const [key, status, over] of movements)
      records.add({ collection: MOVEMENTS, key, status, ...contentOf({ ...ENTRY, ...over }) });
    return ok(undefined);
  });
  if (!added.ok) throw new Error(added.error.message);
}

const found = async () => {
  const movements = await store.read((records) => unstated(records, IBAN));
  return movements.map(({ key, list }) => [key, list]);
};

describe('the movements that no statement has named', () => {
  it('are those of all lists', async () => {
    const lists: readonly List[] = ['IN_FLIGHT', 'WAITING', 'TO_TELL', 'NOTED'];
    await stored(lists.map((list) => [`of ${list}`, list]));
    await stored([['of no list', null]]);
    expect(await found()).toEqual(['NOTED', 'TO_TELL', 'WAITING', 'IN_FLIGHT'].map((list) => [`of ${list}`, list]));
  });

  it('have none of another account, none that no entry names, and none that a statement has named', async () => {
    await stored([
      ['entry', 'WAITING'],
      ['of another account', 'WAITING', { iban: 'DE02500105170137075030' }],
      ['opening', 'WAITING', { kind: 'opening' }],
      ['difference', 'WAITING', { kind: 'check' }],
      ['of a statement', 'WAITING', { claims: { statement: claimOf('S1', ENTRY.movement.ids) } }],
      ['of a notification', 'WAITING', { claims: { 'camt.054': claimOf('N1', ENTRY.movement.ids) } }],
    ]);
    expect(await found()).toEqual([
      ['entry', 'WAITING'],
      ['of a notification', 'WAITING'],
    ]);
  });

  it('are all found, however many there are', async () => {
    const keys = Array.from({ length: 1_001 }, (_, n) => `movement ${n}`);
    await stored(keys.map((key) => [key, 'WAITING']));
    expect((await found()).map(([key]) => key).toSorted()).toEqual(keys.toSorted());
  });
});
