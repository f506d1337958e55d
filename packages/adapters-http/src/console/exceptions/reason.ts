import { UNDECIDED, UNDECIDED_MONEY } from '@corridor/core/internal';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { shortIds, time, timeWithAge } from '../kit/components.js';
import { withNamedRecords } from '../kit/record-link.js';
import type { Visit } from '../kit/visit.js';
import { decisionName } from './names.js';

/** Whether the stored reason is that of money that a block, or a match, kept when the exception was opened. */
const isOfBlock = ({ reason }: ExceptionRecord): boolean =>
  [UNDECIDED, UNDECIDED_MONEY].some((beginning) => reason.startsWith(beginning));

/** What is true of an exception now; null if its status and its amount say all that is known. */
async function presentOf({ core, now }: Visit, exception: ExceptionRecord): Promise<Html | null> {
  const { resolution, resolvedAt, resolvedBy, approvedBy } = exception;
  if (resolution !== null && resolvedAt !== null)
    return html`Resolved at ${timeWithAge(resolvedAt, now)}:
    ${decisionName(resolution, exception.kind)}${resolvedBy !== null && html`, by ${shortIds(resolvedBy)}`}${approvedBy !== null && html`, approved by ${shortIds(approvedBy)}`}.`;
  if (exception.status !== 'OPEN' || !isOfBlock(exception)) return null;
  const kept = await core.operators.reads.keptByBlocks([exception]);
  return kept.has(exception.id) ? null : html`No block holds this money now. It waits for a decision of an operator.`;
}

/**
 * What is known about an exception now, and below it its stored reason as what was said when it was opened: a block can have
 * ended since, and money can have moved. `visit` has the time of the platform (`inTimeOf`).
 */
export async function reasonPart(visit: Visit, exception: ExceptionRecord): Promise<Html> {
  const { tenant, reason, createdAt } = exception;
  const named = await withNamedRecords(visit, tenant, [reason]);
  const present = await presentOf(visit, exception);
  return html`${present !== null && html`<p class="lead">${present}</p>`}
    <p>When it was opened, at ${time(createdAt)}: ${named(reason)}</p>`;
}
