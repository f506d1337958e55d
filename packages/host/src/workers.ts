import type { Core } from '@corridor/core';
import type { Clock, JobStore, OutboxStore } from '@corridor/core/ports';
import type { Log } from './logging.js';
import type { Metrics } from './metrics.js';
import { createWorker, type Work } from './worker.js';

export interface Workers {
  start(): void;
  /** Call after a commit: work may be due at once. */
  wake(): void;
  /** Starts no further passes or deliveries; resolves when the running ones have ended. */
  stop(): Promise<void>;
}

export interface WorkersPorts {
  readonly core: Pick<Core, 'work'>;
  readonly storage: { readonly jobs: JobStore; readonly outbox: OutboxStore };
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /**
   * False: other hosts run jobs, events and seals. This host only refreshes exchange rates, which it keeps in memory.
   */
  readonly enabled: boolean;
}

const GAP_MS = 10;
const IDLE_MS = 250;
const RATES_IDLE_MS = 10_000;
const ANSWERS_IDLE_MS = 60_000;
const SEALS_IDLE_MS = 60_000;
/** Pause between sealing passes of a host with a backlog, so that payments get the database in between. */
const SEALS_GAP_MS = 100;

/** The loops of a host: jobs, events, rates, expired answers and seals. None of them waits for another. */
export function createWorkers({ core, storage, clock, log, metrics, enabled }: WorkersPorts): Workers {
  const { work } = core;

  const counted = (pass: () => Promise<number>) => async (): Promise<number> => {
    const began = performance.now();
    const done = await pass();
    if (done > 0) metrics.worked(done, (performance.now() - began) / 1000);
    return done;
  };
  const loop = (name: string, waiting: Work, idleMs: number, joins: boolean, gapMs = GAP_MS) =>
    createWorker(waiting, {
      now: () => clock.now(),
      failed: (err) => log.error({ err, worker: name }, 'worker pass failed'),
      idleMs,
      gapMs,
      joins,
    });

  /** For passes that last as long as the slowest rail or receiver: new work joins a running pass. */
  const joined = (name: string, pass: () => Promise<number>, nextDue: Work['nextDue']) =>
    loop(name, { work: countedOnce(pass, counted), nextDue }, IDLE_MS, true);
  const chore = (name: string, pass: () => Promise<unknown>, idleMs: number) =>
    loop(name, { work: () => pass().then(() => 0), nextDue: async () => null }, idleMs, false);

  const jobs = joined('jobs', work.runJobs, () => storage.jobs.nextDue());
  const events = joined('events', work.deliverEvents, () => storage.outbox.nextDue());
  const rates = chore('rates', work.refreshRates, RATES_IDLE_MS);
  // The log is a copy of the heads outside the database: the audit checks whether a head is still part of the chain.
  const seal = async (): Promise<number> => {
    const { rows, head, isBehind } = await work.sealJournal();
    if (rows > 0) log.info({ rows, head }, 'journal sealed');
    return isBehind ? rows : 0;
  };
  const seals = loop('seals', { work: seal, nextDue: async () => null }, SEALS_IDLE_MS, false, SEALS_GAP_MS);
  const answers = chore('answers', work.forgetAnswers, ANSWERS_IDLE_MS);

  return {
    start() {
      rates.start();
      if (!enabled) return;
      jobs.start();
      events.start();
      answers.start();
      seals.start();
    },
    wake() {
      jobs.wake();
      events.wake();
    },
    async stop() {
      await Promise.all([rates.stop(), jobs.stop(), events.stop(), answers.stop(), seals.stop(), work.stop()]);
    },
  };
}

/** A call that joins a running pass returns the same promise, so that its work is counted once. */
function countedOnce(run: () => Promise<number>, counted: (pass: () => Promise<number>) => () => Promise<number>) {
  let running: Promise<number> | null = null;
  let pass: Promise<number> | null = null;
  return (): Promise<number> => {
    const current = run();
    if (current !== running || pass === null) {
      running = current;
      pass = counted(() => current)();
    }
    return pass;
  };
}
