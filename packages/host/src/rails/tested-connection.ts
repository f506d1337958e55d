import { createSealer, nodeCrypto } from '@corridor/adapters-rails/custody';
import { sign, signingKey } from '@corridor/adapters-rails/partners';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { IdType, Instant } from '@corridor/core';
import { createIds, createRateBook } from '@corridor/core/internal';
import type { Clock, OutboundHttp, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { type ConnectionEntry, secretsOf } from '../files/connections-file.js';
import { CommandError } from '../kernel/errors.js';
import type { Environment } from '../kernel/process-context.js';
import type { Log } from '../logging/logging.js';
import { type ConfiguredConnection, entryNamed, openEntry, type RailConnectionPorts } from './rail-connections.js';
import { RAIL_TIMEOUT_MS } from './rails.js';
import type { ServedDocuments } from './served-documents.js';

/** What differs from the usual way in which a connection is opened. */
interface Opening {
  readonly http?: (http: OutboundHttp) => OutboundHttp;
  readonly time?: (now: Instant) => Instant;
}

/** A connection of the connections file under test. It keeps its records in memory, apart from the service. */
export interface TestedConnection {
  readonly entry: Pick<ConnectionEntry, 'section' | 'type' | 'name' | 'members'>;
  /** Opens the connection as another host does. */
  open(how?: Opening): Promise<ConfiguredConnection>;
  /** The requests of all of them so far. */
  readonly requests: readonly OutboundRequest[];
  /** The requests that have an outcome, in the order of the outcomes. */
  readonly exchanges: readonly Exchanged[];
  /** The time of the test. */
  now(): Instant;
  /** An id that no other run has made. */
  newId(type: IdType): string;
  /** What the connection receives if a partner of the signed protocol answers a request with this, and is not asked. */
  answered(request: OutboundRequest, answer: object): OutboundOutcome;
  /** The request with another id or another body, signed as the service signs. */
  signed(request: OutboundRequest, change: { readonly id?: string; readonly body?: string }): OutboundRequest;
  /**
   * Waits until the partner has decided. Throws a `NotTested` after the time that it has, and from then on at once for the
   * same kind, such as a business.
   */
  decided(kind: string, reference: string, isDecided: () => Promise<boolean>): Promise<void>;
  /** Waits until it holds, at most as long as for a decision. False if it does not. */
  within(holds: () => Promise<boolean> | boolean): Promise<boolean>;
  /** How many of these documents the partner has fetched. */
  fetched(documents: readonly { readonly id: string }[]): number;
  /** Where the partner fetches documents. */
  documentsAt(): Promise<string>;
}

/** A request and what came of it. */
export interface Exchanged {
  readonly request: OutboundRequest;
  readonly outcome: OutboundOutcome;
}

/** Why a case cannot be played, such as a decision that does not come. */
export class NotTested extends Error {}

/** The partner gives no valid answer to the first question, so that every other case would fail for the same reason. */
export class Unanswered extends Error {}

export interface TestPorts {
  readonly clock: Clock;
  readonly http: OutboundHttp;
  readonly log: Log;
  readonly environment: Environment;
  /** Told each secret that the entry refers to. */
  readonly onSecret: (secret: string) => void;
  /** How long a decision is waited for. */
  readonly waitSeconds: number;
  /** Serves documents to a KYC provider that fetches them. */
  readonly documents: ServedDocuments;
  /** Called when the test begins to wait. */
  readonly onWait: (reference: string) => void;
}

const ASKED_EVERY_MS = 500;
const MASTER_KEY_BYTES = 32;

/** Throws a CommandError for an unknown name, and a ConfigurationError for a mistake in the file or an entry of production. */
export function testedConnection(connectionsFile: string, name: string, ports: TestPorts): TestedConnection {
  const entry = entryNamed(connectionsFile, name);
  if (entry === undefined) throw new CommandError(`--connection: the connections file has no connection ${name}`);
  if (entry.environment === 'PRODUCTION')
    throw entry.invalid(
      'environment',
      'is PRODUCTION, and a test sends invented customers; use an entry of a test system with environment SANDBOX',
    );
  const { clock, http, documents } = ports;
  const requests: OutboundRequest[] = [];
  const exchanges: Exchanged[] = [];
  const watched: OutboundHttp = {
    async send(request) {
      requests.push(request);
      const outcome = await http.send(request);
      exchanges.push({ request, outcome });
      return outcome;
    },
  };
  const own = ownPorts(ports);
  const ids = createIds(clock, nodeCrypto.random);
  const { section, type, members } = entry;
  return {
    entry: { section, type, name, members },
    requests,
    exchanges,
    now: () => clock.now(),
    newId: (of) => ids.next(of),
    async open(how) {
      const publicUrl = section === 'kyc' ? { publicUrl: await documents.start() } : {};
      const opened = { ...own, ...publicUrl, ...openedAs(how ?? {}, watched, clock) };
      const { kyc, ...connection } = await openEntry(connectionsFile, entry, opened);
      return { ...connection, kyc: kyc && documents.serving(kyc) };
    },
    answered: (request, answer) =>
      answeredBy(keysOf(connectionsFile, 'callbackSecret', members, ports), clock.now(), request, answer),
    signed: (request, { id = request.headers['webhook-id']!, body = request.body }) => ({
      ...request,
      body,
      headers: {
        ...request.headers,
        ...sign(keysOf(connectionsFile, 'secret', members, ports), id, clock.now(), body ?? ''),
      },
    }),
    ...waiting(ports),
    fetched: (of) => of.filter(({ id }) => documents.fetched.has(id)).length,
    documentsAt: () => documents.start(),
  };
}

/** Waits for the partner: for each kind of decision until one has not come in time. */
function waiting({ waitSeconds, onWait }: TestPorts): Pick<TestedConnection, 'decided' | 'within'> {
  const inVain = new Set<string>();
  async function within(holds: () => Promise<boolean> | boolean): Promise<boolean> {
    const until = performance.now() + waitSeconds * 1000;
    while (!(await holds())) {
      if (performance.now() >= until) return false;
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    }
    return true;
  }
  return {
    within,
    async decided(kind, reference, isDecided) {
      if (inVain.has(kind) ? await isDecided() : (onWait(reference), await within(isDecided))) return;
      inVain.add(kind);
      throw new NotTested(
        `the partner has not decided on ${reference} within ${waitSeconds} s; let the test system decide at once, or wait longer with --wait`,
      );
    },
  };
}

const openedAs = ({ http: change, time }: Opening, http: OutboundHttp, clock: Clock) => ({
  http: change === undefined ? http : change(http),
  clock: time === undefined ? clock : { now: () => time(clock.now()) },
});

/** The keys with which the service signs its requests (`secret`), or the partner its answers. */
function keysOf(
  connectionsFile: string,
  member: 'secret' | 'callbackSecret',
  members: ConnectionEntry['members'],
  { environment }: TestPorts,
): readonly Uint8Array[] {
  const secretOf = secretsOf(connectionsFile, environment);
  return [members[member]].flat().map((reference) => signingKey(secretOf(member, reference))!);
}

function answeredBy(
  keys: readonly Uint8Array[],
  now: Instant,
  { headers }: OutboundRequest,
  answer: object,
): OutboundOutcome {
  const body = JSON.stringify(answer);
  const signed = sign(keys, headers['webhook-id']!, now, body);
  return { kind: 'answered', status: 200, headers: { ...signed }, body, truncated: false };
}

/** The ports of a connection that nothing of the service can see. */
function ownPorts({ clock, log, environment, onSecret }: TestPorts): Omit<RailConnectionPorts, 'http' | 'clock'> {
  return {
    ...nodeCrypto,
    units: createMemoryStorage().units,
    sealer: createSealer(nodeCrypto.random.bytes(MASTER_KEY_BYTES)),
    log,
    guard: { timeoutMs: RAIL_TIMEOUT_MS, observe: () => undefined },
    rates: createRateBook({ sources: [], clock, cacheSeconds: 60, maxAgeSeconds: 60 }),
    environment,
    onSecret,
  };
}
