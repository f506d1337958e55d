import { err } from '@corridor/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PlayedScreening, playScreening, QUESTION } from '../testing/http-screening.js';
import { SECRETS, signedBy } from '../testing/partners.js';

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

  it('is refused if it is forged, replayed late, or posted to another path', async () => {
    const body = JSON.stringify(CHANGED);
    const headers = signedBy(SECRETS['SECRET']!, played.clock, 'M-1', body);
    expect(await played.report(CHANGED, { headers })).toMatchObject({ status: 401 });
    const right = signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'M-1', body);
    expect(await played.report(LISTS, { headers: right })).toMatchObject({ status: 401 });
    played.clock.advance(301);
    expect(await played.report(CHANGED, { headers: right })).toMatchObject({ status: 401 });
    expect(await played.report(CHANGED, { path: 'decisions' })).toMatchObject({ status: 404 });
    expect(played.told).toEqual([]);
  });

  it.each([
    ['REFERENCE_NOT_FOUND', 404],
    ['INVALID_INPUT', 400],
    ['CONFLICT', 409],
    ['SERVICE_UNAVAILABLE', 503],
  ] as const)('is answered with the status for %s', async (code, status) => {
    played.tell = async () => err(code, 'why');
    expect(await played.report(CHANGED)).toEqual({ status, message: 'why' });
  });
});
