import { isAbsolute, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { guardCardIssuer } from '@corridor/adapters-rails/cards';
import { guardRail, type RailGuard } from '@corridor/adapters-rails/registry';
import { guardIssuer } from '@corridor/adapters-rails/stablecoins';
import {
  addressesOf,
  createRailStore,
  createRailVouchers,
  type VoucherPorts,
  type PrefundingFloor,
  type RateBook,
  type SafeguardingAccount,
} from '@corridor/core/internal';
import type { CurrencyCode } from '@corridor/core';
import type {
  CardConnection,
  CardIssuer,
  Clock,
  CreateCardConnection,
  CreateConnection,
  CreateKycConnection,
  CreateScreeningConnection,
  Digest,
  IssuerConnection,
  KycConnection,
  KycProvider,
  KycProviders,
  MadeScreeningConnection,
  OutboundHttp,
  RailConnection,
  RailEntryError,
  Random,
  ScreeningConnection,
  ScreeningProvider,
  Sealer,
  UnitOfWork,
} from '@corridor/core/ports';
import { STABLECOIN_PROVIDERS } from '@corridor/core/records';
import { ConfigurationError } from '../kernel/errors.js';
import type { Log } from '../logging/logging.js';
import {
  type AnyEntry,
  calledBy,
  type CardsEntry,
  type ConnectionEntry,
  type RailEntry,
  readConnectionsFile,
  secretsOf,
  type Section,
} from '../files/connections-file.js';
import { isFunctionOrAbsent, wrongKyc, wrongProvider } from './provider-form.js';
import { watchTasks } from './watched-tasks.js';

/** A connection of the connections file. */
export interface ConfiguredConnection {
  readonly section: Section;
  readonly type: string;
  /** One of a provider of another section has no rails. */
  readonly connection: RailConnection;
  readonly floors: readonly PrefundingFloor[];
  /** The accounts that hold money of customers apart from that of the service. */
  readonly safeguarding: readonly SafeguardingAccount[];
  /** Null for a connection of another section. */
  readonly kyc: KycConnection | null;
  /** Null for a connection of another section. */
  readonly screening: ScreeningConnection | null;
  /** Null for a connection of another section. Its issuer is guarded. */
  readonly cards: CardConnection | null;
}

export interface RailConnectionPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  /** Calls addresses that the operator configured. */
  readonly http: OutboundHttp;
  readonly log: Log;
  /** Where files that are exchanged are kept; absent: no connection keeps any. */
  readonly vouchers?: Pick<VoucherPorts, 'blobs' | 'cipher' | 'keepMonths'>;
  readonly guard: Omit<RailGuard, 'log'>;
  /** The host's rates, with which connections value what they pay. */
  readonly rates: RateBook;
  /** The public address of the host, without a slash at its end. Absent: the host serves nothing. */
  readonly publicUrl?: string;
  /** The environment variables, for secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told each secret that an entry refers to. */
  readonly onSecret?: (secret: string) => void;
}

/** The types that the host has. Each is loaded only for an entry of its type. */
const LOADERS = {
  rails: {
    'bank-files': async () => (await import('@corridor/adapters-rails/bank-files')).bankFiles,
    evm: async () => (await import('@corridor/adapters-rails/evm')).evm,
    http: async () => (await import('@corridor/adapters-rails/http-rail')).httpRail,
    'evm-issuer': async () => (await import('@corridor/adapters-rails/evm-issuer')).evmIssuer,
  },
  kyc: {
    http: async () => (await import('@corridor/adapters-rails/http-kyc')).httpKyc,
  },
  screening: {
    http: async () => (await import('@corridor/adapters-rails/http-screening')).httpScreening,
    watchman: async () => (await import('@corridor/adapters-rails/watchman')).watchman,
  },
  cards: {
    http: async () => (await import('@corridor/adapters-rails/http-cards')).httpCards,
  },
} satisfies Record<Section, Readonly<Record<string, () => Promise<Make>>>>;

const MODULE = 'module';
const TYPES = {
  rails: [...Object.keys(LOADERS.rails), MODULE],
  kyc: [...Object.keys(LOADERS.kyc), MODULE],
  screening: [...Object.keys(LOADERS.screening), MODULE],
  cards: [...Object.keys(LOADERS.cards), MODULE],
} satisfies Record<Section, readonly string[]>;

