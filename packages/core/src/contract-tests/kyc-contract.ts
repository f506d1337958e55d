import {
  type KycApplication,
  type KycProvider,
  type KycVerdict,
  type OwnerApplication,
  type OwnerVerdict,
  shapedVerification,
} from '../verification/index.js';
import { inventedBusiness, inventedPerson, type NewApplicationId } from './invented-applications.js';
import { type Checked, must, mustEqual, mustHaveSame } from './rail/sentences.js';
import type { TestRunner } from './test-runner.js';

export interface KycContractOptions {
  /** Opens the provider on another host: all hosts ask the same provider. */
  readonly open: () => KycProvider | Promise<KycProvider>;
  /** Lets the provider decide on an application that it answers with `pending`. Absent if it decides at once. */
  readonly decide?: (application: KycApplication) => Promise<void>;
  /** As `decide`, on an owner who was added later. Absent: such a decision is not tested if it does not come at once. */
  readonly decideOwner?: (owner: OwnerApplication) => Promise<void>;
  /** How often the provider was given this submission, if the caller can tell. */
  readonly submitted?: (application: KycApplication) => number;
  /**
   * Makes the id of a record of an application. Default: the same ids in each run. A provider that keeps what it was given
   * needs new ones.
   */
  readonly newId?: NewApplicationId;
  /** Ends a case that cannot be played with this provider, and says why. Absent: such a case passes. */
  readonly notTested?: (why: string) => never;
}

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
  const { open, decide, decideOwner, submitted, newId = countedIds(), notTested = () => undefined } = options;
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
    notTested,
  };
  reviewCases(runner, trial, 'a business', () => inventedBusiness(newId));
  reviewCases(runner, trial, 'a person', () => inventedPerson(newId));
  linkCases(runner, opened, newId, notTested);

  runner.test('a repeated owner has the same decision', async () => {
    const of = inventedBusiness(newId);
    await trial.decided(await opened(), of);
    const owner = { ...of.owners[0]!, id: newId('BeneficialOwner') } as OwnerApplication;
    let first = await (await opened()).reviewOwner(owner);
    if (isPending(first) && decideOwner !== undefined) {
      await decideOwner(owner);
      first = await (await opened()).reviewOwner(owner);
    }
    if (isPending(first)) return notTested('the provider has not decided on the owner');
    const second = await (await opened()).reviewOwner(owner);
    mustEqual({ call: 'reviewOwner', of: 'a repeated owner', ...SECTION }, second, first, 'the same decision');
    if (first === null) notTested('the provider leaves the owner to a person; let the test system decide on owners');
  });
}

const isPending = (verdict: OwnerVerdict): boolean => typeof verdict === 'object' && verdict !== null;

interface Trial extends Pick<KycContractOptions, 'decide' | 'submitted'> {
  readonly notTested: (why: string) => void;
  readonly opened: () => Promise<KycProvider>;
  /** The verdict, after the provider has decided. */
  readonly decided: (provider: KycProvider, of: KycApplication) => Promise<KycVerdict>;
}

/** The cases on applications of one kind. Each application is a new one. */
function reviewCases(
  { test }: Pick<TestRunner, 'test'>,
  { opened, decided, decide, submitted, notTested }: Trial,
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
      mustHaveSame(
        { call: 'review', of: 'a repeated application', ...SECTION },
        said(await provider.review(of)),
        said(verdict),
        'the same as before',
      );
    if (verdict.state === 'manual-review' || verdict.state === 'resolve')
      notTested(
        `the provider answers ${verdict.state} about ${whom}, which is not a decision; let the test system approve or reject`,
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
    const answers = await Promise.all(hosts.map((provider) => provider.review(of)));
    // One request may have come while the provider was still at work on the other one.
    const [one, other] = answers.some(({ state }) => state === 'pending')
      ? [await decided(hosts[0]!, of), await decided(hosts[1]!, of)]
      : answers;
    mustHaveSame(
      { call: 'review', of: 'two at the same time', ...SECTION },
      said(other!),
      said(one!),
      'the same as in the other answer, because both are one submission',
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

const NO_PAGE = 'the provider has no page of its own';

/** The cases on links to the page of the provider, if it has one. */
function linkCases(
  { test }: Pick<TestRunner, 'test'>,
  opened: Trial['opened'],
  newId: NewApplicationId,
  notTested: (why: string) => void,
): void {
  test('a link leads to the page of the provider, and is not submitted by itself', async () => {
    const { links } = await opened();
    if (links === undefined) return notTested(NO_PAGE);
    const reference = newId('KycLink');
    const redirectUri = 'https://shop.example/back';
    // A provider can have a page for persons alone.
    for (const { customer } of [inventedBusiness(newId), inventedPerson(newId)]) {
      const asked = { reference, customer, redirectUri };
      const first = await links.create(asked);
      if (first === null) continue;
      mustHaveSame(
        { call: 'links.create', of: 'a repeated link', ...PAGE },
        await (await opened()).links!.create(asked),
        first,
        'the same as before, because the same reference is the same link',
      );
      for (const provider of [await opened(), await opened()]) {
        const { state } = await provider.links!.look(reference);
        must({ call: 'links.look', of: 'a new link', member: 'state', ...PAGE }, state, 'open', state === 'open');
      }
      return;
    }
    notTested(NO_PAGE);
  });

  test('an unknown link has ended', async () => {
    const { links } = await opened();
    if (links === undefined) return notTested(NO_PAGE);
    const { state } = await links.look(newId('KycLink'));
    must({ call: 'links.look', of: 'an unknown link', member: 'state', ...PAGE }, state, 'ended', state === 'ended');
  });
}

function countedIds(): NewApplicationId {
  let serial = 0;
  return (type) => `${type}:018bcfe5-6800-7000-8000-${String(++serial).padStart(12, '0')}`;
}

/** A verdict as the provider answers it; the time after which it is asked again may differ. */
function said(verdict: KycVerdict): object {
  if (verdict.state === 'pending') return { state: verdict.state };
  if (!('owners' in verdict)) return { ...verdict };
  const { state, errors } = verdict;
  const owners = [...verdict.owners].toSorted().map(([id, decision]) => ({ id, decision }));
  return { state, owners, ...(errors.length > 0 && { errors }) };
}
