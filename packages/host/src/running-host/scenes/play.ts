import type { WebhookEnvelope, WebhookEventType } from '@corridor/client';
import type { Ending } from './scene.js';
import type { Stage } from './stage.js';

/** How the wait for the event of a scene ended; `event` is null if it did not come. */
export interface Outcome {
  readonly event: WebhookEnvelope | null;
  readonly seconds: number;
}

const POLL_MS = 250;
/** Work that the scene started can wait for its next attempt. */
const GIVE_UP_MS = 60_000;

const PAGE = 100;

/** Whether the event is about the record of the scene. */
async function isOf({ corridor }: Stage, event: { id: string; resource: string }, { record, field }: Ending) {
  if (field === undefined) return event.resource === record;
  const { payload } = await corridor.getWebhookEvent({ path: { eventId: event.id } });
  return (payload.data as Readonly<Record<string, unknown>> | undefined)?.[field] === record;
}

/**
 * Plays a scene and waits until the event about its record is in the feed. The place in the feed is read before the
 * scene, so earlier events of the platform do not count, and events of others in the meantime are skipped.
 */
export async function playScene(
  stage: Stage,
  type: WebhookEventType,
  play: (stage: Stage) => Promise<Ending>,
  giveUpMs = GIVE_UP_MS,
): Promise<Outcome> {
  const { corridor } = stage;
  const { nextCursor } = await corridor.followWebhookEvents();
  const ending = await play(stage);
  const begun = performance.now();
  const seconds = (): number => Math.round((performance.now() - begun) / 100) / 10;
  for (let after = nextCursor; ;) {
    const page = await corridor.followWebhookEvents({ query: { after, limit: PAGE } });
    for (const event of page.data) {
      if (event.type !== type || !(await isOf(stage, event, ending))) continue;
      const { payload } = await corridor.getWebhookEvent({ path: { eventId: event.id } });
      return { event: payload, seconds: seconds() };
    }
    after = page.nextCursor;
    if (page.hasMore) continue;
    if (performance.now() - begun > giveUpMs) return { event: null, seconds: seconds() };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
