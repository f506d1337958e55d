import {
  type CardIssuer,
  type CardOrder,
  type CardState,
  type IssueOutcome,
  shapedCardIssuer,
} from '../cards/index.js';
import { type CurrencyCode, type Id, type Instant, instant, plusSeconds, type TenantKey } from '../kernel/index.js';
import { hasCardNumber } from './card-number.js';
import { type Checked, must, mustEqual } from './rail/sentences.js';
import type { TestRunner } from './test-runner.js';

export interface CardProcessorContractOptions {
  /** Opens the issuer of the connection on another host: all hosts order their cards from the same processor. */
  readonly open: () => CardIssuer | Promise<CardIssuer>;
  /** Lets the processor decide on an order that it answers with `pending`. Absent if it decides at once. */
  readonly decide?: (order: CardOrder) => Promise<void>;
  /** How often the processor was given this order, if the caller can tell. */
  readonly ordered?: (order: CardOrder) => number;
  /** Makes the id of a card or of a cardholder. Default: the same ids in each run; a processor that keeps its cards needs new ones. */
  readonly newId?: (type: 'Card' | 'Customer') => string;
  /** Ends a case that cannot be played with this processor, and says why. Absent: such a case passes. */
  readonly notTested?: (why: string) => never;
  /** The time at the processor, for pages that expire; default: the start of 2026. */
  readonly now?: () => Instant;
}

const STATES: readonly CardState[] = ['FROZEN', 'ACTIVE', 'FROZEN', 'CLOSED', 'CLOSED'];
const TENANT = 'Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX' as TenantKey;
const START = instant(Date.UTC(2026, 0, 15));
const PAGE_SECONDS = 120;
const NO_CARD = 'the processor issues no card for the order; let the test system issue it';
const ORDERS: Pick<Checked, 'section'> = { section: 'orders' };
const PAGE: Pick<Checked, 'section'> = { section: 'the-page-of-a-card' };

/**
 * What the core relies on in every card processor: one order is one card, however often and on whichever host it is placed,
 * a decision is final, no answer contains a card number, each state is accepted, and each page has an address of its own.
 * Registers its cases with the runner. Each case orders cards for invented cardholders, so connect the processor to a
 * stand-in or to its test system; `corridor connections test` plays them.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { cardProcessorContract } from '@corridor/core/testing';
 *
 * runner.describe('my processor', () => {
 *   cardProcessorContract(runner, { open: () => myProcessor({ http: standIn }).issuer });
 * });
 * ```
 */