/**
 * Makes the connections of the connections file, by section and in its order; their rails are guarded. `taken` are the
 * names of the other rails. Throws a ConfigurationError for the first mistake.
 */
export async function openConnections(
  connectionsFile: string | null,
  taken: readonly string[],
  ports: RailConnectionPorts,
): Promise<readonly ConfiguredConnection[]> {
  const opened: ConfiguredConnection[] = [];
  if (connectionsFile === null) return opened;
  const claimed = new Map<string, string>();
  for (const entry of readConnectionsFile(connectionsFile, TYPES, taken)) {
    const made = await openEntry(connectionsFile, entry, ports);
    for (const claim of made.connection.claims) {
      const owner = claimed.get(spelling(claim));
      if (owner !== undefined) throw entry.invalid('', `uses ${claim}, which ${owner} uses too`);
      claimed.set(spelling(claim), calledBy(entry.section, entry.name));
    }
    opened.push(made);
  }
  return opened;
}

/** The entry of this name; undefined if the file has none. Throws a ConfigurationError for the first mistake in it. */
export const entryNamed = (connectionsFile: string, name: string): AnyEntry | undefined =>
  readConnectionsFile(connectionsFile, TYPES, []).find((entry) => entry.name === name);

/** Makes the connection of one entry; its rails are guarded. */
export async function openEntry(
  connectionsFile: string,
  entry: AnyEntry,
  ports: RailConnectionPorts,
): Promise<ConfiguredConnection> {
  const { section, type } = entry;
  const none = { floors: [], safeguarding: [], kyc: null, screening: null, cards: null };
  if (section === 'kyc') {
    const kyc = await connectProvider<KycConnection, KycProvider>(connectionsFile, entry, ports, KYC);
    const [member, why] = wrongKyc(kyc, entry) ?? [];
    if (why !== undefined) throw entry.invalid(member!, why);
    return { ...none, section, type, connection: withoutRails(kyc, entry, ports), kyc };
  }
  if (section === 'screening') {
    const made = await connectProvider<MadeScreeningConnection, ScreeningProvider>(
      connectionsFile,
      entry,
      ports,
      SCREENING,
    );
    const screening = { ...screeningOf(made), rules: entry.rules };
    return { ...none, section, type, connection: withoutRails(made, entry, ports), screening };
  }
  if (section === 'cards') {
    const made = await connectProvider<CardConnection, CardIssuer>(connectionsFile, entry, ports, CARDS);
    const cards = cardsOf(made, entry, ports);
    const floors = floorsWithin(cards.issuer.currencies ?? null, [cards.name], entry);
    return { ...none, section, type, connection: withoutRails(made, entry, ports), floors, cards };
  }
  const connection = await connect(connectionsFile, entry, ports);
  const [floors, safeguarding] = [floorsOf(connection, entry), safeguardingOf(connection, entry)];
  return { ...none, section, type, connection, floors, safeguarding };
}

/** What the host watches and whose tasks it runs, as of a rail. */
function withoutRails(
  made: KycConnection | MadeScreeningConnection | CardConnection,
  entry: ConnectionEntry,
  ports: RailConnectionPorts,
): RailConnection {
  const { name, environment, claims } = made;
  const unmoved = { rails: [], callback: null, releases: null } as const;
  return { ...unmoved, name, environment, claims, ...watched(made, entry, ports) };
}

/** The connection may be an instance of a class, so its functions are called on it. */
const screeningOf = (made: MadeScreeningConnection): MadeScreeningConnection => ({
  name: made.name,
  environment: made.environment,
  claims: made.claims,
  tasks: made.tasks,
  provider: made.provider,
  check: () => made.check(),
  callback: made.callback === null ? null : (callback, tell) => made.callback!(callback, tell),
  ...(made.callbackBytes !== undefined && { callbackBytes: (path) => made.callbackBytes!(path) }),
});

