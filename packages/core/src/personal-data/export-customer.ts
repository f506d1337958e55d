import { CUSTOMERS } from '../customers/index.js';
import {
  type Context,
  err,
  type Id,
  type IdSource,
  type Instant,
  isId,
  ok,
  type Result,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Caller, recordExport } from '../operators/index.js';
import { erasuresOf } from '../retention/index.js';
import type { StatementsArea } from '../statements/index.js';
import type { BlobStore } from '../verification/index.js';
import { checkCase } from './case-reference.js';
import { eventsSection } from './events-section.js';
import { internalSections, internalSubjects } from './internal-sections.js';
import type { Audience } from './place.js';
import { accountsOf, documentsOf } from './records-of-customer.js';
import { type ExportedSection, type Reading, recordSections } from './sections.js';
import { statementsSection } from './statements-section.js';

export interface CustomerExportRequest {
  readonly customerId: string;
  readonly audience: Audience;
  /** The reference of the authority's case, at most 100 characters. Required for an authority; null for the person. */
  readonly caseReference: string | null;
}

/** The content of a document of the person. */
export interface ExportedDocument {
  readonly id: Id<'Document'>;
  /** As it was uploaded: not a safe name of a file. */
  readonly fileName: string;
  readonly contentType: string;
  /** Null if the store has none: the content of a document that was deleted meanwhile. */
  readonly content: Uint8Array | null;
}

/** The erasing of the data of the person. Host times. */
export interface ExportedErasure {
  readonly begunAt: Instant;
  /** Null while hosts work on it. */
  readonly completedAt: Instant | null;
}

/** The data of one customer. Nothing is read before its parts are taken. */
export interface CustomerExport {
  readonly customerId: Id<'Customer'>;
  readonly tenant: TenantKey;
  readonly audience: Audience;
  readonly caseReference: string | null;
  /** Host time. */
  readonly createdAt: Instant;
  /** The last erasing of the data; null for a customer whose data were never erased. */
  readonly erasure: ExportedErasure | null;
  readonly sections: readonly ExportedSection[];
  /** The documents, each read when it is taken. */
  documents(): AsyncIterable<ExportedDocument>;
}

export interface PersonalDataPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly blobs: BlobStore;
  readonly statements: StatementsArea;
  /** The context of an action of an operator, with the tenant's time. */
  readonly contextOf: (tenant: TenantKey, requestId: string) => Promise<Context>;
}

/** As `PersonalDataArea.exportCustomer`. */
export type ExportCustomer = (
  caller: Caller,
  tenant: TenantKey,
  request: CustomerExportRequest,
) => Promise<Result<CustomerExport>>;

export const customerExport =
  (ports: PersonalDataPorts): ExportCustomer =>
  async (caller, tenant, { customerId, audience, caseReference }) => {
    const checked = checkCase(audience, caseReference);
    if (!checked.ok) return checked;
    const { units, ids, sealer, blobs, statements } = ports;
    const ctx = await ports.contextOf(tenant, caller.requestId);
    const found = await units.run(tenant, async (tx) => {
      const recorded = await recordExport({ tx, ctx, ids }, caller, audience === 'PERSON' ? 'OPERATOR' : 'ADMIN', {
        action: 'personal-data.export',
        subject: customerId,
        input: { for: audience, ...(caseReference !== null && { caseReference }) },
      });
      if (!recorded.ok) return recorded;
      const customer = isId('Customer', customerId) ? await tx.get(CUSTOMERS, customerId) : null;
      if (customer === null) return err('REFERENCE_NOT_FOUND', `no customer ${customerId} exists`);
      const [newest] = await erasuresOf(tx, customer.id);
      const erasure = newest === undefined ? null : { begunAt: newest.createdAt, completedAt: newest.completedAt };
      return ok({ customer, erasure });
    });
    if (!found.ok) return found;
    const { customer, erasure } = found.value;
    const whose = { units, tenant, customer };
    const reading: Reading = { ...whose, accounts: await accountsOf(whose), sealer, audience };
    const records = [...recordSections(reading), statementsSection(reading, statements, ctx.now)];
    return ok({
      ...{ customerId: customer.id, tenant, audience, caseReference, createdAt: ctx.hostNow, erasure },
      sections:
        audience === 'PERSON'
          ? [...records, eventsSection(reading)]
          : [...records, eventsSection(reading, () => internalSubjects(reading)), ...internalSections(reading)],
      async *documents() {
        for await (const { id, fileName, contentType, blobKey } of documentsOf(reading))
          yield { id, fileName, contentType, content: await blobs.get(tenant, blobKey) };
      },
    });
  };
