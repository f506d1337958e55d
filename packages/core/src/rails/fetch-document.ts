import { CUSTOMERS } from '../customers/index.js';
import { isId, type Reads, splitTenant, type UnitOfWork } from '../kernel/index.js';
import {
  type BlobStore,
  type Document,
  DOCUMENTS,
  type FetchedDocument,
  type KycConnection,
  VERIFICATIONS,
} from '../verification/index.js';

export interface FetchDocumentPorts {
  readonly units: UnitOfWork;
  readonly blobs: BlobStore;
  readonly connections: readonly KycConnection[];
}

/** The content at an address that a connection gave its provider; null if the address leads nowhere, or no longer. */
export type FetchDocument = (connection: string, token: string) => Promise<Uint8Array | null>;

/**
 * Serves the contents of documents to KYC providers that fetch them. The connection knows its addresses; whether the
 * document belongs to the application, in the environment of the connection, is decided here. An address is used up after its
 * content was read, so that a read that fails can be repeated.
 */
export const fetchDocument =
  ({ units, blobs, connections }: FetchDocumentPorts): FetchDocument =>
  async (name, token) => {
    const connection = connections.find((each) => each.name === name);
    const addresses = connection?.addresses;
    if (connection === undefined || addresses === undefined) return null;
    const fetched = await addresses.find(token);
    if (fetched === null) return null;
    const document = await units.read(null, (reads) => documentOf(reads, connection.environment, fetched));
    const content = document === null ? null : await blobs.get(document.tenant, document.blobKey);
    return content !== null && (await addresses.use(token)) ? content : null;
  };

async function documentOf(
  reads: Reads,
  environment: KycConnection['environment'],
  fetched: FetchedDocument,
): Promise<Document | null> {
  if (!isId('Verification', fetched.reference) || !isId('Document', fetched.document)) return null;
  const verification = await reads.get(VERIFICATIONS, fetched.reference);
  const document = await reads.get(DOCUMENTS, fetched.document);
  if (verification === null || document === null || document.deletedAt !== null) return null;
  if (document.tenant !== verification.tenant || document.customerId !== verification.customerId) return null;
  const customer = await reads.get(CUSTOMERS, document.customerId);
  if (customer === null || customer.isDeleted) return null;
  return splitTenant(document.tenant).environment === environment ? document : null;
}
