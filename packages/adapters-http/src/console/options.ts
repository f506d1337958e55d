import type { RailReport } from '../app/options.js';
import type { FoundRecord } from './visit.js';

/** Path of the console, below the prefix. */
export const CONSOLE_PATH = '/console';

export interface ConsoleOptions {
  /** Path of the console, such as `/console`. */
  readonly base: string;
  /** The public address of the console; its forms come from this origin. */
  readonly url: string;
  /** The host's clock, in milliseconds; by default the clock of the process. */
  readonly now?: () => number;
  readonly rails?: () => Promise<readonly RailReport[]>;
  /** The record with an id or a reference, in any tenant; null if there is none. */
  readonly find?: (text: string) => Promise<FoundRecord | null>;
}
