import { checkInput, type Field, type Fields, type Instant, timeText } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { AnyAction } from './action.js';
import type { Asking, Fact, NameOf, Words } from './words.js';

/** A decision in full, for the pages and commands that confirm, approve and look up actions. */
export interface Wording extends Required<Omit<Words, 'was' | 'amountLabel'>>, Pick<Words, 'amountLabel'> {
  /** The record concerned. */
  readonly concerns: Fact;
  /** The input, without what the record concerned says already. */
  readonly facts: readonly Fact[];
  /** What the record was when the action was planned. */
  readonly state: readonly Fact[];
}

/**
 * The wording of an action. An input of an earlier release, which its declaration does not take any more, reads as the
 * title of the action and its fields.
 */
export async function wordingOf(action: AnyAction, asking: Asking<object>): Promise<Wording> {
  const { input, subject, before, moves, name } = asking;
  const concerns = { label: 'Concerns', text: await name(subject), id: subject };
  const isDeclared = checkInput(action.input, input).ok;
  // The one place where an input of a past action gets the type that its fields declare, because they have checked it.
  const said = isDeclared ? await action.words(asking as Asking<never>) : null;
  const own = said ?? { heading: action.title, sentence: `${action.title}: ${concerns.text}` };
  const { weight = action.weight ?? 'usual' } = own as Words;
  const { was = before, amountLabel } = own as Words;
  const facts = await factsOf(action.input, input, { before: was, name, without: subject });
  // Of a record whose fields the input sets, the others stay as they are.
  const isSet = Object.keys(before ?? {}).some((key) => Object.hasOwn(input, key));
  const { state = isSet ? [] : stateFacts(before ?? {}, moves[0]?.currency ?? '') } = own as Words;
  const { heading, sentence } = own;
  return {
    ...{ heading, sentence, weight, concerns, facts, state },
    ...(amountLabel !== undefined && { amountLabel }),
  };
}

/** So many parts of a list are written out. */
const LISTED = 20;
/** A value that is open, such as a limit that does not exist. */
const NOT_SET = 'not set';
/** A list without parts. */
const NO_PARTS = 'none';
const HIDDEN = '…';

type Values = Readonly<Record<string, unknown>>;

/** The input of an action by the declaration of its fields, with the values of the record that it changes. */
async function factsOf(
  fields: Fields,
  input: object,
  { before, name, without }: { readonly before: object | null; readonly name: NameOf; readonly without: string },
): Promise<readonly Fact[]> {
  const values = input as Values;
  const was = (before ?? {}) as Values;
  const facts: Fact[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === without) continue;
    const field = fields[key];
    if (field === undefined) {
      facts.push(...stateFacts({ [key]: value }, ''));
      continue;
    }
    if (isCurrencyOfAmount(fields, values, key)) continue;
    const text = await textOf(field, value, values, name);
    const now = Object.hasOwn(was, key) ? { now: await textOf(field, was[key], { ...values, ...was }, name) } : {};
    facts.push({ label: field.label, text, ...now, ...(field.kind === 'id' && { id: String(value) }) });
  }
  return facts;
}

/** A currency is said with its amount. */
const isCurrencyOfAmount = (fields: Fields, values: Values, key: string): boolean =>
  Object.entries(fields).some(
    ([name, field]) => field.kind === 'money' && field.currency === key && typeof values[name] === 'bigint',
  );

async function textOf(field: Field, value: unknown, beside: Values, name: NameOf): Promise<string> {
  if (value === null || value === undefined) return NOT_SET;
  switch (field.kind) {
    case 'id':
      return name(String(value));
    case 'money':
      return typeof value === 'bigint' ? amountText(value, String(beside[field.currency] ?? '')) : String(value);
    case 'choice':
      return choiceText(field.choices, value);
    case 'choices':
    case 'texts':
      return listText(
        (value as readonly unknown[]).map((each) => choiceText('choices' in field ? field.choices : [], each)),
      );
    case 'flag':
      return value === field.states ? field.statement : 'No';
    case 'time':
      return timeText(value as Instant);
    case 'secret':
      return HIDDEN;
    case 'number':
      return field.says?.(value as number) ?? String(value);
    case 'group':
      return withoutRepetition(field.label, await groupText(field.fields, value as Values, name));
    case 'groups': {
      const groups = (value as readonly Values[]).slice(0, LISTED);
      const texts: string[] = [];
      for (const group of groups) texts.push(await groupText(field.fields, group, name));
      const more = (value as readonly Values[]).length - groups.length;
      return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') || NO_PARTS;
    }
    default:
      return String(value);
  }
}

async function groupText(fields: Fields, group: Values, name: NameOf): Promise<string> {
  const facts = await factsOf(fields, group, { before: null, name, without: '' });
  return facts.map(({ label, text }) => `${label}: ${text}`).join(', ');
}

/** A group of one value that has the label of the group. */
const withoutRepetition = (label: string, text: string): string =>
  text.startsWith(`${label}: `) ? text.slice(label.length + 2) : text;

const choiceText = (choices: readonly (readonly [string, string])[], value: unknown): string =>
  wordsOf(choices.find(([choice]) => choice === value)?.[1] ?? String(value));

const listText = (texts: readonly string[]): string =>
  texts.length > LISTED
    ? `${texts.slice(0, LISTED).join(', ')} and ${texts.length - LISTED} more`
    : texts.join(', ') || NO_PARTS;

/** Guards of a plan, which say nothing to people. */
const TECHNICAL: ReadonlySet<string> = new Set(['version', 'block']);

/** Parts of a record whose fields no action declares, as people read them. `currency`: of amounts without one. */
function stateFacts(record: object, currency: string): readonly Fact[] {
  const { currencyCode, sourceCurrency, ...values } = record as Values;
  const own = String(values['currency'] ?? currencyCode ?? sourceCurrency ?? currency);
  return Object.entries(record)
    .filter(([name, value]) => value !== undefined && value !== null && !TECHNICAL.has(name))
    .map(([name, value]) => STATES[name]?.(value) ?? { label: labelOf(name), text: stateText(value, own) });
}

/** Parts of a record whose code or name says little to people. */
const STATES: Readonly<Record<string, (value: unknown) => Fact>> = {
  status: (value) => ({ label: 'Status', text: inWords(String(value)) }),
  blockedAs: (value) => ({
    label: 'Blocked',
    text: value === 'SILENT' ? 'Yes; the platform does not know' : 'Yes; the platform knows',
  }),
};

/** `currency`: of amounts without a currency beside them. */
function stateText(value: unknown, currency: string): string {
  if (value === null || value === undefined) return NOT_SET;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'bigint') return amountText(value, currency);
  if (Array.isArray(value)) return listText(value.map((each: unknown) => stateText(each, currency)));
  if (typeof value === 'object')
    return stateFacts(value, currency)
      .map(({ label, text }) => `${label}: ${text}`)
      .join(', ');
  return wordsOf(String(value));
}

/** `formerAttempt` as `Former attempt`. */
const labelOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** A code of a program in words: `PENDING_REVIEW` as `Pending review`. Short codes, such as those of currencies, stay. */
const wordsOf = (text: string): string => (/^[A-Z]+(_[A-Z]+)+$|^[A-Z]{5,}$/.test(text) ? inWords(text) : text);

const inWords = (text: string): string => `${text.slice(0, 1)}${text.slice(1).toLowerCase().replaceAll('_', ' ')}`;
