import type { ConsoleMount } from '../../kit/options.js';
import type { ConsoleOptions } from '../kit/options.js';
import { serveConsole } from './serve-console.js';

/** The console of operators, for `createApp` or `createConsoleApp` of `@corridor/adapters-http` (docs/operate/console.md). */
export function createConsole(options: ConsoleOptions): ConsoleMount {
  return { base: options.base, serve: (ports) => serveConsole({ ...ports, options }) };
}
