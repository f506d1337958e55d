import { html } from '../../pages/html.js';
import { type Content, link, timeWithAge } from '../kit/components.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { answerOf } from '../payments/timeline.js';

/** What the endpoint has answered to the newest test event, which it gets when it is saved; null without one. */
export async function testAnswer(visit: TenantVisit): Promise<Content | null> {
  const { core, place } = visit;
  const found = await readIn(visit, core.events.list, { resource: place.tenant, type: 'TEST', limit: 1 });
  const event = found.ok ? found.value.data[0]?.event : undefined;
  if (event === undefined) return null;
  const last = event.tries?.at(-1);
  const answer = last === undefined ? (event.lastError ?? 'no answer') : answerOf(last);
  const text = {
    QUEUED: 'Not sent yet: reload the page in a moment',
    STORED: 'Not sent: the platform had no endpoint',
    DELIVERED: `Accepted: ${answer}`,
    FAILED: `Not accepted: ${answer}`,
  }[event.status];
  return html`${link(`${place.base}/webhooks/${event.id}`, text)} ${timeWithAge(event.createdAt, place.context.now)}`;
}
