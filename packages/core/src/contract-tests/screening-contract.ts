import type { CurrencyCode } from '../kernel/index.js';
import {
  SCREENED_ROLES,
  type ScreenedParty,
  type ScreenedPayment,
  SCREENING_OCCASIONS,
  type ScreeningAnswer,
  type ScreeningProvider,
  type ScreeningQuestion,
  shapedScreening,
} from '../screening/index.js';
import { type Checked, must, mustEqual, mustHaveSame } from './rail/sentences.js';
import type { TestRunner } from './test-runner.js';

export interface ScreeningContractOptions {
  /** Opens the provider on another host: all hosts ask the same provider. */
  readonly open: () => ScreeningProvider | Promise<ScreeningProvider>;
  /** What makes a party match an entry of a list, such as a name. Absent: the cases about matches are not tested. */
  readonly listed?: Partial<Omit<ScreenedParty, 'id'>>;
  /** Ends a case that cannot be played, and says why. Absent: such a case is left out. */
  readonly notTested?: (why: string) => never;
  /**
   * Lets more than a second pass, so that an answer that repeats the time of day differs from the former one. Absent: no
   * time passes.
   */
  readonly pause?: () => Promise<void>;
  /** Changes the content of the lists, and ends when the provider answers by it. Absent: the lists do not change. */
  readonly changeLists?: () => Promise<void>;
  /** True for a provider that keeps no questions, so that it cannot know that a reference had other content. */
  readonly keepsNothing?: boolean;
  /** A reference that no former run has used, for a provider that keeps them. Absent: counted from 1. */
  readonly newReference?: () => string;
  /** Opens the provider with a secret that is not its own. Absent: its requests are not signed. */
  readonly openForged?: () => ScreeningProvider | Promise<ScreeningProvider>;
}

const SECTION: Pick<Checked, 'section'> = { section: 'questions-and-answers' };
const SEE = 'docs/connections/screening.md#questions-and-answers';
const MOST_PARTIES = 50;
const OF_LISTS = 'the answer of `listVersion` (over HTTP, GET /list-version)';

/** Names that a provider must accept, whatever it finds. */
const NAMES: readonly string[] = [
  'Ada Lovelace',
  'Zoë Ångström-Łukasz',
  "Siobhán O'Brien",
  'Иван Иванов',
  'محمد علي',
  '金正恩',
  'สมชาย ใจดี',
  'José 🙂',
  'X',
  'A'.repeat(255),
];

/**
 * What the core relies on in every screening provider: a question has one answer, a reference has one content, a match is
 * about a party of the question, another content of the lists has another version, and every party, occasion and payment
 * is answered. Registers its cases with the runner. Connect the provider to a stand-in or to its test system.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { screeningContract } from '@corridor/core/testing';
 *
 * runner.describe('my provider', () => {
 *   screeningContract(runner, { open: () => myProvider({ http: standIn }), listed: { name: 'Listed Person' } });
 * });
 * ```
 */
