import { type Logger, pino } from 'pino';
import type { LogDestination } from '../kernel/log-destination.js';
import { redact } from './redaction.js';
import type { LogLevel } from '../settings/operation.js';

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
