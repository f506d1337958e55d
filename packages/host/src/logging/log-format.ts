import type { LogDestination } from '../kernel/log-destination.js';
import type { LogFormat } from '../settings/operation.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { inColour } from '../terminal/terminal.js';
import { textLog } from './text-log.js';

/** Lines for people or JSON: as the setting says, or by whether the log goes to a terminal. */
export function logDestination(
  format: LogFormat | null,
  {
    log,
    isLogTerminal = false,
    environment = process.env,
  }: Pick<ProcessContext, 'log' | 'isLogTerminal' | 'environment'>,
): LogDestination {
  if ((format ?? (isLogTerminal ? 'text' : 'json')) === 'json') return log;
  return textLog(log, inColour({ isTerminal: isLogTerminal, environment }));
}
