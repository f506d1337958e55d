import type { FieldConstraint, FieldError } from '@corridor/core';
import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** All fields of a value that its schema refused, in the form of `FieldError`. Each field appears once. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const found of error.issues.flatMap((issue) => fromIssue(issue, []))) {
    const known = byField.get(found.field);
    byField.set(found.field, known === undefined ? found : merge(known, found));
  }
  return [...byField.values()];
}

/** Combines the errors of two rules that one value breaks: the message of the first error, the constraints of both. */
const merge = (first: FieldError, second: FieldError): FieldError =>
  second.constraint === undefined ? first : { ...first, constraint: { ...second.constraint, ...first.constraint } };

function fromIssue(issue: Issue, at: readonly PropertyKey[]): FieldError[] {
  const path = [...at, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, path);
  const constraint = constraintOf(issue);
  return [{ field: path.map(String).join('.'), ...(constraint !== null && { constraint }), message: issue.message }];
}

/** The member of a union that the value is closest to. */
function closest(branches: readonly (readonly Issue[])[], at: readonly PropertyKey[]): FieldError[] {
  const [best = []] = [...branches].sort((a, b) => a.length - b.length);
  return best.flatMap((issue) => fromIssue(issue, at));
}

function constraintOf(issue: Issue): FieldConstraint | null {
  switch (issue.code) {
    case 'invalid_value':
      return { enum: issue.values.map(String) };
    case 'invalid_union':
      return { enum: discriminators(issue) };
    case 'too_small':
      return issue.origin === 'string' ? { minLength: Number(issue.minimum) } : null;
    case 'too_big':
      return issue.origin === 'string' ? { maxLength: Number(issue.maximum) } : null;
    case 'invalid_format':
      return formatOf(issue.format, issue.pattern);
    case 'custom':
      return (issue.params?.['constraint'] as FieldConstraint | undefined) ?? null;
    default:
      return null;
  }
}

const discriminators = (issue: { readonly options?: unknown } | object): readonly string[] => {
  const options = 'options' in issue ? issue.options : [];
  return Array.isArray(options) ? options.map(String) : [];
};

/** Formats that zod names differently from the API. */
const FORMATS: Readonly<Record<string, string>> = { datetime: 'date-time', e164: 'e.164' };

function formatOf(format: string, pattern: string | undefined): FieldConstraint {
  if (format === 'regex') return pattern === undefined ? {} : { pattern: sourceOf(pattern) };
  return { format: FORMATS[format] ?? format };
}

/** zod prints a pattern between slashes. */
const sourceOf = (printed: string): string => printed.replace(/^\/(.*)\/[a-z]*$/s, '$1');

/** Says what is wrong without repeating the value, which may be a secret. Passed to every parse. */
export const messages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${NAMES[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return `must be one of ${discriminators(issue).join(', ')}`;
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', issue.minimum, issue.inclusive)}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum, issue.inclusive)}`;
    case 'invalid_format':
      if (issue.format === 'datetime') return 'must be a date-time with an offset, such as 2026-01-05T10:00:00Z';
      return issue.format === 'regex'
        ? 'does not match the pattern'
        : `must be a valid ${FORMATS[issue.format] ?? issue.format}`;
    default:
      return undefined;
  }
};

/** The messages for a query string. A parameter that is given twice arrives as a list. */
export const queryMessages: z.core.$ZodErrorMap = (issue) =>
  Array.isArray(issue.input) ? 'must be given only once' : messages(issue);

const NAMES: Readonly<Record<string, string>> = {
  int: 'an integer',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function bound(origin: string, side: 'at least' | 'at most', limit: number | bigint, inclusive = true): string {
  if (origin === 'string') return `have ${side} ${counted(limit, 'character')}`;
  if (origin === 'array') return `have ${side} ${counted(limit, 'item')}`;
  if (inclusive) return `be ${side} ${limit}`;
  return side === 'at least' ? `be greater than ${limit}` : `be less than ${limit}`;
}

const counted = (count: number | bigint, what: string): string => `${count} ${what}${Number(count) === 1 ? '' : 's'}`;
