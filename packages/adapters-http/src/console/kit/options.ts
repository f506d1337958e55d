import type { ComparedHolding } from '@corridor/core/internal';
import type { RailReport } from '../../kit/options.js';
import type { SignInLimits } from './sign-in-limits.js';

/** The console of operators (docs/operate/console.md). */
export interface ConsoleOptions {
  /** Path of the console, such as `/console`. */
  readonly base: string;
  /** The public address of the console; its forms come from this origin. */
  readonly url: string;
  /** Address of the documentation for operators, to which the menu links; absent: no link. */
  readonly documentation?: string;
  /** The host's clock, in milliseconds; by default the clock of the process. */
  readonly now?: () => number;
  readonly rails?: () => Promise<readonly RailReport[]>;
  /** Limits sign-ins of one client for the whole host; by default each app counts for itself. */
  readonly signIns?: SignInLimits;
  /** What connections hold beside the ledger, as it was compared last. */
  readonly holdings?: () => Promise<readonly ComparedHolding[]>;
}
