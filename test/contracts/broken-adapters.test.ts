import { memoryVault, sandboxIssuer as sandboxCards } from '@corridor/adapters-rails/cards';
import { memoryBook, sandboxIssuer } from '@corridor/adapters-rails/stablecoins';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { instant } from '@corridor/core';
import type { CardIssuer, FundingRail, FundingRequest, Messages, Rail, StablecoinIssuer } from '@corridor/core/ports';
import {
  cardIssuerContract,
  messagesContract,
  railContract,
  type RailContractOptions,
  stablecoinIssuerContract,
} from '@corridor/core/testing';
import { describe, expect, test } from 'vitest';
import { digest } from '../../packages/core/src/testing/ports.js';
import { type Outcome, outcomeOf } from './recording-runner.js';

const NOW = instant(Date.UTC(2026, 0, 15));

describe('a rail', () => {
  const bank = sandboxRails(digest).find(({ name }) => name === 'sandbox-bank')!;
  const proven = (rail: Rail, options?: RailContractOptions): Promise<Outcome> =>
    outcomeOf((runner) => railContract(runner, rail, options));

  test('that meets the contract fails no case', async () => {
    const { passed, failed } = await proven(bank);
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(100);
  });

  test('that answers a repeated payout differently fails only the case of that payout', async () => {
    let calls = 0;
    const payouts: Rail['payouts'] = {
      ...bank.payouts!,
      submit: async (payout) => {
        const answer = await bank.payouts!.submit(payout);
        return payout.account.accountType === 'MXN_ACCOUNT' && calls++ % 2 === 1
          ? { state: 'pending', checkAfterSeconds: 1 }
          : answer;
      },
    };
    expect((await proven({ ...bank, payouts })).failed).toEqual([
      'gives the same answer to repeated submissions of MXN to MXN_ACCOUNT',
    ]);
  });

  test("that answers the same but pays twice fails if the provider's movements can be counted", async () => {
    const paid: string[] = [];
    const payouts: Rail['payouts'] = {
      ...bank.payouts!,
      submit: (payout) => {
        paid.push(payout.reference);
        return bank.payouts!.submit(payout);
      },
    };
    const { failed } = await proven(
      { ...bank, payouts },
      { moved: async (reference) => paid.filter((each) => each === reference).length },
    );
    expect(failed).toContain('gives the same answer to repeated submissions of MXN to MXN_ACCOUNT');
  });

  test('that looks for a movement before it pays, and pays twice at the same moment, fails', async () => {
    const paid: string[] = [];
    const payouts: Rail['payouts'] = {
      ...bank.payouts!,
      submit: async (payout) => {
        const isKnown = paid.includes(payout.reference);
        const answer = await bank.payouts!.submit(payout);
        if (!isKnown && answer.state === 'delivered') paid.push(payout.reference);
        return answer;
      },
    };
    const { failed } = await proven(
      { ...bank, payouts },
      { moved: async (reference) => paid.filter((each) => each === reference).length },
    );
    expect(failed).toContain('gives the same answer to repeated submissions of MXN to MXN_ACCOUNT');
  });

  test('that pays a submission after it cancelled the movement fails', async () => {
    const cancelled = {
      state: 'failed',
      reason: 'QUOTE_EXECUTION_FAILED',
      refundReason: 'USER_CANCELLATION',
      refundable: true,
    } as const;
    const payouts: Rail['payouts'] = {
      ...bank.payouts!,
      cancel: async () => 'cancelled',
      status: async () => cancelled,
      submit: async () => ({ state: 'delivered', onChainTransaction: null, checkAfterSeconds: null }),
    };
    const after = 'reports MXN to MXN_ACCOUNT after a cancellation as it answered the cancellation';
    expect((await proven({ ...bank, payouts })).failed).toContain(after);
    const rights = { ...payouts, submit: async () => cancelled };
    expect((await proven({ ...bank, payouts: rights })).failed).not.toContain(after);
  });

  test('that cancels what it has paid already fails', async () => {
    const paid = new Set<string>();
    const payouts: Rail['payouts'] = {
      ...bank.payouts!,
      submit: (payout) => {
        paid.add(payout.reference);
        return bank.payouts!.submit(payout);
      },
      cancel: async () => 'cancelled',
      status: async (payout, now) =>
        payout.cancelRequestedAt === null
          ? bank.payouts!.status(payout, now)
          : {
              state: 'failed',
              reason: 'QUOTE_EXECUTION_FAILED',
              refundReason: 'USER_CANCELLATION',
              refundable: true,
            },
    };
    const moved = async (reference: string) => (paid.has(reference) ? 1 : 0);
    expect((await proven({ ...bank, payouts }, { moved })).failed).toContain(
      'cancels MXN to MXN_ACCOUNT after its submission, or lets it continue',
    );
  });

  describe('of chains', () => {
    const chains = sandboxRails(digest).find(({ name }) => name === 'sandbox-crypto')!;
    const derives = 'derives an address of its own from each index, and from nothing else';
    /** The rail with an address space; `seed` is what it derives an address from. */
    const deriving = (seed: (request: FundingRequest) => string): Rail => {
      const { funding } = chains;
      const instructions: FundingRail['instructions'] = (request) =>
        funding!.instructions({ ...request, reference: seed(request) });
      return { ...chains, funding: { ...funding!, addressSpace: 'chains', instructions } };
    };

    test('that derives addresses from the index fails no case', async () => {
      expect((await proven(deriving(({ addressIndex }) => `index ${addressIndex}`))).failed).toEqual([]);
    });

    test.each<[string, (request: FundingRequest) => string]>([
      ['from the reference', ({ reference, addressIndex }) => `${reference} ${addressIndex}`],
      ['from the amount too', ({ amount, addressIndex }) => `${amount} ${addressIndex}`],
      ['from a part of the index', ({ addressIndex }) => `index ${addressIndex! % 1_000_000}`],
    ])('that derives addresses %s fails', async (_what, seed) => {
      expect((await proven(deriving(seed))).failed).toContain(derives);
    });

    test('that names a network for its accounts which it has no fee for fails', async () => {
      const networkFees: Rail['networkFees'] = { ...chains.networkFees!, networkOf: () => 'NOWHERE' };
      expect((await proven({ ...chains, networkFees })).failed).toContain(
        'names the network by which it pays an account, and the fee for it',
      );
    });

    test('whose fee exceeds every amount of the ledger fails', async () => {
      const networkFees: Rail['networkFees'] = { ...chains.networkFees!, estimate: async () => 2n ** 60n };
      expect((await proven({ ...chains, networkFees })).failed).toContain(
        'names the network by which it pays an account, and the fee for it',
      );
    });
  });

  test('that declares a capability without its function fails', async () => {
    expect((await proven({ ...bank, pulls: null })).failed).toContain(
      'has exactly the functions that its capabilities promise',
    );
  });
});

