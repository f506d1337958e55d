import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { type Core, type Id, runUseCase } from '@corridor/core';
import { TRANSACTIONS } from '@corridor/core/records';
import type { Storage } from '@corridor/adapters-storage';
import type { ScreeningConnection } from '@corridor/core/ports';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { embedCore } from '../../support/embedded-core.js';
import { type EmbeddedPayer, quoteRequest } from '../../support/embedded-payer.js';
import { serve } from '../child.js';

/** What a host is asked first. */
export interface Start {
  readonly kind: 'start';
  readonly address: string;
  readonly masterKey: Uint8Array;
  /** The version of the lists by which the provider answers. */
  readonly lists: string;
  /** The file to which the provider writes each question: its occasion, its reference and how many parties it has. */
  readonly book: string;
  readonly payers: readonly EmbeddedPayer[];
}

export type Ask = Start | { readonly kind: 'pay'; readonly seconds: number };

export interface Paid {
  readonly perSecond: number;
  /** Milliseconds from the request until the rail has the payment. */
  readonly p50: number;
  readonly p99: number;
}

export const openStorage = (address: string) =>
  address.startsWith('postgres') ? createPostgresStorage({ url: address }) : createSqliteStorage({ path: address });

function provider({ lists, book }: Start): ScreeningConnection {
  const name = 'lists';
  return {
    ...{ name, environment: 'SANDBOX', tasks: [], callback: null, claims: [] },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    rules: { notDuring: [], passBelow: {}, holdSeconds: 3_600 },
    provider: {
      name,
      listVersion: async () => lists,
      async screen({ reference, occasion, parties }) {
        appendFileSync(book, `${occasion} ${reference} ${parties.length}\n`);
        return { state: 'clear', listVersion: lists, matches: [] };
      },
    },
  };
}

let core: Core;
let storage: Storage;
let payers: readonly EmbeddedPayer[] = [];

async function start(asked: Start): Promise<void> {
  const { address, masterKey } = asked;
  storage = openStorage(address);
  core = embedCore(storage, { masterKey, screening: [provider(asked)] });
  payers = asked.payers;
  await core.work.refreshRates();
  await core.rails.start();
  void work();
}

const IDLE_MS = 20;

async function work(): Promise<void> {
  for (;;) if ((await core.work.runJobs()) === 0) await setTimeout(IDLE_MS);
}

const POLL_MS = 5;

async function handedOver({ tenant }: EmbeddedPayer, id: Id<'Transaction'>): Promise<void> {
  for (;;) {
    const payment = await storage.units.read(tenant, (reads) => reads.get(TRANSACTIONS, id));
    if (payment!.submittedAt !== null) return;
    await setTimeout(POLL_MS);
  }
}

/** Each payer has one payment under way, and begins the next when its rail has it: it was screened by then. */
async function pay(seconds: number): Promise<Paid> {
  const until = performance.now() + seconds * 1_000;
  const took: number[] = [];
  const one = async (payer: EmbeddedPayer): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now();
      const ctx = core.context(payer.tenant, { kind: 'system' }, 'payment');
      const made = await runUseCase(core.units, ctx, core.quotes.create as never, {
        ...quoteRequest(payer),
        immediatelyExecute: true,
      });
      if (!made.ok) throw new Error(`${made.error.code}: ${made.error.message}`);
      const { transactionId } = made.value as unknown as { readonly transactionId: Id<'Transaction'> };
      await handedOver(payer, transactionId);
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(payers.map(one));
  took.sort((a, b) => a - b);
  const at = (part: number): number => took[Math.min(took.length - 1, Math.floor(took.length * part))]!;
  return { perSecond: took.length / seconds, p50: at(0.5), p99: at(0.99) };
}

serve<Ask, Paid | null>(async (asked) => {
  if (asked.kind === 'pay') return pay(asked.seconds);
  await start(asked);
  return null;
});
