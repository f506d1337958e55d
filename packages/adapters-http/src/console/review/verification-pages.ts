import { wordsOf } from '../kit/words.js';
import { type Dossier, err, type Id, ok, type OwnerInDossier, type ProposedChange, type Result } from '@corridor/core';
import type { Verification } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  codeInWords,
  type Content,
  definitions,
  link,
  section,
  status,
  table,
  timeWithAge,
  smallCode,
} from '../kit/components.js';
import { pathOfCustomer } from '../customers/customer.js';
import { fieldText, identityOf, labelOf, ownerFacts, ownerName, shownName } from '../customers/identity.js';
import { asksFor } from '../kit/declared-fields.js';
import { actionButton, mayRequest, tenantForm } from '../kit/form-page.js';
import { recordLook } from '../kit/looks.js';
import { namedLink, recordPath } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { decidedBy } from '../kit/decided-by.js';
import { beside, chosenOf, documentTable, documentTitle, maySee } from './documents.js';
import { kindOfVerification } from '../customers/kind-of-verification.js';

type OfVerification = TenantVisit<{ readonly id: Id<'Verification'> }>;

const params = { id: idOf('Verification') };

interface Case {
  readonly verification: Verification;
  readonly dossier: Dossier;
}

/** The verification with the identity of its customer, after the log has the look at it, as of the tab of the customer. */
async function caseOf(visit: OfVerification): Promise<Result<Case>> {
  const found = await readIn(visit, visit.core.verification.get, { id: visit.params.id });
  if (!found.ok) return found;
  const { customerId } = found.value;
  const recorded = await recordLook(visit, { action: 'customers.look', subject: customerId, what: 'identity' });
  if (!recorded.ok) return recorded;
  const dossier = await readIn(visit, visit.core.verification.dossier, { customerId });
  return dossier.ok ? ok({ verification: found.value, dossier: dossier.value }) : dossier;
}

export const reviewCrumb = ({ base }: TenantVisit) => ({ path: `${base}/review`, text: 'Review' });

/** The customer of a case by name, with a link to its payments. */
const customerLinks = (visit: TenantVisit, { customer }: Dossier): Html =>
  html`${namedLink(visit, customer.id, shownName(customer))},
  ${link(`${pathOfCustomer(visit, customer.id)}/payments`, 'payments')}`;

const facts = (visit: TenantVisit, { verification, dossier }: Case, by: Content | null): Html => {
  const { now } = visit.place.context;
  return definitions([
    ['Status', status(verification.verificationStatus)],
    ['Kind', kindOfVerification(verification)],
    ['Customer', customerLinks(visit, dossier)],
    ['Type', codeInWords(dossier.customer.customerType)],
    ['KYC status', status(dossier.customer.kycStatus)],
    ['Provider', wordsOf(verification.provider)],
    ...(verification.link === null ? [] : [['Entered', `on the page of ${wordsOf(verification.provider)}`] as const]),
    ['Decided by', by ?? (isOver(verification) ? `${wordsOf(verification.provider)} (the provider)` : null)],
    ['Submitted at', timeWithAge(verification.createdAt, now)],
    ['Changed at', timeWithAge(verification.updatedAt, now)],
    ['Id', code(verification.id)],
  ]);
};

const isOver = ({ verificationStatus }: Verification): boolean =>
  verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED';

const changeTable = (changes: readonly ProposedChange[]): Html =>
  table({
    caption: 'What the approval changes',
    empty: 'The proposal changes nothing any more.',
    rows: changes,
    columns: [
      {
        title: 'Field',
        text: ({ field }) => field,
        show: ({ field }) => html`${labelOf(field)} ${smallCode(field)}`,
      },
      { title: 'Before', text: ({ before }) => fieldText(before) ?? '' },
      { title: 'After', text: ({ after }) => fieldText(after) ?? '' },
    ],
  });

