import { networks } from '@corridor/adapters-http';
import * as z from 'zod';
import { flag, integer, listed, present, text, type Settings } from './setting.js';

function areNetworks(list: string): boolean {
  try {
    networks(listed(list));
    return true;
  } catch {
    return false;
  }
}

/** Rate limits, proxies, uploads, and outgoing connections. */
export const NETWORK_SETTINGS = {
  CORRIDOR_RATE_LIMIT: {
    schema: integer(0, 1_000_000),
    default: '100',
    meaning: 'Requests per second that this host accepts from one API token; 0: no limit',
  },
  CORRIDOR_RATE_BURST: {
    schema: integer(1, 1_000_000),
    default: '200',
    meaning: 'Burst size: requests that one API token can make at once after a quiet period',
  },
  CORRIDOR_TRUSTED_PROXIES: {
    schema: z.string().refine(areNetworks, { error: 'must be comma-separated addresses and networks (10.0.0.0/8)' }),
    default: '',
    meaning:
      'Comma-separated addresses and networks (`10.0.0.0/8`) of the proxies in front of the host. Only requests from these take the client address from `X-Forwarded-For`',
  },
  CORRIDOR_UPLOADS: {
    schema: integer(1, 10_000),
    default: '200',
    meaning: 'Maximum number of concurrent uploads on this host; each is buffered on disk until it is complete',
  },
  CORRIDOR_UPLOADS_PER_SESSION: {
    schema: integer(1, 10_000),
    default: '50',
    meaning:
      'Maximum number of concurrent uploads of one API token, or of one page on which a customer verifies itself',
  },
  CORRIDOR_BASE_URL: {
    perHost: true,
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    default: null,
    meaning: 'For commands that call a running host, such as `listen`: its address, ending in `/2025-10-13`',
  },
  CORRIDOR_CLIENT_ID: {
    perHost: true,
    schema: present,
    default: null,
    meaning: 'For the same commands: client id of a token; `listen` needs MANAGE',
  },
  CORRIDOR_CLIENT_SECRET: {
    schema: present,
    default: null,
    meaning: 'For the same commands: client secret of that token',
    secret: true,
  },
  CORRIDOR_WEBHOOK_ALLOW_PRIVATE: {
    schema: flag,
    default: 'false',
    meaning:
      'Allow webhooks and UMA counterparties at loopback, private and link-local addresses (development, closed networks)',
  },
  CORRIDOR_UMA_PROVIDERS_FILE: {
    schema: present,
    default: null,
    meaning:
      'JSON file with the UMA counterparties that are listed, limited or blocked. Default: only the sandbox counterparty',
  },
  CORRIDOR_UMA_LAYERS: {
    schema: text(
      /^(ln|eip155:[1-9]\d{0,15})(,(ln|eip155:[1-9]\d{0,15}))*$/,
      'must be a comma-separated list of ln and eip155:<chain id>',
    ),
    default: null,
    meaning:
      'Comma-separated layers in the order in which this host prefers to pay UMA addresses: `ln` (Lightning), `eip155:8453` (the chain with this id). Layers that are missing come last. Default: chains in the order of `CORRIDOR_CONNECTIONS_FILE`, then Lightning',
  },
  CORRIDOR_LIGHTNING_DIR: {
    perHost: true,
    schema: present,
    default: null,
    meaning:
      'Folder of the simulated Lightning network; hosts that share it settle UMA payments with each other. Default: `corridor-lightning` in the temporary folder of the system',
  },
} as const satisfies Settings;
