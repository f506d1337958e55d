import type { RequestListener } from 'node:http';
import type { Core } from '@corridor/core';
import type { Operation } from './operation.js';
import type { RateLimit } from './rate-limit.js';
import type { UploadOptions } from './upload.js';
import type { UploadLimits } from './uploads.js';

/** The version of the interface: the last segment of the base path (interface, "Versioning"). */
export const VERSION = '2025-10-13';

/** Where the hosted page stands, below the prefix. */
export const VERIFY_PATH = '/verify';

/** Where the pages of invitations stand, below the prefix. */
export const INVITATION_PATH = '/invite';

/** Where log lines go; pino fits. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface Metrics {
  /** One answered request; `operationId` is `unmatched` where no operation was asked for. */
  observeRequest(operationId: string, status: number, seconds: number): void;
  /** A connection that its client broke off, or on which it sent no HTTP, by the code of the error. */
  connectionBroken(code: string): void;
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

export interface DocumentOptions {
  /** Path before the version segment, such as `/payments`; empty by default. */
  readonly prefix?: string;
  /** Begins the product's own header names: `Svc` by default, so `Svc-Wallet-Signature` and `X-Svc-Signature`. */
  readonly headerPrefix?: string;
}

export interface AppOptions extends DocumentOptions, UploadOptions {
  /** Version of the service, which the page at the root shows; absent: none is shown. */
  readonly version?: string;
  /** Of each API token on this host; absent or null: none. */
  readonly rateLimit?: RateLimit | null;
  /** Proxies whose `X-Forwarded-For` is believed: addresses and networks. */
  readonly trustedProxies?: readonly string[];
  /** How many files may come in at once, and the folder that they are kept in meanwhile; by default that of the system. */
  readonly uploads?: UploadLimits;
  readonly uploadFolder?: string;
  /** The host's clock, in milliseconds; by default that of the process. */
  readonly now?: () => number;
  /** Whether `/metrics` is served elsewhere, and not here. */
  readonly metricsElsewhere?: boolean;
  /** Whether the database is migrated and answers, and the host is not about to stop. */
  readonly ready: () => Promise<boolean>;
  /** Clients reach the host over https: cookies go no other way, and browsers are told to use nothing else. */
  readonly isSecure?: boolean;
  /** Sees every answer of every operation, for tests that check them against the declared schemas. */
  readonly onResponse?: (operation: Operation, status: number, body: string) => void;
}

/** The API as what a `node:http` server calls. */
export interface App {
  callback(): RequestListener;
}

export interface AppPorts {
  readonly core: Core;
  readonly options: AppOptions;
  readonly log: Log;
  readonly metrics: Metrics;
}

export const basePath = (options: DocumentOptions): string => `${options.prefix ?? ''}/${VERSION}`;

export const DEFAULT_HEADER_PREFIX = 'Svc';
