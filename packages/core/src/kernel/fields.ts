import { type Id, type IdType, isId } from './ids.js';
import { type FieldConstraint, type FieldError, invalidFields, ok, type Result } from './result.js';
import { flag, type Gather, isDate, listOf, object, type Rule, whole } from './rules.js';
import type { Instant } from './time.js';

/** How the command line writes a field, where it differs from `optionOf`. */
export interface FieldOption {
  /** Such as `case`. */
  readonly name?: string;
  /** Such as `TEXT`. */
  readonly value?: string;
  readonly meaning?: string;
}

/** What is said of a field to people. */
export interface FieldTexts {
  /** The label in the console and on the page of an approval, such as `Reason`. */
  readonly label: string;
  /** Below the field in the console; the meaning of the option. */
  readonly hint?: string;
  readonly option?: FieldOption;
}

/** A value that may be chosen, and its name for people. */
export type Choice<T extends string = string> = readonly [value: T, name: string];

/** What a kind of field needs to be asked for. */
export type FieldKind =
  /** An id of one of these types. */
  | { readonly kind: 'id'; readonly types: readonly IdType[] }
  /** An amount in smallest units. `currency`: the name of the field beside it that has its currency. */
  | { readonly kind: 'money'; readonly currency: string }
  | { readonly kind: 'currency' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** Several of the choices. */
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }
  /** `rows`: of a text with several lines. */
  | { readonly kind: 'text'; readonly maxLength: number; readonly rows?: number }
  /** A list of texts. */
  | { readonly kind: 'texts'; readonly rows?: number }
  /** `says`: how a decision reads the number, such as `0.40 %` for 40 basis points. */
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly says?: (value: number) => string;
    }
  /** `states`: the value of a checked box, and of an option without a value; `statement`: what it then says. */
  | { readonly kind: 'flag'; readonly states: boolean; readonly statement: string }
  | { readonly kind: 'time' }
  /** A day as YYYY-MM-DD. */
  | { readonly kind: 'date' }
  /** A text that neither log nor page shows. */
  | { readonly kind: 'secret'; readonly maxLength: number }
  /** Fields of their own, of which the value is an object. */
  | { readonly kind: 'group'; readonly fields: Fields }
  /** A list of such objects. */
  | { readonly kind: 'groups'; readonly fields: Fields };

/** Has no value; it carries the type of a field's value. */
declare const VALUE: unique symbol;

/**
 * A field of an input, declared once: `kind` says how to ask for it, and `rule` checks it. `R`: it must be given. `T` is
 * the type of its value.
 */
export type Field<T = unknown, R extends boolean = boolean> = FieldTexts &
  FieldKind & {
    readonly required: R;
    /** Null removes what the field sets. */
    readonly clears?: true;
    readonly rule: Rule;
    /** How log and pages show a value that has secrets, such as a URL with credentials. */
    readonly shown?: (value: string) => string;
    readonly [VALUE]?: T;
  };

/** Fields by the name of the input. */
export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends Field<infer T> ? T : never;
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The input that fields declare. Fields that are not required may be absent or undefined. */
export type InputOfFields<F extends Fields> = Flat<
  { readonly [K in keyof F as F[K] extends Field<unknown, true> ? K : never]: ValueOf<F[K]> } & {
    readonly [K in keyof F as F[K] extends Field<unknown, true> ? never : K]?: ValueOf<F[K]> | undefined;
  }
>;

const invalid = (field: string, message: string, constraint?: FieldConstraint): FieldError =>
  constraint === undefined ? { field, message } : { field, constraint, message };

const checked =
  (isValid: (value: unknown) => boolean, message: string, constraint?: FieldConstraint): Rule =>
  (value, path, gather) => {
    if (!isValid(value)) gather(invalid(path, message, constraint));
    return value;
  };

/** A text of 1 to `maxLength` characters that is not blank. */
const textOf = (maxLength: number): Rule =>
  checked(
    (value) => typeof value === 'string' && value.trim() !== '' && value.length <= maxLength,
    `must have 1 to ${maxLength} characters`,
    { minLength: 1, maxLength },
  );

