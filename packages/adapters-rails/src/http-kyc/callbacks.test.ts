import { err } from '@corridor/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { APPLICATION, type PlayedProvider, playProvider } from '../testing/http-kyc.js';
import { SECRETS, signedBy } from '../testing/partners.js';

const CHANGED = { kind: 'changed', reference: `${APPLICATION.reference}.2` };
const WITHDRAWN = {
  ...{ kind: 'withdrawn', reference: `${APPLICATION.reference}.2`, messageId: 'M-1' },
  ...{ reason: 'the passport was stolen', caseReference: 'C-7' },
};

let played: PlayedProvider;
beforeEach(async () => {
  played = await playProvider();
});

describe('a message of a provider', () => {
  it('reaches core with the id of the application', async () => {
    const { reference } = APPLICATION;
    expect(await played.report(CHANGED)).toEqual({ status: 200, message: 'APPLIED' });
    expect(await played.report(WITHDRAWN)).toEqual({ status: 200, message: 'APPLIED' });
    expect(await played.report({ ...CHANGED, reference })).toEqual({ status: 200, message: 'APPLIED' });
    expect(played.told).toEqual([
      { ...CHANGED, reference },
      { ...WITHDRAWN, reference },
      { ...CHANGED, reference },
    ]);
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['an unknown kind', { ...CHANGED, kind: 'approved' }],
    ['a decision', { ...CHANGED, state: 'approved' }],
    ['no id', { ...WITHDRAWN, messageId: undefined }],
    ['a blank reason', { ...WITHDRAWN, reason: '  ' }],
    ['a long case', { ...WITHDRAWN, caseReference: 'x'.repeat(101) }],
  ])('is refused with %s', async (_what, message) => {
    expect(await played.report(message)).toMatchObject({ status: 400 });
    expect(played.told).toEqual([]);
  });

  it('is refused if it is forged, replayed late, or posted to another path', async () => {
    const body = JSON.stringify(WITHDRAWN);
    const headers = signedBy(SECRETS['SECRET']!, played.clock, 'M-1', body);
    expect(await played.report(WITHDRAWN, { headers })).toMatchObject({ status: 401 });
    const right = signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'M-1', body);
    expect(await played.report(CHANGED, { headers: right })).toMatchObject({ status: 401 });
    played.clock.advance(301);
    expect(await played.report(WITHDRAWN, { headers: right })).toMatchObject({ status: 401 });
    expect(await played.report(WITHDRAWN, { path: 'decisions' })).toMatchObject({ status: 404 });
    expect(played.told).toEqual([]);
  });

  it.each([
    ['REFERENCE_NOT_FOUND', 404],
    ['INVALID_INPUT', 400],
    ['CONFLICT', 409],
    ['SERVICE_UNAVAILABLE', 503],
  ] as const)('is answered with the status for %s', async (code, status) => {
    played.tell = async () => err(code, 'why');
    expect(await played.report(WITHDRAWN)).toEqual({ status, message: 'why' });
  });
});
