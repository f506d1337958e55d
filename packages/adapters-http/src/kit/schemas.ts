import { type ErrorCode, fromIso, type IdType } from '@corridor/core';
import type { Machine } from '@corridor/core/records';
import { DEFAULT_LIMIT, isId, MAX_AMOUNT, MAX_LIMIT, rules } from '@corridor/core/internal';
import * as z from 'zod';
import { isStorable } from './body.js';
import type { PathParameter } from './operation.js';

/** How the document shows a schema whose own JSON Schema is less precise, such as a number in a query string. */
export const DOCUMENTED = z.registry<{ readonly as: z.core.JSONSchema.BaseSchema }>();

const INT64 = { format: 'int64' } as const;

/**
 * An amount in a request, in smallest units: a JSON integer from `least` to 9·10^15. JSON parsing keeps every integer
 * in this range exact. The output is a bigint.
 */
export const amount = (least: 0 | 1, most: number = Number(MAX_AMOUNT)) =>
  z
    .int()
    .min(least)
    .max(most)
    .transform((value) => BigInt(value))
    .meta(INT64);

/**
 * An amount whose range the core checks, with an error code of its own: the schema only requires an integer that JSON
 * parsing preserves.
 */
export const anyAmount = z
  .int()
  .min(-Number(MAX_AMOUNT))
  .max(Number(MAX_AMOUNT))
  .transform((value) => BigInt(value))
  .meta(INT64);

/** An amount in a response, at most 2^53 − 1. */
export const answeredAmount = z.int().meta(INT64);

/** A text of 1 to `most` characters. */
export const text = (most: number) => z.string().min(1).max(most);

/** A text that a request may leave out although the document requires it: it is empty then. */
export const emptyIfAbsent = (most = Number.MAX_SAFE_INTEGER) =>
  z.preprocess((sent) => sent ?? '', z.string().max(most));

/** A text whose format the document names and the core checks. */
export const formatted = (format: 'date' | 'email' | 'uri', most?: number) =>
  (most === undefined ? z.string() : z.string().max(most)).meta({ format });

export const emailAddress = formatted('email', rules.EMAIL_LENGTH);

/** A point in time, ISO 8601 with an offset. The output is in milliseconds. */
export const instant = z.iso.datetime({ offset: true }).transform((value) => fromIso(value)!);

/** A plus that was not percent-encoded arrives as a blank. */
const BLANK_OFFSET = / (?=[0-9]{2}:?[0-9]{2}$)/;
const offsetText = z.string().transform((value) => value.replace(BLANK_OFFSET, '+'));
const documentedInstant = offsetText.pipe(instant);
DOCUMENTED.add(documentedInstant, { as: { type: 'string', format: 'date-time' } });

/** A point in time in a query string. */
export const queryInstant = documentedInstant;

/** Timestamps in responses always have the same form: UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/**
 * An id of this type in examples. `which` tells several records of one type apart. Tests that send the examples put ids
 * of real records in its place.
 */
export const exampleId = <T extends IdType>(type: T, which: 1 | 2 | 3 = 1): `${T}:${string}` =>
  `${type}:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0${which}`;

const examples = (type: IdType) => ({ examples: [exampleId(type)] });

const withArticle = (type: IdType): string => `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`;

/** What each value of an enum means, as a Markdown list for its description. The type requires every value. */
export const meanings = <S extends string>(of: Readonly<Record<S, string>>): string =>
  Object.entries(of)
    .map(([value, meaning]) => `- \`${value}\`: ${meaning as string}`)
    .join('\n');

/** The id of a record of one of these types, in a body or a query. Any other text is 400 with the field. */
export const recordId = (...types: readonly [IdType, ...IdType[]]) =>
  z
    .string()
    .refine(
      (value) => types.some((type) => isId(type, value)),
      `must be the id of ${types.map(withArticle).join(' or ')}`,
    )
    .meta(examples(types[0]));

/** The id of a record in a path. Any other text gets the error of a missing record. */
export const pathId = (type: IdType, notFound: ErrorCode): PathParameter => ({
  schema: z.string().meta({
    ...examples(type),
    description: `Id of ${withArticle(type)}. An unknown id, or one of another platform or environment, is \`${notFound}\`.`,
  }),
  matches: (value) => isId(type, value),
  notFound,
  component: `${type}Id`,
});

