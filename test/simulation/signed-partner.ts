import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createRailStore } from '@corridor/core/internal';
import type { Clock, ConnectionContext } from '@corridor/core/ports';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** What the entry of a partner of a run names in both directions. */
export const PARTNER_ENTRY = {
  url: 'https://partner.example/v1',
  secret: { env: 'SECRET' },
  callbackSecret: { env: 'SECRET' },
};

/** The headers with which a partner signs an answer or a message at this time, in milliseconds. */
export const signedAs = (now: number, id: string, body: string): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now / 1000)),
  'webhook-signature': new Webhook(SECRET).sign(id, new Date(now), body),
});

/** What the connection of a partner gets from its host, which uses little of it: the connection keeps nothing. */
export const contextOf = (
  name: string,
  parts: Pick<ConnectionContext, 'clock' | 'random' | 'http'>,
): ConnectionContext => ({
  ...{ name, environment: 'SANDBOX', digest: nodeCrypto.digest, store: storeOf(name, parts.clock) },
  log: { info: () => undefined, warn: () => undefined },
  rateOf: () => Promise.resolve(null),
  addressesOf: () => Promise.resolve(0),
  secretOf: () => SECRET,
  ...parts,
});

const storeOf = (name: string, clock: Clock): ConnectionContext['store'] =>
  createRailStore({ units: createMemoryStorage().units, clock, sealer: NO_SEALER }, 'SANDBOX', name);

const same = (text: string): string => text;
const NO_SEALER = { seal: same, open: same, renew: same };
