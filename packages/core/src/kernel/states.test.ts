import { expect, expectTypeOf, it } from 'vitest';
import { Bug } from './result.js';
import { deadlineOf, machine, statesOf } from './states.js';

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

it('lists a state at the first row that leaves or enters it', () => {
  const way = machine('Way', 'state', [], [
    { from: 'END', on: 'turn', to: 'START', emits: null, why: 'it ends' },
    { from: null, on: 'make', to: 'MIDDLE', emits: null, why: 'it is made' },
    { from: 'START', on: 'go', to: 'MIDDLE', emits: null, why: 'it goes on' },
    { from: 'MIDDLE', on: 'go', to: 'END', emits: null, why: 'it goes on' },
  ] as const);
  expect(statesOf(way)).toEqual(['END', 'START', 'MIDDLE']);
});

it('derives the type of the emitted events from the table', () => {
  expectTypeOf(LAMP.transitions[0]!.emits).toEqualTypeOf<'LAMP.BROKEN' | null>();
});

it('derives a deadline from the states that an event leaves', () => {
  const offer = machine('Offer', 'status', ['GONE'], [
    { from: null, on: 'make', to: 'OPEN', emits: null, why: 'it is made' },
    { from: 'OPEN', on: 'ask', to: 'ASKED', emits: null, why: 'the payer is asked' },
    { from: 'OPEN', on: 'expire', to: 'GONE', emits: null, why: 'its time is over' },
    { from: 'ASKED', on: 'expire', to: 'GONE', emits: null, why: 'its time is over' },
  ] as const);
  expect(deadlineOf(offer, 'expire', 'until')).toEqual({
    column: 'until',
    state: 'status',
    from: ['OPEN', 'ASKED'],
  });
});

it('refuses a deadline by an event that creates the record', () => {
  expect(() => deadlineOf(LAMP, 'make', 'until')).toThrow(new Bug('Lamp cannot make by a deadline'));
  expect(() => deadlineOf(LAMP, 'paint' as 'make', 'until')).toThrow(new Bug('Lamp cannot paint by a deadline'));
});