/** A text in a query string. */
export const queryText = z
  .string()
  .min(1)
  .max(1000)
  .refine(isStorable, 'must not contain NUL or an unpaired surrogate');

const wholeNumber = (documented: { readonly minimum: number; readonly maximum: number; readonly default: number }) => {
  const digits = z.string().regex(/^[0-9]{1,9}$/);
  DOCUMENTED.add(digits, { as: { type: 'integer', ...documented } });
  return digits.transform(Number).pipe(z.int().min(documented.minimum).max(documented.maximum));
};

/** An amount in smallest units, in a query string. The output is a bigint. */
export const queryAmount = (documented: { readonly default: number; readonly maximum: number }) => {
  const digits = z.string().regex(/^[0-9]{1,19}$/);
  DOCUMENTED.add(digits, { as: { type: 'integer', ...INT64, minimum: 0, ...documented } });
  return digits.transform(BigInt).pipe(z.bigint().max(BigInt(documented.maximum)));
};

/** The file of a form, as its operation has received it. */
export const filePart = <T extends object>(description: string) => {
  const taken = z.unknown().refine((value) => typeof value === 'object' && value !== null, 'is required');
  DOCUMENTED.add(taken, { as: { type: 'string', format: 'binary', description } });
  // The cast is safe: only an object passes, and only `receive` puts an object there.
  return taken as unknown as z.ZodType<T, T>;
};

const MAX_LISTED = 200;
/** The message for a repeated parameter with an invalid value: a union reports the error of its first variant. */
const onlyText = z.string({
  error: ({ input }) => (Array.isArray(input) ? `must be given at most ${MAX_LISTED} times` : undefined),
});
const oneOrMore = z.union([onlyText.pipe(queryText), z.array(queryText).max(MAX_LISTED)]);
DOCUMENTED.add(oneOrMore, { as: { type: 'array', items: { type: 'string' } } });

/** A parameter that may be repeated, or given once with values separated by commas. */
export const queryList = oneOrMore.transform((given) => [given].flat().flatMap((text) => text.split(',')));

const trueOrFalse = z.enum(['true', 'false']);
DOCUMENTED.add(trueOrFalse, { as: { type: 'boolean' } });

/** A boolean in a query string. */
export const queryFlag = trueOrFalse.transform((value) => value === 'true');

/** The parameters of every list (docs/http.md#lists). */
export const pageQuery = {
  limit: wholeNumber({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })
    .optional()
    .describe('The most records in one page.'),
  cursor: queryText
    .optional()
    .describe('`nextCursor` of the page before. Keep all filters; omit it for the first page.'),
};

/** The states that are missing among the wire statuses; the name appears in the compiler's error. */
type Covers<S extends string, W extends string> = [S] extends [W] ? unknown : { readonly missing: Exclude<S, W> };

/**
 * The wire statuses of a record, in the order of the API, if the API has others than the state machine or another
 * order. A state of the machine that is missing here does not compile.
 */
export const statuses = <S extends string, const W extends readonly [string, ...string[]]>(
  _machine: Machine<S>,
  values: W & Covers<S, W[number]>,
) => z.enum<W>(values);

/** The schema of one page of a list. */
export const pageOf = <T extends z.ZodType>(id: string, item: T) =>
  z
    .object({
      data: z.array(item).describe('The records of this page. It can be empty although more pages follow.'),
      hasMore: z.boolean().describe('Whether another page follows. Read on until it is `false`.'),
      nextCursor: z.string().optional().describe('Pass it as `cursor` to read the next page; absent on the last one.'),
      totalCount: z
        .int()
        .min(0)
        .optional()
        .describe('All matches of the filters, if the list counts them and at most 10,000 match.'),
    })
    .meta({ id });

/**
 * A union whose variants differ in one field. Each variant is a component of the document, and so is the union unless
 * its id is null.
 */
export const oneOf = <const V extends readonly z.ZodObject[]>(
  id: string | null,
  discriminator: string,
  variants: V,
) => {
  const mapping = Object.fromEntries(
    variants.map((variant) => {
      const [value] = (variant.shape[discriminator] as z.ZodLiteral<string>).values;
      return [value, `#/components/schemas/${variant.meta()?.id}`];
    }),
  );
  return z.discriminatedUnion(discriminator, variants as never).meta({
    ...(id !== null && { id }),
    discriminator: { propertyName: discriminator, mapping },
  }) as unknown as z.ZodType<z.output<V[number]>, z.input<V[number]>>;
};
