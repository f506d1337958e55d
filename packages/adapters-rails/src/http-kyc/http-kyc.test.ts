import type { OutboundRequest } from '@corridor/core/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import { signatureFault, signingKey } from '../partners/signature.js';
import { APPLICATION, KYC_ENTRY, OWNER, type PlayedProvider, playProvider } from '../testing/http-kyc.js';
import { SECRETS, signedBy } from '../testing/partners.js';

const { customer, documents } = APPLICATION;
const [document] = documents as [(typeof documents)[0]];
const APPROVED = { state: 'approved', owners: [{ id: OWNER.id, decision: 'approve' }] };
const FINDING = {
  resourceId: document.id,
  type: 'EXPIRED_DOCUMENT',
  field: null,
  acceptedDocumentTypes: ['CERTIFICATE_OF_INCORPORATION'],
  reason: 'expired',
};

let played: PlayedProvider;
let known: unknown;
let submitted: unknown;
beforeEach(async () => {
  played = await playProvider();
  known = { state: 'unknown' };
  submitted = APPROVED;
  played.answer = ({ method, url }) => {
    if (method === 'PUT') return { stored: true };
    if (url.endsWith('/owners')) return { decision: 'approve' };
    return method === 'GET' ? known : submitted;
  };
});

const sent = ({ method, url }: OutboundRequest) => `${method} ${url.replace('https://provider.example/v1', '')}`;
const REFERENCE = `${APPLICATION.reference}.2`;
const review = () => played.connection.provider.review(APPLICATION);

