import { readFileSync } from 'node:fs';
import { checkInput, type Field, type FieldError, type Fields, fromIso, type Instant } from '@corridor/core';
import { MAX_COMPUTED } from '@corridor/core/internal';
import { UsageError } from '../kernel/errors.js';
import { type Arguments, list, optionOf } from '../terminal/arguments.js';
import { type Asking, askings } from './action-options.js';

type Input = Readonly<Record<string, unknown>>;

/** Why a value cannot be read. */
class Unreadable extends Error {}

/** The value that removes what a field sets. */
const NONE = 'none';

/**
 * The input of an action that the options give. A `UsageError` has every option that is missing or invalid, and `also`.
 */
export function readInput(fields: Fields, given: Arguments, also: readonly string[] = []): Input {
  const all = askings(fields);
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  const reported = new Set<string>();
  for (const asking of all) {
    try {
      const value = readOne(asking, given[asking.option]);
      if (value !== undefined) put(input, asking.path, value);
      else if (asking.isRequired) throw new Unreadable('is missing');
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause;
      reported.add(asking.path);
      problems.push(
        cause.message === 'is missing' ? `--${asking.option} is missing` : `--${asking.option}: ${cause.message}`,
      );
    }
  }
  const checked = checkInput(fields, input);
  const errors = checked.ok ? [] : fieldErrors(checked.error.details);
  const unread = (field: string): boolean =>
    [...reported].some((path) => path === field || path.startsWith(`${field}.`));
  problems.push(
    ...errors.filter(({ field }) => !unread(field)).map((error) => explained(error, fields, input)),
    ...also,
  );
  if (problems.length > 0) throw new UsageError(problems.join('; '));
  return input;
}

export const fieldErrors = (details: Input | undefined): readonly FieldError[] =>
  (details?.['errors'] ?? []) as readonly FieldError[];

/** An error of a field, with the option that the field comes from. */
export function explained({ field, message = 'is invalid' }: FieldError, fields: Fields, input: Input): string {
  const all = askings(fields);
  const asking = all.find(({ path }) => path === field) ?? all.find(({ path }) => field.startsWith(`${path}.`));
  // What is in a file has no option of its own.
  if (asking?.field.kind === 'groups' && asking.path !== field)
    return `--${asking.option}: ${field.slice(asking.path.length + 1)} ${message}`;
  const [name = '', index] = field.split('.');
  const values = input[name];
  const value = Array.isArray(values) && index !== undefined ? `${shownItem(values[Number(index)])}` : '';
  return `--${asking?.option ?? kebab(name)}: ${value}${message}`;
}

/** A message that begins with the name of a field, with the option that the field comes from. */
export function withOption(message: string, fields: Fields): string {
  const [, field, rest] = /^(\w+): (.+)$/s.exec(message) ?? [];
  const asking = askings(fields).find(({ path }) => path === field);
  return asking === undefined ? message : `--${asking.option}: ${rest}`;
}

const shownItem = (item: unknown): string => (typeof item === 'string' ? `${item} ` : '');

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function put(input: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) input[first] = value;
  else put((input[first] ??= {}) as Record<string, unknown>, rest.join('.'), value);
}

function readOne({ field, isRequired }: Asking, given: string | boolean | undefined): unknown {
  if (field.kind === 'flag') return readFlag(field, given, isRequired);
  if (typeof given !== 'string' || (given === '' && isRequired)) return undefined;
  if (field.clears === true && given === NONE) return null;
  return readText(field, given);
}

function readText(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'money':
      return amountIn(text);
    case 'number':
      return numberIn(text);
    case 'choice':
      return chosen(text, field.choices);
    case 'choices':
      return list(text).map((each) => chosen(each, field.choices));
    case 'texts':
      return text === '' ? [] : list(text);
    case 'time':
      return timeIn(text);
    case 'groups':
      return itemsIn(text).map((item) => amountsRead(item, field.fields));
    default:
      return text;
  }
}

function amountIn(text: string): bigint {
  if (!/^\d{1,16}$/.test(text) || BigInt(text) > MAX_COMPUTED)
    throw new Unreadable(`${text} is not an amount from 0 to ${MAX_COMPUTED} in smallest units`);
  return BigInt(text);
}

function numberIn(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new Unreadable(`${text} is not a whole number`);
  return Number(text);
}

function timeIn(text: string): Instant {
  const at = fromIso(text);
  if (at === null) throw new Unreadable(`${text} is not an ISO 8601 time such as 2025-10-13T00:00:00Z`);
  return at;
}

function chosen(text: string, choices: Extract<Field, { readonly kind: 'choice' }>['choices']): string {
  const values = choices.map(([value]) => value);
  if (!values.includes(text)) throw new Unreadable(`${text} is not one of ${values.join(', ')}`);
  return text;
}

/** A flag that is not given has the other value if the field is required. */
function readFlag(
  field: Extract<Field, { readonly kind: 'flag' }>,
  given: string | boolean | undefined,
  isRequired: boolean,
): unknown {
  if (given === true) return field.states;
  if (given === 'true' || given === 'false') return given === 'true';
  if (typeof given === 'string') throw new Unreadable(`${given} is not one of true, false`);
  return isRequired ? !field.states : undefined;
}

function itemsIn(path: string): readonly unknown[] {
  let items: unknown;
  try {
    items = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const why =
      cause instanceof SyntaxError
        ? 'is not JSON'
        : `cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`;
    throw new Unreadable(`${path} ${why}`);
  }
  if (!Array.isArray(items)) throw new Unreadable(`${path} must have a list`);
  return items;
}

/** JSON has no integers of this size, so an amount is read from a whole number or a text. */
function amountsRead(item: unknown, fields: Fields): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]: [string, unknown]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field?.kind === 'group') return [name, amountsRead(value, field.fields)];
      return [name, field?.kind === 'money' && /^\d{1,16}$/.test(String(value)) ? BigInt(String(value)) : value];
    }),
  );
}

/** The file of the operator's credential, or the problem that it is missing. */
export const missingOperator = (given: Arguments): readonly string[] =>
  optionOf(given, 'operator')
    ? []
    : ['--operator is missing; create a credential in the console under Account, and pass its file'];
