import type { Field, Fields } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { Entered } from './entered.js';
import { type ConsoleField, TIME_HINT } from './fields.js';
import { wordsOf } from './words.js';

/** How a form asks for a field of an input, where it differs from the declaration. */
export interface Asked<N extends string = string> extends Partial<
  Pick<ConsoleField, 'label' | 'choices' | 'keepsOther' | 'type' | 'rows' | 'inputmode'>
> {
  readonly name: N;
  /** Null: no hint. */
  readonly hint?: string | null;
  /** The declared choices that the form offers and takes, in this order. `choices` changes only what is offered. */
  readonly only?: readonly string[];
  readonly required?: boolean;
  /** False: the form does not show it now, but reads it, so that a form that is sent twice has the same input. */
  readonly isOffered?: boolean;
  /** Changes a text before it is checked, such as to capital letters. */
  readonly as?: (text: string) => string;
}

/** The fields that a form asks for, in this order: names, or what differs from the declaration. */
export const asksFor = <const N extends string>(...asks: readonly (N | Asked<N>)[]): readonly (N | Asked<N>)[] => asks;

type Plain = string | number | bigint | boolean | readonly unknown[] | null | undefined;
type NamesWithin<T, K extends string> = T extends Plain ? never : `${K}.${keyof T & string}`;

/** The names of the fields of an input; of a group, the names of its fields, such as `merchant.mcc`. */
export type FieldName<I> = {
  readonly [K in keyof I & string]-?: K | NamesWithin<I[K], K>;
}[keyof I & string];

/** What a checked box of a flag sends. */
const CHECKED = 'yes';

/** The fields that the value of a field has. */
export function fieldsWithin(fields: Fields, name: string): Fields {
  const field = fields[name];
  if (field?.kind !== 'group' && field?.kind !== 'groups') throw new Bug(`the input has no group ${name}`);
  return field.fields;
}

function declared(fields: Fields, name: string): Field {
  const [, group, within] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
  const field = group === undefined ? fields[name] : fieldsWithin(fields, group)[within!];
  if (field === undefined) throw new Bug(`the input has no field ${name}`);
  return field;
}

/** Every field of the input except for these; of a group, its fields. */
export const namesWithout = (fields: Fields, without: readonly string[]): readonly string[] =>
  Object.entries(fields)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, field]) =>
      field.kind === 'group' ? Object.keys(field.fields).map((within) => `${name}.${within}`) : [name],
    );

/** The required fields that are neither asked for nor known. */
export function missingIn(
  fields: Fields,
  asks: readonly (string | Asked)[],
  known: readonly string[],
): readonly string[] {
  const asked = askedOf(asks).map(({ name }) => name.replace(/\..*$/, ''));
  return namesRequired(fields).filter((name) => !asked.includes(name) && !known.includes(name));
}

const namesRequired = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]!.required);

/** The fields of a form for the fields of an input. */
export const consoleFields = (fields: Fields, asks: readonly (string | Asked)[]): readonly ConsoleField[] => {
  const all = askedOf(asks);
  return all
    .filter(({ isOffered }) => isOffered !== false)
    .map((asked) => {
      const field = declared(fields, asked.name);
      return { ...consoleField(field, asked), ...(mayStayEmpty(fields, all, field, asked) && { isOptional: true }) };
    });
};

/** Whether the form takes the field empty. A box has no empty value. */
function mayStayEmpty(fields: Fields, asks: readonly Asked[], field: Field, asked: Asked): boolean {
  switch (field.kind) {
    case 'flag':
      return false;
    case 'choices':
    case 'texts':
      return asked.required !== true && !refuses(field, []);
    case 'currency':
      return (
        !isRequired(field, asked) && !amountsIn(fields, asks, asked).some(([amount, of]) => isRequired(amount, of))
      );
    default:
      return !isRequired(field, asked);
  }
}

/** The amounts of a form that are in this currency. */
const amountsIn = (fields: Fields, asks: readonly Asked[], { name }: Asked): readonly (readonly [Field, Asked])[] =>
  asks.flatMap((other) => {
    const amount = declared(fields, other.name);
    const isOfIt = amount.kind === 'money' && besideOf(other.name, amount.currency) === name;
    return isOfIt ? [[amount, other] as const] : [];
  });

export const askedOf = (asks: readonly (string | Asked)[]): readonly Asked[] =>
  asks.map((ask) => (typeof ask === 'string' ? { name: ask } : ask));

function consoleField(field: Field, asked: Asked): ConsoleField {
  const { only, required: _required, isOffered: _isOffered, as: _as, hint = hintOf(field), ...shown } = asked;
  return {
    label: field.label,
    ...shapeOf(field, asked),
    ...(hint !== undefined && hint !== null && { hint }),
    ...shown,
  };
}

/** A time is entered as pages show it, whatever the options of the command line are. */
const hintOf = ({ kind, hint }: Field): string | undefined => (kind === 'time' ? TIME_HINT : hint);

