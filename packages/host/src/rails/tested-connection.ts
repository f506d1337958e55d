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
  /** The time of the test. */
  now(): Instant;
  /** An id that no other run has made. */
  newId(type: IdType): string;
  /** What the connection receives if a partner of the signed protocol answers a request with this, and is not asked. */
  answered(request: OutboundRequest, answer: object): OutboundOutcome;
  /** Waits until the partner has decided. Throws a `NotTested` after the time that it has. */
  decided(reference: string, isDecided: () => Promise<boolean>): Promise<void>;
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
  const { clock, http, waitSeconds, onWait, documents } = ports;
  const requests: OutboundRequest[] = [];
  const watched: OutboundHttp = {
    send: (request) => {
      requests.push(request);
      return http.send(request);
    },
  };
  const own = ownPorts(ports);
  const ids = createIds(clock, nodeCrypto.random);
  const { section, type, members } = entry;
  return {
    entry: { section, type, name, members },
    requests,
    now: () => clock.now(),
    newId: (of) => ids.next(of),
    async open(how) {
      const publicUrl = section === 'kyc' ? { publicUrl: await documents.start() } : {};
      const opened = { ...own, ...publicUrl, ...openedAs(how ?? {}, watched, clock) };
      const { kyc, ...connection } = await openEntry(connectionsFile, entry, opened);
      return { ...connection, kyc: kyc && documents.serving(kyc) };
    },
    answered: (request, answer) => answeredBy(keysOf(connectionsFile, members, ports), clock.now(), request, answer),
    async decided(reference, isDecided) {
      onWait(reference);
      const until = performance.now() + waitSeconds * 1000;
      while (!(await isDecided())) {
        if (performance.now() >= until)
          throw new NotTested(`the partner has not decided on ${reference} within ${waitSeconds} s`);
        await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
      }
    },
  };
}

const openedAs = ({ http: change, time }: Opening, http: OutboundHttp, clock: Clock) => ({
  http: change === undefined ? http : change(http),
  clock: time === undefined ? clock : { now: () => time(clock.now()) },
});

/** The keys with which the partner signs its answers. */
function keysOf(
  connectionsFile: string,
  { callbackSecret }: ConnectionEntry['members'],
  { environment }: TestPorts,
): readonly Uint8Array[] {
  const secretOf = secretsOf(connectionsFile, environment);
  return [callbackSecret].flat().map((reference) => signingKey(secretOf('callbackSecret', reference))!);
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
