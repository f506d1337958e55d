import { CUSTOMERS } from '../customers/index.js';
import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  Bug,
  type Context,
  ok,
  openSealed,
  type Reads,
  type Result,
  type Sealer,
  splitTenant,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { type BeneficialOwner, identifierOf } from './beneficial-owner.js';
import { approvalStanding, bookVerdictOfProvider, type DecidePorts, decideOwner } from './decide-verification.js';
import { openedCustomer, ownerChange } from './identity-change.js';
import { findOwner, type Holdings, holdingsOf } from './holdings.js';
import { openDocument } from './document.js';
import type { BlobStore, KycApplication, KycProviders, KycVerdict, OwnerApplication } from './ports.js';
import { askAboutOwner } from './review-again.js';
import { type Verification, VERIFICATIONS } from './verification.js';

export interface ReviewPorts extends DecidePorts {
  readonly units: UnitOfWork;
  readonly providers: KycProviders;
  readonly blobs: BlobStore;
}

/**
 * Sends a verification to its provider and records the verdict. The provider is called between units of work and
 * recognizes the application by the verification's id, so a repeated call causes no second decision.
 */
export const reviewApplication =
  (ports: ReviewPorts): JobHandler =>
  async (ctx, job, ask) => {
    const application = await ports.units.read(ctx.tenant, (reads) => applicationOf(reads, ctx, ports, job.subject));
    if (application === null) return end(ports.units, ctx, job);
    const provider = ports.providers[splitTenant(ctx.tenant).environment];
    const asked = await ask(`kyc ${provider.name}`, () => provider.review(application));
    if (!asked.ok) return asked;
    const { ctx: later, answer } = asked.value;
    return ports.units.run(ctx.tenant, (tx) => recordVerdict(tx, later, ports, job, application, answer));
  };

/** When an approval that waits for a screening is looked at again, if its answer did not do it. */
const AFTER_SCREENING_SECONDS = 60;

const end = (units: UnitOfWork, ctx: Context, job: Job): Promise<Result<void>> =>
  units.run(ctx.tenant, async (tx) => {
    finish(tx, job);
    return ok();
  });

/**
 * The application to send to the provider; null if the verification has left IN_PROGRESS, or its customer is deleted.
 */
async function applicationOf(
  reads: Reads,
  ctx: Context,
  { sealer, blobs }: ReviewPorts,
  id: string,
): Promise<KycApplication | null> {
  const verification = await reads.get(VERIFICATIONS, id);
  if (verification?.verificationStatus !== 'IN_PROGRESS') return null;
  const customer = await reads.get(CUSTOMERS, verification.customerId);
  if (customer === null || customer.isDeleted) return null;
  const { owners, documents } = submittedWith(verification, await holdingsOf(reads, customer.id));
  return {
    reference: verification.id,
    submission: verification.version,
    customer: openedCustomer(sealer, customer, verification),
    owners: owners.map((owner) => ({ ...openedOwner(owner, sealer), ...ownerChange(sealer, verification, owner.id) })),
    changes: verification.proposal?.resourceId ?? null,
    link: verification.link,
    renews: verification.renews,
    documents: documents.map((document) => ({
      ...openDocument(sealer, document),
      read: async () => {
        const content = await blobs.get(ctx.tenant, document.blobKey);
        if (content === null) throw new Bug(`the content of ${document.id} is not in the blob store`);
        return content;
      },
    })),
  };
}

/**
 * What the submission contains, however often the provider is asked about it. Owners who were added later are reviewed
 * alone; a document that was uploaded later can still be replaced and deleted, so it is not sent.
 */
const submittedWith = ({ updatedAt }: Verification, { owners, documents }: Holdings): Holdings => ({
  owners: owners.filter(({ createdAt }) => createdAt <= updatedAt),
  documents: documents.filter((document) => document.submittedWith !== null),
});

const openedOwner = ({ sealedIdentifier, ...owner }: BeneficialOwner, sealer: Sealer): OwnerApplication => ({
  ...owner,
  identifier: openSealed(sealer, sealedIdentifier, identifierOf(owner.id)),
});

