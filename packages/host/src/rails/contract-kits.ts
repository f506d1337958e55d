import type { CardOrder, KycApplication } from '@corridor/core/ports';
import { cardProcessorContract, kycContract, screeningContract, type TestRunner } from '@corridor/core/testing';
import type { Section } from '../files/connections-file.js';
import { protocolCases } from './protocol-cases.js';
import type { TestedConnection } from './tested-connection.js';

/** Registers the cases of a kit. */
type Kit = (runner: Pick<TestRunner, 'test'>, tested: TestedConnection) => void;

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

/** What answers a look-up of an unknown reference with 200, by section. */
const LOOK_UPS: Readonly<Partial<Record<Section, string>>> = {
  kyc: '/applications/Verification:unknown.1',
  cards: '/cards/Card:unknown',
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

/** The cases for a connection: those of the signed protocol, and those of the kit of its section. */
export function contractCases(tested: TestedConnection): ContractCases {
  const cases: ContractCase[] = [];
  const runner = { test: (name: string, run: () => Promise<void>) => void cases.push({ name, run }) };
  const { section, type } = tested.entry;
  if (type === SIGNED) protocolCases(runner, tested, LOOK_UPS[section] ?? null);
  const kit = KITS[section];
  if (typeof kit === 'string') return { cases, untested: kit };
  kit(runner, tested);
  return { cases, untested: null };
}

/** Nothing says which names are on the lists of a test system, so the cases about matches are left out. */
function screeningKit(runner: Pick<TestRunner, 'test'>, { entry, open, newId }: TestedConnection): void {
  screeningContract(runner, {
    open: async () => (await open()).screening!.provider,
    keepsNothing: entry.type !== SIGNED,
    newReference: () => newId('Screening'),
  });
}

function kycKit(runner: Pick<TestRunner, 'test'>, { entry, open, decided, newId, requests }: TestedConnection): void {
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
    decide: (application) =>
      decided(`${application.reference}.${application.submission}`, async () => {
        const { state } = await (await provider()).review(application);
        return state !== 'pending';
      }),
    ...(entry.type === SIGNED && { submitted: submissionsOf }),
  });
}

function cardsKit(runner: Pick<TestRunner, 'test'>, tested: TestedConnection): void {
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
