import type { Application } from '@corridor/core';
import type { ShownDocument } from '@corridor/core/ports';
import { DOCUMENT_SIDES, type DocumentType } from '@corridor/core/records';
import { COMPANY_EVIDENCE, IDENTITY_DOCUMENTS } from '@corridor/core/internal';
import { field, type Field, filePicker, type FormState, errorSummary, summaryOf } from './fields.js';
import { html, type Html } from './html.js';
import { asked, lackingIn } from './steps.js';
import { choicesOf, COUNTRY_CHOICES, words } from './words.js';

/** One fact that documents prove, with its own form. */
interface Group {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
  readonly accepted: readonly DocumentType[];
  readonly hasSides: boolean;
}

const IDENTITY: readonly Group[] = [
  {
    id: 'identity',
    title: 'Identity document',
    explanation:
      'Your passport; or the front and the back of your driving licence or identity card, one after the other.',
    accepted: IDENTITY_DOCUMENTS,
    hasSides: true,
  },
];

const COMPANY: readonly Group[] = [
  ['legal', 'Legal presence', 'Shows that the company exists.', COMPANY_EVIDENCE.MISSING_LEGAL_PRESENCE_DOCUMENT],
  [
    'control',
    'Control structure',
    'Shows who directs the company.',
    COMPANY_EVIDENCE.MISSING_CONTROL_STRUCTURE_DOCUMENT,
  ],
  ['ownership', 'Ownership structure', 'Shows who owns it.', COMPANY_EVIDENCE.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT],
  [
    'address',
    'Proof of address',
    'Shows where the company is; issued in the last three months.',
    COMPANY_EVIDENCE.MISSING_PROOF_OF_ADDRESS_DOCUMENT,
  ],
].map(([id, title, explanation, accepted]) => ({ id, title, explanation, accepted, hasSides: false }) as Group);

export const groupsOf = ({ customer }: Application): readonly Group[] =>
  customer.customerType === 'INDIVIDUAL' ? IDENTITY : COMPANY;

/** The field names of all forms on this page. */
export const fieldNamesOf = (application: Application): readonly string[] => [
  'group',
  'document',
  ...groupsOf(application).flatMap(({ id }) => UPLOAD_FIELDS.map(({ name }) => `${id}.${name}`)),
];

/** A refused form, to be shown again with the entered values. */
export interface RefusedUpload {
  readonly group: string;
  readonly state: FormState;
}

const typeField = ({ accepted }: Group): Field => ({
  name: 'documentType',
  label: 'Kind of document',
  choices: choicesOf(accepted),
});
const SIDE: Field = {
  name: 'side',
  label: 'Side',
  hint: 'Only for a driving licence or an identity card',
  choices: choicesOf(DOCUMENT_SIDES),
};
const COUNTRY: Field = { name: 'country', label: 'Country that issued it', choices: COUNTRY_CHOICES };
const NUMBER: Field = { name: 'documentNumber', label: 'Number of the document', isOptional: true };
/** The labels for error summaries, which name fields of any group. */
const UPLOAD_FIELDS: readonly Field[] = [
  { name: 'documentType', label: 'Kind of document' },
  SIDE,
  COUNTRY,
  NUMBER,
  { name: 'file', label: 'The file' },
];

export function documentsPage(base: string, application: Application, refused: RefusedUpload | null): Html {
  const own = application.documents.filter(({ documentHolder }) => documentHolder === application.customer.id);
  const isComplete = lackingIn(application, 'documents').length === 0;
  const missing = refused === null ? [] : refused.state.errors;
  return html`${missing.length > 0 && summaryOf({ values: {}, errors: missing.map((e) => prefixed(refused!.group, e)) }, prefixedFields(refused!.group))}
  ${own.length > 0 && provided(base, application, own)}
  ${isComplete && html`<p><a class="button" href="${base}/review">Continue</a></p>`}
  ${groupsOf(application).map((group) => uploadForm(base, group, refused?.group === group.id ? refused.state : EMPTY, country(application)))}`;
}

const EMPTY: FormState = { values: {}, errors: [] };
const prefixed = <E extends { readonly field: string }>(group: string, error: E): E => ({
  ...error,
  field: error.field === 'file' ? `${group}-file` : `${group}.${error.field}`,
});
const prefixedFields = (group: string): readonly Field[] =>
  UPLOAD_FIELDS.map((each) => ({ ...each, ...{ name: prefixed(group, { field: each.name }).field } }));
const country = ({ customer }: Application): string => customer.address?.country ?? '';

const provided = (base: string, application: Application, documents: readonly ShownDocument[]): Html => {
  const mayReplace = application.verification?.verificationStatus === 'RESOLVE_ERRORS';
  return html`<section class="card" aria-labelledby="provided">
    <h2 id="provided">Provided so far</h2>
    <ul class="items">
      ${documents.map((document) => {
        const name = [words(document.documentType), document.side === null ? null : words(document.side).toLowerCase()]
          .filter(Boolean)
          .join(', ');
        const wrong = asked(application).find(({ resourceId }) => resourceId === document.id);
        return html`<li>
          <span>
            ${name}<small>${document.fileName}</small>
            ${wrong !== undefined && html`<span class="error">${wrong.reason}</span>`}
          </span>
          ${document.submittedWith === null ? removal(base, document, name) : mayReplace && replacement(base, document, name)}
        </li>`;
      })}
    </ul>
  </section>`;
};

const removal = (base: string, { id }: ShownDocument, name: string): Html =>
  html`<form method="post" action="${base}/remove">
    <input type="hidden" name="document" value="${id}" />
    <button class="quiet" aria-label="Remove ${name}">Remove</button>
  </form>`;

const replacement = (base: string, { id }: ShownDocument, name: string): Html =>
  html`<form method="post" action="${base}/documents" enctype="multipart/form-data">
    <input type="hidden" name="document" value="${id}" />
    <label for="${id.slice(-12)}">Better copy of ${name}</label>
    <input id="${id.slice(-12)}" type="file" name="file" accept="application/pdf,image/jpeg,image/png" />
    <button class="quiet">Replace</button>
  </form>`;

/** The page contains the same fields once for each group, so the ids include the group. */
function uploadForm(base: string, group: Group, state: FormState, country: string): Html {
  const fields = [typeField(group), ...(group.hasSides ? [SIDE] : []), COUNTRY, NUMBER];
  const values = { country, ...state.values };
  const scoped: FormState = {
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [`${group.id}.${name}`, value])),
    errors: state.errors.filter((error) => error.field !== 'file').map((error) => prefixed(group.id, error)),
  };
  return html`<form
    class="card"
    method="post"
    action="${base}/documents"
    enctype="multipart/form-data"
    aria-labelledby="${group.id}-title"
  >
    <h2 id="${group.id}-title">${group.title}</h2>
    <p>${group.explanation}</p>
    <input type="hidden" name="group" value="${group.id}" />
    ${fields.map((each) => field(scoped, { ...each, name: `${group.id}.${each.name}` }))} ${filePicker(state, group.id)}
    <div class="actions"><button>Upload</button></div>
  </form>`;
}

export const askedSummary = (application: Application): Html =>
  errorSummary(asked(application).map(({ reason }) => ({ text: reason, target: null })));
