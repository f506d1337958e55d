import type { Core } from '@corridor/core';
import type { Clock, JobStore, OutboxStore } from '@corridor/core/ports';
import type { Log } from '../logging/logging.js';
import type { Metrics } from '../metrics/metrics.js';
import { createWorker, type Work } from './worker.js';

export interface Workers {
  start(): void;
  /** Call after a commit: work may be due at once. */
  wake(): void;
  /** Starts no further runs of the workers and no further deliveries; resolves when the current ones have ended. */
  stop(): Promise<void>;
}

export interface WorkersPorts {
  readonly core: Pick<Core, 'work'>;
  readonly storage: { readonly jobs: JobStore; readonly outbox: OutboxStore };
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /**
   * False if other hosts run jobs, deliver events and seal the journal. This host then only refreshes exchange rates,
   * which it keeps in memory.
   */
  readonly enabled: boolean;
}

/** Jobs that are claimed together share units of work, so rarer claims are cheaper. */
const GAP_MS = 25;
const IDLE_MS = 250;
/** How late a quote may expire. */
const QUOTES_IDLE_MS = 1_000;
const RATES_IDLE_MS = 10_000;
const ANSWERS_IDLE_MS = 60_000;
/** A day: only hosts of a former release write records without words, during an update. */
const WORDS_IDLE_MS = 86_400_000;
const AUDITS_IDLE_MS = 2_000;
const SAFEGUARDING_IDLE_MS = 60_000;
const SEALS_IDLE_MS = 60_000;
/**
 * Pause between two runs that seal the journal (add a signed hash over new postings, events and log entries) while there is a
 * backlog, so that payments get the database in between.
 */
const SEALS_GAP_MS = 100;
const ARCHIVE_IDLE_MS = 600_000;
/** As `SEALS_GAP_MS`, between two files of archived events. */
const ARCHIVE_GAP_MS = 100;
const VOUCHERS_IDLE_MS = 3_600_000;
const FIGURES_IDLE_MS = 2_000;
/** As `SEALS_GAP_MS`, between two runs that count events of payments. */
const FIGURES_GAP_MS = 100;

/**
 * The background workers of a host: jobs, events, the expiry of quotes, exchange rates, expired idempotency keys, the seals over
 * the journal, the archive of old events, the deletion of old files of banks, the figures of payments, missing words of search, the daily safeguarding reports,
 * and the audits that operators ask for. They run independently of each other.
 */
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
      failed: (err) => log.error({ err, worker: name }, 'background worker failed; it runs again shortly'),
      idleMs,
      gapMs,
      joins,
    });

  /** A worker whose run lasts as long as the slowest rail or receiver: new work joins the current run. */
  const joined = (name: string, pass: () => Promise<number>, nextDue: Work['nextDue']) =>
    loop(name, { work: countedOnce(pass, counted), nextDue }, IDLE_MS, true);
  const chore = (name: string, pass: () => Promise<unknown>, idleMs: number) =>
    loop(name, { work: () => pass().then(() => 0), nextDue: async () => null }, idleMs, false);

  const jobs = joined('jobs', work.runJobs, () => storage.jobs.nextDue());
  const events = joined('events', work.deliverEvents, () => storage.outbox.nextDue());
  const quotes = loop(
    'quotes',
    { work: counted(work.expireOverdue), nextDue: async () => null },
    QUOTES_IDLE_MS,
    false,
  );
  const rates = chore('rates', work.refreshRates, RATES_IDLE_MS);
  // The log keeps the heads of the chain of seals outside the database. `corridor audit --head` checks whether a head
  // is still part of the chain.
  const seal = async (): Promise<number> => {
    const { rows, head, isBehind } = await work.sealJournal();
    if (rows > 0) log.info({ rows, head }, 'signed seal added over new postings, events and log entries');
    return isBehind ? rows : 0;
  };
  const seals = loop('seals', { work: seal, nextDue: async () => null }, SEALS_IDLE_MS, false, SEALS_GAP_MS);
  const archiveSome = async (): Promise<number> => {
    const { rows, file, isBehind } = await work.archiveEvents();
    if (file !== null) log.info({ rows, file }, 'old events were moved to the archive');
    return isBehind ? 1 : 0;
  };
  const archive = loop(
    'archive',
    { work: archiveSome, nextDue: async () => null },
    ARCHIVE_IDLE_MS,
    false,
    ARCHIVE_GAP_MS,
  );
  const eraseVouchers = async (): Promise<void> => {
    for (const month of await work.eraseVouchers()) log.info({ month }, 'files of banks of a month were deleted');
  };
  const vouchers = chore('vouchers', eraseVouchers, VOUCHERS_IDLE_MS);
  const count = async (): Promise<number> => {
    const { events, isBehind } = await work.foldFigures();
    return isBehind ? events : 0;
  };
  const figures = loop('figures', { work: count, nextDue: async () => null }, FIGURES_IDLE_MS, false, FIGURES_GAP_MS);
  const audits = chore('audits', work.runAudits, AUDITS_IDLE_MS);
  const safeguarding = chore('safeguarding', work.reportSafeguarding, SAFEGUARDING_IDLE_MS);
  const words = chore('words', work.fillMissingWords, WORDS_IDLE_MS);
  const answers = chore('answers', work.forgetAnswers, ANSWERS_IDLE_MS);

  return {
    start() {
      rates.start();
      if (!enabled) return;
      jobs.start();
      events.start();
      quotes.start();
      answers.start();
      words.start();
      seals.start();
      archive.start();
      vouchers.start();
      figures.start();
      audits.start();
      safeguarding.start();
    },
    wake() {
      jobs.wake();
      events.wake();
    },
    async stop() {
      await Promise.all([
        rates.stop(),
        jobs.stop(),
        events.stop(),
        quotes.stop(),
        answers.stop(),
        words.stop(),
        seals.stop(),
        archive.stop(),
        vouchers.stop(),
        figures.stop(),
        audits.stop(),
        safeguarding.stop(),
        work.stop(),
      ]);
    },
  };
}

/** Counts the work of a run once: a call that joins a run returns the promise of that run. */
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