describe('an issuer of cards', () => {
  const { issuer } = sandboxCards({ vault: memoryVault(), clock: { now: () => NOW }, frameUrl: 'http://localhost/' });
  const proven = (broken: CardIssuer): Promise<Outcome> =>
    outcomeOf((runner) => cardIssuerContract(runner, { open: () => broken, now: NOW }));

  test('that meets the contract fails no case', async () => {
    expect((await proven(issuer)).failed).toEqual([]);
  });

  test('that makes two cards for one order fails', async () => {
    let made = 0;
    const issue: CardIssuer['issue'] = async (order, elapsed) => {
      const answer = await issuer.issue(order, elapsed);
      return answer.kind === 'issued' ? { ...answer, issuerRef: `card ${++made}` } : answer;
    };
    expect((await proven({ ...issuer, issue })).failed).toEqual([
      'issues one card for one order, also if it is repeated on several hosts',
    ]);
  });

  test('that reveals the number of a card fails', async () => {
    const number = { number: '4000 0012 3456 7899' };
    const issue: CardIssuer['issue'] = async (order, elapsed) => {
      const answer = await issuer.issue(order, elapsed);
      return { ...answer, ...number };
    };
    expect((await proven({ ...issuer, issue })).failed).toEqual([
      'returns what is printed on a card, and never its number',
    ]);
  });
});

describe('an issuer of stablecoins', () => {
  const issuer = sandboxIssuer({ digest, book: memoryBook() });
  const proven = (broken: StablecoinIssuer): Promise<Outcome> =>
    outcomeOf((runner) =>
      stablecoinIssuerContract(runner, {
        open: () => broken,
        credentials: { apiClientId: 'client', apiClientSecret: 'secret' },
        completedAfterSeconds: 1,
      }),
    );

  test('that meets the contract fails no case', async () => {
    expect((await proven(issuer)).failed).toEqual([]);
  });

  test('that mints a repeated order again fails', async () => {
    let minted = 0n;
    const broken: StablecoinIssuer = {
      ...issuer,
      submit: (account, order) => {
        minted += order.operationType === 'MINT' ? order.netAmount : -order.amount;
        return issuer.submit(account, order);
      },
      supply: async () => ({ state: 'told', supply: minted }),
    };
    expect((await proven(broken)).failed).toContain(
      'mints the amount less the fees once, also if the order is repeated on several hosts',
    );
  });
});

describe('an implementation of Messages', () => {
  const refuses: Messages = { send: async () => ({ kind: 'refused', reason: 'no such recipient' }) };
  const proven = (refusing: Messages): Promise<Outcome> =>
    outcomeOf((runner) =>
      messagesContract(runner, {
        channels: ['EMAIL'],
        environment: 'PRODUCTION',
        async open() {
          const sent: string[] = [];
          const send: Messages['send'] = async ({ code, sender }) => {
            sent.push(`${code} is your code for ${sender}`);
            return { kind: 'accepted' };
          };
          return { messages: { send }, taken: () => sent };
        },
        refusing: async () => ({ messages: refusing, taken: () => [] }),
      }),
    );

  test('that meets the contract fails no case', async () => {
    expect((await proven(refuses)).failed).toEqual([]);
  });

  test.each<[string, Messages['send']]>([
    ['swallows a refusal', async () => ({ kind: 'accepted' })],
    ['reports a refusal as an outage', async () => ({ kind: 'unavailable', reason: 'later' })],
    ['puts the recipient into the reason', async ({ to }) => ({ kind: 'refused', reason: `${to} is not known` })],
  ])('that %s fails', async (_what, send) => {
    expect((await proven({ send })).failed).toEqual(['reports a refused recipient']);
  });
});
