import { type Instant, ok, type Result } from '@corridor/core';
import type { OperatorLogEntry } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { type Content, link, timeWithAge } from './components.js';
import type { ActionName, TenantVisit } from './visit.js';

const NEWEST = 1;

/**
 * The operator whose decision about a record was the last one, as a link to its entry of the log; null if no operator has
 * decided, but for example a provider.
 */
export async function decidedBy(
  { core, base, now }: TenantVisit,
  action: ActionName,
  subject: string,
): Promise<Result<Content | null>> {
  const found = await core.operators.log({ subject, action, outcome: 'DONE', limit: NEWEST });
  if (!found.ok) return found;
  const [entry] = found.value.data;
  return ok(entry === undefined ? null : decision(base, entry, now));
}

const decision = (base: string, { id, operatorName, createdAt }: OperatorLogEntry, now: Instant): Content =>
  html`${link(`${base}/log/${id}`, operatorName)} ${timeWithAge(createdAt, now)}`;
