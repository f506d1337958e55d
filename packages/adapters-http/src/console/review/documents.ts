import { type Dossier, err, type Id, ok, type Result } from '@corridor/core';
import type { Document } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, code, codeInWords, definitions, link, linkIf, table, time, timeWithAge } from '../kit/components.js';
import { ownerName, shownName } from '../customers/identity.js';
import { actionButton, mayRequest } from '../kit/form-page.js';
import { namedLink, recordPath } from '../kit/record-link.js';
import { type FileContent, idOf, type Route, tenantFile, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { wordsOf, countText } from '../kit/words.js';

type OfDocument = TenantVisit<{ readonly id: Id<'Document'> }>;

const params = { id: idOf('Document') };

export const documentTitle = ({ documentType, side }: Document): string =>
  side === null ? wordsOf(documentType) : `${wordsOf(documentType)}, ${wordsOf(side).toLowerCase()}`;

const sizeText = (bytes: number): string =>
  bytes < 1024
    ? countText(bytes, 'byte')
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)} KiB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

/** `show`: the link that shows the document beside the table; null if the operator may not see documents. */
export const documentTable = (
  visit: TenantVisit,
  { customer, owners }: Dossier,
  documents: readonly Document[],
  show: ((document: Document) => string) | null,
): Html => {
  const holderOf = ({ documentHolder }: Document): string => {
    const owner = owners.find((each) => each.owner.id === documentHolder);
    return owner === undefined ? shownName(customer) : ownerName(owner);
  };
  return table({
    caption: 'Documents',
    empty: 'There are no documents. The API of the platform, or the customer on the hosted page, uploads them.',
    rows: documents,
    href: ({ id }) => `${visit.place.base}/documents/${id}`,
    columns: [
      { title: 'Document', text: documentTitle },
      {
        title: 'Of',
        text: holderOf,
        show: (row) => linkIf(recordPath(visit, row.documentHolder), holderOf(row)),
      },
      {
        title: 'Uploaded at',
        text: () => '',
        show: ({ uploadedAt, deletedAt }) =>
          html`${timeWithAge(uploadedAt, visit.place.context.now)} ${deletedAt !== null && '(of a deleted owner)'}`,
      },
      ...(show === null
        ? []
        : [{ title: 'Look at it', text: () => 'Show', show: (row: Document) => link(show(row), 'Show') }]),
    ],
  });
};

/** Whether the operator may see documents. */
export const maySee = (visit: TenantVisit): boolean => mayRequest(visit, 'documents.reveal');

/** The picture of the document, fitted to its place; a link leads to its full size. Of a PDF the first pages are drawn. */
const pictureOf = ({ place }: TenantVisit, document: Document): Html => {
  const path = `${place.base}/documents/${document.id}`;
  const isPdf = document.contentType === 'application/pdf';
  return html`<figure class="document">
    <figcaption>${documentTitle(document)}</figcaption>
    <div class="picture${isPdf && ' pages'}">
      <a href="${path}/content"><img src="${path}/content" alt="${documentTitle(document)}: open in full size" /></a>
    </div>
    ${
      isPdf &&
      html`<p class="hint">
        At most the first three pages are shown. Download the document to see all of it. If no picture is shown,
        ${link(`${path}/content`, 'read why')}.
      </p>`
    }
    <p class="actions"><a class="button" href="${path}/download">Download</a></p>
    <p class="hint">Each look at a document is in the log with your name.</p>
  </figure>`;
};

/** A page with the chosen document beside it, below it on a narrow screen. */
export const beside = (visit: TenantVisit, data: Html, document: Document | null): Html =>
  document === null
    ? data
    : html`<div class="beside">
        <div>${data}</div>
        <div class="look" id="document">${pictureOf(visit, document)}</div>
      </div>`;

/** The document that the address names, if it is one of these and the operator may see it. */
export const chosenOf = (visit: TenantVisit, documents: readonly Document[]): Document | null =>
  maySee(visit) ? (documents.find(({ id }) => id === visit.query.get('document')) ?? null) : null;

async function documentOf(visit: OfDocument): Promise<Result<Document>> {
  const { id } = visit.params;
  const found = await visit.core.operators.reads.document(visit.place.tenant, id);
  return found === null ? err('REFERENCE_NOT_FOUND', 'This platform has no document with this id') : ok(found);
}

const page = tenantPage({
  path: '/documents/{id}',
  title: 'Document',
  section: 'Review',
  params,
  shows: 'Document',
  async show(visit: OfDocument) {
    const found = await documentOf(visit);
    if (!found.ok) return found;
    const document = found.value;
    const { customerId, documentHolder } = document;
    const dossier = await readIn(visit, visit.core.verification.dossier, { customerId });
    if (!dossier.ok) return dossier;
    const { customer, owners } = dossier.value;
    const owner = owners.find((each) => each.owner.id === documentHolder);
    const customerName = shownName(customer);
    const isShown = visit.query.has('show') && maySee(visit);
    const body = html`${definitions([
      ['Type', codeInWords(document.documentType)],
      ['Of', namedLink(visit, documentHolder, owner === undefined ? customerName : ownerName(owner))],
      ['Customer', namedLink(visit, customerId, customerName)],
      ['Submitted with', namedLink(visit, document.submittedWith, document.submittedWith && 'Verification')],
      ['Country', document.country],
      ['Issued by', document.issuingAuthority],
      ['File name', document.fileName],
      ['Content', `${document.contentType}, ${sizeText(document.size)}`],
      ['SHA-256', code(document.contentDigest)],
      ['Uploaded at', timeWithAge(document.uploadedAt, visit.place.context.now)],
      ['Uploads', String(document.revision)],
      ...(document.deletedAt === null ? [] : ([['Owner deleted at', time(document.deletedAt)]] as const)),
      ['Id', code(document.id)],
    ])}
    ${actions(actionButton(visit, 'numbers.reveal', `${visit.place.base}/documents/${document.id}/numbers`, 'Show the number…'))}
    ${isShown && pictureOf(visit, document)}
    ${
      !isShown &&
      maySee(visit) &&
      html`<div class="actions">
        <a class="button" href="${visit.place.base}${visit.path}?show">Show the document</a>
      </div>`
    }`;
    const crumbs = [{ path: `${visit.place.base}/customers/${customerId}`, text: customerName }];
    return ok({ title: documentTitle(document), body, crumbs });
  },
});

const EXTENSIONS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/** `content`: as a picture. `download`: with a file name of the id, never of the uploaded name. */
const content = (name: 'content' | 'download'): Route =>
  tenantFile<{ readonly id: Id<'Document'> }>({
    path: `/documents/{id}/${name}`,
    title: 'Content of a document',
    section: 'Review',
    params,
    role: 'OPERATOR',
    async send(visit): Promise<Result<FileContent>> {
      const found = await documentOf(visit);
      if (!found.ok) return found;
      const { id, contentType } = found.value;
      const { tenant } = visit.place;
      const input = name === 'content' ? ({ id, as: 'PICTURE' } as const) : { id };
      const request = { tenant, action: 'documents.reveal' as const, input };
      const revealed = await visit.core.operators.actions.request(visit.caller, request);
      if (!revealed.ok) return revealed;
      if (revealed.value.kind !== 'done') return err('CONFLICT', 'The document was not shown');
      const { output } = revealed.value;
      const body = Buffer.from(output.content);
      const file = `${id.replace(':', '-')}.${EXTENSIONS[contentType]}`;
      return ok({ type: output.contentType, body, name: name === 'download' ? file : null });
    },
  });

export const documentPages: readonly Route[] = [page, content('content'), content('download')];
