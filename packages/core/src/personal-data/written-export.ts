import { base64, toIso } from '../kernel/index.js';
import type { CustomerExport, ExportedDocument, ExportedErasure } from './export-customer.js';
import type { ExportedSection } from './sections.js';

/** A section as a JSON array with one row in each line, part by part. `counted` gets the number of rows at the end. */
export async function* sectionParts(
  { rows }: Pick<ExportedSection, 'rows'>,
  counted: (rows: number) => void = () => undefined,
): AsyncGenerator<string, void> {
  let count = 0;
  for await (const row of rows()) {
    yield `${count === 0 ? '[' : ','}\n${JSON.stringify(row)}`;
    count += 1;
  }
  yield count === 0 ? '[]\n' : '\n]\n';
  counted(count);
}

/** What an index says of an export. */
export const headOf = ({ customerId, tenant, audience, caseReference, createdAt, erasure }: CustomerExport) => ({
  customerId,
  platform: tenant,
  for: audience,
  ...(caseReference !== null && { caseReference }),
  createdAt: toIso(createdAt),
  ...(erasure !== null && { erasure: timesOf(erasure) }),
});

const timesOf = ({ begunAt, completedAt }: ExportedErasure) => ({
  begunAt: toIso(begunAt),
  completedAt: completedAt === null ? null : toIso(completedAt),
});

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** The name of a document's file: made of its id, because an uploaded name can be any text. */
export const documentFileName = ({ id, contentType }: Pick<ExportedDocument, 'id' | 'contentType'>): string =>
  `${id.replace(':', '-')}.${ENDINGS[contentType] ?? 'bin'}`;

/** The whole export as one JSON text, part by part. The documents are in it in base64. */
export async function* exportParts(exported: CustomerExport): AsyncGenerator<string, void> {
  yield `{"export":${JSON.stringify(headOf(exported))},"readme":${JSON.stringify(exportReadme(exported))}`;
  for (const section of exported.sections) {
    yield `,\n${JSON.stringify(section.name)}:`;
    yield* sectionParts(section);
  }
  yield ',\n"files":';
  yield* sectionParts({
    async *rows() {
      for await (const document of exported.documents()) {
        const { id: documentId, fileName, contentType, content } = document;
        const encoded = content === null ? null : base64(content);
        yield { documentId, file: documentFileName(document), fileName, contentType, base64: encoded };
      }
    },
  });
  yield '}\n';
}

const MASKED = `Data of other persons are shortened to what your statements say: a name and the last characters of an account.
Records of the service itself, keys and secrets are not part of it.`;

const COMPLETE = `It has what operators wrote and decided, and data of other persons. Do not give it to the customer.
Keys and secrets are not part of it.`;

const REMAINS = `What remains are the ids, amounts, currencies, times and states of accounts and payments.
Instead of erased data, the files have null, an empty list or the text "erased". Documents are deleted.`;

const erasedText = ({ begunAt, completedAt }: ExportedErasure): string =>
  completedAt === null
    ? `The personal data of this customer are being erased since ${toIso(begunAt)}: a part of them can be gone.\n${REMAINS}`
    : `The personal data of this customer were erased: from ${toIso(begunAt)} to ${toIso(completedAt)}.\n${REMAINS}`;

/** What the export has and how it is read, in words. */
export function exportReadme({ customerId, audience, createdAt, erasure, sections }: CustomerExport): string {
  const lines = sections.map(({ name, title }) => `- ${name}: ${title}`).join('\n');
  return `The data of ${customerId}, read from ${toIso(createdAt)} on, page by page: what changed meanwhile may be in one part and
not in another.

${erasure === null ? '' : `${erasedText(erasure)}\n\n`}${audience === 'PERSON' ? MASKED : COMPLETE}

Every part is a JSON array with one record in a line. Amounts are whole numbers in the smallest unit of their currency,
written as text: "1050" in USD is 10.50 USD. Times are in UTC. An empty part is an empty array. A rate is the fraction
num/den: so many smallest units of the received currency for one of the sent currency. ownershipPpm is a share in
millionths: 250000 is 25 percent.

${lines}
- files: the documents
`;
}
