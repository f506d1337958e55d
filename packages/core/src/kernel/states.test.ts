import { expect, expectTypeOf, it } from 'vitest';
import { machine, statesOf } from './states.js';

const LAMP = machine('Lamp', 'state', ['BROKEN'], [
  { from: null, on: 'make', to: 'OFF', emits: null, why: 'it is made' },
  { from: 'OFF', on: 'break', to: 'BROKEN', emits: 'LAMP.BROKEN', why: 'it falls' },
  { from: 'OFF', on: 'switch', to: 'ON', emits: null, why: 'it is dark' },
  { from: 'ON', on: 'switch', to: 'OFF', emits: null, why: 'it is day' },
] as const);

it('lists the states of a machine in the order of its table, terminal states last', () => {
  expect(statesOf(LAMP)).toEqual(['OFF', 'ON', 'BROKEN']);
  expectTypeOf(statesOf(LAMP)[0]).toEqualTypeOf<'OFF' | 'ON' | 'BROKEN'>();
});

it('derives the type of the emitted events from the table', () => {
  expectTypeOf(LAMP.transitions[0]!.emits).toEqualTypeOf<'LAMP.BROKEN' | null>();
});
