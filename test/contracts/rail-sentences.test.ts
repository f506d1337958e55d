import { readFileSync } from 'node:fs';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { Rail } from '@corridor/core/ports';
import { railContract, type RailContractOptions } from '@corridor/core/testing';
import { expect, test } from 'vitest';
import { digest } from '../../packages/core/src/testing/ports.js';
import { anchorsOf } from '../support/markdown.mjs';
import { outcomeOf } from './recording-runner.js';

const rails = sandboxRails(digest);
const bank = rails.find(({ name }) => name === 'sandbox-bank')!;
const chains = rails.find(({ name }) => name === 'sandbox-crypto')!;
const sections = new Set(
  ['docs/rails.md', 'docs/rails/write-a-rail.md'].flatMap((document) =>
    [...anchorsOf(readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8'))].map(
      (anchor) => `${document}#${anchor}`,
    ),
  ),
);

/** Call (and what it was about), member, what came, what is expected, and the section. */
const SENTENCE = new RegExp(
  '^(?:(?:the rail|capabilities|(?:payouts|pulls|funding|networkFees)\\.\\w+)(?: \\(.+?\\))?: .+ is .+, but must be .+' +
    '|(?:payouts|pulls|funding|networkFees)\\.\\w+ failed: .+)\\. See (docs/[\\w/-]+\\.md#[\\w-]+)$',
  's',
);

const messagesOf = async (rail: Rail, options?: RailContractOptions): Promise<readonly string[]> =>
  (await outcomeOf((runner) => railContract(runner, rail, options))).messages;

const withPayouts = (payouts: Partial<NonNullable<Rail['payouts']>>): Rail => ({
  ...bank,
  payouts: { ...bank.payouts!, ...payouts },
});
const withPulls = (pulls: Partial<NonNullable<Rail['pulls']>>): Rail => ({
  ...bank,
  pulls: { ...bank.pulls!, ...pulls },
});
const withFunding = (funding: Partial<NonNullable<Rail['funding']>>, of = bank): Rail => ({
  ...of,
  funding: { ...of.funding!, ...funding },
});
const withFees = (networkFees: Partial<NonNullable<Rail['networkFees']>>): Rail => ({
  ...chains,
  networkFees: { ...chains.networkFees!, ...networkFees },
});
const declaring = (capabilities: Partial<Rail['capabilities']>, of = bank): Rail => ({
  ...of,
  capabilities: { ...of.capabilities, ...capabilities },
});
/** An answer that differs at each call. */
const counted = <T>(answer: (call: number) => T): (() => Promise<T>) => {
  let calls = 0;
  return async () => answer((calls += 1));
};
const never = async () => 0;
const USD = 'USD' as never;
const account = { accountType: 'US_ACCOUNT', accountNumber: '123456890', routingNumber: '021000021' } as const;

type Row = readonly [what: string, rail: Rail, sentence: string, options?: RailContractOptions];
const ROWS: readonly Row[] = [
  [
    'declares a capability without its function',
    { ...bank, pulls: null },
    'capabilities: pull is true, but must be false, because `pulls` of the rail is null. See docs/rails/write-a-rail.md#1-declare-what-it-can-do',
  ],
  [
    'declares no list of account types to collect from',
    declaring({ pullsFrom: undefined as never }),
    'capabilities: pullsFrom is missing, but must be a list. See docs/rails/write-a-rail.md#1-declare-what-it-can-do',
  ],
  [
    'lists a currency twice',
    declaring({ currencies: [...bank.capabilities.currencies, 'USD' as never] }),
    'must be a list without repetitions. See docs/rails/write-a-rail.md#1-declare-what-it-can-do',
  ],
  [
    'lists an unknown account type',
    declaring({ accountTypes: ['MOON_ACCOUNT' as never] }),
    'capabilities: accountTypes is "MOON_ACCOUNT", but must be an account type that core knows. See docs/rails/write-a-rail.md#1-declare-what-it-can-do',
  ],
  [
    'is simulated in production',
    { ...bank, environment: 'PRODUCTION' },
    'the rail: environment is "PRODUCTION", but must be SANDBOX, because `simulated` is true. See docs/rails/write-a-rail.md#1-declare-what-it-can-do',
  ],
  [
    'reaches no account of a type by its payment rails',
    declaring({ paymentRails: [] }),
    'capabilities (USD_ACCOUNT): paymentRails is [], but must be a list with one of ACH, WIRE, RTP, FEDNOW.',
  ],
  [
    'answers with an unknown state',
    withPayouts({ submit: async () => ({ state: 'delivred' }) as never }),
    'payouts.submit failed: sandbox-bank failed (submit): the answer is malformed: state must be one of delivered, pending, failed, returned, but is another text; it answered {"state":"delivred"}. See docs/rails.md#answers-are-checked',
  ],
  [
    'answers with nothing',
    withPayouts({ lookUp: async () => undefined as never }),
    'payouts.lookUp failed: sandbox-bank failed (look-up): the answer is malformed: the answer must be one of reachable, unreachable, but is missing; it answered missing. See docs/rails.md#answers-are-checked',
  ],
  [
    'throws',
    withPayouts({
      status: async () => {
        throw new Error('the bank is closed');
      },
    }),
    'payouts.status failed: sandbox-bank failed (status): the bank is closed. See docs/rails.md#answers-are-checked',
  ],
  [
    'answers a repeated submission differently',
    withPayouts({ submit: counted((call) => ({ state: 'pending', checkAfterSeconds: call })) }),
    'payouts.submit (USD to USD_ACCOUNT): the answer is {"checkAfterSeconds":1,"state":"pending"}, but must be the answer of the repeated call, {"checkAfterSeconds":4,"state":"pending"}. See docs/rails/write-a-rail.md#2-deliver',
  ],
  [
    'returns nothing of a payout',
    withPayouts({ status: async () => ({ state: 'returned', returnId: 'r', amount: 0n, reason: null }) }),
    'payouts.status (USD to US_ACCOUNT, 0 seconds after the submission): amount is 0n, but must be more than 0. See docs/rails/write-a-rail.md#2-deliver',
  ],
  [
    'names a chain that nothing serves',
    withPayouts({
      submit: async () => ({
        state: 'delivered',
        checkAfterSeconds: null,
        onChainTransaction: { transactionHash: '0x1', network: 'MOON' },
      }),
    }),
    'payouts.submit (USD to US_ACCOUNT): onChainTransaction.network is "MOON", but must be one of BITCOIN,',
  ],
  [
    'pays nothing of what it has delivered',
    bank,
    'payouts.submit (USD to US_ACCOUNT): the number of times that the provider moved the money, by `moved`, is 0, but must be 1 for the state "delivered". See docs/rails/write-a-rail.md#2-deliver',
    { moved: never },
  ],
  [
    'has another outcome than its options say',
    bank,
    'payouts.status (USD to US_ACCOUNT, 60 seconds after the submission): state is "delivered", but must be "failed", as the option `payouts` of the contract says. See docs/rails/write-a-rail.md#2-deliver',
    { payouts: [{ account, currency: USD, becomes: 'failed', afterSeconds: 60 }] },
  ],
  [
    'collects after it cancelled',
    withPulls({
      cancel: async () => 'cancelled',
      status: async () => ({ state: 'collected', checkAfterSeconds: null }),
    }),
    'pulls.status (USD from US_ACCOUNT): state is "collected", but must be "failed" after the answer "cancelled". See docs/rails/write-a-rail.md#2-deliver',
  ],
  [
    'returns a part of a collection',
    withPulls({ submit: async () => ({ state: 'returned', returnId: 'r', amount: 2n, reason: null }) }),
    'pulls.submit (USD from US_ACCOUNT): amount is 2n, but must be the whole amount of the collection, 1. See docs/rails/write-a-rail.md#3-collect',
  ],
  [
    'answers a repeated refund of a collection differently',
    withPulls({ refund: counted((call) => ({ state: 'pending', checkAfterSeconds: call })) }),
    'pulls.refund (USD from USD_ACCOUNT): the answer is {"checkAfterSeconds":2,"state":"pending"}, but must be the answer of the first call at 0 seconds after the submission, {"checkAfterSeconds":1,"state":"pending"}. See docs/rails/write-a-rail.md#3-collect',
  ],
  [
    'gives an instruction without the fields of its account type',
    withFunding({
      instructions: () => [
        {
          instructionsNotes: null,
          isPlatformAccount: null,
          accountOrWalletInfo: { accountType: 'EUR_ACCOUNT' } as never,
        },
      ],
    }),
    'funding.instructions (USD): accountOrWalletInfo is {"accountType":"EUR_ACCOUNT"}, but must be valid for its account type: iban is missing',
  ],
  [
    'gives every payer the same instructions',
    withFunding({ instructions: (request) => bank.funding!.instructions({ ...request, reference: 'K7QF9M3XHTCP' }) }),
    'but must be different for each reference, but 50 references have 1 forms. See docs/rails/write-a-rail.md#4-receive',
  ],
  [
    'receives on a network that it does not list',
    withFunding({ networks: () => [] }),
    'funding.instructions (USD without a network): the answer is [{',
  ],
  [
    'gives instructions for an unknown currency',
    withFunding({ instructions: (request) => bank.funding!.instructions({ ...request, currency: USD }) }),
    'funding.instructions (XTS): the answer is [{',
  ],
  [
    'answers a repeated request to return a deposit differently',
    withFunding({ refund: counted((call) => ({ state: 'failed', reason: `number ${call}` })) }),
    'funding.refund (to the account DE890): the answer is {"reason":"number 2","state":"failed"}, but must be the answer of the first call',
  ],
  [
    'derives no address from an index',
    withFunding({ addressSpace: 'chains' }, chains),
    ', but must be one address of its own for each of 52 indexes. See docs/rails/write-a-rail.md#4-receive',
  ],
  ['pays by a network without a fee', withFees({ networkOf: () => 'NOWHERE' }), 'networkFees.networkOf (BTC to'],
  [
    'prices an address of no network',
    withFees({ estimate: async () => 1n }),
    ', to an address of no network): the answer is 1n, but must be null. See docs/rails/write-a-rail.md#1-declare-what-it-can-do',
  ],
];

test.each(ROWS.map((row) => [row[0], row] as const))('the failure of a rail that %s is a sentence', async (_, row) => {
  const [, rail, sentence, options] = row;
  const messages = await messagesOf(rail, options);
  expect(messages.find((message) => message.includes(sentence)) ?? messages.join('\n')).toContain(sentence);
  for (const message of messages) {
    const [, section] = SENTENCE.exec(message) ?? [];
    expect([message, sections.has(section ?? '')]).toEqual([message, true]);
  }
});

test('a rail whose functions are methods of a class is called as one', async () => {
  class Payouts {
    readonly cancel = null;
    readonly #usual = bank.payouts!;
    submit(...input: Parameters<NonNullable<Rail['payouts']>['submit']>) {
      return this.#usual.submit(...input);
    }
    status(...input: Parameters<NonNullable<Rail['payouts']>['status']>) {
      return this.#usual.status(...input);
    }
    lookUp(...input: Parameters<NonNullable<Rail['payouts']>['lookUp']>) {
      return this.#usual.lookUp(...input);
    }
  }
  expect(await messagesOf({ ...bank, payouts: new Payouts() })).toEqual([]);
});
