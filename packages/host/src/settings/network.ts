import { networks } from '@corridor/adapters-http';
import * as z from 'zod';
import { flag, integer, listed, present, type Settings } from './setting.js';

function areNetworks(list: string): boolean {
  try {
    networks(listed(list));
    return true;
  } catch {
    return false;
  }
}

/** How much comes in, from whom, and to whom the host goes out. */
export const NETWORK_SETTINGS = {
  CORRIDOR_RATE_LIMIT: {
    schema: integer(0, 1_000_000),
    default: '100',
    meaning: 'Requests a second that one API token may make of this host; 0: no limit',
  },
  CORRIDOR_RATE_BURST: {
    schema: integer(1, 1_000_000),
    default: '200',
    meaning: 'Requests that it may make at once after a quiet time',
  },
  CORRIDOR_TRUSTED_PROXIES: {
    schema: z
      .string()
      .refine(areNetworks, { error: 'must be addresses and networks (10.0.0.0/8), separated by commas' }),
    default: '',
    meaning:
      'Proxies before the host, addresses and networks (`10.0.0.0/8`) separated by commas: behind them the address of a client is what `X-Forwarded-For` says',
  },
  CORRIDOR_UPLOADS: {
    schema: integer(1, 10_000),
    default: '200',
    meaning: 'Files that may come in at once on this host; each is kept on disk until it has come in',
  },
  CORRIDOR_UPLOADS_PER_SESSION: {
    schema: integer(1, 10_000),
    default: '50',
    meaning: 'Of these, those of one API token or one page on which a customer verifies itself',
  },
  CORRIDOR_BASE_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: null,
    meaning: 'For `listen`: address of a running host, with `/2025-10-13` at its end',
  },
  CORRIDOR_CLIENT_ID: { schema: present, default: null, meaning: 'For `listen`: client id of a token with MANAGE' },
  CORRIDOR_CLIENT_SECRET: {
    schema: present,
    default: null,
    meaning: 'For `listen`: client secret of that token',
    secret: true,
  },
  CORRIDOR_WEBHOOK_ALLOW_PRIVATE: {
    schema: flag,
    default: 'false',
    meaning:
      'Deliver webhooks to loopback, private and link-local addresses, and call UMA counterparties there (development, closed networks)',
  },
  CORRIDOR_UMA_PROVIDERS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the UMA counterparties that are listed, limited or blocked; the sandbox alone by default',
  },
  CORRIDOR_LIGHTNING_DIR: {
    schema: present,
    default: null,
    meaning:
      'Folder of the simulated Lightning network: hosts that share it settle UMA payments with each other; by default `corridor-lightning` in the temporary folder of the system',
  },
} as const satisfies Settings;
