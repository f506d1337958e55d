import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { httpCards } from '@corridor/adapters-rails/http-cards';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { instant } from '@corridor/core';
import { createIds, createRailStore } from '@corridor/core/internal';
import type { CardConnection, CardIssuer, IssueOutcome } from '@corridor/core/ports';
import { cardProcessorContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import { CARD_ORDER } from '../../packages/adapters-rails/src/testing/http-cards.js';
import { cardConnectionsFile, type ExampleProcessor, startProcessor } from '../support/example-cards.js';

const { afterAll, beforeAll, describe, expect, it } = runner;

describe('the example with Express', () => {
  let example: ExampleProcessor;
  beforeAll(async () => {
    example = await startProcessor('http://127.0.0.1:9/nowhere');
  });
  afterAll(() => example.stop());

  const connect = async (): Promise<CardConnection> => {
    const [{ type: _type, name: _name, environment: _environment, ...members }] = cardConnectionsFile().cards;
    const { units } = createMemoryStorage();
    const sealer = createSealer(nodeCrypto.random.bytes(32));
    return httpCards(
      { ...members, url: example.url },
      {
        ...nodeCrypto,
        ...{ name: 'acme-cards', environment: 'SANDBOX', clock: systemClock },
        store: createRailStore({ units, clock: systemClock, sealer }, 'SANDBOX', 'acme-cards'),
        http: createOutboundHttp({ allowPrivate: true, timeoutMs: 10_000 }),
        log: { info: () => undefined, warn: () => undefined },
        rateOf: () => Promise.resolve(null),
        addressesOf: () => Promise.resolve(0),
        secretOf: (_, reference) =>
          example.secrets[(reference as { readonly env: keyof ExampleProcessor['secrets'] }).env],
      },
    );
  };
  const ids = createIds(systemClock, nodeCrypto.random);
  const open = async (): Promise<CardIssuer> => (await connect()).issuer;
  const newOrder = () => ({ ...CARD_ORDER, cardId: ids.next('Card') });

  cardProcessorContract(runner, { open, newId: (type) => ids.next(type), now: () => systemClock.now() });

  it('declares what its entry says', async () => {
    expect(await (await connect()).check()).toMatchObject({ isReachable: true, problems: [] });
  });

  it('shows a card once, and not after it was closed', async () => {
    const issuer = await open();
    const order = newOrder();
    const card = (await issuer.issue(order, 0)) as IssueOutcome & { readonly kind: 'issued' };
    const page = async () => {
      const expiresAt = instant(systemClock.now() + 60_000);
      return (await issuer.reveal({ cardId: order.cardId, tenant: '' as never, expiresAt })).url;
    };
    const [url, later] = [await page(), await page()];
    expect(await example.page(url)).toMatch(new RegExp(`^4[0-9]{11}${card.last4} `));
    expect(await example.page(url)).toBeNull();
    await issuer.tell(order.cardId, 'CLOSED');
    expect(await example.page(later)).toBeNull();
  });

  it('remembers its cards after it was killed, and keeps no password', async () => {
    const issuer = await open();
    const order = newOrder();
    const card = await issuer.issue(order, 0);
    await example.restart();
    expect(await issuer.issue({ ...order, cardholderName: 'Grace Hopper' }, 0)).toEqual(card);
    expect(JSON.stringify(await example.read('cards'))).not.toContain(CARD_ORDER.threeDSecurePassword);
  });

  it('decides without Corridor up to its limit', async () => {
    const issuer = await open();
    const order = newOrder();
    await issuer.issue(order, 0);
    expect(await example.purchase(order.cardId, { amount: '5000' })).toMatchObject({
      ...{ outcome: 'APPROVED', amount: '5000', by: 'processor' },
    });
    expect(await example.purchase(order.cardId, { amount: '5001' })).toMatchObject({ outcome: 'DECLINED' });
    await issuer.tell(order.cardId, 'FROZEN');
    expect(await example.purchase(order.cardId, { amount: '1' })).toMatchObject({ outcome: 'DECLINED' });
    // The three decisions, and the reports of the day before, one for each currency.
    expect(await example.unsent()).toBe(5);
  });
});

describe('the contract of card processors', () => {
  const ISSUED = { kind: 'issued', brand: 'VISA', last4: '4242', expMonth: 12, expYear: 2029 } as const;
  let pages = 0;
  const GOOD: CardIssuer = {
    name: 'play',
    environments: ['SANDBOX'],
    issue: async ({ cardId }) => ({ ...ISSUED, issuerRef: `at-play-${cardId.slice(-4)}` }),
    tell: async () => undefined,
    reveal: async ({ expiresAt }) => ({ url: `https://play.example/${(pages += 1)}`, expiresAt }),
  };

  /** The sentences of the cases that fail. */
  async function faultsOf(
    issuer: Partial<CardIssuer>,
    options: Partial<Parameters<typeof cardProcessorContract>[1]> = {},
  ): Promise<readonly string[]> {
    const cases: (() => Promise<void>)[] = [];
    const recording = { test: (_name: string, run: () => Promise<void>) => void cases.push(run) };
    cardProcessorContract(recording, { open: () => ({ ...GOOD, ...issuer }), ...options });
    const outcomes = await Promise.allSettled(cases.map((run) => run()));
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []));
  }

  it('passes a processor that does everything right', async () => {
    expect(await faultsOf({})).toEqual([]);
    expect(await faultsOf({ issue: async () => ({ kind: 'rejected' }) })).toEqual([]);
    expect(await faultsOf({ issue: async () => ({ kind: 'pending', againInSeconds: 60 }) })).toEqual([]);
  });

  let serial = 0;
  it.each<[string, Partial<CardIssuer>, Parameters<typeof faultsOf>[1], RegExp]>([
    [
      'makes another card of a repeated order',
      { issue: async () => ({ ...ISSUED, issuerRef: `at-play-${(serial += 1)}` }) },
      {},
      /^issue \(a repeated order\): the answer is \{.*"issuerRef":"at-play-\d+".*\}, but must be the same card, \{.*\}\. See/m,
    ],
    [
      'makes one card of all orders',
      { issue: async () => ({ ...ISSUED, issuerRef: 'one' }) },
      {},
      /^issue \(another order\): issuerRef is "one", but must be another id than one\. See/m,
    ],
    [
      'shows a number',
      { issue: async () => ({ ...ISSUED, issuerRef: '4242 4242 4242 4242' }) },
      {},
      /^issue: issuerRef is "a text with the digits of a card number", but must be without them/m,
    ],
    [
      'was given an order twice',
      {},
      { ordered: () => 2 },
      /the number of its orders is 2, but must be at most 1, because the processor knows the card/,
    ],
    [
      'gives one page twice',
      { reveal: async ({ expiresAt }) => ({ url: 'https://play.example/1', expiresAt }) },
      {},
      /^reveal \(two pages of one card\): url is "https:\/\/play\.example\/1", but must be another address/m,
    ],
    [
      'decides nothing',
      { issue: async () => ({ kind: 'pending', againInSeconds: 60 }) },
      { decide: async () => undefined },
      /^issue \(after the decision\): kind is "pending", but must be issued or rejected\. See/m,
    ],
  ])('says in a sentence that a processor %s', async (_what, issuer, options, sentence) => {
    const faults = (await faultsOf(issuer, options)).join('\n');
    expect(faults).toMatch(sentence);
    expect(faults).toContain('See docs/connections/cards.md#');
  });

  it('does not test another card and the page of a processor that issues none, and says so', async () => {
    const notTested = (why: string): never => {
      throw new Error(`not tested: ${why}`);
    };
    const why = 'not tested: the processor issues no card for the order; let the test system issue it';
    expect(await faultsOf({ issue: async () => ({ kind: 'rejected' }) }, { notTested })).toEqual([why, why]);
  });

  it('says that a state is refused', async () => {
    const tell = async () => {
      throw new Error('it knows no such card');
    };
    expect(await faultsOf({ tell })).toEqual(['play failed (card-tell): it knows no such card']);
  });
});