export function screeningContract(
  { test }: Pick<TestRunner, 'test'>,
  {
    open,
    listed,
    notTested,
    pause = () => Promise.resolve(),
    changeLists,
    keepsNothing = false,
    newReference = serialReferences(),
    openForged,
  }: ScreeningContractOptions,
): void {
  const opened = async (): Promise<ScreeningProvider> => shapedScreening(await open());
  const questions = questionsOf(newReference);
  /** A case about a party that a list names. */
  const matchCase = (name: string, run: (listed: Partial<Omit<ScreenedParty, 'id'>>) => Promise<void>): void => {
    if (listed !== undefined) test(name, () => run(listed));
    else if (notTested !== undefined)
      test(name, async () => notTested('no party is known that matches an entry of a list'));
  };

  test('a repeated question has the same answer, on every host', async () => {
    const question = questions({ parties: [partyOf(1, listed)] });
    const first = await (await opened()).screen(question);
    for (const provider of [await opened(), await opened()])
      mustHaveSame(
        screen('a repeated question'),
        said(await provider.screen(question)),
        said(first),
        'the same as before',
      );
  });

  test('a question that comes twice at the same time has one answer', async () => {
    const question = questions({ parties: [partyOf(1, listed), partyOf(2)] });
    const [one, other] = await Promise.all([await opened(), await opened()].map((host) => host.screen(question)));
    mustHaveSame(screen('two at the same time'), said(other!), said(one!), 'the same as in the other answer');
  });

  if (!keepsNothing)
    test('a reference with other content is refused, and the first one stays', async () => {
      const provider = await opened();
      const question = questions({});
      const first = await provider.screen(question);
      const other = { ...question, parties: [partyOf(1, { name: 'Grace Hopper' })] };
      const answer = await provider.screen(other).catch(() => null);
      must(
        screen('a reference with other content'),
        answer,
        'refused (over HTTP with 409), because a reference is one question',
        answer === null,
      );
      mustHaveSame(
        screen('the first content after that'),
        said(await provider.screen(question)),
        said(first),
        'the same as before',
      );
    });

  test('the version of an answer is that of the lists', async () => {
    const provider = await opened();
    const version = await provider.listVersion();
    const answer = await provider.screen(questions({}));
    mustEqual({ ...screen(), member: 'listVersion' }, answer.listVersion, version, OF_LISTS);
    await pause();
    mustEqual(call('listVersion', 'again'), await provider.listVersion(), version, 'the same version');
  });

  if (changeLists !== undefined)
    test('other lists have another version, in answers too', async () => {
      const provider = await opened();
      const question = questions({});
      const before = (await provider.screen(question)).listVersion;
      await changeLists();
      const version = await provider.listVersion();
      must(call('listVersion', 'after `changeLists`'), version, `another one than ${before}`, version !== before);
      const answer = await provider.screen(question);
      mustEqual({ ...screen('after `changeLists`'), member: 'listVersion' }, answer.listVersion, version, OF_LISTS);
    });

  matchCase('a match names the party that matches, alone', async (matching) => {
    const provider = await opened();
    const question = questions({ parties: [partyOf(1), partyOf(2, matching), partyOf(3)] });
    const { state, matches } = await provider.screen(question);
    must({ ...screen('a party on a list'), member: 'state' }, state, 'hold or refuse', state !== 'clear');
    const named = [...new Set(matches.map(({ party }) => party))];
    mustEqual({ ...screen('a party on a list'), member: 'matches' }, named, [idOf(2)], 'about this party');
    const entries = matches.map(({ list, entry }) => `${list} ${entry}`);
    must(
      { ...screen('a party on a list'), member: 'matches' },
      entries,
      'each entry once',
      new Set(entries).size === entries.length,
    );
  });

  matchCase('an entry keeps its id and its version in other questions', async (matching) => {
    const provider = await opened();
    const first = await provider.screen(questions({ parties: [partyOf(1, matching)] }));
    must({ ...screen('a party on a list'), member: 'state' }, first.state, 'hold or refuse', first.state !== 'clear');
    await pause();
    const later = await provider.screen(questions({ parties: [partyOf(1, matching)], occasion: 'LATER' }));
    mustHaveSame(
      { ...screen('another question about the same party'), member: 'matches' },
      entriesOf(later),
      entriesOf(first),
      'the same while the entry has the same content',
    );
  });

  test('every role is answered on every occasion', async () => {
    const provider = await opened();
    for (const occasion of SCREENING_OCCASIONS)
      for (const role of SCREENED_ROLES)
        await answered(`${role} on ${occasion}`, provider, questions({ occasion, parties: [partyOf(1, { role })] }));
  });

  test('every name is answered, in any script', async () => {
    const provider = await opened();
    for (const name of NAMES)
      for (const kind of ['INDIVIDUAL', 'BUSINESS', null] as const)
        await answered(`the name ${name}`, provider, questions({ parties: [partyOf(1, { name, kind })] }));
  });

  test('what is not known is answered', async () => {
    const provider = await opened();
    const nothing = { kind: null, name: null, birthDate: null, nationality: null, country: null };
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const uma = '$grace@bank.example';
    for (const party of [
      { ...nothing, address },
      { ...nothing, address: uma },
      { ...nothing, name: 'Ada Lovelace' },
    ])
      await answered('null for what is not known', provider, questions({ parties: [partyOf(1, party)] }));
  });

  test('fifty parties are answered', async () => {
    const parties = Array.from({ length: MOST_PARTIES }, (_, index) => partyOf(index + 1));
    await answered('fifty parties', await opened(), questions({ parties }));
  });

  test('payments of every direction are answered, also above 2^53', async () => {
    const provider = await opened();
    for (const direction of ['IN', 'OUT', 'INSIDE'] as const)
      for (const amount of [1n, 9_007_199_254_740_993n])
        await answered(
          `a payment ${direction}`,
          provider,
          questions({ occasion: 'PAYMENT', payment: paymentOf(direction, amount) }),
        );
  });

  if (openForged !== undefined)
    test('a question with a wrong signature is refused', async () => {
      const forged = shapedScreening(await openForged());
      const answer = await forged.screen(questions({})).catch(() => null);
      must(screen('a wrong signature'), answer, 'refused', answer === null);
      const version = await forged.listVersion().catch(() => null);
      must(call('listVersion', 'a wrong signature'), version, 'refused', version === null);
    });
}

