import type {
  Actions,
  Caller,
  Context,
  Core,
  Environment,
  Instant,
  OperatorRole,
  Query,
  Result,
  TenantKey,
} from '@corridor/core';
import type { ComparedHolding } from '@corridor/core/internal';
import type { OperatorAccount, OperatorNotice, Platform } from '@corridor/core/records';
import type { ConsolePorts, RailReport } from '../../kit/options.js';
import type { HttpContext } from '../../kit/state.js';
import type { KeptForm } from './kept.js';
import type { Section } from './sections.js';

/** A record of any tenant, as a search finds it. */
export interface FoundRecord {
  readonly tenant: TenantKey;
  readonly id: string;
}

/** The actions that the console requests. */
export type ConsoleActions = Core['operators']['actions'] extends Actions<infer R> ? R : never;
export type ActionName = keyof ConsoleActions & string;

/** The alerts to whose pages of the documentation (`docs/operate/alerts`) the console links. */
export type Alert = 'rail-problem' | 'rail-unreachable';

/** A request of an operator who has signed in. */
export interface Visit<P = unknown> {
  readonly ctx: HttpContext;
  readonly core: Core;
  /** Path of the console, such as `/console`; links of pages begin with it. */
  readonly base: string;
  /** Path of the page in the console, such as `/log`. */
  readonly path: string;
  /** The values of the parameters in the path. */
  readonly params: P;
  /** The query of the address. */
  readonly query: URLSearchParams;
  readonly operator: OperatorAccount;
  /** The operator is limited to platforms, so `core` has the records of these alone. */
  readonly isLimited: boolean;
  /** Changes of the operator's sign-in that this session shows. */
  readonly notices: readonly OperatorNotice[];
  readonly role: OperatorRole;
  /** For requests of actions. */
  readonly caller: Caller;
  /** What the operator has entered in the form of this page before; null for nothing. */
  readonly kept: KeptForm | null;
  /** Keeps a form until it is confirmed; its id, or null if it cannot be kept. */
  readonly keep: (form: URLSearchParams) => Promise<string | null>;
  /** The token of the forms of this session. */
  readonly csrf: string;
  readonly requestId: string;
  /** Host time. */
  readonly now: Instant;
  /** The connections to banks and providers. */
  readonly rails: () => Promise<readonly RailReport[]>;
  /** The page of the runbook about an alert; null if the host serves no documentation. */
  readonly runbookOf: (alert: Alert) => string | null;
  /** What they hold beside the ledger; those that could not be read are missing. */
  readonly holdings: () => Promise<readonly ComparedHolding[]>;
  /** The body of the webhook of an event. */
  readonly webhookBody: ConsolePorts['webhookBody'];
  /** The path of the page of a record; null if no page shows records of its type. */
  readonly pathOf: (record: FoundRecord) => string | null;
  /** The first page of a section: of the platform of this page if it has one, or of the whole host. Null without a page. */
  readonly entryOf: (section: Section) => string | null;
  /** The platform that the path names; null on pages of the whole host. */
  readonly place: Place | null;
}

/** The platform and environment that the path names. */
export interface Place {
  readonly tenant: TenantKey;
  readonly environment: Environment;
  readonly platform: Platform;
  /** Path of its pages, such as `/console/t/Platform:018b…/SANDBOX`. */
  readonly base: string;
  /** For reads of the core; its `now` is the time of the tenant. */
  readonly context: Context;
}

/** A request of a page of one platform. */
export interface TenantVisit<P = unknown> extends Visit<P> {
  readonly place: Place;
}

/** Runs a query of the core in the tenant of a context. */
export const readAs = <I, O>(
  core: Pick<Core, 'commands'>,
  context: Context,
  query: Query<I, O>,
  input: I,
): Promise<Result<O>> => core.commands.read(context.tenant, (reads) => query(reads, context, input));

/** Runs a query of the core in the tenant of the page. */
export const readIn = <I, O>({ core, place }: TenantVisit, query: Query<I, O>, input: I): Promise<Result<O>> =>
  readAs(core, place.context, query, input);
