import { type Logger, pino } from 'pino';
import type { LogLevel } from './settings/operation.js';
import { redact } from './redaction.js';

/** Takes whole lines. */
export interface LogDestination {
  write(line: string): unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** A log whose every line, bindings of children included, passes the redaction. An error goes into the field `err`. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** A log whose lines all carry these fields, such as a request id. */
  child(fields: object): Log;
}

/**
 * Logs as JSON, one object a line, apart from standard output, which stays with what a command answers.
 */
export function createLog(level: LogLevel, destination: LogDestination): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) as Fields },
      serializers: { err: (described: unknown) => described },
    },
    destination,
  );
  return redacted(logger);
}

/** Pino formats the fields of a line but not the bindings of a child, so these are redacted here. */
const redacted = (logger: Logger): Log => ({
  debug: (fields, message) => logger.debug(fields, message),
  info: (fields, message) => logger.info(fields, message),
  warn: (fields, message) => logger.warn(fields, message),
  error: (fields, message) => logger.error(fields, message),
  child: (fields) => redacted(logger.child(redact(fields) as Fields)),
});

let processDestination: LogDestination | null = null;

/** One for all logs of the process. Lines are written while requests go on, and those that are left when it ends. */
export function standardError(): LogDestination {
  if (processDestination !== null) return processDestination;
  const destination = pino.destination({ dest: 2, sync: false });
  process.on('exit', () => {
    try {
      destination.flushSync();
    } catch {
      // Nobody reads standard error any more: there is nowhere left to say so.
    }
  });
  processDestination = destination;
  return destination;
}
