import { memoryVault, sandboxIssuer } from '@corridor/adapters-rails/cards';
import { describe, expect, it } from 'vitest';
import { type CardIssuer, shapedCardIssuer } from '../cards/index.js';
import { shapedMessages } from '../codes/index.js';
import { RailUnavailable } from '../accounts/index.js';
import type { RateSource } from '../rates/index.js';
import { shapedIssuer, type StablecoinIssuer } from '../stablecoins/index.js';
import { playBank } from '../testing/play-bank.js';
import { codeOf, playCore } from '../testing/play-core.js';
import { bankRails, playPayer } from '../testing/play-payer.js';
import { fixedClock } from '../testing/ports.js';
import { type KycProvider, shapedVerification } from '../verification/index.js';

const answer = (given: unknown) => (async () => given) as never;

describe('the core of an embedder', () => {
  it('completes a payout whose rail says only that it is delivered', async () => {
    const bank = await playBank({ rails: bankRails({ submit: answer({ state: 'delivered' }) }) });
    const { id } = await bank.transferOut();
    expect(await bank.read(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await bank.jobs(id)).toEqual([]);
    expect(bank.failures).toEqual([]);
  });

  it('asks a rail again that gives a malformed answer, and its report names rail, call and member', async () => {
    const answers: unknown[] = [{ state: 'pending', checkAfterSeconds: undefined }, { state: 'delivered' }];
    const bank = await playBank({ rails: bankRails({ submit: (async () => answers.shift()) as never }) });
    const { id } = await bank.transferOut();
    expect(bank.failures).toMatchObject([
      {
        job: 'payout.submit',
        reason:
          'sandbox-bank failed (submit): the answer is malformed: checkAfterSeconds must be a positive number of seconds, at most 315360000, but is missing',
      },
    ]);
    await bank.payer.play.pass(1);
    expect(await bank.read(id)).toMatchObject({ status: 'COMPLETED' });
    await bank.payer.auditClean();
  });

  it('asks a rail again that throws, and answers a lookup with an error', async () => {
    const failing = (async () => {
      throw new Error('socket hang up');
    }) as never;
    const payer = await playPayer({ rails: bankRails({ lookUp: failing }) });
    const account = await payer.external();
    const asked = await payer.play.core.quotes.lookUpAccount(payer.play.context(), { accountId: account.id });
    expect(codeOf(asked)).toBe('LOOKUP_REQUEST_FAILED');
  });
});

describe('a malformed answer', () => {
  it('of a rate source leaves the rates as they are', async () => {
    const reported: unknown[] = [];
    const source: RateSource = {
      name: 'acme',
      environments: ['SANDBOX'],
      fetch: answer({ base: 'USD', asOf: 0, perBase: new Map([['EUR', { num: 1n, den: 0n }]]) }),
    };
    await playCore({ rates: [source], report: (what, details) => reported.push([what, details]) });
    expect(reported).toEqual([
      [
        'rates were not refreshed',
        {
          source: 'acme',
          cause:
            'rates acme fetch: the answer is malformed: perBase["EUR"].den must be a positive bigint, but is the bigint 0',
        },
      ],
    ]);
  });

  it('of a card issuer and of a stablecoin issuer is one error that names it', async () => {
    const { issuer } = sandboxIssuer({ vault: memoryVault(), clock: fixedClock(), frameUrl: 'https://pay.example/' });
    const cards: CardIssuer = shapedCardIssuer({ ...issuer, issue: answer({ kind: 'issued', issuerRef: 'c1' }) });
    await expect(cards.issue({} as never, 0)).rejects.toThrow(
      'failed (card-issue): the answer is malformed: brand must be one of VISA, MASTERCARD, but is missing',
    );
    const coins = shapedIssuer({ name: 'BRALE', status: answer({ state: 'pending' }) } as unknown as StablecoinIssuer);
    await expect(coins.status({} as never, {} as never, 0 as never)).rejects.toThrow(
      'issuer-brale failed (issuer-status): the answer is malformed: providerStatus must be a text of 1 to 255 characters without NUL, but is missing',
    );
  });

  it('of the messages is one error that names the channel', async () => {
    const { send } = shapedMessages({ send: answer({ kind: 'refused' }) });
    await expect(send({ channel: 'EMAIL' } as never)).rejects.toThrow(
      'messages to EMAIL send: the answer is malformed: reason must be a text, but is missing',
    );
  });

  it('of a provider of KYC that decides at once is an error that names it, and its decisions stay', () => {
    const deciding = (decideAtOnce: unknown): KycProvider => {
      const provider = { name: 'acme', decideAtOnce } as KycProvider;
      const { providers } = shapedVerification({ providers: { SANDBOX: provider, PRODUCTION: provider } } as never);
      return providers.SANDBOX;
    };
    expect(['approve', 'reject', null].map((decision) => deciding(() => decision).decideAtOnce!('Ada'))).toEqual([
      'approve',
      'reject',
      null,
    ]);
    expect(deciding(undefined).decideAtOnce).toBeUndefined();
    const { decideAtOnce } = deciding(() => 'perhaps');
    expect(() => decideAtOnce!('Ada')).toThrow(RailUnavailable);
    expect(() => decideAtOnce!('Ada')).toThrow('kyc acme decideAtOnce: the answer is malformed: the answer');
  });
});
