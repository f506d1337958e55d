import type { Log } from '../logging/logging.js';
import type { MetricValues, ReadMetrics } from '../metrics/metric-values.js';
import type { Metrics } from '../metrics/metrics.js';
import { renderedOnce } from '../metrics/rendered-once.js';
import type { Channel } from './channel.js';

/** What a process answers when the supervisor asks for its metrics. */
interface Answered extends ReadMetrics {
  readonly isServing: boolean;
}

const READ = 'metrics.read';
const SUM = 'metrics.sum';
const LAST = 'metrics.last';

/**
 * Prometheus ends a scrape after 10 seconds by default. A process reads its figures within 4 seconds, so one without an
 * answer after this time is left out.
 */
const ANSWER_WITHIN_MS = 6_000;
const LAST_WITHIN_MS = 500;

/** Where a process offers its metrics; `isServing` is false while it drains, and in a process without requests. */
export interface Offered {
  readonly channel: Channel;
  readonly isServing: () => boolean;
}

/**
 * The metrics of one process of a host: the supervisor may ask for them, `render` asks the supervisor for the sum of all
 * processes, and `close` gives it the last counts of this process.
 */
export function offerMetrics(metrics: Metrics, { channel, isServing }: Offered): Metrics {
  const answered = async (withFigures: boolean): Promise<Answered> => ({
    ...(await metrics.read(withFigures)),
    isServing: isServing(),
  });
  channel.onAsked(READ, (withFigures) => answered(withFigures === true));
  return {
    ...metrics,
    render: renderedOnce(async () => (await channel.ask(SUM, null)) as Awaited<ReturnType<Metrics['render']>>),
    async close() {
      const handedOver = answered(false).then((last) => channel.ask(LAST, last));
      // Without an answer the supervisor keeps the counts of its last scrape.
      await within(LAST_WITHIN_MS, handedOver).catch(() => undefined);
      await metrics.close();
    },
  };
}

/** The metrics of all processes of a host, in its supervisor. */
export interface SummedMetrics {
  /** Adds a process, whose questions for the sum are answered from now on. */
  add(channel: Channel): void;
  /** A process has ended (its channel is disconnected): its counts stay in the sum. */
  ended(channel: Channel): void;
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** What the supervisor knows of a process. */
interface Process {
  readonly channel: Channel;
  /** Null until it first answers. */
  last: Answered | null;
  /** It has handed over its last counts: an answer that it began before is older. */
  isClosed: boolean;
  isSilent: boolean;
}

export interface SummedOptions {
  /** Metrics of the supervisor beside those of its own process; none by default. */
  readonly more?: () => Promise<readonly MetricValues[]>;
}

/**
 * Sums up the metrics of the processes of a host, and those of the supervisor itself. One process reads the figures of
 * the database for all. Counts never decrease while the supervisor runs: those of a process that has ended or does not
 * answer stay as it sent them last. Gauges of such a process are left out.
 */
export function createSummedMetrics(
  log: Pick<Log, 'warn'>,
  { more = async () => [] }: SummedOptions = {},
): SummedMetrics {
  const processes = new Map<Channel, Process>();
  // A supervisor that is never asked for metrics does not load the Prometheus client until a process ends.
  const load = () => import('./sum-metrics.js');
  let ofEnded: Promise<readonly MetricValues[]> = Promise.resolve([]);

  async function read(process: Process, withFigures: boolean): Promise<Answered | null> {
    try {
      const answer = (await within(ANSWER_WITHIN_MS, process.channel.ask(READ, withFigures))) as Answered;
      process.isSilent = false;
      if (!process.isClosed) process.last = answer;
      return answer;
    } catch (err) {
      process.isSilent = true;
      const isStarting = process.last === null && !(err instanceof Late);
      if (!isStarting && !process.isClosed && processes.has(process.channel)) {
        log.warn({ err }, 'a process of the host did not send its metrics, so that its gauges are missing in a scrape');
      }
      return null;
    }
  }

  async function renderSum(): ReturnType<SummedMetrics['render']> {
    const { countsOf, readyOf, readySum, sumMetrics, supervisorMetrics, textOf } = await load();
    const own = await supervisorMetrics();
    const asked = [...processes.values()];
    const reader = asked.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
    const answers = await Promise.all(asked.map((process) => read(process, process === reader)));
    const parts = [own, await more()];
    const ready: boolean[] = [];
    for (const [at, process] of asked.entries()) {
      const answer = answers[at]!;
      if (process === reader && answer !== null) parts.push(answer.figures);
      // The counts of a process that has ended meanwhile are among those of the ended ones.
      if (!processes.has(process.channel) || process.last === null) continue;
      const { own: last, isServing } = process.last;
      parts.push(answer === null ? countsOf(last) : last);
      if (isServing) ready.push(answer !== null && readyOf(last));
    }
    parts.push(await ofEnded);
    return textOf(readySum(await sumMetrics(parts), ready.length > 0 && ready.every(Boolean)));
  }

  const render = renderedOnce(renderSum);

  return {
    render,
    add(channel) {
      const process: Process = { channel, last: null, isClosed: false, isSilent: false };
      processes.set(channel, process);
      channel.onAsked(SUM, render);
      channel.onAsked(LAST, (last) => {
        process.last = last as Answered;
        process.isClosed = true;
      });
    },
    ended(channel) {
      const last = processes.get(channel)?.last ?? null;
      processes.delete(channel);
      if (last === null) return;
      const before = ofEnded;
      ofEnded = load().then(async ({ countsOf, sumMetrics }) => sumMetrics([await before, countsOf(last.own)]));
    },
  };
}

/** The process that reads the figures: one that serves, rather than one that starts or stops, or did not answer. */
function rankOf({ last, isSilent, isClosed }: Process): number {
  if (isSilent || isClosed) return 3;
  if (last === null) return 1;
  return last.isServing ? 0 : 2;
}

class Late extends Error {}

async function within<T>(milliseconds: number, waiting: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([waiting, late]);
  } finally {
    clearTimeout(timer);
  }
}
