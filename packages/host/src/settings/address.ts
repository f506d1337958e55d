import * as z from 'zod';
import { integer, present, text, type Settings } from './setting.js';

/** Where the host is reached, and by which names. */
export const ADDRESS_SETTINGS = {
  CORRIDOR_CONFIG_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with an object of these very names; a variable of the environment wins over the file',
  },
  CORRIDOR_HOST: { schema: present, default: '127.0.0.1', meaning: 'Address to listen on' },
  CORRIDOR_PORT: { schema: integer(0, 65_535), default: '8080', meaning: 'Port to listen on; 0 takes any free one' },
  CORRIDOR_BASE_PATH: {
    schema: text(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be a path that starts with a slash and does not end in one'),
    default: '',
    meaning: 'Path before `/2025-10-13`, where a proxy forwards one',
  },
  CORRIDOR_HEADER_PREFIX: {
    schema: text(/^[A-Za-z][A-Za-z0-9]*$/, 'must be letters and digits'),
    default: 'Svc',
    meaning: 'Product prefix of header names: `Svc` makes `Svc-Wallet-Signature` and `X-Svc-Signature`',
  },
  CORRIDOR_PUBLIC_AUTHORITY: {
    schema: text(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'must be a host name, with a port if it is not the usual one'),
    default: null,
    meaning:
      'Host name (and port) under which others reach the service: domain of UMA addresses; by default `localhost` and the port it listens on',
  },
  CORRIDOR_PUBLIC_SCHEME: {
    schema: z.enum(['http', 'https'], { error: 'must be http or https' }),
    default: null,
    meaning: 'How others reach it; by default `http` for localhost and IP addresses, else `https`',
  },
} as const satisfies Settings;
