import { findCustomer } from '../customers/index.js';
import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  type Context,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  splitTenant,
  transition,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { hasSomethingToAsk } from './identity-reviews.js';
import { type KycLink, KYC_LINKS } from './kyc-link.js';
import type { LinkState } from './ports.js';
import { submitCustomer, type SubmitPorts } from './submit-verification.js';
import { KYC_LINK } from './verification-states.js';

export interface FollowLinkPorts extends SubmitPorts {
  readonly units: UnitOfWork;
}

/** How long after its end a link is asked about: a customer who started in time may need a while. */
const FOLLOWED_SECONDS = 24 * 60 * 60;

/**
 * Asks the provider what has become of a link to its page, and submits the customer who has entered everything there.
 * Later than a day after the end of the link, only a message of the provider makes the service ask.
 */
export const followLink =
  (ports: FollowLinkPorts): JobHandler =>
  async (ctx, job, ask) => {
    const { units } = ports;
    const link = await units.read(ctx.tenant, (reads) => openLink(reads, job.subject));
    const { name, links } = ports.providers[splitTenant(ctx.tenant).environment];
    // Another provider does not know the link.
    if (link === null || links === undefined || link.hostedBy !== name) {
      return units.run(ctx.tenant, async (tx) => {
        finish(tx, job);
        return ok();
      });
    }
    const asked = await ask(`kyc ${name}`, () => links.look(link.id));
    if (!asked.ok) return asked;
    return units.run(ctx.tenant, (tx) => recordState(tx, asked.value.ctx, ports, job, asked.value.answer));
  };

async function openLink(reads: Reads, id: string): Promise<KycLink | null> {
  const link = await reads.get(KYC_LINKS, id);
  if (link?.status !== 'OPEN' || link.hostedBy === null) return null;
  return (await findCustomer(reads, link.customerId)).ok ? link : null;
}

async function recordState(
  tx: Tx,
  ctx: Context,
  ports: FollowLinkPorts,
  job: Job,
  answer: LinkState,
): Promise<Result<void>> {
  const link = await openLink(tx, job.subject);
  if (link !== null && answer.state === 'open' && ctx.now < plusSeconds(link.expiresAt, FOLLOWED_SECONDS)) {
    reschedule(tx, ctx, job, answer.checkAfterSeconds);
    return ok();
  }
  if (link !== null && answer.state === 'submitted') {
    const submitted = await submitLink(tx, ctx, ports, link);
    if (!submitted.ok) return submitted;
  }
  finish(tx, job);
  return ok();
}

/** Of several links of a customer, the first one that is finished submits; the others find a review or a decision. */
async function submitLink(tx: Tx, ctx: Context, ports: FollowLinkPorts, link: KycLink): Promise<Result<unknown>> {
  const finished = transition(tx, ctx, KYC_LINK, KYC_LINKS, link, 'report');
  if (!finished.ok) return finished;
  const found = await findCustomer(tx, link.customerId);
  if (!found.ok || !(await hasSomethingToAsk(tx, found.value))) return ok();
  return submitCustomer(ports, { tx, ctx, ids: ports.ids }, found.value, link.id);
}
