import * as z from 'zod';
import { flag, integer, present, ratio, text, type Settings } from './setting.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Workers, metrics, the console, logs and shutdown. */
export const OPERATION_SETTINGS = {
  CORRIDOR_CSV_MEBIBYTES: {
    schema: integer(1, 4096),
    default: '64',
    meaning: 'Maximum size of a customer import file, in mebibytes',
  },
  CORRIDOR_PROCESSES: {
    perHost: true,
    schema: text(/^(auto|[1-9]\d?|1\d\d|2[0-4]\d|25[0-6])$/, 'must be auto or an integer from 1 to 256'),
    default: '1',
    meaning:
      'Number of processes of this host, to use several processors; needs Postgres. `auto`: one for each processor, as far as the connections to Postgres suffice, and one on SQLite. A third of them, at least one, run the background workers; the others serve requests',
  },
  CORRIDOR_WORKERS: {
    perHost: true,
    schema: flag,
    default: 'true',
    meaning:
      'Run the background workers (settlement, expiry, webhooks, the signed hashes over the journal) on this host; if `false`, another host must run them',
  },
  CORRIDOR_METRICS_PORT: {
    perHost: true,
    schema: integer(0, 65_535),
    default: null,
    meaning: 'Separate port that serves only `/metrics`. Default: `/metrics` is served on `CORRIDOR_PORT`',
  },
  CORRIDOR_METRICS_HOST: {
    perHost: true,
    schema: present,
    default: '127.0.0.1',
    meaning: 'Address to listen on for `CORRIDOR_METRICS_PORT`',
  },
  CORRIDOR_CONSOLE_PORT: {
    perHost: true,
    schema: integer(0, 65_535),
    default: null,
    meaning:
      'Separate port that serves only the console of operators. Default: the console is served on `CORRIDOR_PORT`, below `/console`',
  },
  CORRIDOR_CONSOLE_HOST: {
    perHost: true,
    schema: present,
    default: '127.0.0.1',
    meaning: 'Address to listen on for `CORRIDOR_CONSOLE_PORT`',
  },
  CORRIDOR_CONSOLE_URL: {
    schema: text(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, 'must be an http or https address without a path'),
    default: null,
    meaning:
      'Public address of the console without its path, such as `https://ops.example`; links to it and passkeys of operators name it. Default: the public address of the host, or `http://localhost` with `CORRIDOR_CONSOLE_PORT`',
  },
  CORRIDOR_TRACING_ENDPOINT: {
    perHost: true,
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    default: null,
    meaning:
      'OTLP/HTTP endpoint that receives spans, such as `http://collector:4318/v1/traces`. Default: nothing is traced',
  },
  CORRIDOR_TRACING_SAMPLE: {
    perHost: true,
    schema: ratio,
    default: '1',
    meaning: 'Share of traces that are recorded, from `0` to `1`',
  },
  CORRIDOR_DRAIN_SECONDS: {
    perHost: true,
    schema: integer(0, 5),
    default: '0',
    meaning:
      'Grace period in seconds after SIGTERM: keep serving with `/readyz` 503 until load balancers have stopped routing to this host',
  },
  CORRIDOR_LOG_LEVEL: {
    perHost: true,
    schema: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    default: 'info',
    meaning: `Minimum severity of log lines: ${LOG_LEVELS.join(', ')}`,
  },
  CORRIDOR_LOG_FORMAT: {
    perHost: true,
    schema: z.enum(LOG_FORMATS, { error: `must be one of ${LOG_FORMATS.join(', ')}` }),
    default: null,
    meaning:
      'Form of log lines: `json`, one object per line for programs, or `text`, lines for people. Default: `text` if standard error is a terminal, otherwise `json`',
  },
} as const satisfies Settings;