/** The connection may be an instance of a class, so its functions are called on it. */
function cardsOf(made: CardConnection, entry: CardsEntry, ports: RailConnectionPorts): CardConnection {
  const { name, environment, claims, tasks, issuer } = made;
  if (issuer.environments.length !== 1 || issuer.environments[0] !== environment)
    refuse(`made an issuer whose environments are not ${environment} alone`, entry);
  return {
    ...{ name, environment, claims, tasks },
    issuer: guardCardIssuer(issuer, { ...ports.guard, log: ports.log.child({ rail: name }) }),
    check: () => made.check(),
    callback: made.callback === null ? null : (callback, tell) => made.callback!(callback, tell),
    ...(made.callbackBytes !== undefined && { callbackBytes: (path) => made.callbackBytes!(path) }),
  };
}

/** Throws if no rail of the connection has the currency of a floor. */
const floorsOf = ({ rails }: Pick<RailConnection, 'rails'>, entry: RailEntry): readonly PrefundingFloor[] =>
  floorsWithin(
    rails.flatMap(({ capabilities }) => capabilities.currencies),
    rails.map(({ name }) => name),
    entry,
  );

/** `currencies`: null for any. `rails`: whose clearing accounts count. */
const floorsWithin = (
  currencies: readonly CurrencyCode[] | null,
  rails: readonly string[],
  { section, name, environment, floors, invalid }: RailEntry | CardsEntry,
): readonly PrefundingFloor[] =>
  [...floors].map(([currency, floor]) => {
    if (currencies !== null && !currencies.includes(currency))
      throw invalid(`floors.${currency}`, `is not a currency of the ${section} of this connection`);
    return { connection: name, environment, rails, currency, floor };
  });

/** Throws for a name that is not a rail of the connection. */
function safeguardingOf(
  { rails }: Pick<RailConnection, 'rails'>,
  { environment, safeguarding, invalid }: RailEntry,
): readonly SafeguardingAccount[] {
  const names = rails.map(({ name }) => name);
  if (typeof safeguarding === 'boolean') return safeguarding ? names.map((rail) => ({ environment, rail })) : [];
  for (const [index, rail] of safeguarding.entries()) {
    if (!names.includes(rail))
      throw invalid(`safeguarding.${index}`, `is not one of the rails of this connection: ${names.join(', ')}`);
  }
  return [...new Set(safeguarding)].map((rail) => ({ environment, rail }));
}

/** IBANs have spaces and small letters in some files, and addresses of a chain have small and capital digits. */
const spelling = (claim: string): string =>
  /^IBAN\s/i.test(claim)
    ? claim.replaceAll(/\s/g, '').toUpperCase()
    : claim.replaceAll(/0x[0-9a-f]+/gi, (address) => address.toLowerCase());

async function connect(connectionsFile: string, entry: RailEntry, ports: RailConnectionPorts): Promise<RailConnection> {
  const made = await create<RailConnection>(connectionsFile, entry, ports);
  if (!Array.isArray(made.rails)) refuse('made a connection whose member rails is not a list', entry);
  refuse(wrongIn(made, entry), entry);
  const guard = { ...ports.guard, log: ports.log.child({ rail: entry.name }) };
  return { ...guarded(made, guard), ...watched(made, entry, ports) };
}

/** What a connection without rails must have: a member with these functions. */
interface Calls<P> {
  readonly member: 'provider' | 'issuer';
  readonly calls: readonly (keyof P & string)[];
}

const KYC: Calls<KycProvider> = { member: 'provider', calls: ['review', 'reviewOwner'] };
const SCREENING: Calls<ScreeningProvider> = { member: 'provider', calls: ['screen', 'listVersion'] };
const WITH_ARTICLE = { provider: 'a provider', issuer: 'an issuer' } as const;
const CARDS: Calls<CardIssuer> = { member: 'issuer', calls: ['issue', 'tell', 'reveal'] };

/** The connection to a provider or an issuer, which has the functions that core calls. */
async function connectProvider<C extends KycConnection | MadeScreeningConnection | CardConnection, P>(
  connectionsFile: string,
  entry: Exclude<AnyEntry, RailEntry>,
  ports: RailConnectionPorts,
  { member, calls }: Calls<P>,
): Promise<C> {
  const made = await create<C>(connectionsFile, entry, ports);
  const provider = (made as Readonly<Record<string, unknown>>)[member] as { readonly name: string } | undefined;
  refuse(wrongProvider(provider, WITH_ARTICLE[member], calls), entry);
  if (provider!.name !== entry.name) refuse(`made ${WITH_ARTICLE[member]} with the name ${provider!.name}`, entry);
  refuse(wrongName(made, entry), entry);
  return made;
}

