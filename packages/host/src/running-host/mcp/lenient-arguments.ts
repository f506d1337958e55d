import type * as z from 'zod';

/** Types of schemas around another schema. */
const WRAPPERS = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional'];
const INTEGER = /^\s*-?(?:0|[1-9][0-9]{0,15})\s*$/;

type Members = Readonly<Record<string, unknown>>;

interface Unwrapped {
  readonly schema: z.core.$ZodType;
  readonly isOptional: boolean;
}

function unwrapped(schema: z.core.$ZodType): Unwrapped {
  let inner = schema;
  let isOptional = false;
  while (WRAPPERS.includes(inner._zod.def.type)) {
    isOptional ||= inner._zod.def.type !== 'nonoptional';
    inner = (inner._zod.def as z.core.$ZodOptionalDef).innerType;
  }
  return { schema: inner, isOptional };
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object or list that was sent as JSON text; any other value as it is. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const isLeftOut = (value: unknown): boolean => value === null || value === '';

/** Members without a schema, such as the fields of an account, which the service checks: all of them may be left out. */
function readUnknown(value: unknown): unknown {
  const read = fromJson(value);
  // A list in a text stays a text, because no field of an account is one.
  if (!isObject(read)) return value;
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, member]) => (isLeftOut(member) ? [] : [[name, readUnknown(member)]])),
  );
}

function readMembers(shape: Readonly<Record<string, z.core.$ZodType>>, members: Members): Members {
  const read = Object.entries(members).flatMap(([name, member]): readonly (readonly [string, unknown])[] => {
    const known = Object.hasOwn(shape, name) ? unwrapped(shape[name]!) : null;
    if (isLeftOut(member) && known?.isOptional !== false) return [];
    return [[name, known === null ? readUnknown(member) : asMeant(known.schema, member)]];
  });
  return Object.fromEntries(read);
}

/**
 * Arguments as language models send them, in the form of the schema: null and an empty text are an absent optional
 * argument, `"5"` is a number, `"true"` is a flag, and an object or a list may be JSON text. A value that has no such
 * reading stays as it is, and the schema refuses it.
 */
export function asMeant(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = unwrapped(schema).schema._zod;
  switch (def.type) {
    case 'number':
      return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'array': {
      const items = fromJson(value);
      const { element } = def as z.core.$ZodArrayDef;
      return Array.isArray(items) ? items.map((item) => asMeant(element, item)) : value;
    }
    case 'object': {
      const members = fromJson(value);
      return isObject(members) ? readMembers((def as z.core.$ZodObjectDef).shape, members) : value;
    }
    default:
      return value;
  }
}
