import { type Context, err, isId, ok, type Result, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { EVENTS, isErased } from './event.js';
import type { DeliverySettings } from './lane.js';
import type { SignedWebhook, WebhookTransport } from './ports.js';
import { NO_EVENT } from './read-events.js';
import { ERASED } from './redeliver-event.js';

export interface SignEventPorts {
  readonly units: UnitOfWork;
  readonly transport: WebhookTransport;
  readonly settingsOf: (tenant: TenantKey) => Promise<DeliverySettings>;
}

/**
 * The headers and body of an event as a delivery now would send them. REFERENCE_NOT_FOUND if no event has the id;
 * INVALID_STATE_TRANSITION if its personal data were erased;
 * NOT_IMPLEMENTED if the host's transport cannot sign without sending.
 */
export function createEventSigner({ units, transport, settingsOf }: SignEventPorts) {
  return async (ctx: Context, { id }: { readonly id: string }): Promise<Result<SignedWebhook>> => {
    const event = isId('Webhook', id) ? await units.read(ctx.tenant, (reads) => reads.get(EVENTS, id)) : null;
    if (event === null) return NO_EVENT;
    if (isErased(event)) return err('INVALID_STATE_TRANSITION', ERASED);
    if (transport.sign === undefined)
      return err('NOT_IMPLEMENTED', 'this host cannot sign an event without sending it');
    const { privateKey, secrets } = await settingsOf(ctx.tenant);
    return ok(await transport.sign({ event, signing: { privateKey, secrets } }));
  };
}
