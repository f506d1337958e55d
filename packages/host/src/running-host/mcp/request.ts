import * as z from 'zod';
import { type Accepted, formOf, listOf } from './forms.js';
import { REQUESTS } from './requests.gen.js';

type Requests = typeof REQUESTS;

/** An operation that tools call. */
export type Operation = keyof Requests;

type Fields<O extends Operation> = Requests[O]['fields'];

/** A field of an operation that a tool can offer; members of a variant are after its name. */
export type FieldOf<O extends Operation> = keyof Fields<O> & string;

/** The part of a request that a field is in, such as `source.REALTIME_FUNDING`. */
type PartOf<F extends string> = F extends `${infer Head}.${infer Rest}` ? Head | `${Head}.${PartOf<Rest>}` : never;

/** The argument that a field is offered as if its tool does not name it. */
type OfferedNames<O extends Operation> = {
  [F in keyof Fields<O>]: Fields<O>[F] extends { readonly name: infer N } ? N : never;
}[keyof Fields<O>];

/** A field in the generated table. */
interface Described extends Accepted {
  readonly in: 'path' | 'query' | 'body';
  readonly const?: string;
  readonly name?: string;
  /** The request always has it. */
  readonly required?: true;
  /** The part of the request that has it, if the request has the part. */
  readonly requiredWith?: string;
  readonly default?: string | number | boolean;
  readonly description?: string;
}

interface DescribedRequest {
  readonly fields: Readonly<Record<string, Described>>;
  readonly choices: Readonly<Record<string, Choice>>;
}

/** A part of the request that has one of several forms. */
interface Choice {
  readonly isRequired: boolean;
  readonly variants: readonly string[];
}

/** What is particular to an argument. All else is as the operation has it. */
export interface Argument<Field extends string = string> {
  /** The field that it fills; by default the one that is offered by the name of the argument. */
  readonly field?: Field;
  /** In place of the description of the operation, which speaks to programmers. */
  readonly says?: string;
  /** A form that is stricter than that of the operation. For a list, that of each value in it. */
  readonly form?: z.ZodType;
  /** Bounds, or choices, within those of the operation. */
  readonly within?: Pick<Accepted, 'minimum' | 'maximum' | 'enum'>;
  /** Whether a call must have it. */
  readonly required?: boolean;
  /** What the request has if the call does not have it. */
  readonly otherwise?: string | number;
  /** The arguments in it, for a part of the request that the argument fills. */
  readonly members?: Readonly<Record<string, Argument<Field>>>;
}

/** Arguments with names of their own say which field they fill. */
export type Arguments<O extends Operation, T> = {
  readonly [N in keyof T]: Argument<FieldOf<O> | PartOf<FieldOf<O>>> &
    (N extends OfferedNames<O> ? unknown : { readonly field: FieldOf<O> | PartOf<FieldOf<O>> });
};

type Shape = Readonly<Record<string, z.ZodType>>;

/** What a tool makes of the request of its operation. Fields that it does not mention are arguments as they are. */
export interface Requested<O extends Operation, T, Own extends Shape> {
  readonly operation: O;
  /** The arguments, in their order. */
  readonly takes?: T & Arguments<O, T>;
  /** Arguments that are not fields of the operation. */
  readonly adds?: Own;
  /** What fields have unless an argument fills them: a value, or what own arguments make of it. */
  readonly fills?: { readonly [F in FieldOf<O>]?: string | ((own: z.output<z.ZodObject<Own>>) => unknown) };
}

/** A request as the client takes it. */
type Made = { readonly [Place in Described['in']]?: Readonly<Record<string, unknown>> };

/** Arguments, and the request that they make. */
export interface Request {
  readonly input: z.ZodObject;
  /** The request for these arguments. */
  of(input: Readonly<Record<string, unknown>>): Made;
}

/** A field, and the argument that fills it: the way to it if it is in another argument. */
interface Filled {
  readonly field: string;
  readonly path: readonly string[];
}