const oneOf = (values: readonly string[]): Rule =>
  checked((value) => typeof value === 'string' && values.includes(value), `must be one of ${values.join(', ')}`, {
    enum: values,
  });

/** An id of one type, or of one of several types. */
export const idField = <const T extends IdType>(type: T | readonly T[], texts: FieldTexts): Field<Id<T>, true> => {
  const types: readonly IdType[] = [type].flat();
  const begins = types.map((each) => `${each}:`).join(' or ');
  const rule = checked(
    (value) => typeof value === 'string' && types.some((each) => isId(each, value)),
    `must be an id that begins with ${begins}`,
  );
  return { kind: 'id', types, required: true, rule, ...texts };
};

/** A text of 1 to `maxLength` characters. `rule`: checks it instead. */
export const textField = (
  texts: FieldTexts & { readonly maxLength: number; readonly rows?: number; readonly rule?: Rule },
): Field<string, true> => ({ kind: 'text', required: true, rule: textOf(texts.maxLength), ...texts });

/** A list of `min` to `max` texts. */
export const textsField = ({
  min = 0,
  max,
  each,
  ...texts
}: FieldTexts & {
  readonly min?: number;
  readonly max: number;
  readonly each: Rule;
  readonly rows?: number;
}): Field<readonly string[], true> => ({
  kind: 'texts',
  required: true,
  rule: listOf(each, { min, max }),
  ...texts,
});

/** A text that neither log nor page shows. */
export const secretField = (texts: FieldTexts & { readonly maxLength: number }): Field<string, true> => ({
  kind: 'secret',
  required: true,
  rule: textOf(texts.maxLength),
  ...texts,
});

type Choices<T extends string> = readonly (T | Choice<T>)[];

const choicesOf = <T extends string>(choices: Choices<T>): readonly Choice<T>[] =>
  choices.map((choice) => (typeof choice === 'string' ? [choice, choice] : choice));
const valuesOf = (choices: readonly Choice[]): readonly string[] => choices.map(([value]) => value);

/** One of the choices: values, or values with their names. */
export const choiceField = <const T extends string>(
  choices: Choices<T>,
  texts: FieldTexts & { readonly rule?: Rule },
): Field<T, true> => {
  const named = choicesOf(choices);
  return { kind: 'choice', choices: named, required: true, rule: oneOf(valuesOf(named)), ...texts };
};

/** At least `min` of the choices. */
export const choicesField = <const T extends string>(
  choices: Choices<T>,
  { min = 0, ...texts }: FieldTexts & { readonly min?: number },
): Field<readonly T[], true> => {
  const named = choicesOf(choices);
  const rule = listOf(oneOf(valuesOf(named)), { min, max: named.length });
  return { kind: 'choices', choices: named, required: true, rule, ...texts };
};

/** A whole number. */
export const numberField = (
  texts: FieldTexts & { readonly min: number; readonly max: number; readonly says?: (value: number) => string },
): Field<number, true> => ({ kind: 'number', required: true, rule: whole(texts.min, texts.max), ...texts });

/** True or false. */
export const flagField = (
  texts: FieldTexts & { readonly statement: string; readonly states?: boolean },
): Field<boolean, true> => ({ kind: 'flag', states: true, required: true, rule: flag, ...texts });

/** The first and the last time of a JavaScript date are as far from 1970. */
const FURTHEST_TIME = 8_640_000_000_000_000;

/** A time in milliseconds since 1970, in UTC. */
export const timeField = (texts: FieldTexts): Field<Instant, true> => ({
  kind: 'time',
  required: true,
  rule: checked((value) => Number.isSafeInteger(value) && Math.abs(value as number) <= FURTHEST_TIME, 'must be a time'),
  ...texts,
});

/** A day as YYYY-MM-DD. */
export const dateField = (texts: FieldTexts): Field<string, true> => ({
  kind: 'date',
  required: true,
  rule: checked((value) => typeof value === 'string' && isDate(value), 'must be a day as YYYY-MM-DD', {
    format: 'date',
  }),
  ...texts,
});

/** An object with fields of its own. */
export const groupField = <const F extends Fields>(fields: F, texts: FieldTexts): Field<InputOfFields<F>, true> => ({
  kind: 'group',
  fields,
  required: true,
  rule: ruleOf(fields),
  ...texts,
});

