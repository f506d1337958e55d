import type { Application, Instant } from '@corridor/core';
import type { Address, EndUserTermsConsent } from '@corridor/core/records';
import { percentOf } from '@corridor/core/internal';
import { errorSummary } from './fields.js';
import { html, type Html } from './html.js';
import { askedSummary } from './document-forms.js';
import { lackingIn, STEPS, type Step, titleOf } from './steps.js';
import type { Visit } from './visit.js';
import { countryName, words } from './words.js';

/** What a page says on which there is nothing left to do. */
export interface Status {
  readonly title: string;
  readonly text: string;
}

/** The page for an application without open steps; null while the customer has something to enter. */
export function statusOf({ customer, verification }: Application): Status | null {
  const state = verification?.verificationStatus;
  const isLookedAt = state === 'IN_PROGRESS' || state === 'PENDING_MANUAL_REVIEW';
  if (customer.kycStatus === 'APPROVED' && verification?.isChange !== true) {
    return { title: 'You are verified', text: 'Everything is in order. There is nothing more to do.' };
  }
  if (customer.kycStatus === 'REJECTED') {
    return {
      title: 'The verification has ended',
      text: 'We could not verify you. Please contact the company that sent you here.',
    };
  }
  if (isLookedAt) {
    return {
      title: 'Thank you',
      text: 'We have everything that we need and are reviewing it. You will hear from us.',
    };
  }
  return null;
}

/** Whether the platform requires the acceptance of its terms and the customer has not accepted them. */
const needsConsent = ({ platform, customer }: Application): boolean =>
  platform.requiresEndUserTerms && customer.endUserTermsConsent === null;

/** The zone of a link-local IPv6 address names a network interface of this host and is not part of the address. */
const ZONE = /%.*$/;

/** The consent in a form; `missing` if it is required and not given, null if it is not required. */
export function consentIn(
  application: Application,
  form: URLSearchParams,
  acceptedAt: Instant,
  ipAddress: string,
): Omit<EndUserTermsConsent, 'termsVersion'> | 'missing' | null {
  if (!needsConsent(application)) return null;
  if (!form.has('terms')) return 'missing';
  return { acceptedAt, ipAddress: ipAddress.replace(ZONE, ''), acceptanceMethod: 'CHECKBOX' };
}

/** The verification steps with missing fields. */
export const missingOf = (application: Application): readonly string[] =>
  (STEPS[application.customer.customerType] as readonly Step[])
    .filter((step) => lackingIn(application, step).length > 0)
    .map((step) => `${titleOf(step)}: something is missing`);

/** A browser that cannot open an app keeps showing the page from which the redirect came. */
const opensApp = (redirectUri: string | null): boolean => redirectUri !== null && !/^https?:/.test(redirectUri);

/** A summary of everything that was entered, to be checked before submission. */
export function reviewPage(
  { base, application, redirectUri }: Pick<Visit, 'base' | 'application' | 'redirectUri'>,
  problems: readonly string[],
): Html {
  const steps = (STEPS[application.customer.customerType] as readonly Step[]).filter((step) => step !== 'review');
  const isComplete = application.lacking.length === 0;
  return html`${errorSummary(problems.map((text) => ({ text, target: null })))} ${askedSummary(application)}
    <p>${isComplete ? 'Check your details, then submit them.' : 'Some details are still missing.'}</p>
    ${steps.map((step) => section(base, application, step))}
    <form method="post" action="${base}/review">
      ${
        needsConsent(application) &&
        html`<div class="choice">
          <input type="checkbox" id="terms" name="terms" value="yes" /><label for="terms"
            >I accept the terms of use</label
          >
        </div>`
      }
      <div class="actions"><button>Submit</button></div>
      ${
        opensApp(redirectUri) &&
        html`<p class="hint">Then you return to the app. If it does not open, choose Submit again.</p>`
      }
    </form>`;
}

function section(base: string, application: Application, step: Step): Html {
  const missing = lackingIn(application, step).length;
  return html`<section class="card" aria-labelledby="${step}-title">
    <h2 id="${step}-title">${titleOf(step)}</h2>
    ${missing > 0 && html`<p class="error">${missing === 1 ? 'One thing is' : `${missing} things are`} missing</p>`}
    <dl>
      ${entriesOf(application, step).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <a href="${base}/${step}" aria-label="Change: ${titleOf(step)}">Change</a>
  </section>`;
}

type Entry = readonly [name: string, value: string];

/** An address in one line, with the state between the city and the postal code. */
const addressText = (address: Address | null): string =>
  address === null
    ? ''
    : [
        address.line1,
        address.line2,
        address.city,
        [address.state, address.postalCode].filter(Boolean).join(' '),
        countryName(address.country),
      ]
        .filter(Boolean)
        .join(', ');

const country = (code: string | null): string => (code === null ? '' : countryName(code));

function entriesOf(application: Application, step: Step): readonly Entry[] {
  const { customer, owners } = application;
  const { address, businessInfo } = customer;
  const contact: readonly Entry[] = [
    ['Address', addressText(address)],
    ['Email address', customer.email ?? ''],
    ['Phone number', customer.phoneNumber ?? ''],
  ];
  const choice = (value: string | undefined): string => (value === undefined ? '' : words(value));
  const entries: readonly Entry[] = {
    about: (): readonly Entry[] => [
      ['Full name', customer.fullName ?? ''],
      ['Date of birth', customer.birthDate ?? ''],
      ['Nationality', country(customer.nationality)],
      ...contact,
    ],
    identity: (): readonly Entry[] => [
      ['Kind of number', customer.idType === null ? '' : words(customer.idType)],
      ['Number', customer.sealedIdentifier === null ? '' : 'Stored, and not shown'],
      ['Country that issued it', country(customer.countryOfIssuance)],
    ],
    company: (): readonly Entry[] => [
      ['Legal name', businessInfo?.legalName ?? ''],
      ['Registration number', businessInfo?.registrationNumber ?? ''],
      ['Tax number', businessInfo?.taxId ?? ''],
      ['Legal form', choice(businessInfo?.entityType)],
      ['Date of incorporation', businessInfo?.incorporatedOn ?? ''],
      ['Line of business', choice(businessInfo?.businessType)],
      ...contact,
    ],
    people: (): readonly Entry[] =>
      owners.map((owner) => [
        `${owner.firstName} ${owner.lastName}`,
        [
          `${owner.roles.map(words).join(', ')}, ${percentOf(owner.ownershipPpm)} %`,
          owner.birthDate === null ? '' : `born ${owner.birthDate}`,
          country(owner.nationality),
          addressText(owner.address),
        ]
          .filter(Boolean)
          .join(' · '),
      ]),
    documents: (): readonly Entry[] =>
      application.documents
        .filter(({ documentHolder }) => documentHolder === customer.id)
        .map(({ documentType, fileName }) => [words(documentType), fileName]),
    review: (): readonly Entry[] => [],
  }[step]();
  return entries.filter(([, value]) => value !== '');
}