export function cardProcessorContract({ test }: Pick<TestRunner, 'test'>, options: CardProcessorContractOptions): void {
  const { open, decide, ordered, newId = countedIds(), now = () => START, notTested = () => undefined } = options;
  const opened = async (): Promise<CardIssuer> => shapedCardIssuer(await open());
  const order = async (): Promise<CardOrder> => orderOf(newId, (await open()).currencies?.[0]);
  async function decided(issuer: CardIssuer, of: CardOrder): Promise<IssueOutcome> {
    const first = await issuer.issue(of, 0);
    if (first.kind !== 'pending' || decide === undefined) return first;
    await decide(of);
    return issuer.issue(of, 0);
  }

  test('a repeated order returns the same card, on every host', async () => {
    const of = await order();
    const card = await decided(await opened(), of);
    if (decide !== undefined)
      must(
        { call: 'issue', of: 'after the decision', member: 'kind', ...ORDERS },
        card.kind,
        'issued or rejected',
        card.kind !== 'pending',
      );
    if (card.kind === 'pending') return notTested(NO_CARD);
    for (const issuer of [await opened(), await opened()])
      mustEqual(
        { call: 'issue', of: 'a repeated order', ...ORDERS },
        await issuer.issue({ ...of }, 0),
        card,
        'the same card',
      );
  });

  if (ordered !== undefined)
    test('a known order is not placed again', async () => {
      const of = await order();
      for (let count = 0; count < 2; count += 1) await (await opened()).issue(of, 0);
      const times = ordered(of);
      must(
        { call: 'issue', of: 'a repeated order', member: 'the number of its orders', ...ORDERS },
        times,
        'at most 1, because the processor knows the card after the first one',
        times <= 1,
      );
    });

  test('two orders of one card at the same time are one card', async () => {
    const of = await order();
    const hosts = [await opened(), await opened()];
    const answers = await Promise.all(hosts.map((issuer) => issuer.issue(of, 0)));
    const refs = new Set(answers.flatMap((answer) => (answer.kind === 'issued' ? [answer.issuerRef] : [])));
    must(
      { call: 'issue', of: 'two at the same time', member: 'issuerRef', ...ORDERS },
      [...refs],
      'the same id in both answers',
      refs.size <= 1,
    );
  });

  test('another order is another card', async () => {
    const issuer = await opened();
    const [one, other] = [await decided(issuer, await order()), await decided(issuer, await order())];
    if (one.kind !== 'issued' || other.kind !== 'issued') return notTested(NO_CARD);
    must(
      { call: 'issue', of: 'another order', member: 'issuerRef', ...ORDERS },
      other.issuerRef,
      `another id than ${one.issuerRef}`,
      other.issuerRef !== one.issuerRef,
    );
  });

  test('no answer to an order contains the number of a card', async () => {
    const card = await decided(await opened(), await order());
    const { kind: _kind, ...members } = card;
    for (const [member, value] of Object.entries(members))
      must(
        { call: 'issue', member, ...ORDERS },
        'a text with the digits of a card number',
        'without them, because the service may not see a number',
        member === 'againInSeconds' || !hasCardNumber(String(value)),
      );
  });

  test('every state is accepted, also again, and of a card that was never ordered', async () => {
    const issuer = await opened();
    const of = await order();
    await decided(issuer, of);
    for (const cardId of [of.cardId, (await order()).cardId])
      for (const state of STATES) await issuer.tell(cardId, state);
  });

  test('each page of a card has an address of its own, and ends in time', async () => {
    const issuer = await opened();
    const of = await order();
    if ((await decided(issuer, of)).kind !== 'issued') return notTested(NO_CARD);
    const expiresAt = plusSeconds(now(), PAGE_SECONDS);
    const page = () => issuer.reveal({ cardId: of.cardId, tenant: TENANT, expiresAt });
    const pages = [await page(), await page()];
    must(
      { call: 'reveal', of: 'two pages of one card', member: 'url', ...PAGE },
      pages[1]!.url,
      'another address, because each one shows the card once',
      pages[0]!.url !== pages[1]!.url,
    );
    for (const { url, expiresAt: until } of pages) {
      must({ call: 'reveal', member: 'url', ...PAGE }, url, 'an address of the web', /^https?:\/\//.test(url));
      must(
        { call: 'reveal', member: 'expiresAt', ...PAGE },
        until,
        `at most ${expiresAt}, as requested`,
        until <= expiresAt,
      );
    }
  });
}

type NewId = NonNullable<CardProcessorContractOptions['newId']>;

function countedIds(): NewId {
  let serial = 0;
  return (type) => `${type}:018bcfe5-6800-7000-9000-${String(++serial).padStart(12, '0')}`;
}

function orderOf(newId: NewId, currency = 'USD' as CurrencyCode): CardOrder {
  return {
    cardId: newId('Card') as Id<'Card'>,
    platformCardId: null,
    cardholderName: 'Ada Lovelace',
    cardholder: {
      ...{ id: newId('Customer') as Id<'Customer'>, customerType: 'INDIVIDUAL', birthDate: '1990-12-10' },
      ...{ email: 'ada@example.com', phoneNumber: '+14155550123' },
      address: {
        ...{ line1: '1 Main St', line2: null, city: 'Springfield' },
        ...{ state: 'CA', postalCode: '94105', country: 'US' },
      },
    },
    form: 'VIRTUAL',
    currency,
    threeDSecurePassword: null,
  };
}