const isVariant = (segment: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(segment);
const isWithin = (field: string, part: string): boolean => field.startsWith(`${part}.`);

/** What both the operation and its tool accept. */
function accepted(of: Described, { minimum, maximum, enum: values }: Argument['within'] & {} = {}): Accepted {
  if (values?.every((value) => of.enum?.includes(value)) === false)
    throw new Error(`not choices: ${values.join(', ')}`);
  const [lowest, highest] = [of.minimum, of.maximum];
  return {
    ...of,
    ...(minimum !== undefined && { minimum: Math.max(minimum, lowest ?? minimum) }),
    ...(maximum !== undefined && { maximum: Math.min(maximum, highest ?? maximum) }),
    ...(values !== undefined && { enum: values }),
  };
}

function leafOf(of: Described, argument: Argument, isRequired: boolean): z.ZodType {
  const bounds = accepted(of, argument.within);
  const own = argument.form;
  const form = own === undefined ? formOf(bounds) : of.type === 'array' ? listOf(own, bounds) : own;
  const { otherwise, says: description = of.description } = argument;
  if (otherwise !== undefined) return form.default(otherwise).meta({ description });
  // The service applies its own default.
  return (isRequired ? form : form.optional()).meta({
    description,
    ...(of.default !== undefined && { default: of.default }),
  });
}

/** The arguments of a tool by its declaration, and then those of the fields that the declaration does not mention. */
function allArguments(
  fields: DescribedRequest['fields'],
  takes: Readonly<Record<string, Argument>>,
  fills: readonly string[],
): Readonly<Record<string, Argument>> {
  const named = Object.fromEntries(
    Object.entries(takes).map(([name, argument]) => [name, withFields(fields, name, argument)]),
  );
  const taken = Object.values(named).flatMap(fieldsOf);
  const others = Object.entries(fields).filter(
    ([field, of]) => of.const === undefined && !fills.includes(field) && !taken.includes(field),
  );
  for (const [field, { name }] of others) {
    if (Object.hasOwn(named, name!))
      throw new Error(`two fields are offered as ${name!}: name the argument of ${field}`);
  }
  return { ...named, ...Object.fromEntries(others.map(([field, { name }]) => [name!, { field }])) };
}

function fieldsOf({ field, members }: Argument): readonly string[] {
  return members === undefined ? [field!] : Object.values(members).flatMap(fieldsOf);
}

/** The argument with the fields that it fills by its name. */
function withFields(fields: DescribedRequest['fields'], name: string, argument: Argument): Argument {
  if (argument.members !== undefined) {
    const members = Object.entries(argument.members).map(([inner, member]) => [
      inner,
      withFields(fields, inner, { field: `${argument.field!}.${inner}`, ...member }),
    ]);
    return { ...argument, members: Object.fromEntries(members) };
  }
  const field = argument.field ?? Object.keys(fields).find((one) => fields[one]!.name === name);
  if (field === undefined || !Object.hasOwn(fields, field)) throw new Error(`no field is ${field ?? name}`);
  return { ...argument, field };
}

function shapeOf(
  fields: DescribedRequest['fields'],
  all: Readonly<Record<string, Argument>>,
  part: string | null,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(all).map(([name, argument]) => {
      if (argument.members !== undefined) {
        const whole = z.strictObject(shapeOf(fields, argument.members, argument.field!));
        return [name, (argument.required === true ? whole : whole.optional()).meta({ description: argument.says })];
      }
      const of = fields[argument.field!]!;
      const isRequired = of.required === true || (part !== null && of.requiredWith === part);
      return [name, leafOf(of, argument, argument.required ?? isRequired)];
    }),
  );
}

const filledBy = (all: Readonly<Record<string, Argument>>, path: readonly string[] = []): readonly Filled[] =>
  Object.entries(all).flatMap(([name, { field, members }]) =>
    members === undefined ? [{ field: field!, path: [...path, name] }] : filledBy(members, [...path, name]),
  );

type Input = Readonly<Record<string, unknown>>;

const valueAt = (input: Input, path: readonly string[]): unknown =>
  path.reduce<unknown>((within, name) => (within as Input | undefined)?.[name], input);

/** Says what is wrong with arguments that together make no request. */
function issuesOf({ fields, choices }: DescribedRequest, filled: readonly Filled[], input: Input) {
  const isGiven = ({ path }: Filled): boolean => valueAt(input, path) !== undefined;
  const requiredIn = (part: string) => filled.filter(({ field }) => fields[field]!.requiredWith === part);
  const unchosen = Object.values(choices).flatMap(({ isRequired, variants }) => {
    const leads = variants.flatMap((variant) => requiredIn(variant).slice(0, 1));
    const given = leads.filter(isGiven).length;
    if (given === 1 || (given === 0 && !isRequired)) return [];
    const names = leads.map(({ path }) => path[0]!);
    return [{ path: [names[0]!], message: `either ${names.join(' or ')} is required` }];
  });
  if (unchosen.length > 0) return unchosen;
  return filled.filter(isGiven).flatMap(({ field, path }) => {
    const missing = filled.find((other) => {
      const part = fields[other.field]!.requiredWith;
      return part !== undefined && isWithin(field, part) && !isGiven(other);
    });
    return missing === undefined ? [] : [{ path: [...path], message: `is taken only with ${missing.path.join('.')}` }];
  });
}

/** Puts a value at its place in the request. Names of variants are not part of the way. */
function put(request: Record<string, unknown>, field: string, value: unknown): void {
  const segments = field.split('.').filter((segment) => !isVariant(segment));
  const parent = segments.slice(0, -1).reduce((within, name) => {
    within[name] ??= {};
    return within[name] as Record<string, unknown>;
  }, request);
  parent[segments.at(-1)!] = value;
}

/** The request of an operation, as a tool takes it. Throws for a field that the operation does not have. */
export function requestOf<O extends Operation, const T, Own extends Shape = Record<never, never>>({
  operation,
  takes,
  adds,
  fills = {},
}: Requested<O, T, Own>): Request {
  const request: DescribedRequest = REQUESTS[operation];
  const { fields } = request;
  const values = Object.entries<unknown>(fills);
  const all = allArguments(
    fields,
    (takes ?? {}) as Readonly<Record<string, Argument>>,
    values.map(([field]) => field),
  );
  const filled = filledBy(all);
  const input = z.strictObject({ ...shapeOf(fields, all, null), ...adds });
  return {
    input: input.superRefine((given, context) => {
      for (const issue of issuesOf(request, filled, given)) context.addIssue({ code: 'custom', ...issue });
    }),
    of(given) {
      const made: { [Place in Described['in']]?: Record<string, unknown> } = {};
      const present: string[] = [];
      const set = (field: string, value: unknown) => {
        if (value === undefined) return;
        present.push(field);
        put((made[fields[field]!.in] ??= {}), field, value);
      };
      for (const [field, value] of values) set(field, typeof value === 'function' ? value(given) : value);
      for (const { field, path } of filled) set(field, valueAt(given, path));
      for (const [field, of] of Object.entries(fields)) {
        const part = field.split('.').slice(0, -1).join('.');
        if (of.const !== undefined && present.some((one) => isWithin(one, part))) set(field, of.const);
      }
      return made;
    },
  };
}
