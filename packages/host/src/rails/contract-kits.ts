import type { CardOrder, KycApplication } from '@corridor/core/ports';
import { cardProcessorContract, kycContract, screeningContract, type TestRunner } from '@corridor/core/testing';
import type { ConnectionEntry, Section } from '../files/connections-file.js';
import { kycRefusalCases } from './kyc-refusals.js';
import { protocolCases } from './protocol-cases.js';
import { NotTested, type TestedConnection } from './tested-connection.js';

type Runner = Pick<TestRunner, 'test'>;

/** The name, or the address on a chain, of a party that an entry of a list names. */
export type Matching = { readonly name: string } | { readonly address: string };

/** Registers the cases of a kit. */
type Kit = (runner: Runner, tested: TestedConnection, matching: Matching | null) => void;

/** The contract kit of each section; a text says why it has none that a command can play. */
const KITS: Readonly<Record<Section, Kit | string>> = {
  kyc: kycKit,
  rails:
    'movements of money are not tested, because the contract of rails needs a bank that waits while a case runs: run railContract with a stand-in for it (docs/rails/http.md#test-a-rail)',
  screening: screeningKit,
  cards: cardsKit,
};

/** A type of connection that speaks the signed protocol. */
const SIGNED = 'http';

/**
 * A path that a partner serves with `GET` besides `/capabilities`, to which a request that was signed for that one is sent;
 * null if its entry declares none.
 */
const OTHER_PATHS: Readonly<Record<Section, (members: ConnectionEntry['members']) => string | null>> = {
  kyc: () => '/applications/Verification:unknown.1',
  cards: () => '/cards/Card:unknown',
  screening: () => '/list-version',
  rails: ({ capabilities }) => {
    const { push, pull } = (capabilities ?? {}) as { readonly push?: unknown; readonly pull?: unknown };
    if (push === true) return '/payouts/Transaction:unknown';
    return pull === true ? '/pulls/Transaction:unknown' : null;
  },
};

export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

export interface ContractCases {
  readonly cases: readonly ContractCase[];
  /** What is not tested, and why; null if there is a kit. */
  readonly untested: string | null;
}

/**
 * The cases for a connection: those of the signed protocol, and those of the kit of its section. `matching` makes a party
 * match an entry of the lists of a test system; null if no such party is known.
 */
export function contractCases(tested: TestedConnection, matching: Matching | null): ContractCases {
  const cases: ContractCase[] = [];
  const runner = { test: (name: string, run: () => Promise<void>) => void cases.push({ name, run }) };
  const { section, type, members } = tested.entry;
  const kit = KITS[section];
  if (type !== SIGNED) {
    if (typeof kit === 'string') return { cases, untested: kit };
    kit(runner, tested, matching);
    return { cases, untested: null };
  }
  const asking = runnerThatAsks(runner, tested);
  protocolCases(asking, tested, OTHER_PATHS[section](members));
  if (typeof kit === 'string') return { cases, untested: kit };
  kit(asking, tested, matching);
  return { cases, untested: null };
}

/** A case in which the partner was asked nothing has shown nothing about it. */
const runnerThatAsks = ({ test }: Runner, { requests }: Pick<TestedConnection, 'requests'>): Runner => ({
  test: (name, run) =>
    test(name, async () => {
      const before = requests.length;
      await run();
      if (requests.length === before)
        throw new NotTested('nothing was sent, because the entry does not declare it (capabilities)');
    }),
});

const notTested = (why: string): never => {
  throw new NotTested(why);
};

const OVER_A_SECOND_MS = 1_100;
/** Nothing but what makes the party match, so that nothing else tells it apart from the entry. */
const UNKNOWN = { kind: null, name: null, birthDate: null, nationality: null, country: null, address: null };

function screeningKit(runner: Runner, { entry, open, newId }: TestedConnection, matching: Matching | null): void {
  screeningContract(runner, {
    open: async () => (await open()).screening!.provider,
    keepsNothing: entry.type !== SIGNED,
    newReference: () => newId('Screening'),
    ...(matching !== null && { listed: { ...UNKNOWN, ...matching } }),
    notTested: (why) => notTested(`${why}; name one with --match NAME, or an address on a chain with --match-address`),
    pause: () => new Promise((resolve) => setTimeout(resolve, OVER_A_SECOND_MS)),
  });
}

function kycKit(runner: Runner, tested: TestedConnection): void {
  const { entry, open, decided, newId, requests } = tested;
  const provider = async () => (await open()).kyc!.provider;
  const submissionsOf = ({ reference, submission }: KycApplication): number =>
    requests.filter(
      ({ method, url, body }) =>
        method === 'POST' &&
        url.endsWith('/applications') &&
        typeof body === 'string' &&
        (JSON.parse(body) as { readonly reference: string }).reference === `${reference}.${submission}`,
    ).length;
  kycContract(runner, {
    open: provider,
    newId,
    notTested,
    decide: (application) =>
      decided(`${application.reference}.${application.submission}`, async () => {
        const { state } = await (await provider()).review(application);
        return state !== 'pending';
      }),
    ...(entry.type === SIGNED && { submitted: submissionsOf }),
  });
  if (entry.type === SIGNED) kycRefusalCases(runner, tested);
}

function cardsKit(runner: Runner, tested: TestedConnection): void {
  const { entry, open, decided, newId, requests, now } = tested;
  const issuer = async () => (await open()).cards!.issuer;
  const ordersOf = ({ cardId }: CardOrder): number =>
    requests.filter(({ method, url }) => method === 'PUT' && url.endsWith(`/cards/${cardId}`)).length;
  cardProcessorContract(runner, {
    ...{ open: issuer, newId, now },
    decide: (order) => decided(order.cardId, async () => (await (await issuer()).issue(order, 0)).kind !== 'pending'),
    ...(entry.type === SIGNED && { ordered: ordersOf }),
  });
}