async function recordVerdict(
  tx: Tx,
  ctx: Context,
  ports: ReviewPorts,
  job: Job,
  application: KycApplication,
  verdict: KycVerdict,
): Promise<Result<void>> {
  const verification = await tx.get(VERIFICATIONS, job.subject);
  const customer = await tx.get(CUSTOMERS, application.customer.id);
  // A verdict on an earlier submission decides nothing: the present one has its own job.
  const isOpen = verification?.verificationStatus === 'IN_PROGRESS' && verification.version === application.submission;
  if (isOpen && customer?.isDeleted === false) {
    if (verdict.state === 'pending') {
      // The job of the submission goes on asking.
      if (job.dedupe !== null) finish(tx, job);
      else reschedule(tx, ctx, job, verdict.checkAfterSeconds);
      return ok();
    }
    const standing = await approvalStanding({ tx, ctx, ids: ports.ids }, ports, verification, verdict);
    if (standing === 'asked' && verdict.state === 'approved') {
      // The answer asks the provider again at once.
      reschedule(tx, ctx, job, AFTER_SCREENING_SECONDS);
      return ok();
    }
    // A person decides after the operators have decided about the match, or asks for the name that no list was asked about.
    const isForPerson = standing === 'held' || standing === 'nameless';
    const said: typeof verdict = isForPerson ? { state: 'manual-review' } : verdict;
    const booked = await bookVerdictOfProvider(tx, ctx, ports, verification, said);
    if (!booked.ok) return booked;
    if (booked.value.verificationStatus === 'APPROVED' && !verification.isChange)
      await askOfLatecomers({ tx, ctx, ids: ports.ids }, application);
  }
  finish(tx, job);
  return ok();
}

/** Schedules a separate review of owners who were added while the provider reviewed the business. */
async function askOfLatecomers(unit: Unit, application: KycApplication): Promise<void> {
  const { owners } = await holdingsOf(unit.tx, application.customer.id);
  const known = new Set<string>(application.owners.map(({ id }) => id));
  for (const { id } of owners) {
    if (!known.has(id)) askAboutOwner(unit, id);
  }
}

/**
 * Asks the provider about an owner who was added after the business was approved. Without a decision a person decides.
 */
export const reviewOwner =
  (ports: ReviewPorts): JobHandler =>
  async (ctx, job, ask) => {
    const owner = await ports.units.read(ctx.tenant, (reads) => undecided(reads, job.subject));
    if (owner === null) return end(ports.units, ctx, job);
    const provider = ports.providers[splitTenant(ctx.tenant).environment];
    const asked = await ask(`kyc ${provider.name}`, () => provider.reviewOwner(openedOwner(owner, ports.sealer)));
    if (!asked.ok) return asked;
    return ports.units.run(ctx.tenant, async (tx) => {
      const current = await undecided(tx, job.subject);
      if (current !== null && current.version !== owner.version) {
        // The owner has changed since the provider was asked, so the provider has to decide on the new values.
        reschedule(tx, asked.value.ctx, job, 0);
        return ok();
      }
      const { answer } = asked.value;
      const standing =
        current !== null && answer === 'approve'
          ? await ports.approvals.ofOwner({ tx, ctx: asked.value.ctx, ids: ports.ids }, current)
          : 'go';
      if (standing === 'asked') {
        reschedule(tx, asked.value.ctx, job, AFTER_SCREENING_SECONDS);
        return ok();
      }
      // A person decides about an owner with a match.
      if (current !== null && answer !== null && standing === 'go') {
        if (typeof answer === 'object') {
          reschedule(tx, asked.value.ctx, job, answer.checkAfterSeconds);
          return ok();
        }
        const decided = decideOwner(tx, asked.value.ctx, current, answer);
        if (!decided.ok) return decided;
      }
      finish(tx, job);
      return ok();
    });
  };

/** Null for an owner who is decided, and for one who is deleted alone or with the business. */
async function undecided(reads: Reads, id: string): Promise<BeneficialOwner | null> {
  const found = await findOwner(reads, id);
  return found.ok && found.value.owner.kycStatus === 'PENDING' ? found.value.owner : null;
}
