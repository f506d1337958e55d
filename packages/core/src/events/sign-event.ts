import { type Context, err, isId, ok, type Result, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { EVENTS } from './event.js';
import type { DeliverySettings } from './lane.js';
import type { SignedWebhook, WebhookTransport } from './ports.js';

export interface SignEventPorts {
  readonly units: UnitOfWork;
  readonly transport: WebhookTransport;
  readonly settingsOf: (tenant: TenantKey) => Promise<DeliverySettings>;
}

/**
 * An event as a delivery that is made now would carry it. REFERENCE_NOT_FOUND; NOT_IMPLEMENTED where the host's
 * transport does not sign for others.
 */
export function createEventSigner({ units, transport, settingsOf }: SignEventPorts) {
  return async (ctx: Context, { id }: { readonly id: string }): Promise<Result<SignedWebhook>> => {
    const event = isId('Webhook', id) ? await units.read(ctx.tenant, (reads) => reads.get(EVENTS, id)) : null;
    if (event === null) return err('REFERENCE_NOT_FOUND', 'no such event');
    if (transport.sign === undefined) return err('NOT_IMPLEMENTED', 'this host signs only what it sends');
    const { privateKey, secrets } = await settingsOf(ctx.tenant);
    return ok(await transport.sign({ event, signing: { privateKey, secrets } }));
  };
}
