import { beforeEach, describe, expect, it } from 'vitest';
import { type PlayedScreening, playScreening, QUESTION } from '../testing/http-screening.js';
import { messageCases } from '../testing/message-cases.js';

const CHANGED = { kind: 'changed', reference: QUESTION.reference };
const LISTS = { kind: 'lists-changed' };

let played: PlayedScreening;
beforeEach(async () => {
  played = await playScreening();
});

describe('a message of a provider', () => {
  it('reaches core', async () => {
    expect(await played.report(CHANGED)).toEqual({ status: 200, message: 'APPLIED' });
    expect(await played.report(LISTS)).toEqual({ status: 200, message: 'APPLIED' });
    expect(played.told).toEqual([CHANGED, LISTS]);
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['an unknown kind', { kind: 'cleared', reference: QUESTION.reference }],
    ['an answer', { ...CHANGED, state: 'clear' }],
    ['no reference', { kind: 'changed' }],
    ['a reference where none belongs', { ...LISTS, reference: QUESTION.reference }],
  ])('is refused with %s', async (_what, message) => {
    expect(await played.report(message)).toMatchObject({ status: 400 });
    expect(played.told).toEqual([]);
  });

  messageCases(() => played, CHANGED);
});
