import type { RequestListener } from 'node:http';
import type { Core, Environment } from '@corridor/core';
import type { RailCondition, Tracing } from '@corridor/core/ports';
import type { OutboxEvent } from '@corridor/core/records';
import type { Operation } from './operation.js';
import type { Limits, RateLimit } from './rate-limit.js';
import type { UploadOptions } from './upload.js';
import type { UploadLimits } from './uploads.js';

/** The version of the API, and the last segment of the base path (docs/versioning.md). */
export const VERSION = '2025-10-13';

/** Path of the hosted verification page, below the prefix. */
export const VERIFY_PATH = '/verify';

/** Path of invitation pages, below the prefix. */
export const INVITATION_PATH = '/invite';

/** Path of the console, below the prefix. */
export const CONSOLE_PATH = '/console';

/** Path of the documentation as a site. The pages contain it, so no prefix precedes it. */
export const SITE_PATH = '/guides';

/** The logger; a pino logger fits. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface Metrics {
  /** Called for each handled request; `operationId` is `unmatched` if no operation has this path and method. */
  observeRequest(operationId: string, status: number, seconds: number): void;
  /** A connection that the client closed early or on which it sent invalid HTTP, by error code. */
  connectionBroken(code: string): void;
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** The condition of one connection to a bank or a provider. */
export interface RailReport extends RailCondition {
  readonly name: string;
  readonly environment: Environment;
}

export interface DocumentOptions {
  /** Path before the version segment, such as `/payments`; empty by default. */
  readonly prefix?: string;
  /**
   * First part of the product's own header names: `Svc` by default, so `Svc-Wallet-Signature` and `X-Svc-Signature`.
   */
  readonly headerPrefix?: string;
}

export interface AppOptions extends DocumentOptions, UploadOptions {
  /** Version of the service for the root page; absent: not shown. */
  readonly version?: string;
  /** Rate limit of each API token on this host; absent or null: unlimited, except for guesses of codes. */
  readonly rateLimit?: RateLimit | null;
  /**
   * Counts requests and wrong secrets for the whole host, if it has several processes; by default each app counts for
   * itself, with `rateLimit`.
   */
  readonly limits?: Limits | null;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and networks. */
  readonly trustedProxies?: readonly string[];
  /**
   * How many files may be received at once, and the folder for them; by default the system's folder for temporary
   * files.
   */
  readonly uploads?: UploadLimits;
  readonly uploadFolder?: string;
  /** The host's clock, in milliseconds; by default the clock of the process. */
  readonly now?: () => number;
  /** `/metrics` is served on another port and not here. */
  readonly metricsElsewhere?: boolean;
  /**
   * Makes the OpenAPI document with the app, so that its first reader and the requests beside it do not wait for it;
   * by default it is made when it is first read.
   */
  readonly documentAtStart?: boolean;
  /** The folder of the documentation as a site, such as `packagedSite()`; absent: not served. */
  readonly site?: string;
  /** Whether the database is migrated and reachable, and the host is not shutting down. */
  readonly ready: () => Promise<boolean>;
  /** The connections to banks and providers, which `/readyz?verbose` shows if the metrics are served here too. */
  readonly rails?: () => Promise<readonly RailReport[]>;
  /** Clients reach the host by https: cookies are marked `Secure`, and responses carry `Strict-Transport-Security`. */
  readonly isSecure?: boolean;
  /** Receives every response of every operation, for tests that check it against the declared schemas. */
  readonly onResponse?: (operation: Operation, status: number, body: string) => void;
}

/** The API as a handler for a `node:http` server. */
export interface App {
  callback(): RequestListener;
}

/** What an application needs to log and count its requests. */
export interface ObservePorts {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly options: Pick<AppOptions, 'trustedProxies' | 'isSecure'>;
}

/** What an app gives to the console that it serves. */
export interface ConsolePorts {
  readonly core: Core;
  readonly log: Log;
  /** The body of the webhook of an event, as endpoints receive it. */
  readonly webhookBody: (event: OutboxEvent) => object;
}

/** A console that an app can serve; `createConsole` of `@corridor/adapters-http/console` makes it. */
export interface ConsoleMount {
  /** Path of the console, such as `/console`. */
  readonly base: string;
  /** A middleware of Koa. Its types do not appear here, so that users of the package do not need them. */
  readonly serve: (ports: ConsolePorts) => (ctx: never, next: () => Promise<unknown>) => Promise<unknown>;
}

export interface AppPorts {
  readonly core: Core;
  readonly options: AppOptions;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The console of operators; absent: not served here. */
  readonly console?: ConsoleMount;
  /** Records a span of each request. Without it nothing is recorded, and `traceparent` is ignored. */
  readonly tracing?: Tracing | null;
}

export const basePath = (options: DocumentOptions): string => `${options.prefix ?? ''}/${VERSION}`;

export const DEFAULT_HEADER_PREFIX = 'Svc';

/** Path, below the console, of the page to which the identity provider of operators leads back. */
export const PROVIDER_ANSWER = '/sign-in/provider/answer';
