import { MACHINES } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import { createRailAnswers } from './rail-answers.js';
import type { Taken } from './transitions.js';

const outgoing = MACHINES.find(({ name }) => name === 'Outgoing transaction')!;
const taken = (from: string, on: string, record: object): readonly Taken[] => {
  const row = outgoing.transitions.find((one) => one.from === from && one.on === on)!;
  return [{ machine: outgoing, row, record: { id: 'payment', ...record }, at: 0 }];
};
const failed = taken('PROCESSING', 'fail', { rail: 'bank', submittedAt: 1 });

describe('the answers of rails', () => {
  it('are the reason of each step of a payment that a rail has', () => {
    const answers = createRailAnswers();
    expect(answers.inspect(failed)).toHaveLength(1);
    answers.hear('payout', 'payment', 'cancelled');
    expect(answers.inspect(failed)).toEqual([]);
  });

  it('about a collection do not give the reason to end the payout', () => {
    const answers = createRailAnswers();
    answers.hear('collection', 'payment', 'cancelled');
    expect(answers.inspect(failed)).toHaveLength(1);
  });

  it('are not needed for a payment that no rail has', () => {
    const unsent = taken('PROCESSING', 'fail', { rail: 'bank', submittedAt: null });
    expect(createRailAnswers().inspect(unsent)).toEqual([]);
  });
});
