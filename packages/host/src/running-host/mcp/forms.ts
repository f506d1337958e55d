import * as z from 'zod';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The id of a record. */
export const recordId = (type: string) =>
  z.string().regex(new RegExp(`^${type}:${UUID}$`), { error: `must be an id of the form ${type}:…` });

/** The id of an account of either kind. */
export const anyAccountId = z.union([recordId('ExternalAccount'), recordId('InternalAccount')], {
  error: 'must be an id of the form ExternalAccount:… or InternalAccount:…',
});

export const currencyCode = z.string().regex(/^[A-Z0-9]{3,5}$/, { error: 'must be a currency code such as USD' });

export const countryCode = z.string().regex(/^[A-Z]{2}$/, { error: 'must be a country code such as US' });

/** A text for people, on one line. */
const line = (maxLength: number) =>
  z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(maxLength, { error: `must have at most ${maxLength} characters` })
    .regex(/^[^\x00-\x1f\x7f-\x9f]*$/, { error: 'must not contain line breaks or control characters' });

/** An id, or a name that a caller chooses. */
export const shortLine = line(100);

/** What an operation accepts in a field: the part of its schema that tools use. */
export interface Accepted {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Accepted;
}

const AMOUNT = 'must be an integer in the smallest unit of the currency, such as 1000 for 10.00 USD';

function integer({ minimum, maximum, format }: Accepted): z.ZodType {
  // Amounts are the numbers of 64 bits.
  let form = format === 'int64' ? z.int({ error: AMOUNT, abort: true }) : z.int();
  if (minimum !== undefined) form = form.min(minimum, { error: `must be at least ${minimum}` });
  if (maximum !== undefined) form = form.max(maximum, { error: `must be at most ${maximum}` });
  return form;
}

function text({ format, pattern, maxLength = 100 }: Accepted): z.ZodType {
  if (format === 'date-time') return z.iso.datetime({ error: 'must be a time such as 2026-01-31T12:00:00Z' });
  if (format === 'date') return z.iso.date({ error: 'must be a date such as 2026-01-31' });
  const form = line(maxLength);
  return pattern === undefined ? form : form.regex(new RegExp(pattern), { error: `must match ${pattern}` });
}

/** A form that takes what an operation accepts. Texts are on one line and not empty, and lists are not empty. */
export function formOf(accepted: Accepted): z.ZodType {
  if (accepted.enum !== undefined) return z.enum(accepted.enum as readonly [string, ...string[]]);
  switch (accepted.type) {
    case 'integer':
      return integer(accepted);
    case 'boolean':
      return z.boolean();
    case 'string':
      return text(accepted);
    case 'array':
      return listOf(formOf(accepted.items!), accepted);
    default:
      throw new Error(`no form takes a value of type ${accepted.type ?? 'object'}`);
  }
}

export function listOf(items: z.ZodType, { minItems = 1, maxItems = 20 }: Accepted): z.ZodType {
  return z.array(items).min(Math.max(1, minItems)).max(maxItems);
}
