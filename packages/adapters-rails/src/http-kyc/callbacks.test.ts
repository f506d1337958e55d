import { beforeEach, describe, expect, it } from 'vitest';
import { APPLICATION, type PlayedProvider, playProvider } from '../testing/http-kyc.js';
import { messageCases } from '../testing/message-cases.js';

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

  messageCases(() => played, WITHDRAWN);
});
