import { dirname } from 'node:path';
import {
  type CurrencyCode,
  ENVIRONMENTS,
  type Environment as RailEnvironment,
  LEDGER_CURRENCIES,
} from '@corridor/core';
import { RailEntryError, type ScreeningRules } from '@corridor/core/ports';
import * as z from 'zod';
import { type JsonFile, readJsonFile } from './data-file.js';
import type { ConfigurationError } from '../kernel/errors.js';
import { secretReference } from './secret-reference.js';
import type { Environment } from '../kernel/process-context.js';

const SETTING = 'CORRIDOR_CONNECTIONS_FILE';

/** The lists of the file, each of one kind of connection. */
export const SECTIONS = ['rails', 'kyc', 'screening', 'cards'] as const;
export type Section = (typeof SECTIONS)[number];

/** What messages call an entry of a section. */
const CALLED: Readonly<Record<Section, string>> = { rails: 'rail', kyc: 'kyc', screening: 'screening', cards: 'cards' };

/** An entry as messages name it, such as `rail acme-bank`. */
export const calledBy = (section: Section, name: string): string => `${CALLED[section]} ${name}`;

/** An entry of the connections file. */
export interface ConnectionEntry {
  readonly section: Section;
  readonly type: string;
  readonly name: string;
  readonly environment: RailEnvironment;
  /** The members that belong to the type. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The error for an invalid member, which names the setting, the file, the entry and the member. */
  readonly invalid: (member: string, message: string, options?: ErrorOptions) => ConfigurationError;
}

/** An entry of the section `rails`. */
export interface RailEntry extends ConnectionEntry {
  readonly section: 'rails';
  /** What the connection should hold at least, in smallest units. */
  readonly floors: ReadonlyMap<CurrencyCode, bigint>;
  /** Whether its accounts safeguard money of customers: all of them, or the rails that it names. */
  readonly safeguarding: boolean | readonly string[];
}

/** An entry of the section `kyc`. */
export interface KycEntry extends ConnectionEntry {
  readonly section: 'kyc';
}

/** An entry of the section `screening`. */
export interface ScreeningEntry extends ConnectionEntry {
  readonly section: 'screening';
  readonly rules: ScreeningRules;
}

/** An entry of the section `cards`. */
export interface CardsEntry extends ConnectionEntry {
  readonly section: 'cards';
  /** What the processor should hold at least, in smallest units. */
  readonly floors: ReadonlyMap<CurrencyCode, bigint>;
}

export type AnyEntry = RailEntry | KycEntry | ScreeningEntry | CardsEntry;

const NAME = /^[a-z0-9-]{1,40}$/;

const smallestUnits = z
  .int({ error: 'must be a whole number of smallest units' })
  .positive({ error: 'must be above 0' });
const byCurrency = { error: 'must be an object of amounts by currency code' };

const floors = z.record(z.string(), smallestUnits, byCurrency).default({});

const safeguarding = z
  .union([z.boolean(), z.array(z.string()).min(1)], {
    error: 'must be true, or a list of names of the rails whose accounts safeguard',
  })
  .default(false);

const entryOf = (types: readonly string[], taken: readonly string[]) =>
  z.looseObject({
    name: z
      .string({ error: 'must be a text' })
      .regex(NAME, { error: 'must be 1 to 40 lower-case letters, digits and hyphens' })
      .refine((name) => !taken.includes(name), { error: 'is the name of a bundled rail or issuer' }),
    type: z.enum(types, { error: `must be ${alternatives(types)}` }),
    environment: z.enum(ENVIRONMENTS, { error: `must be ${alternatives(ENVIRONMENTS)}` }),
  });

const ofRails = z.looseObject({ floors, safeguarding });
const ofCards = z.looseObject({ floors });

/** The payment rails of Regulation (EU) 260/2012, Article 5d. */
const INSTANT_IN_EURO = ['SEPA_INSTANT'] as const;

const notDuring = z
  .array(
    z.enum(INSTANT_IN_EURO, {
      error:
        'must be SEPA_INSTANT: Article 5d of Regulation (EU) 260/2012 is about instant credit transfers in euro alone',
    }),
    { error: 'must be a list of payment rails' },
  )
  .default([]);

const passBelow = z
  .record(z.string(), smallestUnits, byCurrency)
  .superRefine((amounts, context) => {
    for (const code of Object.keys(amounts))
      if (!LEDGER_CURRENCIES.some((currency) => currency.code === code))
        context.addIssue({ code: 'custom', path: [code], message: 'is not a currency of this service' });
  })
  .default({});

const MOST_HOURS = 168;
const HOLD_HOURS = 24;
const SECONDS = 3_600;

const holdHours = z
  .int({ error: 'must be a whole number of hours' })
  .min(1, { error: 'must be at least 1' })
  .max(MOST_HOURS, { error: `must be at most ${MOST_HOURS}` })
  .default(HOLD_HOURS);

const ofScreening = z.looseObject({ notDuring, passBelow, holdHours });

