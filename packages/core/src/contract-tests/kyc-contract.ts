import { canonicalText } from '../kernel/index.js';
import {
  type KycApplication,
  type KycProvider,
  type KycVerdict,
  type OwnerApplication,
  shapedVerification,
} from '../verification/index.js';
import { type Checked, must, mustEqual } from './rail/sentences.js';
import type { TestRunner } from './test-runner.js';

export interface KycContractOptions {
  /** Opens the provider on another host: all hosts ask the same provider. */
  readonly open: () => KycProvider | Promise<KycProvider>;
  /** Lets the provider decide on an application that it answers with `pending`. Absent if it decides at once. */
  readonly decide?: (application: KycApplication) => Promise<void>;
  /** How often the provider was given this submission, if the caller can tell. */
  readonly submitted?: (application: KycApplication) => number;
  /**
   * Makes the id of a record of an application. Default: the same ids in each run. A provider that keeps what it was given
   * needs new ones.
   */
  readonly newId?: (type: 'Verification' | 'Customer' | 'BeneficialOwner' | 'Document' | 'KycLink') => string;
}

const CONTENT = Uint8Array.from(
  [...'%PDF-1.4 a document of the contract'].map((character) => character.codePointAt(0)!),
);
const CONTENT_DIGEST = 'c65a08673ea61ceea595cba1016b033b5e5bb7845d79b16a26d03719628db560';
const ADDRESS = {
  ...{ line1: '1 Main St', line2: null, city: 'Springfield' },
  ...{ state: 'CA', postalCode: '94105', country: 'US' },
};
const SECTION: Pick<Checked, 'section'> = { section: 'operations-of-the-provider' };
const PAGE: Pick<Checked, 'section'> = { section: 'your-page' };

/**
 * What the core relies on in every KYC provider: a verdict has its form and is about the application alone, a decision is
 * final on every host, a submission that comes twice is one, another submission is answered too, and a link to its page is
 * open until the customer has finished. Registers its cases with the runner. The cases submit a business and a person each,
 * so connect the provider to a stand-in or to its test system; `corridor connections test` plays them.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { kycContract } from '@corridor/core/testing';
 *
 * runner.describe('my provider', () => {
 *   kycContract(runner, { open: () => myProvider({ http: standIn }) });
 * });
 * ```
 */
export function kycContract(runner: Pick<TestRunner, 'test'>, options: KycContractOptions): void {
  const { open, decide, submitted, newId = countedIds() } = options;
  const opened = async (): Promise<KycProvider> => {
    const provider = await open();
    return shapedVerification({ providers: { SANDBOX: provider, PRODUCTION: provider } } as never).providers.SANDBOX;
  };
  const trial: Trial = {
    opened,
    async decided(provider, of) {
      const first = await provider.review(of);
      if (first.state !== 'pending' || decide === undefined) return first;
      await decide(of);
      return provider.review(of);
    },
    ...(decide !== undefined && { decide }),
    ...(submitted !== undefined && { submitted }),
  };
  reviewCases(runner, trial, 'a business', () => businessOf(newId));
  reviewCases(runner, trial, 'a person', () => personOf(newId));
  linkCases(runner, trial, newId);

  runner.test('a repeated owner has the same decision', async () => {
    const of = businessOf(newId);
    await trial.decided(await opened(), of);
    const owner = { ...of.owners[0]!, id: newId('BeneficialOwner') } as OwnerApplication;
    const [first, second] = [await (await opened()).reviewOwner(owner), await (await opened()).reviewOwner(owner)];
    if (first === null || typeof first === 'object') {
      const isOpen = second === null || typeof second === 'object';
      must({ call: 'reviewOwner', of: 'a repeated owner', ...SECTION }, second, 'null or pending, as before', isOpen);
    } else {
      mustEqual({ call: 'reviewOwner', of: 'a repeated owner', ...SECTION }, second, first, 'the same decision');
    }
  });
}

interface Trial extends Pick<KycContractOptions, 'decide' | 'submitted'> {
  readonly opened: () => Promise<KycProvider>;
  /** The verdict, after the provider has decided. */
  readonly decided: (provider: KycProvider, of: KycApplication) => Promise<KycVerdict>;
}

/** The cases on applications of one kind. Each application is a new one. */
function reviewCases(
  { test }: Pick<TestRunner, 'test'>,
  { opened, decided, decide, submitted }: Trial,
  whom: string,
  application: () => KycApplication,
): void {
  test(`a verdict on ${whom} is about the records of the application alone`, async () => {
    const of = application();
    const verdict = await decided(await opened(), of);
    const known = [of.customer, ...of.owners, ...of.documents].map(({ id }): string => id);
    const mustBeKnown = (member: string, id: string, expected: string): void =>
      must({ call: 'review', member, ...SECTION }, id, expected, known.includes(id));
    for (const { resourceId } of 'errors' in verdict ? verdict.errors : [])
      mustBeKnown('errors', resourceId, 'the id of a record of the application');
    for (const id of 'owners' in verdict ? verdict.owners.keys() : [])
      mustBeKnown('owners', id, 'the id of an owner of the application');
  });

  test(`a decision on ${whom} is final, on every host`, async () => {
    const of = application();
    const verdict = await decided(await opened(), of);
    if (decide !== undefined)
      must(
        { call: 'review', of: 'after the decision', member: 'state', ...SECTION },
        verdict.state,
        'decided',
        verdict.state !== 'pending',
      );
    if (verdict.state === 'pending') return;
    for (const provider of [await opened(), await opened()])
      mustEqual(
        { call: 'review', of: 'a repeated application', ...SECTION },
        said(await provider.review(of)),
        said(verdict),
        'the same verdict',
      );
  });

  if (submitted !== undefined)
    test(`a known application of ${whom} is not submitted again`, async () => {
      const of = application();
      await (await opened()).review(of);
      await (await opened()).review(of);
      const times = submitted(of);
      must(
        { call: 'review', of: 'a repeated application', member: 'the number of its submissions', ...SECTION },
        times,
        'at most 1, because the provider knows the reference after the first one',
        times <= 1,
      );
    });

  test(`a submission of ${whom} that comes twice at the same time is one`, async () => {
    const of = application();
    const hosts = [await opened(), await opened()];
    const [one, other] = await Promise.all(hosts.map((provider) => provider.review(of)));
    must(
      { call: 'review', of: 'two at the same time', member: 'state', ...SECTION },
      other!.state,
      `the state of the other answer, ${one!.state}`,
      one!.state === other!.state,
    );
  });

  test(`another submission of the verification of ${whom} is answered`, async () => {
    const of = application();
    const provider = await opened();
    await decided(provider, of);
    const later = { ...of, submission: of.submission + 1, customer: { ...of.customer, email: 'later@example.com' } };
    const { state } = await provider.review(later);
    must({ call: 'review', of: 'another submission', member: 'state', ...SECTION }, state, 'a state', state.length > 0);
  });
}

