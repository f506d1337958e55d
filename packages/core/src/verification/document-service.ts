import { finish, JOBS, schedule } from '../events/index.js';
import {
  Bug,
  type Context,
  type Cursors,
  type Digest,
  domainError,
  err,
  type FieldError,
  type Id,
  type IdSource,
  invalidFields,
  isId,
  newRecord,
  ok,
  type Page,
  type PageRequest,
  plusSeconds,
  type Query,
  readPage,
  type Reads,
  type Result,
  type Sealer,
  type Tx,
  type Unit,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { BENEFICIAL_OWNERS } from './beneficial-owner.js';
import { type Document, DOCUMENTS, sealDocumentNumber, showDocument, type ShownDocument } from './document.js';
import {
  type CheckedDocument,
  checkDocument,
  DOCUMENT_LIMITS,
  type DocumentFields,
  isHolderId,
} from './document-fields.js';
import { findHolder, type Holder } from './holdings.js';
import type { VerificationPorts } from './ports.js';
import { checkSandboxDocument } from './sandbox-documents.js';
import { VERIFICATIONS } from './verification.js';
import type { ContentType } from './vocabulary.js';

export interface DocumentPorts extends Pick<VerificationPorts, 'blobs' | 'inspector'> {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly sealer: Sealer;
}

export interface NewDocument extends DocumentFields {
  readonly documentHolder?: string | null | undefined;
}

export interface DocumentReplacement extends DocumentFields {
  readonly id: string;
}

/** Content in the blob store, and the job that deletes it unless a record refers to it in time. */
interface StoredContent {
  readonly blobKey: string;
  readonly sweep: Id<'Job'>;
  readonly contentType: ContentType;
  readonly size: number;
  readonly contentDigest: string;
}

/** An upload whose content is stored; one unit of work can complete it. */
export interface PreparedDocument {
  readonly documentHolder: string;
  readonly fields: CheckedDocument;
  readonly content: StoredContent;
}

export interface PreparedReplacement {
  readonly id: string;
  readonly fields: CheckedDocument;
  readonly content: StoredContent;
}

/** An upload takes seconds, so content without a record after this time was abandoned. */
const ABANDONED_AFTER_SECONDS = 60 * 60;

/**
 * Documents of customers and beneficial owners. `prepare` inspects and stores the content outside a unit; `upload`
 * writes the record in one. The job that deletes the content is written before the content, and ended in the unit that
 * writes the record. After a crash at any point, no record lacks its content and no content stays without a record.
 */
export function documentService(ports: DocumentPorts) {
  const { units, ids, sealer } = ports;

  /**
   * INVALID_INPUT with every invalid field; UNSUITABLE_DOCUMENT; USER_NOT_FOUND; REFERENCE_NOT_FOUND; CONFLICT if the
   * customer has the maximum number of documents; in the sandbox the faults of `SANDBOX_DOCUMENT_FAULTS`.
   */
  async function prepare(ctx: Context, input: NewDocument): Promise<Result<PreparedDocument>> {
    const { fields, errors } = checkDocument(input);
    const holder = invalidHolder(input);
    if (holder.length + errors.length > 0) return invalidFields([...holder, ...errors]);
    const documentHolder = input.documentHolder!;
    const found = await units.read(ctx.tenant, (reads) => findHolderOfMore(reads, documentHolder));
    if (!found.ok) return found;
    const suits = checkSandboxDocument(ctx, fields.documentNumber);
    if (!suits.ok) return suits;
    const content = await store(ports, ctx, input.file!.content);
    return content.ok ? ok({ documentHolder, fields, content: content.value }) : content;
  }

  /** The errors of `prepare`; REFERENCE_NOT_FOUND; CONFLICT if the document is under review or was decided on. */
  async function prepareReplacement(ctx: Context, input: DocumentReplacement): Promise<Result<PreparedReplacement>> {
    const { fields, errors } = checkDocument(input);
    const found = await units.read(ctx.tenant, (reads) => replaceable(reads, input.id));
    if (!found.ok) return found;
    if (errors.length > 0) return invalidFields(errors);
    const suits = checkSandboxDocument(ctx, fields.documentNumber);
    if (!suits.ok) return suits;
    const content = await store(ports, ctx, input.file!.content);
    return content.ok ? ok({ id: input.id, fields, content: content.value }) : content;
  }

  /**
   * USER_NOT_FOUND, REFERENCE_NOT_FOUND or CONFLICT as in `prepare`; SERVICE_UNAVAILABLE if the content was swept
   * meanwhile.
   */
  const upload: UseCase<PreparedDocument, ShownDocument> = async (tx, ctx, { documentHolder, fields, content }) => {
    const holder = await findHolderOfMore(tx, documentHolder);
    if (!holder.ok) return holder;
    const kept = await keep(tx, content);
    if (!kept.ok) return kept;
    const { customer, owner } = holder.value;
    // Both this upload and a concurrent deletion of the owner write the owner, so no document of it is missed.
    if (owner !== null) update(tx, ctx, BENEFICIAL_OWNERS, owner, {});
    const id = ids.next('Document');
    const document: Document = {
      documentHolder,
      customerId: customer.id,
      ...recordFields(sealer, id, fields),
      ...kept.value,
      uploadedAt: ctx.now,
      revision: 1,
      submittedWith: null,
      deletedAt: null,
      ...newRecord(id, ctx),
    };
    tx.add(DOCUMENTS, document);
    return ok(showDocument(sealer, document));
  };

  /** A job deletes the previous content. The errors of `prepareReplacement` for the record, and of `upload`. */
  const replace: UseCase<PreparedReplacement, ShownDocument> = async (tx, ctx, { id, fields, content }) => {
    const found = await replaceable(tx, id);
    if (!found.ok) return found;
    const document = found.value;
    const kept = await keep(tx, content);
    if (!kept.ok) return kept;
    sweep({ tx, ctx, ids }, document.blobKey);
    const revision = document.revision + 1;
    const patch = { ...recordFields(sealer, document.id, fields), ...kept.value, uploadedAt: ctx.now, revision };
    return ok(showDocument(sealer, update(tx, ctx, DOCUMENTS, document, patch)));
  };

  /** REFERENCE_NOT_FOUND; CONFLICT for a document that was submitted with a verification. */
  const remove: UseCase<{ readonly id: string }, void> = async (tx, ctx, { id }) => {
    const found = await findDocument(tx, id);
    if (!found.ok) return found;
    if (found.value.submittedWith !== null) return err('CONFLICT', SUBMITTED);
    removeDocument({ tx, ctx, ids }, found.value);
    return ok();
  };

  return { prepare, prepareReplacement, upload, replace, delete: remove } as const;
}

/** Deletes a document that was not submitted, and its content by a job. */
export function removeDocument(unit: Unit, document: Document): void {
  unit.tx.remove(DOCUMENTS, document);
  sweep(unit, document.blobKey);
}

const sweep = (unit: Unit, blobKey: string): Id<'Job'> =>
  schedule(unit, { kind: 'blob.sweep', subject: blobKey, dueAt: unit.ctx.hostNow });

const SUBMITTED = 'the document was submitted with a verification and cannot be deleted';

const recordFields = (sealer: Sealer, id: string, { documentNumber, ...others }: CheckedDocument) => ({
  ...others,
  sealedDocumentNumber: sealDocumentNumber(sealer, id, documentNumber),
});

/** Every field of a new document that is invalid by itself. */
export const invalidInNewDocument = (_ctx: unknown, input: NewDocument): readonly FieldError[] => [
  ...invalidHolder(input),
  ...checkDocument(input).errors,
];

export const invalidInDocumentReplacement = (_ctx: unknown, input: DocumentFields): readonly FieldError[] =>
  checkDocument(input).errors;

const invalidHolder = ({ documentHolder }: NewDocument): readonly FieldError[] =>
  typeof documentHolder === 'string' && isHolderId(documentHolder)
    ? []
    : [{ field: 'documentHolder', message: 'must be the id of a customer or a beneficial owner' }];

async function store(
  { units, ids, digest, blobs, inspector }: DocumentPorts,
  ctx: Context,
  content: Uint8Array,
): Promise<Result<StoredContent>> {
  const contentType = await inspector.inspect(content);
  if (!contentType.ok) return contentType;
  const blobKey = ids.next('Document').slice('Document:'.length);
  const dueAt = plusSeconds(ctx.hostNow, ABANDONED_AFTER_SECONDS);
  const reserved = await units.run(ctx.tenant, async (tx) =>
    ok(schedule({ tx, ctx, ids }, { kind: 'blob.sweep', subject: blobKey, dueAt })),
  );
  if (!reserved.ok) return reserved;
  await blobs.put(ctx.tenant, blobKey, content);
  return ok({
    blobKey,
    sweep: reserved.value,
    contentType: contentType.value,
    size: content.length,
    contentDigest: digest.sha256(content),
  });
}

/**
 * The holder of a document, if the customer may have another document.
 * CONFLICT if the customer has the maximum number.
 */
async function findHolderOfMore(reads: Reads, id: string): Promise<Result<Holder>> {
  const holder = await findHolder(reads, id);
  if (!holder.ok) return holder;
  const where = { customerId: holder.value.customer.id, deletedAt: null };
  const { total } = await reads.list(DOCUMENTS, { where, order: 'asc', limit: 1 });
  return total !== undefined && total < DOCUMENT_LIMITS.ofCustomer
    ? holder
    : err(
        'CONFLICT',
        `the customer and its owners have ${DOCUMENT_LIMITS.ofCustomer} documents, the maximum; replace or delete one`,
      );
}

const TOO_LATE = domainError('SERVICE_UNAVAILABLE', 'the upload took too long; send it again');

/** Ends the job that would delete the content. SERVICE_UNAVAILABLE if a worker has started that job. */
async function keep(tx: Tx, { sweep, ...content }: StoredContent): Promise<Result<Omit<StoredContent, 'sweep'>>> {
  const job = await tx.get(JOBS, sweep);
  if (job === null || job.attempts > 0) return { ok: false, error: TOO_LATE };
  if (job.subject !== content.blobKey) throw new Bug(`${sweep} is not about ${content.blobKey}`);
  finish(tx, job);
  return ok(content);
}

/** REFERENCE_NOT_FOUND, also if its holder is deleted. */
async function findDocument(reads: Reads, id: string): Promise<Result<Document>> {
  const document = isId('Document', id) ? await reads.get(DOCUMENTS, id) : null;
  if (document === null) return err('REFERENCE_NOT_FOUND');
  const holder = await findHolder(reads, document.documentHolder);
  return holder.ok ? ok(document) : err('REFERENCE_NOT_FOUND');
}

/** A document under review, or one that was decided on, cannot be replaced: the reviewer's evidence must not change. */
async function replaceable(reads: Reads, id: string): Promise<Result<Document>> {
  const found = await findDocument(reads, id);
  if (!found.ok || found.value.submittedWith === null) return found;
  const verification = await reads.get(VERIFICATIONS, found.value.submittedWith);
  return verification?.verificationStatus === 'RESOLVE_ERRORS'
    ? found
    : err(
        'CONFLICT',
        `the document's verification is ${verification?.verificationStatus ?? 'unknown'}; a submitted document can be replaced only in RESOLVE_ERRORS`,
      );
}

export const getDocument =
  (sealer: Sealer): Query<{ readonly id: string }, ShownDocument> =>
  async (reads, _ctx, { id }) => {
    const found = await findDocument(reads, id);
    return found.ok ? ok(showDocument(sealer, found.value)) : found;
  };

/** Newest first. INVALID_INPUT for a malformed cursor. */
export const listDocuments =
  (
    cursors: Cursors,
    sealer: Sealer,
  ): Query<{ readonly documentHolder?: string | undefined } & PageRequest, Page<ShownDocument>> =>
  async (reads, _ctx, { documentHolder, ...request }) => {
    const page = await readPage(
      reads,
      cursors,
      DOCUMENTS,
      { where: { documentHolder, deletedAt: null }, order: 'desc' },
      request,
    );
    if (!page.ok) return page;
    return ok({ ...page.value, data: page.value.data.map((document) => showDocument(sealer, document)) });
  };
