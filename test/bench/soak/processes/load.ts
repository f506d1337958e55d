import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { serve } from '../../child.js';
import { type Connection, openConnection } from '../../load/connection.js';
import { createMix, type Mix, type Send, type SoakPayer } from '../mix.js';

export type Ask =
  | { readonly kind: 'connect'; readonly port: number; readonly base: string; readonly payers: readonly SoakPayer[] }
  /** Performs operations one after another on each of the connections; answers when the time has passed. */
  | { readonly kind: 'saturate'; readonly clients: number; readonly seconds: number }
  /** Begins operations at this rate, however fast they are answered. */
  | { readonly kind: 'begin'; readonly perSecond: number }
  /** Returns what happened since the last question. */
  | { readonly kind: 'take' }
  /** Ends the load, and returns what happened since the last question when every request is answered. */
  | { readonly kind: 'end' }
  /** Returns the ids of all accepted transactions. */
  | { readonly kind: 'accepted' };

/** Times in milliseconds. The time of an operation's first request counts from the moment at which it was due. */
export interface Taken {
  readonly seconds: number;
  readonly operations: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly errors: number;
  /** The first error in words. */
  readonly firstError: string | null;
  /** Operations that have begun and not ended, with those that wait for a connection. */
  readonly open: number;
}

const CONNECTIONS = 64;
const TICK_MS = 1;
const WRONG_SECRETS_MS = 2_000;

let mix: Mix;
let port = 0;
let free: Connection[] = [];
const waiting: ((connection: Connection) => void)[] = [];
let performed = 0;
let isLoading = false;

let since = performance.now();
let operations = 0;
let open = 0;
let errors = 0;
let firstError: string | null = null;
let times: number[] = [];

function release(connection: Connection): void {
  const next = waiting.shift();
  if (next === undefined) free.push(connection);
  else next(connection);
}

/** A free connection. One that the server closed while it was idle is replaced. */
async function take(): Promise<Connection> {
  const connection = free.shift() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
  return connection.isOpen() ? connection : openConnection(port);
}

/** Runs work on a free connection. A connection that failed is replaced. */
async function begin(due: number, work: (send: Send) => Promise<void>): Promise<void> {
  open += 1;
  const connection = await take();
  let from = due;
  let isBroken = false;
  const send: Send = async (request) => {
    const answer = await connection.send(request).catch((error: unknown) => {
      isBroken = true;
      throw error;
    });
    const now = performance.now();
    times.push(now - from);
    from = now;
    return answer;
  };
  try {
    await work(send);
    operations += 1;
  } catch (error) {
    errors += 1;
    firstError ??= String(error);
  }
  open -= 1;
  release(isBroken ? await openConnection(port) : connection);
}

const operation = (due: number): Promise<void> => {
  const number = performed++;
  return begin(due, (send) => mix.perform(number, send));
};

/** The gaps between operations are random, as those of many independent callers. */
async function load(perSecond: number): Promise<void> {
  let due = performance.now();
  let wrongSecretAt = due;
  while (isLoading) {
    const now = performance.now();
    for (; due <= now; due += (-Math.log(1 - Math.random()) * 1000) / perSecond) void operation(due);
    if (wrongSecretAt <= now) {
      wrongSecretAt += WRONG_SECRETS_MS;
      void begin(now, (send) => mix.wrongSecret(send));
    }
    await setTimeout(TICK_MS);
  }
}

function taken(): Taken {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const now = performance.now();
  const seconds = (now - since) / 1000;
  const result = { seconds, operations, requests: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1), errors };
  const answer = { ...result, firstError, open };
  [since, operations, errors, firstError, times] = [now, 0, 0, null, []];
  return answer;
}

serve<Ask, Taken | readonly string[]>(async (ask) => {
  switch (ask.kind) {
    case 'connect':
      port = ask.port;
      mix = createMix(ask.base, ask.payers);
      free = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
      // Reads of one record need a record.
      await operation(performance.now());
      return taken();
    case 'saturate': {
      taken();
      const until = performance.now() + ask.seconds * 1000;
      const client = async (): Promise<void> => {
        while (performance.now() < until) await operation(performance.now());
      };
      await Promise.all(Array.from({ length: ask.clients }, client));
      return taken();
    }
    case 'begin':
      taken();
      isLoading = true;
      void load(ask.perSecond);
      return taken();
    case 'take':
      return taken();
    case 'end':
      isLoading = false;
      while (open > 0) await setTimeout(TICK_MS);
      return taken();
    case 'accepted':
      return mix.accepted;
  }
});
