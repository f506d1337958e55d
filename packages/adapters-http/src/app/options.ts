import type { Core } from '@corridor/core';
import type { Operation } from './operation.js';

/** The version of the interface: the last segment of the base path (interface, "Versioning"). */
export const VERSION = '2025-10-13';

/** Where log lines go; pino fits. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface Metrics {
  /** One answered request; `operationId` is `unmatched` where no operation was asked for. */
  observeRequest(operationId: string, status: number, seconds: number): void;
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

export interface DocumentOptions {
  /** Path before the version segment, such as `/payments`; empty by default. */
  readonly prefix?: string;
  /** Begins the product's own header names: `Svc` by default, so `Svc-Wallet-Signature` and `X-Svc-Signature`. */
  readonly headerPrefix?: string;
}

export interface AppOptions extends DocumentOptions {
  /** Whether the database is migrated and answers, and the host is not about to stop. */
  readonly ready: () => Promise<boolean>;
  /** The largest file of customers that is taken in; 64 MiB by default. */
  readonly csvBytes?: number;
  /** Sees every answer of every operation, for tests that check them against the declared schemas. */
  readonly onResponse?: (operation: Operation, status: number, body: string) => void;
}

export interface AppPorts {
  readonly core: Core;
  readonly options: AppOptions;
  readonly log: Log;
  readonly metrics: Metrics;
}

export const basePath = (options: DocumentOptions): string => `${options.prefix ?? ''}/${VERSION}`;

export const DEFAULT_CSV_BYTES = 64 * 1024 * 1024;
export const DEFAULT_HEADER_PREFIX = 'Svc';
