import type { Id } from '@corridor/core';
import type { CardOrder, KycApplication } from '@corridor/core/ports';
import {
  cardProcessorContract,
  inventedBusiness,
  inventedPerson,
  kycContract,
  screeningContract,
  type TestRunner,
} from '@corridor/core/testing';
import type { ConnectionEntry, Section } from '../files/connections-file.js';
import { explained } from './explained-faults.js';
import { kycDocumentCases } from './kyc-documents.js';
import { kycRefusalCases } from './kyc-refusals.js';
import { largeJsonCase } from './large-requests.js';
import { protocolCases } from './protocol-cases.js';
import { inventedQuestion, screeningRefusalCases } from './screening-refusals.js';
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

/** A case in which the partner was asked nothing has shown nothing about it. One that fails says what was sent and what came. */
const runnerThatAsks = (
  { test }: Runner,
  tested: Pick<TestedConnection, 'entry' | 'requests' | 'exchanges'>,
): Runner => ({
  test: (name, run) =>
    test(name, async () => {
      const { requests } = tested;
      const before = requests.length;
      try {
        await run();
      } catch (cause) {
        if (cause instanceof Error) cause.message = explained(cause.message, tested);
        throw cause;
      }
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

function screeningKit(runner: Runner, tested: TestedConnection, matching: Matching | null): void {
  const { entry, open, newId } = tested;
  screeningContract(runner, {
    open: async () => (await open()).screening!.provider,
    // The case below looks at the status of the refusal too.
    keepsNothing: true,
    newReference: () => newId('Screening'),
    ...(matching !== null && { listed: { ...UNKNOWN, ...matching } }),
    notTested: (why) => notTested(`${why}; name one with --match NAME, or an address on a chain with --match-address`),
    pause: () => new Promise((resolve) => setTimeout(resolve, OVER_A_SECOND_MS)),
  });
  if (entry.type !== SIGNED) return;
  screeningRefusalCases(runner, tested);
  largeJsonCase(runner, tested, ({ screening }) => screening!.provider.screen(inventedQuestion(newId)));
}

function kycKit(runner: Runner, tested: TestedConnection): void {
  const { entry, open, decided, newId, requests, fetched } = tested;
  const fetches = entry.members['documents'] === 'fetch';
  const provider = async () => (await open()).kyc!.provider;
  const submissionsOf = ({ reference, submission }: KycApplication): number =>
    requests.filter(
      ({ method, url, body }) =>
        method === 'POST' &&
        url.endsWith('/applications') &&
        typeof body === 'string' &&
        (JSON.parse(body) as { readonly reference: string }).reference === `${reference}.${submission}`,
    ).length;
  /** A provider that could not fetch every document says that it does not know the application, which comes again. */
  const submissions = (application: KycApplication): number => {
    const times = submissionsOf(application);
    if (fetches && times > 1 && fetched(application.documents) < application.documents.length)
      return notTested('the provider has not fetched the documents of the application');
    return times;
  };
  kycContract(runner, {
    open: provider,
    newId,
    notTested,
    decide: (application) =>
      decided(
        application.customer.customerType,
        `${application.reference}.${application.submission}`,
        async () => (await (await provider()).review(application)).state !== 'pending',
      ),
    decideOwner: (owner) =>
      decided('an owner', `${owner.id}.${owner.version}`, async () => {
        const decision = await (await provider()).reviewOwner(owner);
        return decision === null || typeof decision !== 'object';
      }),
    ...(entry.type === SIGNED && { submitted: submissions }),
  });
  if (entry.type !== SIGNED) return;
  const { customerTypes = ['INDIVIDUAL'] } = (entry.members['capabilities'] ?? {}) as {
    readonly customerTypes?: readonly string[];
  };
  const invented = () => (customerTypes.includes('INDIVIDUAL') ? inventedPerson(newId) : inventedBusiness(newId));
  kycDocumentCases(runner, tested, { invented, submissionsOf, fetches });
  kycRefusalCases(runner, tested, invented);
  largeJsonCase(runner, tested, ({ kyc }) => kyc!.provider.review(invented()));
}

function cardsKit(runner: Runner, tested: TestedConnection): void {
  const { entry, open, decided, newId, requests, now } = tested;
  const issuer = async () => (await open()).cards!.issuer;
  const ordersOf = ({ cardId }: CardOrder): number =>
    requests.filter(({ method, url }) => method === 'PUT' && url.endsWith(`/cards/${cardId}`)).length;
  cardProcessorContract(runner, {
    ...{ open: issuer, newId, now, notTested },
    decide: (order) =>
      decided('a card', order.cardId, async () => (await (await issuer()).issue(order, 0)).kind !== 'pending'),
    ...(entry.type === SIGNED && { ordered: ordersOf }),
  });
  if (entry.type === SIGNED)
    largeJsonCase(runner, tested, ({ cards }) => cards!.issuer.tell(newId('Card') as Id<'Card'>, 'FROZEN'));
}