describe('a review over HTTP', () => {
  it('asks first, sends the documents, and submits at last', async () => {
    expect(await review()).toEqual({ state: 'approved', errors: [], owners: new Map([[OWNER.id, 'approve']]) });
    expect(played.requests.map(sent)).toEqual([
      `GET /applications/${REFERENCE}`,
      `PUT /applications/${REFERENCE}/documents/${document.id}`,
      'POST /applications',
    ]);
  });

  it('sends the bytes of a document as they are, under a signature of them', async () => {
    await review();
    const [, { headers, body }] = played.requests as [OutboundRequest, OutboundRequest];
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(Buffer.from(body as Uint8Array)).toEqual(Buffer.from(await document.read()));
    const keys = [signingKey(SECRETS['SECRET']!)!];
    expect(signatureFault(keys, headers, played.clock.now(), body as Uint8Array)).toBeNull();
    expect(signatureFault(keys, headers, played.clock.now(), Buffer.from('other'))).toBe('its signature is wrong');
  });

  it('sends what the provider needs, and nothing that the service keeps for itself', async () => {
    await review();
    const body = JSON.parse(played.requests[2]!.body as string) as Readonly<Record<string, unknown>>;
    expect(body).toMatchObject({
      reference: REFERENCE,
      changes: null,
      customer: { id: customer.id, customerType: 'BUSINESS', businessInfo: { taxId: '12-3456789' } },
      owners: [{ id: OWNER.id, identifier: '912-55-0187' }],
      documents: [{ id: document.id, contentDigest: 'a'.repeat(64) }],
    });
    expect(JSON.stringify(body)).not.toContain('never sent');
    expect(body['owners']).not.toMatchObject([{ version: 4 }]);
  });

  it('submits nothing if the provider knows the submission', async () => {
    known = { state: 'pending', checkAfterSeconds: 60 };
    expect(await review()).toEqual(known);
    expect(played.requests.map(sent)).toEqual([`GET /applications/${REFERENCE}`]);
  });

  it('submits again under another reference after a resubmission', async () => {
    await played.connection.provider.review({ ...APPLICATION, submission: 5 });
    expect(sent(played.requests[0]!)).toBe(`GET /applications/${APPLICATION.reference}.5`);
  });

  it.each<[string, object, object]>([
    ['a manual review', { state: 'manual-review' }, { state: 'manual-review' }],
    ['a question', { state: 'resolve', errors: [FINDING] }, { state: 'resolve', errors: [FINDING] }],
    [
      'a rejection',
      { state: 'rejected', errors: [FINDING], owners: [{ id: OWNER.id, decision: 'reject' }] },
      { state: 'rejected', errors: [FINDING], owners: new Map([[OWNER.id, 'reject']]) },
    ],
    [
      'an approval that leaves the owners open',
      { state: 'approved', owners: [] },
      { state: 'approved', errors: [], owners: new Map() },
    ],
  ])('reads %s', async (_what, answer, verdict) => {
    submitted = answer;
    expect(await review()).toEqual(verdict);
  });

  it.each<[string, object, string]>([
    ['an unknown state', { state: 'maybe' }, 'the answer is invalid: state'],
    ['an approval without owners', { state: 'approved' }, 'the answer is invalid: owners is missing (state approved)'],
    [
      'an unknown member',
      { ...APPROVED, score: 1 },
      'the answer is invalid: the body has the unknown member "score" (state approved)',
    ],
    [
      'a rejection without a reason',
      { state: 'rejected', errors: [], owners: [] },
      'the answer is invalid: errors has fewer than 1 elements (state rejected)',
    ],
    [
      'an unknown type of error',
      { state: 'resolve', errors: [{ ...FINDING, type: 'UGLY' }] },
      'the answer is invalid: errors.0.type',
    ],
    [
      'a finding about a record of another customer',
      { state: 'resolve', errors: [{ ...FINDING, resourceId: 'Customer:other' }] },
      'errors names a record that is not in the application',
    ],
    [
      'an owner of another customer',
      { state: 'approved', owners: [{ id: 'BeneficialOwner:other', decision: 'approve' }] },
      'owners names an owner who is not in the application',
    ],
    [
      'two decisions on one owner',
      { state: 'approved', owners: [...APPROVED.owners, { id: OWNER.id, decision: 'reject' }] },
      'owners names an owner twice',
    ],
  ])('refuses %s', async (_what, answer, reason) => {
    submitted = answer;
    await expect(review()).rejects.toThrow(reason);
  });

  it.each([404, 409, 500, 503])('decides nothing if the provider answers %i', async (status) => {
    played.outcome = (outcome, { method }) => (method === 'POST' ? { ...outcome, status } : outcome);
    await expect(review()).rejects.toThrow(`acme-id failed (submit): it answered HTTP ${status}`);
  });

  it('decides nothing by an answer that the provider did not sign for this request', async () => {
    played.outcome = (outcome) => ({
      ...outcome,
      headers: signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'GET /applications/other', outcome.body),
    });
    await expect(review()).rejects.toThrow('it is not signed for this request');
    played.outcome = (outcome, { headers }) => ({
      ...outcome,
      headers: signedBy(SECRETS['SECRET']!, played.clock, headers['webhook-id']!, outcome.body),
    });
    await expect(review()).rejects.toThrow('its signature is wrong');
  });

  it('says what the provider can do about a status', async () => {
    played.outcome = (outcome) => ({ ...outcome, status: 401 });
    await expect(review()).rejects.toThrow(
      'it answered HTTP 401: it refuses a request with a right signature; the key',
    );
    played.outcome = (outcome) => ({ ...outcome, status: 404 });
    await expect(review()).rejects.toThrow('an unknown reference is answered with 200 and {"state":"unknown"}');
  });

  it('decides nothing if the provider is away or too slow', async () => {
    played.outcome = () => ({ kind: 'unreachable', reason: 'no answer within 10000 ms' });
    await expect(review()).rejects.toThrow('acme-id failed (look-up): no answer within 10000 ms');
  });

  it('sends no document above 10 MiB', async () => {
    const large = { ...document, read: async () => new Uint8Array(10 * 1024 * 1024 + 1) };
    const reviewed = played.connection.provider.review({ ...APPLICATION, documents: [large] });
    await expect(reviewed).rejects.toThrow('has more than 10485760 bytes');
    expect(played.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('leaves customers to a person on whom the provider does not decide', async () => {
    played = await playProvider({ ...KYC_ENTRY, capabilities: { customerTypes: ['INDIVIDUAL'] } });
    expect(await review()).toEqual({ state: 'manual-review' });
    expect(await played.connection.provider.reviewOwner(OWNER)).toBeNull();
    expect(played.requests).toEqual([]);
  });
});

describe('the review of a later owner over HTTP', () => {
  it('submits the owner under the reference of its present values', async () => {
    expect(await played.connection.provider.reviewOwner(OWNER)).toBe('approve');
    const [{ body }] = played.requests as [OutboundRequest];
    expect(JSON.parse(body as string)).toMatchObject({
      reference: `${OWNER.id}.4`,
      customer: customer.id,
      owner: { id: OWNER.id, lastName: 'Hopper' },
    });
  });

  it('reads that the provider needs time', async () => {
    played.answer = () => ({ decision: 'pending', checkAfterSeconds: 60 });
    expect(await played.connection.provider.reviewOwner(OWNER)).toEqual({ state: 'pending', checkAfterSeconds: 60 });
  });

  it.each([{ decision: 'pending' }, { decision: null, checkAfterSeconds: 60 }, { decision: 'maybe' }])(
    'refuses %j',
    async (answer) => {
      played.answer = () => answer;
      await expect(played.connection.provider.reviewOwner(OWNER)).rejects.toThrow('the answer is invalid');
    },
  );

  it('reads that a person decides', async () => {
    played.answer = () => ({ decision: null });
    expect(await played.connection.provider.reviewOwner(OWNER)).toBeNull();
  });
});

describe('the condition of a provider', () => {
  const answering = (customerTypes: readonly string[]) => {
    played.answer = () => ({ protocol: 1, capabilities: { customerTypes } });
  };

  it('is well if it answers what the entry says', async () => {
    answering(['BUSINESS', 'INDIVIDUAL']);
    expect(await played.connection.check()).toMatchObject({ isReachable: true, problems: [] });
  });

  it('names what the entry and the provider declare differently', async () => {
    answering(['INDIVIDUAL']);
    expect((await played.connection.check()).problems).toEqual([
      'customerTypes is BUSINESS, INDIVIDUAL in the connections file, but the provider answers INDIVIDUAL',
    ]);
  });

  it('says why it cannot be reached', async () => {
    played.outcome = (outcome) => ({ ...outcome, status: 502 });
    expect(await played.connection.check()).toMatchObject({
      isReachable: false,
      problems: ['acme-id failed (capabilities): it answered HTTP 502'],
    });
  });
});

describe('a provider that knows other content under a reference', () => {
  const refusing = (status: number) => {
    played.outcome = (outcome, { method }) => (method === 'POST' ? { ...outcome, status } : outcome);
  };
  const problems = async () => {
    played.answer = ({ method, url }) =>
      url.endsWith('/capabilities')
        ? { protocol: 1, capabilities: { customerTypes: ['INDIVIDUAL', 'BUSINESS'] } }
        : method === 'PUT'
          ? { stored: true }
          : known;
    return (await played.connection.check()).problems;
  };

  it('is a problem of the connection while it refuses', async () => {
    refusing(409);
    await expect(review()).rejects.toThrow('HTTP 409');
    await expect(played.connection.provider.reviewOwner(OWNER)).rejects.toThrow('HTTP 409');
    const since = new Date(played.clock.now()).toISOString();
    played.clock.advance(300);
    await expect(review()).rejects.toThrow('HTTP 409');
    expect(await problems()).toEqual([
      `the provider refuses ${REFERENCE} and 1 more with HTTP 409 (submit, since ${since}): what it has ` +
        'under the reference differs from what was sent; compare both with the operator of the other side',
    ]);
    played.clock.advance(899);
    expect(await problems()).toMatchObject([expect.stringContaining(`refuses ${REFERENCE} with HTTP 409`) as string]);
    played.clock.advance(1);
    expect(await problems()).toEqual([]);
    await played.connection.tasks[0]!.run(
      async () => ({ ok: true, value: { effect: 'NONE', subject: null } }),
      async () => new Set(),
    );
    expect(await problems()).toEqual([]);
  });

  it('is none after any other failure', async () => {
    refusing(500);
    await expect(review()).rejects.toThrow('HTTP 500');
    expect(await problems()).toEqual([]);
  });
});

describe('the entry of a provider', () => {
  it.each<[string, object, string]>([
    ['url', { url: 'ftp://x' }, 'must be the address'],
    ['url', { url: 'http://provider.example' }, 'must begin with https://'],
    ['secret', { secret: { env: 'SHORT' } }, 'must be whsec_'],
    ['callbackSecret', { callbackSecret: [] }, 'must be one reference'],
    ['capabilities.customerTypes', { capabilities: { customerTypes: [] } }, 'is invalid'],
    ['', { floors: {} }, 'has unknown members: floors'],
  ])('names the invalid member %s', async (member, over, message) => {
    const error: unknown = await playProvider({ ...KYC_ENTRY, ...over }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      name: 'RailEntryError',
      member,
      message: expect.stringContaining(message) as string,
    });
  });

  it('claims its address', () => {
    expect(played.connection.claims).toEqual(['address https://provider.example/v1']);
  });
});
