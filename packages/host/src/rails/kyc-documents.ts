import { nodeCrypto } from '@corridor/adapters-rails/custody';
import type { KycApplication } from '@corridor/core/ports';
import type { TestRunner } from '@corridor/core/testing';
import { NotTested, type TestedConnection } from './tested-connection.js';

const MOST_BYTES = 10 * 1024 * 1024;
const SEE = 'See docs/connections/kyc.md#operations-of-the-provider';
/** A comment of a PDF whose bytes are not UTF-8. */
const BEGINNING = Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1');

interface DocumentCases {
  /** A new application with a document. */
  readonly invented: () => KycApplication;
  /** How often an application was submitted. */
  readonly submissionsOf: (application: KycApplication) => number;
  readonly fetches: boolean;
}

/** The contents of documents: a provider that fetches them does so, and each one takes the largest content. */
export function kycDocumentCases(
  { test }: Pick<TestRunner, 'test'>,
  { open, fetched, documentsAt, within, decided }: TestedConnection,
  { invented, submissionsOf, fetches }: DocumentCases,
): void {
  const reviewed = async (of: KycApplication) => (await open()).kyc!.provider.review(of);

  if (fetches)
    test('the documents of an application are fetched', async () => {
      const of = invented();
      await reviewed(of);
      const all = of.documents.length;
      if (await within(() => fetched(of.documents) === all)) return;
      throw new Error(
        `POST /applications with the addresses of ${all} documents in contents: the provider fetched ${fetched(of.documents)} of them from ${await documentsAt()}, but must fetch all; send one GET without a signature to each, and name an address of this machine that the provider reaches with --documents-at. ${SEE}`,
      );
    });

  test('a document of 10 MiB is accepted', async () => {
    const of = withLargestDocument(invented());
    const { state } = await reviewed(of);
    if (!fetches || state !== 'pending') return;
    const isKnown = async () => (await reviewed(of)).state !== 'pending' || submissionsOf(of) > 1;
    await decided('a large document', `${of.reference}.${of.submission}`, isKnown);
    if (submissionsOf(of) === 1) return;
    if (fetched(of.documents) < of.documents.length) throw new NotTested('the provider does not fetch documents');
    throw new Error(
      `POST /applications with a document of 10 MiB, which the provider fetched: the look-up is unknown after that, but must be the present verdict; accept documents of up to 10 MiB. ${SEE}`,
    );
  });
}

function withLargestDocument(of: KycApplication): KycApplication {
  const content = new Uint8Array(MOST_BYTES).fill(0xff);
  content.set(BEGINNING);
  const contentDigest = nodeCrypto.digest.sha256(content);
  const documents = of.documents.map((document) => ({
    ...document,
    size: content.length,
    contentDigest,
    read: async () => content,
  }));
  return { ...of, documents };
}
