import * as z from 'zod';
import { flag, integer, present, type Settings } from './setting.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Of the process: its workers, metrics, logs and end. */
export const OPERATION_SETTINGS = {
  CORRIDOR_CSV_MEBIBYTES: {
    schema: integer(1, 4096),
    default: '64',
    meaning: 'Largest file of customers that is imported',
  },
  CORRIDOR_WORKERS: {
    schema: flag,
    default: 'true',
    meaning: 'Run the workers (settlement, expiry, webhooks) in this process; with `false` another host must',
  },
  CORRIDOR_METRICS_PORT: {
    schema: integer(0, 65_535),
    default: null,
    meaning: 'Port on which `/metrics` is served, and nothing else; by default it is at `CORRIDOR_PORT`',
  },
  CORRIDOR_METRICS_HOST: {
    schema: present,
    default: '127.0.0.1',
    meaning: 'Address to listen on for `CORRIDOR_METRICS_PORT`',
  },
  CORRIDOR_DRAIN_SECONDS: {
    schema: integer(0, 5),
    default: '0',
    meaning:
      'How long a host that stops serves on while `/readyz` answers 503, so that load balancers turn away before it takes no more connections',
  },
  CORRIDOR_LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    default: 'info',
    meaning: `Least severe level that is logged: ${LOG_LEVELS.join(', ')}`,
  },
} as const satisfies Settings;
