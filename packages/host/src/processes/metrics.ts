import type { Log } from '../logging.js';
import type { Metrics } from '../metrics.js';
import type { Channel } from './channel.js';

/** Where the process sends its metrics; `isServing` is false while it drains, and in a process without requests. */
export interface Offered {
  readonly channel: Channel;
  readonly isServing: () => boolean;
}

/**
 * The metrics of one process of a host: the supervisor may ask for them, `render` asks the supervisor for the sum of all
 * processes, and `close` gives it the last figures of this process.
 */
export declare function offerMetrics(metrics: Metrics, offered: Offered): Metrics;

/** The metrics of all processes of a host. */
export interface SummedMetrics {
  /** Adds a process, whose questions for the sum are answered from now on. */
  add(channel: Channel): void;
  /** A process has ended (its channel is disconnected): its counts stay in the sum. */
  ended(channel: Channel): void;
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

export declare function createSummedMetrics(log: Pick<Log, 'warn'>): SummedMetrics;