/** What each connection of a module must have, by its member. */
const FORM: Readonly<Record<string, readonly [has: (value: unknown) => boolean, what: string]>> = {
  claims: [
    (value) => Array.isArray(value) && value.every((claim) => typeof claim === 'string'),
    'is not a list of texts; an empty list claims nothing',
  ],
  tasks: [Array.isArray, 'is not a list; an empty list has no task'],
  check: [(value) => typeof value === 'function', 'is not a function; it tells whether the other side answers'],
  callback: [
    (value) => value === null || typeof value === 'function',
    'is neither a function nor null; null receives no messages',
  ],
  callbackBytes: [isFunctionOrAbsent, 'is not a function; omit it for the usual length of messages'],
  verify: [isFunctionOrAbsent, 'is not a function; omit it if nothing is to be verified at the start'],
};

/** Why the service cannot use what was made; null if it can. */
function malformed(made: unknown): string | null {
  if (typeof made !== 'object' || made === null) return 'made no connection; return an object';
  const found = Object.entries(FORM).find(([member, [has]]) => !has((made as Record<string, unknown>)[member]));
  return found === undefined ? null : `made a connection whose member ${found[0]} ${found[1][1]}`;
}

function refuse(wrong: string | null, { invalid }: ConnectionEntry): void {
  if (wrong !== null) throw invalid('', wrong);
}

/** The tasks of a connection and its condition, with the problems of its tasks. */
function watched(
  made: Pick<RailConnection, 'name' | 'tasks' | 'check' | 'verify'>,
  entry: ConnectionEntry,
  { units, clock, sealer, log }: RailConnectionPorts,
) {
  const { name, environment } = entry;
  // The name of a connection has no full stop.
  const store = createRailStore({ units, clock, sealer }, environment, `${name}.tasks`);
  return {
    ...(made.verify !== undefined && { verify: () => verified(made, entry) }),
    ...watchTasks(made, { store, clock, log: log.child({ rail: name }) }),
  };
}

/** What the creator of the entry's type makes. Throws a ConfigurationError for a mistake in the entry. */
async function create<C extends RailConnection | KycConnection | MadeScreeningConnection | CardConnection>(
  connectionsFile: string,
  entry: ConnectionEntry,
  ports: RailConnectionPorts,
): Promise<C> {
  const { units, clock, random, digest, sealer, http, rates, log, vouchers, publicUrl, onSecret } = ports;
  const { name, environment, section } = entry;
  const secretOf = secretsOf(connectionsFile, ports.environment);
  const { make, members } = await load(connectionsFile, entry);
  let made: unknown;
  try {
    made = await make(members, {
      name,
      environment,
      store: createRailStore({ units, clock, sealer }, environment, name),
      clock,
      random,
      digest,
      http,
      log: log.child({ rail: name }),
      ...(vouchers !== undefined && {
        vouchers: createRailVouchers({ units, clock, random, digest, sealer, ...vouchers }, environment, name),
      }),
      rateOf: async (from, to) => {
        await rates.refresh();
        const mid = rates.mid(environment, from, to);
        return mid.ok ? mid.value.rate : null;
      },
      ...(publicUrl !== undefined && { publicUrl: `${publicUrl}/${section}/${name}` }),
      addressesOf: (space) => addressesOf({ units })(environment, space),
      secretOf: (member, reference) => {
        const secret = secretOf(member, reference);
        onSecret?.(secret);
        return secret;
      },
    });
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    throw isEntryError(cause)
      ? entry.invalid(cause.member, cause.message, { cause })
      : entry.invalid('', `could not be made: ${String(cause)}`, { cause });
  }
  refuse(malformed(made), entry);
  return made as C;
}

/** `RailConnection.verify`; throws a ConfigurationError for a mistake in the entry. */
async function verified(connection: Pick<RailConnection, 'verify'>, { invalid }: ConnectionEntry): Promise<void> {
  try {
    await connection.verify!();
  } catch (cause) {
    throw isEntryError(cause) ? invalid(cause.member, cause.message, { cause }) : cause;
  }
}

type Make = CreateConnection | CreateKycConnection | CreateScreeningConnection | CreateCardConnection;

interface Loaded {
  readonly make: Make;
  readonly members: ConnectionEntry['members'];
}