const call = (name: string, of?: string): Checked => ({ call: name, ...(of !== undefined && { of }), ...SECTION });
const screen = (of?: string): Checked => call('screen', of);

/** Fails with the case and the reason if the provider does not answer. */
async function answered(of: string, provider: ScreeningProvider, question: ScreeningQuestion): Promise<void> {
  const fault = await provider.screen(question).then(
    () => null,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );
  if (fault !== null) throw new Error(`screen (${of}): there is no valid answer: ${fault}. See ${SEE}`);
}

type Match = ScreeningAnswer['matches'][number];

const keyOf = ({ party, list, entry }: Match): string => `${party} ${list} ${entry}`;

/** The matches in an order of their own: that of matches which are alike in the same degree may differ. */
const inOrder = (matches: ScreeningAnswer['matches']): readonly Match[] =>
  matches.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const said = (answer: ScreeningAnswer): object => ({ ...answer, matches: inOrder(answer.matches) });

const entriesOf = ({ matches }: ScreeningAnswer): readonly object[] =>
  inOrder(matches).map(({ list, entry, entryVersion }) => ({ list, entry, entryVersion }));

const idOf = (serial: number): string => `Customer:018bcfe5-6800-7000-8000-${String(serial).padStart(12, '0')}`;

/** A person whom no list should name. */
const partyOf = (serial: number, over: Partial<Omit<ScreenedParty, 'id'>> = {}): ScreenedParty => ({
  ...{ id: idOf(serial), role: 'CUSTOMER', kind: 'INDIVIDUAL', name: 'Quillon Brambleworth', birthDate: '1986-12-10' },
  ...{ nationality: 'GB', country: 'DE', address: null },
  ...over,
});

const paymentOf = (direction: ScreenedPayment['direction'], amount: bigint): ScreenedPayment => ({
  ...{ id: 'Transaction:018bcfe5-6800-7000-8000-000000000001', direction, currency: 'EUR' as CurrencyCode, amount },
  paymentRail: direction === 'INSIDE' ? null : 'SEPA',
  sums: [
    { days: 1, direction: 'OUT', currency: 'EUR' as CurrencyCode, amount: 0n, count: 0 },
    { days: 30, direction: 'IN', currency: 'USD' as CurrencyCode, amount: 125_000n, count: 3 },
  ],
});

/** Makes questions, each with a reference of its own, which has the same content in every run. */
function serialReferences(): () => string {
  let serial = 0;
  return () => `Screening:018bcfe5-6800-7000-8000-${String(++serial).padStart(12, '0')}`;
}

const questionsOf =
  (newReference: () => string) =>
  (over: Partial<Omit<ScreeningQuestion, 'reference'>>): ScreeningQuestion => ({
    reference: newReference(),
    occasion: 'ONBOARDING',
    parties: [partyOf(1)],
    payment: null,
    ...over,
  });