/** A list of at most `max` objects. */
export const groupsField = <const F extends Fields>(
  fields: F,
  { max, ...texts }: FieldTexts & { readonly max: number },
): Field<readonly InputOfFields<F>[], true> => ({
  kind: 'groups',
  fields,
  required: true,
  rule: listOf(ruleOf(fields), { max }),
  ...texts,
});

/** The same field, which may be absent. */
export const optional = <T>(field: Field<T, true>): Field<T, false> => ({ ...field, required: false });

/** The same field, which may be absent, and which null removes. */
export const clearable = <T>(field: Field<T, true>): Field<T | null, false> => ({
  ...field,
  required: false,
  clears: true,
});

/** The same field with texts of its own. */
export const worded = <F extends Field>(field: F, texts: Partial<FieldTexts>): F => ({ ...field, ...texts });

/** The same field, of which log and pages show what `shown` returns. */
export const shownAs = <F extends Field>(field: F, shown: (value: string) => string): F => ({ ...field, shown });

const ruleOf = (fields: Fields): Rule => {
  const names = Object.keys(fields);
  const known = object(
    Object.fromEntries(names.map((name) => [name, fields[name]!.rule])),
    names.filter((name) => fields[name]!.required),
  );
  return (value, path, gather) => {
    const kept = known(value, path, gather);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) refuseUnknown(value, names, path, gather);
    return kept;
  };
};

/** An unknown field could be a secret, which the log would keep. */
function refuseUnknown(given: object, names: readonly string[], path: string, gather: Gather): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !names.includes(name))
      gather(invalid(path === '' ? name : `${path}.${name}`, 'is not a field of this input; leave it out'));
}

/**
 * Checks a whole input by its declaration. 400 INVALID_INPUT with every invalid field, and with each field that is not
 * declared. Null counts as absent.
 *
 * @example
 * ```ts
 * import { checkInput, idField, optional, textField } from '@corridor/core';
 *
 * const fields = {
 *   id: idField('Card', { label: 'Card' }),
 *   note: optional(textField({ label: 'Note', maxLength: 500 })),
 * };
 * checkInput(fields, { id: 'Card:1', note: '' }).ok; // false
 * ```
 */
export function checkInput(fields: Fields, input: unknown): Result<void> {
  const errors: FieldError[] = [];
  ruleOf(fields)(input, '', (error) => errors.push(error));
  return errors.length > 0 ? invalidFields(errors) : ok();
}

const HIDDEN = '…';

/**
 * An input, or a record with fields of the same names, as log and pages show it: without the secrets that its
 * declaration names.
 */
export const withoutSecrets = (fields: Fields, part: object): object =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      Object.hasOwn(fields, name) ? shownValue(fields[name]!, value) : value,
    ]),
  );

function shownValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (field.kind === 'secret') return HIDDEN;
  if (field.shown !== undefined && typeof value === 'string') return field.shown(value);
  if (field.kind === 'groups' && Array.isArray(value)) return value.map((each: unknown) => shownGroup(field, each));
  return field.kind === 'group' ? shownGroup(field, value) : value;
}

const shownGroup = ({ fields }: { readonly fields: Fields }, value: unknown): unknown =>
  typeof value === 'object' && value !== null ? withoutSecrets(fields, value) : value;

const OPTION_VALUES: Readonly<Record<FieldKind['kind'], string>> = {
  id: 'ID',
  money: 'NUMBER',
  currency: 'CODE',
  choice: 'NAME',
  choices: 'LIST',
  text: 'TEXT',
  texts: 'LIST',
  number: 'NUMBER',
  flag: 'FLAG',
  time: 'TIME',
  date: 'DATE',
  secret: 'TEXT',
  group: '',
  groups: '',
};

/**
 * How the command line writes a field: `--bank-reference TEXT`, with the hint of the console as its meaning, where the
 * declaration does not differ.
 */
export const optionOf = (name: string, field: Field): Required<FieldOption> => ({
  name: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  value: OPTION_VALUES[field.kind],
  meaning: field.hint ?? field.label,
  ...field.option,
});