/** What the verification would change or has changed. */
function proposalOf(visit: TenantVisit, { verification, dossier }: Case): Html | null {
  const { proposal } = verification;
  if (proposal === null) return null;
  const changes = dossier.changes.get(verification.id);
  const owner = dossier.owners.find((each) => each.owner.id === proposal.resourceId);
  const name = owner === undefined ? shownName(dossier.customer) : ownerName(owner);
  return html`<p>Of ${namedLink(visit, proposal.resourceId, name)}</p>
    ${
      changes === undefined
        ? html`<p>The proposal is decided; the log of the customer's events has its values.</p>`
        : changeTable(changes)
    }`;
}

/** What an error of a verification is about, in words. */
const nameIn = ({ customer, owners, documents }: Dossier, id: string): string => {
  if (id === customer.id) return shownName(customer);
  const owner = owners.find((each) => each.owner.id === id);
  if (owner !== undefined) return ownerName(owner);
  const document = documents.find((each) => each.id === id);
  return document === undefined ? id : documentTitle(document);
};

const errorTable = (visit: TenantVisit, { verification: { errors }, dossier }: Case): Html =>
  table({
    caption: 'Errors',
    empty: '',
    rows: errors,
    href: ({ resourceId }) => recordPath(visit, resourceId),
    columns: [
      { title: 'About', text: ({ resourceId }) => nameIn(dossier, resourceId) },
      { title: 'Error', text: ({ type }) => type, show: ({ type }) => codeInWords(type) },
      { title: 'Field', text: ({ field }) => field ?? '', show: ({ field }) => code(field) },
      { title: 'Reason', text: ({ reason }) => reason },
    ],
  });

const isWaiting = ({ verificationStatus }: Verification): boolean => verificationStatus === 'PENDING_MANUAL_REVIEW';

const CHOICES = [
  ['APPROVED', 'Approve…', 'primary'],
  ['RESOLVE_ERRORS', 'Ask for more…', 'quiet'],
  ['REJECTED', 'Reject…', 'danger'],
] as const;

const OF_OWNERS: readonly string[] = ['APPROVED', 'REJECTED'];

const OPEN = { weight: 'open' } as const;

/** The decision that the address names: the form is for it alone. Null if it names none. */
function chosenDecision({ query }: TenantVisit, possible: readonly string[] = CHOICES.map(([decision]) => decision)) {
  const named = query.get('decision');
  const choice = CHOICES.find(([decision]) => decision === named && possible.includes(decision));
  if (choice === undefined) return null;
  const [decision, text, kind] = choice;
  const title = text.replace('…', '');
  const content = {
    hidden: { decision },
    query: `?decision=${decision}`,
    submit: title,
    weight: kind === 'danger' ? ('danger' as const) : ('usual' as const),
  };
  return { decision, title, content };
}

const page = tenantPage({
  path: '/verifications/{id}',
  title: 'Verification',
  section: 'Review',
  params,
  shows: 'Verification',
  async show(visit: OfVerification) {
    const found = await caseOf(visit);
    if (!found.ok) return found;
    const { verification, dossier } = found.value;
    const by = await decidedBy(visit, 'verification.decide', verification.id);
    if (!by.ok) return by;
    const path = `${visit.place.base}/verifications/${verification.id}`;
    const document = chosenOf(visit, dossier.documents);
    const proposal = proposalOf(visit, found.value);
    const owners = dossier.owners.filter(({ owner }) => owner.deletedAt === null);
    const data = html`${facts(visit, found.value, by.value)}
    ${
      isWaiting(verification) &&
      mayRequest(visit, 'verification.decide') &&
      actions(...CHOICES.map(([decision, text, kind]) => button(`${path}/decide?decision=${decision}`, text, kind)))
    }
    ${verification.errors.length > 0 && section('errors', 'Errors', errorTable(visit, found.value))}
    ${proposal !== null && section('proposal', 'Proposed change', proposal)}
    ${section(
      'documents',
      'Documents',
      documentTable(
        visit,
        dossier,
        dossier.documents,
        maySee(visit) ? ({ id }) => `${path}?document=${id}#document` : null,
      ),
    )}
    ${section(
      'identity',
      'Identity',
      html`${identityOf(dossier)}
      ${actions(actionButton(visit, 'numbers.reveal', `${visit.place.base}/customers/${dossier.customer.id}/numbers`, 'Show the numbers…'))}`,
    )}
    ${
      owners.length > 0 &&
      section(
        'owners',
        'Owners',
        html`${owners.map(
          (each) =>
            html`<h3>${ownerName(each)}</h3>
              ${ownerFacts(visit, each)}
              ${actions(actionButton(visit, 'numbers.reveal', `${visit.place.base}/owners/${each.owner.id}/numbers`, 'Show the number…'))}`,
        )}`,
      )
    }`;
    const body = beside(visit, data, document);
    return ok({
      title: `${kindOfVerification(verification)} of ${shownName(dossier.customer)}`,
      body,
      crumbs: [reviewCrumb(visit)],
    });
  },
});

/** The records that a decision can be about. */
function subjectsOf({ dossier: { customer, owners, documents } }: Case): readonly (readonly [string, string])[] {
  return [
    [customer.id, `The customer: ${shownName(customer)}`],
    ...owners
      .filter(({ owner }) => owner.deletedAt === null)
      .map((each) => [each.owner.id, `Owner: ${ownerName(each)}`] as const),
    ...documents
      .filter(({ deletedAt }) => deletedAt === null)
      .map((document) => [document.id, `Document: ${documentTitle(document)} (…${document.id.slice(-4)})`] as const),
  ];
}

const decide = tenantForm({
  path: '/verifications/{id}/decide',
  title: 'Decide a verification',
  section: 'Review',
  params,
  action: 'verification.decide',
  confirm: true,
  submit: 'Decide',
  done: 'The decision is recorded.',
  async prepare(visit: OfVerification) {
    const found = await caseOf(visit);
    if (!found.ok) return found;
    const { verification, dossier } = found.value;
    const proposal = proposalOf(visit, found.value);
    const about = html`${definitions([
        ['Verification', namedLink(visit, verification.id, kindOfVerification(verification))],
        ['Customer', customerLinks(visit, dossier)],
        ['Status', status(verification.verificationStatus)],
      ])}
      ${proposal}
      <p>
        Approving a business also approves its undecided owners. A rejection is final. Who is asked for more can correct
        it and submit again.
      </p>`;
    const chosen = chosenDecision(visit);
    const isOffered = chosen?.decision !== 'APPROVED';
    return ok({
      title: `${chosen?.title ?? 'Decide'}: ${shownName(dossier.customer)}`,
      ...(chosen?.content ?? OPEN),
      about,
      crumbs: [
        reviewCrumb(visit),
        { path: `${visit.place.base}/verifications/${verification.id}`, text: 'Verification' },
      ],
      asks: asksFor(
        ...(chosen === null ? ['decision' as const] : []),
        { name: 'about', choices: subjectsOf(found.value), hint: null, isOffered },
        { name: 'type', isOffered },
        { name: 'field', isOffered },
        { name: 'reason', isOffered },
      ),
    });
  },
  fixes: ({ params: { id } }) => ({ id }),
  checks: (entered, review) => {
    if (review.decision !== 'APPROVED') return;
    for (const name of ['about', 'type', 'field', 'reason'] as const)
      if (review[name] !== undefined) entered.fail(name, 'does not apply to an approval; leave it empty');
  },
  leadsTo: ({ base }) => `${base}/review`,
});

type OfOwner = TenantVisit<{ readonly id: Id<'BeneficialOwner'> }>;

const ownerParams = { id: idOf('BeneficialOwner') };

/** The owner, after the log has the look at it. */
async function ownerOf(visit: OfOwner): Promise<Result<{ readonly owner: OwnerInDossier; readonly dossier: Dossier }>> {
  const { id } = visit.params;
  const record = await visit.core.operators.reads.beneficialOwner(visit.place.tenant, id);
  if (record === null) return err('REFERENCE_NOT_FOUND', 'This platform has no beneficial owner with this id');
  const recorded = await recordLook(visit, { action: 'owners.look', subject: id, what: 'identity' });
  if (!recorded.ok) return recorded;
  const found = await readIn(visit, visit.core.verification.dossier, { customerId: record.customerId });
  if (!found.ok) return found;
  const owner = found.value.owners.find((each) => each.owner.id === id)!;
  return ok({ owner, dossier: found.value });
}

const ownerPage = tenantPage({
  path: '/owners/{id}',
  title: 'Owner',
  section: 'Review',
  params: ownerParams,
  shows: 'BeneficialOwner',
  async show(visit: OfOwner) {
    const found = await ownerOf(visit);
    if (!found.ok) return found;
    const { owner, dossier } = found.value;
    const by = await decidedBy(visit, 'verification.decide', owner.owner.id);
    if (!by.ok) return by;
    const isUndecided = owner.owner.kycStatus === 'PENDING' && owner.owner.deletedAt === null;
    const isAlone = dossier.first?.verificationStatus === 'APPROVED';
    const documents = dossier.documents.filter(({ documentHolder }) => documentHolder === owner.owner.id);
    const path = `${visit.place.base}/owners/${owner.owner.id}`;
    const document = chosenOf(visit, documents);
    const data = html`${definitions([
      ['Business', customerLinks(visit, dossier)],
      ...(by.value === null ? [] : [['Decided by', by.value] as const]),
    ])}
    ${ownerFacts(visit, owner)} ${actions(actionButton(visit, 'numbers.reveal', `${path}/numbers`, 'Show the number…'))}
    ${
      isUndecided &&
      isAlone &&
      mayRequest(visit, 'verification.decide') &&
      actions(
        ...CHOICES.filter(([decision]) => decision !== 'RESOLVE_ERRORS').map(([decision, text, kind]) =>
          button(`${path}/decide?decision=${decision}`, text, kind),
        ),
      )
    }
    ${
      isUndecided &&
      !isAlone &&
      html`<p>
        The owner is decided with the business.
        ${dossier.first !== null && html`See its ${namedLink(visit, dossier.first.id, 'verification')}.`}
      </p>`
    }
    ${section(
      'documents',
      'Documents',
      documentTable(visit, dossier, documents, maySee(visit) ? ({ id }) => `${path}?document=${id}#document` : null),
    )}`;
    const body = beside(visit, data, document);
    const business = { path: pathOfCustomer(visit, dossier.customer.id), text: shownName(dossier.customer) };
    return ok({ title: ownerName(owner), body, crumbs: [reviewCrumb(visit), business] });
  },
});

const decideOwner = tenantForm({
  path: '/owners/{id}/decide',
  title: 'Decide about an owner',
  section: 'Review',
  params: ownerParams,
  action: 'verification.decide',
  confirm: true,
  submit: 'Decide',
  done: 'The decision is recorded.',
  async prepare(visit: OfOwner) {
    const found = await ownerOf(visit);
    if (!found.ok) return found;
    const { owner, dossier } = found.value;
    const chosen = chosenDecision(visit, OF_OWNERS);
    const about = html`${definitions([
        ['Owner', namedLink(visit, owner.owner.id, ownerName(owner))],
        ['Business', customerLinks(visit, dossier)],
        ['Status', status(owner.owner.kycStatus)],
      ])}
      <p>The decision is final.</p>`;
    return ok({
      title: `${chosen?.title ?? 'Decide'}: ${ownerName(owner)}`,
      ...(chosen?.content ?? OPEN),
      about,
      crumbs: [reviewCrumb(visit), { path: `${visit.place.base}/owners/${owner.owner.id}`, text: 'Owner' }],
      asks: chosen === null ? asksFor({ name: 'decision', only: OF_OWNERS }) : [],
    });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ base }) => `${base}/review/owners`,
});

export const verificationPages: readonly Route[] = [page, decide, ownerPage, decideOwner];
