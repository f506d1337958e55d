import * as z from 'zod';
import { integer, present, text, type Settings } from './setting.js';

/** Addresses of the host, and names that it uses. */
export const ADDRESS_SETTINGS = {
  CORRIDOR_CONFIG_FILE: {
    perHost: true,
    schema: present,
    default: null,
    meaning: 'JSON file with an object of settings by these names; an environment variable overrides the file',
  },
  CORRIDOR_HOST: { perHost: true, schema: present, default: '127.0.0.1', meaning: 'Address to listen on' },
  CORRIDOR_PORT: {
    perHost: true,
    schema: integer(0, 65_535),
    default: '8080',
    meaning: 'Port to listen on; 0: any free port',
  },
  CORRIDOR_BASE_PATH: {
    schema: text(
      /^(\/[A-Za-z0-9._~-]+)*$/,
      'must be a path of letters, digits and . _ ~ - that starts with a slash and does not end with one',
    ),
    default: '',
    meaning: 'Path prefix before `/2025-10-13`, if a proxy forwards one',
  },
  CORRIDOR_HEADER_PREFIX: {
    schema: text(/^[A-Za-z][A-Za-z0-9]*$/, 'must be a letter followed by letters and digits'),
    default: 'Svc',
    meaning: 'Product prefix of header names: `Svc` makes `Svc-Wallet-Signature` and `X-Svc-Signature`',
  },
  CORRIDOR_PUBLIC_AUTHORITY: {
    schema: text(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'must be a host name, optionally with a port'),
    default: null,
    meaning:
      'Public host name of the service, with a port if needed; it is also the domain of UMA addresses. Default: `localhost` with the port of the host',
  },
  CORRIDOR_PUBLIC_SCHEME: {
    schema: z.enum(['http', 'https'], { error: 'must be http or https' }),
    default: null,
    meaning: 'Scheme of public addresses. Default: `http` for localhost and IP addresses, otherwise `https`',
  },
} as const satisfies Settings;
