import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core } from '@corridor/core';
import type { BeneficialOwner, Document, Platform, Verification } from '@corridor/core/records';
import { nameOf, proposedFields } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { tenantOfReview } from './record-tenants.js';
import { coreFor, everyRow, operatorOf } from './operator.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

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
    for await (const { fields, line } of reviewsOf(core)) list.add(fields, line);
    return list.end();
  });

interface Review {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly line: string;
}

async function* reviewsOf(core: Core): AsyncGenerator<Review> {
  const { verifications, owners } = core.verification.reviews;
  for await (const { platform, record: verification, about: customer } of everyRow(verifications)) {
    const { id, customerId, proposal } = verification;
    const held = await core.operators.reads.holdings(platform.id, customerId);
    const [documents, owned] = [held.documents.length, held.owners.length];
    const name = nameOf(customer) ?? '';
    const { customerType } = customer;
    const changes = proposal === null ? null : { resourceId: proposal.resourceId, fields: proposedFields(proposal) };
    yield {
      fields: { id, ...placeOf(platform), customerId, customerType, name, documents, owners: owned, changes },
      line:
        `${id} ${platform.name} ${platform.environment}: ${customerType} ${name} ` +
        `(${customerId}), ${documents} documents, ${owned} owners${changesOf(verification)}`,
    };
  }
  for await (const { platform, record: owner } of everyRow(owners)) {
    const { id, customerId, firstName, lastName } = owner;
    const fields = { id, ...placeOf(platform), customerId, name: `${firstName} ${lastName}` };
    yield { fields, line: ownerLine(platform, owner) };
  }
}

const placeOf = ({ platformId, name, environment }: Platform) => ({ platformId, platform: name, environment });

/** The fields that a change of identity would change; identification numbers are not printed. */
function changesOf({ proposal }: Verification): string {
  if (proposal === null) return '';
  const changes = proposedFields(proposal).map(({ field, value }) =>
    value === undefined ? field : `${field} to ${JSON.stringify(value)}`,
  );
  return `; changes of ${proposal.resourceId}: ${changes.join(', ')}`;
}

const ownerLine = (platform: Platform, { id, firstName, lastName, customerId }: BeneficialOwner): string =>
  `${id} ${platform.name} ${platform.environment}: owner ${firstName} ${lastName} of ${customerId}`;

/** Writes the documents for a reviewer, each to a file named after its id. */
export const writeDocuments = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const [id, folder] = [requiredOptionOf(given, 'id'), requiredOptionOf(given, 'folder')];
    const caller = await operatorOf(core, given);
    const own = await coreFor(core, caller);
    const tenant = await tenantOfReview(own, id);
    const documents = await own.operators.reads.documentsOf(tenant, id);
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

const EXTENSIONS = { 'application/pdf': '.pdf', 'image/jpeg': '.jpg', 'image/png': '.png' } as const;

/** The file name comes from the document id, never from the uploaded name, which could contain a path. */
const fileNameOf = ({ id, contentType }: Document): string => id.replace(':', '-') + EXTENSIONS[contentType];
