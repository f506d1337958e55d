import { machine, type StateOf } from '../kernel/index.js';

/** One question to a provider and what became of it. The platform gets no event. */
export const SCREENING = machine('Screening', 'status', ['CLEAR', 'DROPPED'], [
  { from: null, on: 'ask', to: 'ASKED', emits: null, why: 'the question is stored before the provider is asked' },
  { from: 'ASKED', on: 'clear', to: 'CLEAR', emits: null, why: 'nothing matches that an operator has not cleared' },
  { from: 'ASKED', on: 'match', to: 'HELD', emits: null, why: 'the provider says hold or refuse' },
  {
    from: 'ASKED',
    on: 'pass',
    to: 'PASSED',
    emits: null,
    why: 'the provider is away, and the rules let the payment pass: it is asked later',
  },
  {
    from: 'ASKED',
    on: 'drop',
    to: 'DROPPED',
    emits: null,
    why: 'the payment ended, the party is gone or has changed, or the connection was removed',
  },
  { from: 'PASSED', on: 'clear', to: 'CLEAR', emits: null, why: 'the provider is back, and nothing matches' },
  { from: 'PASSED', on: 'match', to: 'HELD', emits: null, why: 'the provider is back and says hold or refuse' },
  {
    from: 'PASSED',
    on: 'drop',
    to: 'DROPPED',
    emits: null,
    why: 'the texts of the question were erased before the provider was back',
  },
  { from: 'HELD', on: 'clear', to: 'CLEAR', emits: null, why: 'an operator cleared each match' },
  { from: 'HELD', on: 'confirm', to: 'CONFIRMED', emits: null, why: 'two operators confirmed a true match' },
  { from: 'HELD', on: 'drop', to: 'DROPPED', emits: null, why: 'the payment ended, or the party is gone' },
  {
    from: 'CONFIRMED',
    on: 'withdraw',
    to: 'CLEAR',
    emits: null,
    why: 'two operators withdrew the last confirmation, and each other match is cleared',
  },
  {
    from: 'CONFIRMED',
    on: 'drop',
    to: 'DROPPED',
    emits: null,
    why: 'two operators withdrew the last confirmation, and another screening holds the matches that are open',
  },
] as const);
export type ScreeningStatus = StateOf<typeof SCREENING>;

/** What a party matches. A match that is cleared is the clearance: it covers the same entry and the same identity. */
export const SCREENING_MATCH = machine('Screening match', 'status', ['CLEARED'], [
  { from: null, on: 'match', to: 'OPEN', emits: null, why: 'a provider names an entry of a list or a rule' },
  { from: 'OPEN', on: 'clear', to: 'CLEARED', emits: null, why: 'an operator says why it is not this party' },
  { from: 'OPEN', on: 'confirm', to: 'CONFIRMED', emits: null, why: 'two operators say that it is this party' },
  { from: 'CONFIRMED', on: 'withdraw', to: 'CLEARED', emits: null, why: 'two operators say that it is not this party' },
] as const);
export type ScreeningMatchStatus = StateOf<typeof SCREENING_MATCH>;

/** One pass over all parties of a tenant, by one version of the lists. The last one says which version counts. */
export const SCREENING_ROUND = machine('Screening round', 'status', ['DONE', 'REPLACED'], [
  { from: null, on: 'begin', to: 'RUNNING', emits: null, why: 'a day has passed, or the lists have another version' },
  { from: 'RUNNING', on: 'end', to: 'DONE', emits: null, why: 'every party was asked about' },
  {
    from: 'RUNNING',
    on: 'replace',
    to: 'REPLACED',
    emits: null,
    why: 'the lists have another version again, or the connection was removed',
  },
] as const);
export type ScreeningRoundStatus = StateOf<typeof SCREENING_ROUND>;