const alternatives = (names: readonly string[]): string => names.join(' or ');

const list = z.array(z.unknown(), { error: 'must be a list' }).default([]);
const file = z.strictObject({ rails: list, kyc: list, screening: list, cards: list } satisfies Record<
  Section,
  typeof list
>);

/**
 * The entries of the connections file, by section and in its order; none without a file. `types` are the known types,
 * `taken` the names of the bundled rails and of the clearing accounts of issuers. Throws a ConfigurationError for the
 * first mistake.
 */
export function readConnectionsFile(
  path: string | null,
  types: Readonly<Record<Section, readonly string[]>>,
  taken: readonly string[],
): readonly AnyEntry[] {
  if (path === null) return [];
  const { content, broken } = readJsonFile(SETTING, path);
  const sections = parsed(file, content, (member, message) => broken(at(member, message)));
  const names = new Set<string>();
  const entries = SECTIONS.flatMap((section) =>
    sections[section].map((given, index) => {
      const invalid = invalidIn(broken, given, section, index);
      const { name, type, environment, ...members } = parsed(entryOf(types[section], taken), given, invalid);
      if (names.has(name)) throw invalid('name', 'is the name of two connections');
      names.add(name);
      const entry = { type, name, environment, members, invalid };
      if (section === 'rails') return railEntry(entry);
      if (section === 'cards') return cardsEntry(entry);
      return section === 'screening' ? screeningEntry(entry) : { ...entry, section };
    }),
  );
  refuseSecondProvider(entries);
  return entries;
}

function railEntry({ members, ...entry }: Omit<ConnectionEntry, 'section'>): RailEntry {
  const { floors: least, safeguarding: marked, ...others } = parsed(ofRails, members, entry.invalid);
  return { ...entry, section: 'rails', floors: amountsOf(least), safeguarding: marked, members: others };
}

const amountsOf = (given: Readonly<Record<string, number>>): ReadonlyMap<CurrencyCode, bigint> =>
  new Map(Object.entries(given).map(([code, amount]) => [code as CurrencyCode, BigInt(amount)]));

function cardsEntry({ members, ...entry }: Omit<ConnectionEntry, 'section'>): CardsEntry {
  const { floors: least, ...others } = parsed(ofCards, members, entry.invalid);
  return { ...entry, section: 'cards', floors: amountsOf(least), members: others };
}

function screeningEntry({ members, ...entry }: Omit<ConnectionEntry, 'section'>): ScreeningEntry {
  const {
    notDuring: rails,
    passBelow: amounts,
    holdHours: hours,
    ...others
  } = parsed(ofScreening, members, entry.invalid);
  const rules = {
    notDuring: [...new Set(rails)],
    passBelow: Object.fromEntries(Object.entries(amounts).map(([code, amount]) => [code, BigInt(amount)])),
    holdSeconds: hours * SECONDS,
  };
  return { ...entry, section: 'screening', rules, members: others };
}

/** One provider judges a customer and a payment, and issues new cards: nothing says which of two would be asked. */
function refuseSecondProvider(entries: readonly ConnectionEntry[]): void {
  const providers = new Map<string, string>();
  for (const { section, name, environment, invalid } of entries) {
    if (section === 'rails') continue;
    const place = `${section} ${environment}`;
    const first = providers.get(place);
    if (first !== undefined)
      throw invalid(
        'environment',
        `${environment} has the ${section === 'cards' ? 'processor' : 'provider'} ${first} already, and one ` +
          `${section === 'cards' ? 'issues all new cards' : 'decides on all'}; remove one of the two entries`,
      );
    providers.set(place, name);
  }
}

const at = (member: string, message: string): string => (member === '' ? message : `${member}: ${message}`);

/** Names an entry by its name, or by its place in the file if it has no valid name. */
function invalidIn(
  broken: JsonFile['broken'],
  given: unknown,
  section: Section,
  index: number,
): ConnectionEntry['invalid'] {
  const name = typeof given === 'object' && given !== null && 'name' in given ? given.name : null;
  const entry = typeof name === 'string' && NAME.test(name) ? calledBy(section, name) : `${section}.${index}`;
  return (member, message, options) => broken(`${entry}: ${at(member, oneLine(message))}`, options);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function parsed<T>(
  schema: z.ZodType<T>,
  content: unknown,
  invalid: (member: string, message: string) => ConfigurationError,
): T {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(issue!.path.join('.'), issue!.message);
}

/**
 * Resolves references to secrets: `{"env": "NAME"}`, or `{"file": "path"}` relative to the folder of the connections file.
 * Throws a RailEntryError that never contains the secret.
 */
export const secretsOf =
  (connectionsFile: string, environment: Environment) =>
  (member: string, given: unknown): string => {
    const secret = secretReference({ environment, folder: dirname(connectionsFile) }).safeParse(given);
    if (secret.success) return secret.data;
    throw new RailEntryError(member, secret.error.issues[0]!.message);
  };