async function load(connectionsFile: string, entry: ConnectionEntry): Promise<Loaded> {
  const { section, type, members, invalid } = entry;
  const loaders: Readonly<Record<string, () => Promise<Make>>> = LOADERS[section];
  if (type !== MODULE) return { make: await loaders[type]!(), members };
  const { module: specifier, ...rest } = members;
  if (typeof specifier !== 'string' || specifier === '')
    throw invalid(MODULE, 'must be the path of an ES module, or the name of a package');
  const isPath = specifier.startsWith('.') || isAbsolute(specifier);
  const module = isPath ? pathToFileURL(resolve(dirname(connectionsFile), specifier)).href : specifier;
  const { default: make } = await (import(module) as Promise<{ readonly default?: unknown }>).catch(
    (cause: unknown) => {
      throw invalid(MODULE, `${specifier} cannot be loaded: ${String(cause)}`, { cause });
    },
  );
  if (typeof make !== 'function') throw invalid(MODULE, `${specifier} exports no function as its default`);
  return { make: make as Make, members: rest };
}

/** Compared by name, because a module can have a copy of core of its own. */
const isEntryError = (cause: unknown): cause is RailEntryError =>
  cause instanceof Error && cause.name === ('RailEntryError' satisfies RailEntryError['name']);

/** Why a connection does not belong to its entry; null if it does. */
function wrongIn(made: RailConnection, entry: RailEntry): string | null {
  const { name, environment, rails, tokens = [] } = made;
  const wrong = wrongName(made, entry);
  if (wrong !== null) return wrong;
  const names = new Set<string>();
  for (const rail of rails) {
    if (rail.name !== name && !rail.name.startsWith(`${name}.`))
      return `made the rail ${rail.name}; the names of its rails must be ${name} or begin with "${name}."`;
    if (names.has(rail.name)) return `made two rails with the name ${rail.name}`;
    if (rail.environment !== environment) return `made the rail ${rail.name} of ${rail.environment}`;
    if (rail.simulated) return `made the simulated rail ${rail.name}; the sandbox has rails of its own`;
    names.add(rail.name);
  }
  const unknown = tokens.flatMap(({ delivers, receives }) => [delivers, receives]).find((each) => !names.has(each));
  if (unknown !== undefined) return `made a token of the rail ${unknown}, which it did not make`;
  if (hasIssuer(made) && !STABLECOIN_PROVIDERS.includes(made.issuer.name))
    return `made an issuer of the unknown provider ${String(made.issuer.name)}`;
  return null;
}

function wrongName({ name, environment }: Pick<RailConnection, 'name' | 'environment'>, entry: ConnectionEntry) {
  if (name !== entry.name) return `made a connection with the name ${name}`;
  return environment === entry.environment ? null : `made a connection of ${environment}`;
}

/** Whether a connection has an issuer of stablecoins. */
export const hasIssuer = (connection: RailConnection | IssuerConnection): connection is IssuerConnection =>
  'issuer' in connection && connection.issuer !== undefined;

/** The connection may be an instance of a class, so its functions are called on it. */
const guarded = (
  made: RailConnection,
  guard: RailGuard,
): Omit<RailConnection | IssuerConnection, 'tasks' | 'check' | 'verify'> => ({
  name: made.name,
  environment: made.environment,
  claims: made.claims,
  rails: made.rails.map((rail) => guardRail(rail, guard)),
  callback: made.callback === null ? null : (...given) => made.callback!(...given),
  releases: made.releases,
  ...(made.actions !== undefined && { actions: made.actions }),
  ...(made.holdings !== undefined && { holdings: () => made.holdings!() }),
  ...(made.tokens !== undefined && { tokens: made.tokens }),
  statements: made.statements ?? null,
  ...(hasIssuer(made) && { issuer: guardIssuer(made.issuer, guard) }),
  ...(made.contractSignatures !== undefined && { contractSignatures: made.contractSignatures }),
  ...(made.travelRule !== undefined && { travelRule: made.travelRule }),
});

/** The connected KYC providers: at most one of each environment. */
export const providersOf = (connections: readonly ConfiguredConnection[]): Partial<KycProviders> =>
  Object.fromEntries(connections.flatMap(({ kyc }) => (kyc === null ? [] : [[kyc.environment, kyc.provider]])));
