import { type Logger, pino } from 'pino';
import { redact } from './redaction.js';
import type { LogLevel } from '../settings/operation.js';

/** Accepts complete lines. */
export interface LogDestination {
  write(line: string): unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** A log that redacts every line, including the bindings of its children. An error goes into the field `err`. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** A log whose lines all have these fields, such as a request id. */
  child(fields: object): Log;
}

/**
 * Logs JSON, one object per line, to a destination apart from standard output, which carries only command results.
 * `fields` are in every line.
 */
export function createLog(level: LogLevel, destination: LogDestination, fields?: object): Log {
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
  const log = redacted(logger);
  return fields === undefined ? log : log.child(fields);
}

/** Pino's formatters do not see the bindings of a child, so they are redacted here. */
const redacted = (logger: Logger): Log => ({
  debug: (fields, message) => logger.debug(fields, message),
  info: (fields, message) => logger.info(fields, message),
  warn: (fields, message) => logger.warn(fields, message),
  error: (fields, message) => logger.error(fields, message),
  child: (fields) => redacted(logger.child(redact(fields) as Fields)),
});

let processDestination: LogDestination | null = null;

/**
 * A pipe takes up to this many bytes at once, so that lines of several processes do not mix. One line can be longer.
 */
const WHOLE_BYTES = 4096;

/** The single destination for all logs of the process. Writes asynchronously, and flushes when the process exits. */
export function standardError(): LogDestination {
  if (processDestination !== null) return processDestination;
  const destination = pino.destination({ dest: 2, sync: false, maxWrite: WHOLE_BYTES });
  process.on('exit', () => {
    try {
      destination.flushSync();
    } catch {
      // Standard error is closed, so the failure cannot be reported.
    }
  });
  processDestination = destination;
  return destination;
}
