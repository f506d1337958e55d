import type { OutboundRequest } from '@corridor/core/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  INCOMING,
  type PlayedTravelRule,
  playTravelRule,
  TRANSFER,
  TRAVEL_RULE_ENTRY,
} from '../testing/http-travel-rule.js';
import { messageCases } from '../testing/message-cases.js';
import { SECRETS, signedBy } from '../testing/partners.js';

let played: PlayedTravelRule;
beforeEach(() => {
  played = playTravelRule();
});

const sent = ({ method, url }: OutboundRequest) => `${method} ${url.replace('https://partner.example/v1', '')}`;

describe('a transfer over HTTP', () => {
  it('is sent with both parties and its amount as a text', async () => {
    expect(await played.rule.partner.send(TRANSFER)).toEqual({ state: 'pending', checkAfterSeconds: 60 });
    const [request] = played.requests as [OutboundRequest];
    expect(sent(request)).toBe('POST /transfers');
    expect(JSON.parse(request.body as string)).toEqual({ ...TRANSFER, amount: '1250000000' });
  });

  it('is looked up by its reference', async () => {
    played.answer = () => ({ state: 'unknown' });
    expect(await played.rule.partner.lookUp(TRANSFER.reference)).toEqual({ state: 'unknown' });
    expect(played.requests.map(sent)).toEqual([`GET /transfers/${TRANSFER.reference}`]);
  });

  it.each<[string, object, string]>([
    ['an unknown state', { state: 'maybe' }, 'the answer is invalid: state'],
    ['a rejection without a reason', { state: 'rejected' }, 'the answer is invalid: reason'],
    [
      'an unknown member',
      { state: 'accepted', score: 1 },
      'the answer is invalid: the body has the unknown member "score"',
    ],
    ['that a sent transfer is unknown', { state: 'unknown' }, 'the answer is invalid: state'],
    ['a wait without an end', { state: 'pending', checkAfterSeconds: 0 }, 'the answer is invalid: checkAfterSeconds'],
  ])('is not decided by %s', async (_what, answer, reason) => {
    played.answer = () => answer;
    await expect(played.rule.partner.send(TRANSFER)).rejects.toThrow(reason);
  });

  it.each([404, 409, 500, 503])('is not decided by HTTP %i', async (status) => {
    played.outcome = (outcome) => ({ ...outcome, status });
    await expect(played.rule.partner.send(TRANSFER)).rejects.toThrow(`it answered HTTP ${status}`);
  });

  it('is not decided by an acceptance that the partner did not sign', async () => {
    played.answer = () => ({ state: 'accepted' });
    played.outcome = (outcome, { headers }) => ({
      ...outcome,
      headers: signedBy(SECRETS['SECRET']!, played.clock, headers['webhook-id']!, outcome.body),
    });
    await expect(played.rule.partner.send(TRANSFER)).rejects.toThrow('its signature is wrong');
  });
});

describe('a message of the partner', () => {
  it('reaches core with the rail of the connection', async () => {
    const { reference } = TRANSFER;
    expect(await played.report({ kind: 'answered', reference })).toEqual({ status: 200, message: 'APPLIED' });
    expect(await played.report(INCOMING)).toEqual({ status: 200, message: 'APPLIED' });
    const { kind: _kind, address: _address, ...information } = INCOMING;
    expect(played.told).toEqual([
      { kind: 'travel-answer', rail: 'base', reference },
      { ...information, kind: 'travel-information', rail: 'base.deposits', addressIndex: 7, amount: 5_000_000n },
    ]);
  });

  it('is 404 for another network and for an address that no account has', async () => {
    expect(await played.report({ ...INCOMING, network: 'ETHEREUM' })).toMatchObject({ status: 404 });
    expect(await played.report({ ...INCOMING, address: `${ADDRESS.slice(0, -1)}3` })).toMatchObject({ status: 404 });
    expect(played.told).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['an unknown kind', { kind: 'accepted', reference: TRANSFER.reference }],
    ['a decision', { kind: 'answered', reference: TRANSFER.reference, state: 'accepted' }],
    ['an amount that is a number', { ...INCOMING, amount: 5 }],
    ['no originator', { ...INCOMING, originator: undefined }],
  ])('is refused with %s', async (_what, message) => {
    expect(await played.report(message)).toMatchObject({ status: 400 });
    expect(played.told).toEqual([]);
  });

  messageCases(() => played, INCOMING);
});

describe('the member travelRule of an entry', () => {
  it('has the limit of the Regulation and a day by default', () => {
    expect(played.rule.rules).toEqual({ proofAbove: 100_000n, waitSeconds: 86_400 });
    const { rules } = playTravelRule({ ...TRAVEL_RULE_ENTRY, proofAbove: '0.50', waitSeconds: 60 }).rule;
    expect(rules).toEqual({ proofAbove: 50n, waitSeconds: 60 });
  });

  it.each<[object, string]>([
    [{ proofAbove: '1000.01' }, 'must be at most "1000.00", the limit of Regulation (EU) 2023/1113'],
    [{ proofAbove: '10.5' }, 'must be an amount in EUR as text'],
    [{ waitSeconds: 59 }, 'waitSeconds'],
    [{ type: 'module' }, 'must be \\"http\\"'],
    [{ url: 'http://partner.example' }, 'must begin with https:// in PRODUCTION'],
    [{ secret: { env: 'SHORT' } }, 'must be whsec_'],
    [{ limit: 1 }, 'limit'],
  ])('is refused with %j', (over, reason) => {
    expect(() => playTravelRule({ ...TRAVEL_RULE_ENTRY, ...over })).toThrow(reason);
  });

  it('says whether the partner answers', async () => {
    played.answer = () => ({ protocol: 1 });
    expect(await played.rule.problem()).toBeNull();
    expect(played.requests.map(sent)).toEqual(['GET /status']);
    played.outcome = () => ({ kind: 'unreachable', reason: 'no answer within 5000 ms' });
    expect(await played.rule.problem()).toContain('no answer within 5000 ms');
  });
});
