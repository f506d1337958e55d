import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Core, REVIEW_DECISIONS, type TenantKey } from '@corridor/core';
import type { Reads } from '@corridor/core/ports';
import {
  BENEFICIAL_OWNERS,
  type BeneficialOwner,
  CUSTOMERS,
  type Document,
  DOCUMENTS,
  type Platform,
  type Verification,
  VERIFICATIONS,
} from '@corridor/core/records';
import { holdingsOf, isId, nameOf, proposedFields, readAll } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, oneOf, requireOk, optionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { operatorOf, takeAction } from './operator.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

const PAGE = 100;

/**
 * Prints what awaits a reviewer, oldest first: verifications with their customers, then owners that are undecided.
 */
export const listReviews = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const list = printedList(processContext, given, 'no verifications or owners await a decision');
    for (const platform of await core.platforms.listTenants()) {
      const reviews = await core.units.read(platform.id, (reads) => reviewsOf(reads, platform));
      for (const { fields, line } of reviews) list.add(fields, line);
    }
    return list.end();
  });

interface Review {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly line: string;
}

async function reviewsOf(reads: Reads, platform: Platform): Promise<readonly Review[]> {
  const reviews: Review[] = [];
  const of = { platformId: platform.platformId, platform: platform.name, environment: platform.environment };
  for await (const verification of verificationsIn(reads, 'PENDING_MANUAL_REVIEW')) {
    const customer = await reads.get(CUSTOMERS, verification.customerId);
    const { owners, documents } = await holdingsOf(reads, verification.customerId);
    const name = customer === null ? '' : (nameOf(customer) ?? '');
    const { id, customerId, proposal } = verification;
    const customerType = customer?.customerType ?? '';
    const changes = proposal === null ? null : { resourceId: proposal.resourceId, fields: proposedFields(proposal) };
    reviews.push({
      fields: {
        id,
        ...of,
        customerId,
        customerType,
        name,
        documents: documents.length,
        owners: owners.length,
        changes,
      },
      line:
        `${id} ${platform.name} ${platform.environment}: ${customerType} ${name} ` +
        `(${customerId}), ${documents.length} documents, ${owners.length} owners${changesOf(verification)}`,
    });
  }
  for await (const { customerId, isChange } of verificationsIn(reads, 'APPROVED')) {
    if (isChange) continue;
    const { owners } = await holdingsOf(reads, customerId);
    for (const owner of owners.filter(isOpen)) {
      const fields = { id: owner.id, ...of, customerId, name: `${owner.firstName} ${owner.lastName}` };
      reviews.push({ fields, line: ownerLine(platform, owner) });
    }
  }
  return reviews;
}

/** The fields that a change of identity would change; identification numbers are not printed. */
function changesOf({ proposal }: Verification): string {
  if (proposal === null) return '';
  const changes = proposedFields(proposal).map(({ field, value }) =>
    value === undefined ? field : `${field} to ${JSON.stringify(value)}`,
  );
  return `; changes of ${proposal.resourceId}: ${changes.join(', ')}`;
}

const isOpen = ({ kycStatus }: BeneficialOwner): boolean => kycStatus === 'PENDING';

const ownerLine = (platform: Platform, { id, firstName, lastName, customerId }: BeneficialOwner): string =>
  `${id} ${platform.name} ${platform.environment}: owner ${firstName} ${lastName} of ${customerId}`;

async function* verificationsIn(
  reads: Reads,
  verificationStatus: Verification['verificationStatus'],
): AsyncGenerator<Verification> {
  let after: Verification | undefined;
  do {
    const query = { where: { verificationStatus }, order: 'asc', limit: PAGE, counted: false, after } as const;
    const slice = await reads.list(VERIFICATIONS, query);
    yield* slice.rows;
    after = slice.hasMore ? slice.rows.at(-1) : undefined;
  } while (after !== undefined);
}

/** Writes the documents for a reviewer, each to a file named after its id. */
export const writeDocuments = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const [id, folder] = [requiredOptionOf(given, 'id'), requiredOptionOf(given, 'folder')];
    const tenant = await tenantOf(core, id);
    const documents = await core.units.read(tenant, (reads) => documentsOf(reads, id));
    const caller = await operatorOf(core, given);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const document of documents) {
      const revealed = await core.operators.actions.request(caller, {
        tenant,
        action: 'documents.reveal',
        input: { id: document.id },
      });
      const { output } = requireOk(revealed, {}) as { readonly output: { readonly content: Uint8Array } };
      const path = join(folder, fileNameOf(document));
      await writeFile(path, output.content, { mode: 0o600 });
      processContext.print(
        `${path} ${document.documentType} ${document.side ?? ''} of ${document.documentHolder}`.replace('  ', ' '),
      );
    }
    return 0;
  });

/**
 * The documents of a verification's customer and of its owners, or those of one owner. Documents of a deleted owner are
 * written for that owner, and for the verification that they were submitted with.
 */
async function documentsOf(reads: Reads, id: string): Promise<readonly Document[]> {
  const owner = isId('BeneficialOwner', id) ? await reads.get(BENEFICIAL_OWNERS, id) : null;
  const customerId = (owner ?? (await reads.get(VERIFICATIONS, id)))?.customerId;
  if (customerId === undefined) return [];
  const documents = await readAll(reads, DOCUMENTS, { customerId });
  return owner === null
    ? documents.filter(({ deletedAt, submittedWith }) => deletedAt === null || submittedWith === id)
    : documents.filter(({ documentHolder }) => documentHolder === id);
}

const EXTENSIONS = { 'application/pdf': '.pdf', 'image/jpeg': '.jpg', 'image/png': '.png' } as const;

/** The file name comes from the document id, never from the uploaded name, which could contain a path. */
const fileNameOf = ({ id, contentType }: Document): string => id.replace(':', '-') + EXTENSIONS[contentType];

export const decideReview = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const review = {
      id: requiredOptionOf(given, 'id'),
      decision: oneOf(REVIEW_DECISIONS, 'decision', requiredOptionOf(given, 'decision')),
      reason: optionOf(given, 'reason'),
      type: optionOf(given, 'type'),
      field: optionOf(given, 'field'),
      about: optionOf(given, 'about'),
    };
    const tenant = await tenantOf(core, review.id);
    const lines = await takeAction(
      core,
      given,
      tenant,
      'verification.decide',
      review,
      ({ id, status }) => [`${id} is ${status}`],
      review,
    );
    lines.forEach(processContext.print);
    return 0;
  });

/** The tenant of the verification or owner. */
async function tenantOf(core: Core, id: string): Promise<TenantKey> {
  const kind = isId('Verification', id) ? VERIFICATIONS : isId('BeneficialOwner', id) ? BENEFICIAL_OWNERS : null;
  for (const platform of kind === null ? [] : await core.platforms.listTenants()) {
    const record = await core.units.read(platform.id, (reads) =>
      reads.get<Verification | BeneficialOwner>(kind as never, id),
    );
    if (record !== null) return platform.id;
  }
  throw new CommandError(`--id: no verification or beneficial owner ${id} exists; list them with corridor kyc list`);
}