/** The cases on links to the page of the provider, if it has one. */
function linkCases({ test }: Pick<TestRunner, 'test'>, { opened }: Trial, newId: NewId): void {
  test('a link leads to the page of the provider, and is not submitted by itself', async () => {
    const { links } = await opened();
    if (links === undefined) return;
    const { customer } = businessOf(newId);
    const reference = newId('KycLink');
    const asked = { reference, customer, redirectUri: 'https://shop.example/back' };
    const link = await links.create(asked);
    if (link === null) return;
    const again = await (await opened()).links!.create(asked);
    must(
      { call: 'links.create', of: 'a repeated link', ...PAGE },
      again === null ? 'none' : again.url,
      'the address of a page, as before',
      again !== null,
    );
    for (const provider of [await opened(), await opened()]) {
      const { state } = await provider.links!.look(reference);
      must({ call: 'links.look', of: 'a new link', member: 'state', ...PAGE }, state, 'open', state === 'open');
    }
  });

  test('an unknown link has ended', async () => {
    const { links } = await opened();
    const { state } = (await links?.look(newId('KycLink'))) ?? { state: 'ended' };
    must({ call: 'links.look', of: 'an unknown link', member: 'state', ...PAGE }, state, 'ended', state === 'ended');
  });
}

type NewId = NonNullable<KycContractOptions['newId']>;

function countedIds(): NewId {
  let serial = 0;
  return (type) => `${type}:018bcfe5-6800-7000-8000-${String(++serial).padStart(12, '0')}`;
}

const said = (verdict: KycVerdict): string =>
  canonicalText('owners' in verdict ? { ...verdict, owners: [...verdict.owners].toSorted() } : { ...verdict });

/** A business with an owner and a document. */
function businessOf(newId: NewId): KycApplication {
  const customerId = newId('Customer');
  const owner = {
    ...{ id: newId('BeneficialOwner'), customerId, version: 1, roles: ['UBO', 'CONTROL_PERSON'] },
    ...{ ownershipPpm: 600_000, firstName: 'Grace', middleName: null, lastName: 'Hopper', birthDate: '1986-12-09' },
    ...{ nationality: 'US', email: null, phoneNumber: null, address: ADDRESS, idType: 'SSN' },
    ...{ identifier: '912-55-0187', countryOfIssuance: null, kycStatus: 'PENDING' },
  };
  const customer = {
    ...{ id: customerId, customerType: 'BUSINESS', region: 'US', email: null, phoneNumber: null, address: ADDRESS },
    ...{ fullName: null, birthDate: null, nationality: null, idType: null, identifier: null, countryOfIssuance: null },
    dueDiligence: null,
    businessInfo: { legalName: 'Lovelace Ltd', registrationNumber: 'REG-900', taxId: '12-3456789', entityType: 'LLC' },
  };
  return applicationOf(newId, customer, [owner], 'CERTIFICATE_OF_INCORPORATION');
}

function personOf(newId: NewId): KycApplication {
  const customer = {
    ...{ id: newId('Customer'), customerType: 'INDIVIDUAL', region: 'US', email: null, phoneNumber: null },
    ...{ address: ADDRESS, fullName: 'Ada Lovelace', birthDate: '1990-12-10', nationality: 'US', idType: 'SSN' },
    ...{ identifier: '912-55-0188', countryOfIssuance: null, dueDiligence: null, businessInfo: null },
  };
  return applicationOf(newId, customer, [], 'PASSPORT');
}

function applicationOf(
  newId: NewId,
  customer: { readonly id: string },
  owners: readonly object[],
  documentType: string,
): KycApplication {
  const document = {
    ...{ id: newId('Document'), documentHolder: customer.id, customerId: customer.id, documentType },
    ...{ side: null, country: 'US', documentNumber: null, issuingAuthority: null, fileName: 'document.pdf' },
    ...{ contentType: 'application/pdf', size: CONTENT.length, revision: 1 },
    contentDigest: CONTENT_DIGEST,
    read: async () => CONTENT,
  };
  const application = {
    reference: newId('Verification'),
    submission: 1,
    changes: null,
    link: null,
    renews: null,
    customer,
  };
  return { ...application, owners, documents: [document] } as unknown as KycApplication;
}