/** How the kind of a field is asked for. */
function shapeOf(field: Field, { name, only }: Asked): Partial<ConsoleField> {
  switch (field.kind) {
    case 'choice':
    case 'choices': {
      const choices = only?.map(
        (value) => field.choices.find((choice) => choice[0] === value) ?? ([value, value] as const),
      );
      return { choices: (choices ?? field.choices).map(inWords), ...(field.kind === 'choices' && { many: true }) };
    }
    case 'flag':
      return { choices: [[CHECKED, field.statement]], many: true };
    case 'money':
      return { inputmode: 'decimal' };
    case 'number':
      return { inputmode: 'numeric' };
    case 'secret':
      return { type: 'password' };
    case 'text':
    case 'texts':
      return field.rows === undefined ? {} : { rows: field.rows };
    case 'id':
      return { keepsOther: true };
    case 'currency':
    case 'date':
    case 'time':
      return {};
    case 'group':
    case 'groups':
      throw new Bug(`${name} has fields of its own; ask for those`);
  }
}

/** A code that has no words of its own. */
const inWords = ([value, text]: readonly [string, string]): readonly [string, string] => [
  value,
  text === value ? wordsOf(value) : text,
];

type Values = Readonly<Record<string, unknown>>;

/** What is known while the fields are read one by one. */
interface Reading {
  readonly entered: Entered;
  readonly fields: Fields;
  readonly asks: readonly Asked[];
  /** By the name of the field, also of one in a group. */
  readonly values: Map<string, unknown>;
}

/**
 * The values of the fields as they were entered, checked by their declaration. An empty field is absent, or null where the
 * declaration says that null removes what it sets. `given`: values that the form does not ask for.
 */
export function enteredInput(
  entered: Entered,
  fields: Fields,
  asks: readonly (string | Asked)[],
  given: Values,
): Values {
  const reading: Reading = { entered, fields, asks: askedOf(asks), values: new Map(Object.entries(given)) };
  for (const asked of reading.asks) read(reading, asked);
  return nested(fields, reading.values);
}

function read(reading: Reading, asked: Asked): void {
  const { entered, fields, values } = reading;
  const { name } = asked;
  if (values.has(name)) return;
  const field = declared(fields, name);
  // An amount is read in its currency, whose field may follow.
  const currency = field.kind === 'money' ? besideOf(name, field.currency) : null;
  for (const other of reading.asks) if (other.name === currency) read(reading, other);
  const value = valueOf(reading, field, asked);
  if (value === undefined) return;
  values.set(name, value);
  if (value !== null && (currency === null || !entered.hasFailed(currency))) entered.check(name, value, field.rule);
}

/** The name of a field beside another one, which may be in a group. */
const besideOf = (name: string, other: string): string => name.replace(/\w+$/, other);

const isEmpty = (entered: Entered, { name }: Asked): boolean => entered.optionalText(name, Infinity) === undefined;

const isRequired = (field: Field, asked: Asked): boolean => asked.required ?? field.required;

/** Whether the input has no value of the field. Boxes and lists always have one. */
function isLeftOut({ entered, fields, asks }: Reading, field: Field, asked: Asked): boolean {
  if (isRequired(field, asked)) return false;
  switch (field.kind) {
    case 'flag':
    case 'choices':
    case 'texts':
      return false;
    case 'currency':
      // A currency that is optional is needed with its amount.
      return !amountsIn(fields, asks, asked).some(([amount, of]) => isRequired(amount, of) || !isEmpty(entered, of));
    default:
      return isEmpty(entered, asked);
  }
}

/** Undefined if the field is absent. */
function valueOf(reading: Reading, field: Field, asked: Asked): unknown {
  if (isLeftOut(reading, field, asked)) return field.clears === true ? null : undefined;
  const { entered, values } = reading;
  const { name, as } = asked;
  switch (field.kind) {
    case 'flag':
      return entered.isChecked(name) ? field.states : !field.states;
    case 'choice':
      return entered.oneOf(name, acceptedIn(field, asked));
    case 'choices':
      return entered.many(name, acceptedIn(field, asked), { isRequired: refuses(field, []) });
    case 'texts':
      return entered.list(name, { isRequired: refuses(field, []) });
    case 'currency':
      return entered.currency(name);
    case 'money':
      return entered.amount(name, String(values.get(besideOf(name, field.currency)) ?? ''));
    case 'number':
      return entered.integer(name, field);
    case 'time':
      return entered.time(name);
    case 'text':
    case 'secret': {
      const text = entered.text(name, Infinity);
      return as === undefined ? text : as(text);
    }
    case 'id':
    case 'date':
      return entered.text(name);
    case 'group':
    case 'groups':
      throw new Bug(`${name} has fields of its own; ask for those`);
  }
}

const acceptedIn = (field: Field & { readonly kind: 'choice' | 'choices' }, { only }: Asked): readonly string[] =>
  only ?? field.choices.map(([value]) => value);

function refuses({ rule }: Field, value: unknown): boolean {
  let isRefused = false;
  rule(value, '', () => (isRefused = true));
  return isRefused;
}

/** The fields of a group become an object, which is absent if none of them has a value. */
function nested(fields: Fields, values: ReadonlyMap<string, unknown>): Values {
  const input: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const [group = '', within] = name.split('.');
    input[group] = within === undefined ? value : { ...(input[group] as object | undefined), [within]: value };
  }
  const isAbsent = (name: string): boolean =>
    fields[name]?.kind === 'group' &&
    fields[name].required === false &&
    Object.values(input[name] ?? {}).every((value) => value === null);
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isAbsent(name)));
}
