import type { Arguments } from './arguments.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { visibleJson } from './terminal.js';

/** Prints the records of a list. */
export interface PrintedList {
  /** A record with what is printed about it: these lines, or with `--json` these fields. */
  add(fields: Readonly<Record<string, unknown>>, ...lines: readonly string[]): void;
  /** Ends the list. Returns the exit code of the command. */
  end(): number;
}

/** Amounts are texts, as numbers above 2^53 would lose digits; control characters are escaped as on a terminal. */
const jsonOf = (value: unknown): string =>
  visibleJson(
    JSON.parse(JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each))),
  );

/** Prints one record as a JSON object, for a command that is not a list. */
export const printObject = (
  { print }: Pick<ProcessContext, 'print'>,
  fields: Readonly<Record<string, unknown>>,
): void => print(jsonOf(fields));

/**
 * A list in lines as they come, with the sentence `none` if it is empty; with `--json` one JSON array, which may be empty.
 * Without a sentence, programs read the lines.
 */
export function printedList(
  { print }: Pick<ProcessContext, 'print'>,
  given: Arguments,
  none: string | null,
): PrintedList {
  const records: Readonly<Record<string, unknown>>[] = [];
  const isJson = given['json'] === true;
  let isEmpty = true;
  return {
    add(fields, ...lines) {
      isEmpty = false;
      if (isJson) records.push(fields);
      else lines.forEach((line) => print(line));
    },
    end() {
      if (isJson) print(jsonOf(records));
      else if (isEmpty && none !== null) print(none);
      return 0;
    },
  };
}
