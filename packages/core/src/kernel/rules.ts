import { textFault } from './hidden-text.js';
import type { FieldConstraint, FieldError } from './result.js';

/** Collects an invalid field. */
export type Gather = (error: FieldError) => void;

/** Checks one value from outside and returns the part of it to keep. */
export type Rule = (value: unknown, path: string, gather: Gather) => unknown;

/** Rules by field name. Fields without a rule are dropped. */
export type Shape = Readonly<Record<string, Rule>>;

export type TextLimits = Omit<FieldConstraint, 'pattern'> & {
  /** Returns the fault of a text that meets the limits, in words; null if it has none. */
  readonly check?: (text: string) => string | null;
  readonly multiline?: boolean;
  /** Brings a text into the notation in which it is checked and kept. */
  readonly notation?: (text: string) => string;
} & (
    | { readonly pattern?: never; readonly expects?: never }
    /** `expects` says what a text must look like to match the pattern: `must be an IP address`. */
    | { readonly pattern: string; readonly expects: string }
  );

const characters = (count: number): string => `${count} ${count === 1 ? 'character' : 'characters'}`;

/** A string. With a `minLength`, blanks at its ends do not count. */
export function text(limits: TextLimits = {}): Rule {
  const { check, multiline = false, notation, expects = '', ...constraint } = limits;
  const pattern = constraint.pattern === undefined ? null : new RegExp(constraint.pattern);
  const fault = (value: unknown): string | null => {
    if (typeof value !== 'string') return 'must be a string';
    const { minLength, maxLength } = constraint;
    if (minLength !== undefined && value.trim().length < minLength)
      return minLength === 1 ? 'must not be blank' : `must have at least ${characters(minLength)}`;
    if (maxLength !== undefined && value.length > maxLength) return `must have at most ${characters(maxLength)}`;
    if (pattern !== null && !pattern.test(value)) return expects;
    return textFault(value, multiline) ?? check?.(value) ?? null;
  };
  return (sent, path, gather) => {
    const value = notation !== undefined && typeof sent === 'string' ? notation(sent) : sent;
    const message = fault(value);
    if (message !== null) gather(invalid(path, constraint, message));
    return value;
  };
}

export const oneOf =
  (values: readonly string[]): Rule =>
  (value, path, gather) => {
    if (typeof value !== 'string' || !values.includes(value)) {
      gather(invalid(path, { enum: values }, 'is not one of the allowed values'));
    }
    return value;
  };

export const whole =
  (min: number, max: number): Rule =>
  (value, path, gather) => {
    if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
      gather({ field: path, message: `must be a whole number from ${min} to ${max}` });
    }
    return value;
  };

export const flag: Rule = (value, path, gather) => {
  if (typeof value !== 'boolean') gather({ field: path, message: 'must be true or false' });
  return value;
};

export const listOf =
  (rule: Rule, limits: { readonly min?: number; readonly max: number }): Rule =>
  (value, path, gather) => {
    if (!Array.isArray(value) || value.length < (limits.min ?? 0) || value.length > limits.max) {
      gather({ field: path, message: `must be a list of ${limits.min ?? 0} to ${limits.max} items` });
      return value;
    }
    return value.map((item, index) => rule(item, `${path}.${index}`, gather));
  };

/** An object with these fields; null counts as absent. The required fields must be present. */
export const object =
  (shape: Shape, required: readonly string[] = []): Rule =>
  (value, path, gather) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      gather({ field: path, message: 'must be an object' });
      return value;
    }
    const given = value as Readonly<Record<string, unknown>>;
    const kept: [string, unknown][] = [];
    for (const [name, rule] of Object.entries(shape)) {
      const at = path === '' ? name : `${path}.${name}`;
      const part = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
      if (part !== undefined) kept.push([name, rule(part, at, gather)]);
      else if (required.includes(name)) gather({ field: at, message: 'is required' });
    }
    return Object.fromEntries(kept);
  };

const invalid = (field: string, constraint: FieldConstraint, message: string): FieldError =>
  Object.keys(constraint).length === 0 ? { field, message } : { field, constraint, message };

/** Whether the text is an existing calendar day in the form `YYYY-MM-DD`. */
export function isDate(value: string): boolean {
  const at = Date.parse(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}

/** A date that is not after `today` (both `YYYY-MM-DD`). */
export const pastDate = (today: string): Rule =>
  text({
    format: 'date',
    check: (value) => (!isDate(value) ? 'must be a date as YYYY-MM-DD' : value > today ? 'is in the future' : null),
  });

export const EMAIL_LENGTH = 254;

/** An email address in the form that HTML5 accepts, with a dot in its domain. */
export const email = (maxLength: number = EMAIL_LENGTH): Rule =>
  text({
    format: 'email',
    maxLength,
    check: (value) => (EMAIL.test(value) ? null : 'must be an email address'),
  });

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`);
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[0-9A-Fa-f:.]+\\])`;
const AUTHORITY = new RegExp(`^${LABEL}(?:\\.${LABEL})*(?::(\\d{1,5}))?$`);
const URL_FORM = new RegExp(`^(https?)://${HOST}(?::(\\d{1,5}))?(?:[/?][A-Za-z0-9._~:/?@!$&'()*+,;=%\\[\\]-]*)?$`);
const MAX_PORT = 65_535;
const portIsFine = (port: string | undefined): boolean =>
  port === undefined || (Number(port) > 0 && Number(port) <= MAX_PORT);

/** An absolute http or https URL without credentials and fragment; with `httpsOnly`, an https URL. */
export const url = (maxLength: number, httpsOnly: boolean): Rule =>
  text({
    format: 'url',
    maxLength,
    check: (value) => {
      const [, scheme, port] = URL_FORM.exec(value) ?? [];
      if (scheme === undefined || !portIsFine(port)) {
        return 'must be an absolute http or https URL in ASCII, without credentials and fragment';
      }
      return httpsOnly && scheme !== 'https' ? 'must be an https URL' : null;
    },
  });

export const AUTHORITY_LENGTH = 253;

/** A domain name with an optional port (`pay.example.com`, `localhost:8080`). */
export function isAuthority(value: string): boolean {
  const match = AUTHORITY.exec(value);
  return match !== null && value.length <= AUTHORITY_LENGTH && portIsFine(match[1]) && !isOddNumber(value);
}

const NUMBER_AT_THE_END = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i;
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);

/** Whether URL parsers read the host as an IPv4 address in another form: `127.1` and `0x7f000001` are `127.0.0.1`. */
function isOddNumber(authority: string): boolean {
  const host = authority.replace(/:\d+$/, '');
  return NUMBER_AT_THE_END.test(host) && !IPV4.test(host);
}
