import type { z } from 'zod';
import { PRINTABLE } from './values.js';

/** The rest of a longer list says the same of other elements. */
const MOST_FAULTS = 5;
const MOST_NAMES = 3;
const LONGEST_NAME = 40;
/** The members that say which variant an answer is. */
const VARIANTS = ['state', 'decision', 'kind', 'answer'] as const;

type Issue = z.core.$ZodIssue;

const UNITS: Readonly<Record<string, string>> = { array: 'elements', string: 'characters' };

function limit({ origin }: { readonly origin: string }, relation: string, bound: number | bigint): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be at ${relation} ${bound}`;
  return relation === 'most' ? `has more than ${bound} ${unit}` : `has fewer than ${bound} ${unit}`;
}

/** Short, and on one line: the partner chose it. It has signed the answer, and an operator must know which member it is. */
const nameOf = (key: string): string =>
  JSON.stringify(key.length > LONGEST_NAME ? `${key.slice(0, LONGEST_NAME)}…` : key);

/** The value at a path; undefined if there is none. */
const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    body,
  );

const EXAMPLES: Readonly<Record<string, string>> = {
  date: 'is not a date, such as 2026-01-15',
  datetime: 'is not a time with its zone, such as 2026-01-05T10:30:00Z',
};

function formatFault({ format, pattern }: { readonly format: string; readonly pattern?: string | undefined }): string {
  if (pattern === String(PRINTABLE)) return 'has a line break or another control character; leave it out';
  return EXAMPLES[format] ?? 'is malformed';
}

function wrongIn(issue: Issue, body: unknown): string {
  const isMissing = valueAt(body, issue.path) === undefined;
  switch (issue.code) {
    case 'unrecognized_keys': {
      const more = issue.keys.length > MOST_NAMES ? ' and others' : '';
      const names = issue.keys.slice(0, MOST_NAMES).map(nameOf).join(', ');
      return `has the unknown member${issue.keys.length === 1 ? '' : 's'} ${names}${more}`;
    }
    case 'too_big':
      return limit(issue, 'most', issue.maximum);
    case 'too_small':
      return limit(issue, 'least', issue.minimum);
    case 'invalid_type':
      return isMissing ? 'is missing' : `is not of the type ${issue.expected}`;
    case 'invalid_value':
      return isMissing ? 'is missing' : `is not ${issue.values.map(String).join(' or ')}`;
    case 'invalid_format':
      return formatFault(issue);
    default:
      return isMissing ? 'is missing' : 'is malformed';
  }
}

/** Which variant the body is, such as `state hold`; null if the reader knows no such one. */
function variantOf(body: unknown, issues: readonly Issue[]): string | null {
  const found = VARIANTS.find((member) => typeof valueAt(body, [member]) === 'string');
  if (found === undefined || issues.some(({ path }) => path[0] === found)) return null;
  const value = valueAt(body, [found]) as string;
  return value.length > LONGEST_NAME ? null : `${found} ${value}`;
}

/** What is wrong with an answer: the member, and what it must be. `body` is undefined if it is not JSON. */
export function faultsOfAnswer({ issues }: z.ZodError, body: unknown): string {
  if (body === undefined) return 'the body is not JSON';
  const faults = issues.map((issue) => `${issue.path.join('.') || 'the body'} ${wrongIn(issue, body)}`);
  const shown = [...new Set(faults)].slice(0, MOST_FAULTS).join('; ');
  const variant = variantOf(body, issues);
  return variant === null ? shown : `${shown} (${variant})`;
}
