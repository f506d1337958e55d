import type { KycApplication, KycProvider, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { inventedBusiness, type TestRunner } from '@corridor/core/testing';
import { lastOutcome } from './last-outcome.js';
import { mustAnswer } from './protocol-cases.js';
import { NotTested, type TestedConnection } from './tested-connection.js';

const CONFLICT = 409;
const SEE = 'See docs/connections/kyc.md#operations-of-the-provider';

/** The requests that the test answers itself, in the place of the provider. */
const PLAYED = {
  'look-ups': ({ method, url }: OutboundRequest) =>
    method === 'GET' && /\/applications\/[^/]+$/.test(url) ? { state: 'unknown' } : null,
  documents: ({ method }: OutboundRequest) => (method === 'PUT' ? { stored: true } : null),
} satisfies Record<string, (request: OutboundRequest) => object | null>;
type Played = keyof typeof PLAYED;

interface Declared {
  readonly documents?: 'push' | 'fetch';
  readonly capabilities?: { readonly customerTypes?: readonly string[] };
}

/**
 * What a KYC provider refuses with 409: other content under a reference that it knows, and an application that lacks the
 * content of a document. Corridor asks before it submits, so these cases answer the first requests in the place of the
 * provider, and look at its answer to the last one.
 */
export function kycRefusalCases(
  { test }: Pick<TestRunner, 'test'>,
  { entry, open, answered, newId }: Pick<TestedConnection, 'entry' | 'open' | 'answered' | 'newId'>,
  invented: () => KycApplication,
): void {
  const { documents = 'push', capabilities } = entry.members as Declared;
  const types = capabilities?.customerTypes ?? ['INDIVIDUAL', 'BUSINESS'];

  /** What the provider answers to the last request of a call, while the test answers others. */
  const answerTo = (
    played: readonly Played[],
    call: (provider: KycProvider) => Promise<unknown>,
  ): Promise<OutboundOutcome> =>
    lastOutcome(
      open,
      ({ kyc }) => call(kyc!.provider),
      (request) => {
        const [answer = null] = played.map((each) => PLAYED[each](request)).filter((each) => each !== null);
        return answer === null ? null : answered(request, answer);
      },
    );
  const provider = async () => (await open()).kyc!.provider;

  test('an application with other content under a known reference is refused, and the first one stays', async () => {
    const of = invented();
    await (await provider()).review(of);
    const submitted = (application: KycApplication) =>
      answerTo(['look-ups', 'documents'], (asked) => asked.review(application));
    const other = { ...of, customer: { ...of.customer, email: 'other@example.com' } };
    mustAnswer('POST /applications with other content under a known reference', await submitted(other), {
      status: CONFLICT,
      why: 'a reference is one submission',
      see: SEE,
    });
    mustAnswer('POST /applications with the first content again', await submitted(of), {
      status: 200,
      why:
        documents === 'fetch'
          ? 'it has the same effect as once; the addresses in `contents` differ each time, and do not count as content'
          : 'it has the same effect as once',
      see: SEE,
    });
  });

  test('a later owner with other content under a known reference is refused', async () => {
    if (!types.includes('BUSINESS')) throw new NotTested('the provider does not decide on businesses');
    const of = inventedBusiness(newId);
    await (await provider()).review(of);
    const owner = { ...of.owners[0]!, id: newId('BeneficialOwner') } as (typeof of.owners)[0];
    await (await provider()).reviewOwner(owner!);
    const other = { ...owner!, lastName: 'Murray' };
    mustAnswer(
      'POST /owners with other content under a known reference',
      await answerTo([], (asked) => asked.reviewOwner(other)),
      {
        status: CONFLICT,
        why: 'a reference is one submission',
        see: SEE,
      },
    );
  });

  if (documents === 'fetch') return;
  test('an application whose document is missing or damaged is refused', async () => {
    const of = invented();
    const damaged = of.documents.map((document) => ({
      ...document,
      read: async () => (await document.read()).map((byte) => byte ^ 1),
    }));
    const why = 'contentDigest of the document is not that of a content which the provider has';
    mustAnswer(
      'POST /applications without the content of its document',
      await answerTo(['documents'], (asked) => asked.review(of)),
      { status: CONFLICT, why, see: SEE },
    );
    mustAnswer(
      'POST /applications with a damaged document',
      await answerTo([], (asked) => asked.review({ ...of, documents: damaged })),
      { status: CONFLICT, why, see: SEE },
    );
    mustAnswer(
      'POST /applications with the right document after that',
      await answerTo([], (asked) => asked.review(of)),
      {
        status: 200,
        why: 'nothing was submitted before',
        see: SEE,
      },
    );
  });
}
