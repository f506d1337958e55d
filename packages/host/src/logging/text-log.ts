import type { LogDestination } from '../kernel/log-destination.js';
import { type Colour, painted, visible } from '../terminal/terminal.js';

const COLOURS: Readonly<Record<string, Colour>> = {
  fatal: 'red',
  error: 'red',
  warn: 'yellow',
  debug: 'gray',
  trace: 'gray',
};

/**
 * Writes the JSON lines of a log as lines for people: time in UTC, level, message and fields; an error has its stack below.
 * Redaction comes before. What clients and banks sent cannot begin a line of its own or steer the terminal.
 */
export function textLog(destination: LogDestination, inColours: boolean): LogDestination {
  const paint = (colour: Colour | undefined, text: string): string =>
    inColours && colour !== undefined ? painted(colour, text) : text;

  return {
    write(line) {
      const { level, time, message, err, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      const name = textOf(level);
      const rest = Object.entries(fields).map(([key, value]) => paint('gray', `${visible(key)}=${shown(value)}`));
      const head = [
        timeOf(time),
        paint(COLOURS[name], name.toUpperCase().padEnd(5)),
        visible(textOf(message)),
        ...rest,
      ];
      return destination.write(`${[head.join(' '), ...errorLines(err)].join('\n')}\n`);
    },
  };
}

const TIME_OF_DAY = [11, 24] as const;

const timeOf = (time: unknown): string => textOf(time).slice(...TIME_OF_DAY);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A text without spaces as it is; anything else as JSON. */
const shown = (value: unknown): string =>
  visible(typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : (JSON.stringify(value) ?? ''));

const INDENT = '    ';

/** The stack of an error, which begins with its message, then its causes. */
function errorLines(err: unknown): readonly string[] {
  if (err === undefined || err === null) return [];
  if (typeof err !== 'object') return [`${INDENT}${visible(textOf(err))}`];
  const { type, message, stack, code, cause } = err as Readonly<Record<string, unknown>>;
  const text = typeof stack === 'string' ? stack : `${textOf(type)}: ${textOf(message)}`;
  const lines = text.split('\n').map((line) => `${INDENT}${visible(line)}`);
  if (code !== undefined) lines[0] += ` (${visible(textOf(code))})`;
  const below = errorLines(cause);
  return below.length === 0 ? lines : [...lines, `${INDENT}caused by`, ...below];
}
