import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ApiError } from '@corridor/client';
import { Refused } from './http-refusal.js';
import type { Session } from './session.js';

const IDLE_MS = 30 * 60_000;
const SWEEPS_PER_IDLE_TIME = 4;
/** Questions to the service about one token at a time. */
const ASKS_OF_TOKEN = 8;
const MOST_KNOWN = 10_000;

export interface SessionOptions {
  /** Opens the session of the agent with this access token. */
  readonly open: (accessToken: string) => Promise<Session>;
  /** Milliseconds without a request after which a session ends. */
  readonly idleMs?: number;
  readonly maxSessions?: number;
  readonly maxSessionsOfAgent?: number;
}

/** A session that is open. */
export interface Open {
  /** Of the access token that opened the session; no other token may use it. */
  readonly owner: Buffer;
  readonly transport: StreamableHTTPServerTransport;
  /** The ids of requests without an answer yet. The transport finds the place of an answer by its id alone. */
  readonly unanswered: Set<unknown>;
  running: number;
  usedAt: number;
}

/** Lets so many run at a time; others wait for their turn. */
function createTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async begin(): Promise<void> {
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
    },
    end(): void {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else setImmediate(next);
    },
    isUnused: () => running === 0,
  };
}

/** The digests of so many tokens that the service has accepted, the latest ones. */
function createKnownTokens(most: number) {
  const known = new Set<string>();
  return {
    has: (key: string): boolean => known.has(key),
    add(key: string): void {
      known.delete(key);
      known.add(key);
      const [oldest] = known;
      if (known.size > most) known.delete(oldest!);
    },
    remove: (key: string): unknown => known.delete(key),
  };
}

function requireClient({ destroyed }: ServerResponse): void {
  if (destroyed) throw new Refused(400, 'The client has gone');
}

/** The open sessions of agents: how many there may be, of all agents and of each, and for how long. */
export function createSessions(options: SessionOptions) {
  const { idleMs = IDLE_MS, maxSessions = 100, maxSessionsOfAgent = 10 } = options;
  const sessions = new Map<string, Open>();
  /** The owners of sessions that are being opened. */
  const opening: Buffer[] = [];

  const end = async (id: string, { transport }: Open): Promise<void> => {
    sessions.delete(id);
    await transport.close();
  };

  function found(id: string, owner: Buffer): Open {
    const session = sessions.get(id);
    // The same answer for a session of another agent as for none.
    if (session === undefined || !timingSafeEqual(session.owner, owner)) throw new Refused(404, 'Session not found');
    return session;
  }

  const isOf = (owner: Buffer) => (other: Buffer) => timingSafeEqual(owner, other);

  /**
   * Counts another session of this agent from now on, until the returned function is called. If the agent has too many, its
   * oldest one ends; sessions of others stay.
   */
  function reserve(owner: Buffer): () => void {
    if (countOf(owner) >= maxSessionsOfAgent) {
      const own = [...sessions].filter(([, session]) => isOf(owner)(session.owner));
      const [oldest] = own.filter(([, { running }]) => running === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
      if (oldest === undefined) throw new Refused(503, 'This agent has too many sessions', { 'retry-after': '10' });
      void end(...oldest);
    }
    requirePlace();
    opening.push(owner);
    return () => {
      const at = opening.indexOf(owner);
      if (at >= 0) opening.splice(at, 1);
    };
  }

  /** Tokens that the service has accepted wait for each other only, and not for those of strangers. */
  const [askingOfStrangers, askingOfAgents] = [createTurns(maxSessions), createTurns(maxSessions)];
  const agents = createKnownTokens(MOST_KNOWN);
  /** By token: opening a session takes work, of which an agent has a share. */
  const askingOf = new Map<string, ReturnType<typeof createTurns>>();

  /**
   * Asks the service about a token. At most as many are asked about at a time as there may be sessions; others wait, agents
   * that were accepted before apart from strangers.
   */
  async function accepted(token: string, owner: Buffer, response: ServerResponse): Promise<Session> {
    const key = owner.toString('base64');
    const asking = agents.has(key) ? askingOfAgents : askingOfStrangers;
    const own = askingOf.get(key) ?? createTurns(ASKS_OF_TOKEN);
    askingOf.set(key, own);
    await own.begin();
    try {
      requireClient(response);
      await asking.begin();
      try {
        requireClient(response);
        // An agent with too many sessions gets the place of its oldest one.
        if (countOf(owner) < maxSessionsOfAgent) requirePlace();
        const session = await options.open(token).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) agents.remove(key);
          return refuseOpening(error);
        });
        agents.add(key);
        return session;
      } finally {
        asking.end();
      }
    } finally {
      own.end();
      if (own.isUnused()) askingOf.delete(key);
    }
  }

  /** The sessions of an agent, also those that are being opened. */
  function countOf(owner: Buffer): number {
    const open = [...sessions.values()].filter((session) => isOf(owner)(session.owner)).length;
    return open + opening.filter(isOf(owner)).length;
  }

  function requirePlace(): void {
    if (sessions.size + opening.length < maxSessions) return;
    throw new Refused(503, 'Too many sessions', { 'retry-after': '60' });
  }

  return {
    accepted,
    /** Whether the service has accepted this token before, and not refused it since. */
    isKnown: (owner: Buffer): boolean => agents.has(owner.toString('base64')),
    reserve,
    add: (id: string, session: Open): unknown => sessions.set(id, session),
    found,
    end,
    /** Ends idle sessions from now on, until the returned function is called. */
    sweep(): () => void {
      const sweeping = setInterval(() => {
        for (const [id, open] of sessions) {
          if (open.running === 0 && performance.now() - open.usedAt > idleMs) void end(id, open);
        }
      }, idleMs / SWEEPS_PER_IDLE_TIME);
      sweeping.unref();
      return () => clearInterval(sweeping);
    },
    async close(): Promise<void> {
      await Promise.all([...sessions].map((entry) => end(...entry)));
    },
  };
}

function refuseOpening(error: unknown): never {
  const status = error instanceof ApiError ? error.status : 502;
  if (status === 401) {
    throw new Refused(401, 'The service does not accept the access token', { 'www-authenticate': 'Bearer' });
  }
  if (status === 403)
    throw new Refused(403, 'The service does not let this agent act; its platform may have paused it');
  throw new Refused(502, 'The service did not answer');
}
