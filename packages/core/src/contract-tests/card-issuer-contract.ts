import { CARD_BRANDS, type CardIssuer, type CardOrder, type CardState } from '../cards/index.js';
import { type CurrencyCode, ENVIRONMENTS, type Id, type Instant, instant, type TenantKey } from '../kernel/index.js';
import type { TestRunner } from './test-runner.js';

export interface CardIssuerContractOptions {
  /** Opens the issuer on another host: all hosts order their cards from the same issuer. */
  readonly open: () => CardIssuer | Promise<CardIssuer>;
  /** The time at the issuer, for pages that expire; default: the start of 2026. */
  readonly now?: Instant;
  /** The fields of orders that determine their outcome. `issued` is issued at once; default: any order is. */
  readonly orders?: {
    readonly issued?: Partial<CardOrder>;
    readonly rejected?: Partial<CardOrder>;
    readonly pending?: Partial<CardOrder>;
  };
  /** Opens a page as the cardholder does and returns whether it showed a card. Without it, pages are not opened. */
  readonly shows?: (url: string) => Promise<boolean>;
}

const STATES: readonly CardState[] = ['ACTIVE', 'FROZEN', 'ACTIVE', 'CLOSED', 'CLOSED'];
const TENANT = 'Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX' as TenantKey;
const START = instant(Date.UTC(2026, 0, 15));
const PAGE_MS = 120_000;
/** Digits in the form of a card number, with or without blanks and hyphens. */
const CARD_NUMBER = /(?:\d[ -]?){12,19}/;

/**
 * What the core relies on in every card issuer: one order is one card, however often and on whichever host it is
 * placed; answers contain no card number; and a card is shown once, and not after it was closed. Registers its cases
 * with the runner.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { cardIssuerContract } from '@corridor/core/testing';
 *
 * runner.describe('my issuer', () => {
 *   cardIssuerContract(runner, {
 *     open: () => myCardIssuer({ http: standIn }),
 *     orders: { rejected: { cardholderName: 'Sanctioned Person' } },
 *   });
 * });
 * ```
 */
export function cardIssuerContract(
  { test, expect }: TestRunner,
  { open, now = START, orders = {}, shows }: CardIssuerContractOptions,
): void {
  let serial = 0;
  const order = (as: Partial<CardOrder> = {}): CardOrder => ({
    cardId: `Card:018bcfe5-6800-7000-9000-${String(++serial).padStart(12, '0')}` as Id<'Card'>,
    platformCardId: null,
    cardholderName: 'Ada Lovelace',
    cardholder: {
      ...{ id: 'Customer:018bcfe5-6800-7000-9000-000000000001' as Id<'Customer'>, customerType: 'INDIVIDUAL' },
      ...{ birthDate: '1990-12-10', email: null, phoneNumber: null, address: null },
    },
    form: 'VIRTUAL',
    currency: 'USD' as CurrencyCode,
    threeDSecurePassword: null,
    ...as,
  });
  const reveal = (issuer: CardIssuer, cardId: Id<'Card'>) =>
    issuer.reveal({ cardId, tenant: TENANT, expiresAt: instant(now + PAGE_MS) });
  async function issued(issuer: CardIssuer): Promise<Id<'Card'>> {
    const placed = order(orders.issued);
    expect((await issuer.issue(placed, 0)).kind).toBe('issued');
    return placed.cardId;
  }

  test('has a name, and lists each environment that it serves once', async () => {
    const { name, environments } = await open();
    expect(name).not.toBe('');
    expect(environments).not.toEqual([]);
    expect(new Set(environments).size).toBe(environments.length);
    for (const environment of environments) expect(ENVIRONMENTS).toContain(environment);
  });

  test('issues one card for one order, also if it is repeated on several hosts', async () => {
    const hosts = [await open(), await open()];
    const placed = order(orders.issued);
    const answers = await Promise.all([...hosts, ...hosts].map((issuer) => issuer.issue({ ...placed }, 0)));
    expect(answers[0]).toMatchObject({ kind: 'issued' });
    for (const answer of [...answers, await hosts[0]!.issue(placed, 3_600)]) expect(answer).toEqual(answers[0]);
  });

  test('issues another card for another order', async () => {
    const issuer = await open();
    const refs = [];
    for (const placed of [order(orders.issued), order(orders.issued)]) {
      const answer = await issuer.issue(placed, 0);
      expect(answer.kind).toBe('issued');
      if (answer.kind === 'issued') refs.push(answer.issuerRef);
    }
    expect(refs[0]).not.toBe(refs[1]);
  });

  test('returns what is printed on a card, and never its number', async () => {
    const answer = await (await open()).issue(order(orders.issued), 0);
    expect(answer.kind).toBe('issued');
    if (answer.kind !== 'issued') return;
    const { issuerRef, ...printed } = answer;
    const { brand, last4, expMonth, expYear } = printed;
    expect(issuerRef).not.toBe('');
    expect(CARD_BRANDS).toContain(brand);
    expect(last4).toMatch(/^\d{4}$/);
    expect(Array.from({ length: 12 }, (_, month) => month + 1)).toContain(expMonth);
    expect(expYear).toBeGreaterThanOrEqual(2020);
    // A reference may have many digits; a card number in any other field may not appear.
    expect(JSON.stringify(printed)).not.toMatch(CARD_NUMBER);
  });

  test('accepts every state, repeatedly, and for cards that it never issued', async () => {
    const issuer = await open();
    for (const cardId of [await issued(issuer), order().cardId]) {
      for (const state of STATES) expect(await issuer.tell(cardId, state)).toBe(undefined);
    }
  });

  test('gives each page its own address, which is not valid for longer than requested', async () => {
    const issuer = await open();
    const cardId = await issued(issuer);
    const pages = [await reveal(issuer, cardId), await reveal(issuer, cardId)];
    expect(pages[0]!.url).not.toBe(pages[1]!.url);
    for (const { url, expiresAt } of pages) {
      expect(url).toMatch(/^https?:\/\//);
      expect(url).not.toMatch(/\d{16}/);
      expect(expiresAt).toBeLessThanOrEqual(now + PAGE_MS);
    }
  });

  if (orders.rejected !== undefined) {
    test('rejects an order permanently', async () => {
      const hosts = [await open(), await open()];
      const placed = order(orders.rejected);
      for (const seconds of [0, 3_600]) {
        for (const issuer of hosts) expect(await issuer.issue(placed, seconds)).toEqual({ kind: 'rejected' });
      }
    });
  }

  if (orders.pending !== undefined) {
    test('returns when to ask again for a card that is not issued yet', async () => {
      const answer = await (await open()).issue(order(orders.pending), 0);
      expect(answer.kind).toBe('pending');
      if (answer.kind === 'pending') expect(answer.againInSeconds).toBeGreaterThan(0);
    });
  }

  if (shows !== undefined) {
    test('shows a card once to many simultaneous requests', async () => {
      const issuer = await open();
      const { url } = await reveal(issuer, await issued(issuer));
      const shown = await Promise.all(Array.from({ length: 10 }, () => shows(url)));
      expect(shown.filter((was) => was)).toHaveLength(1);
      expect(await shows(url)).toBe(false);
    });

    test('does not show a card that was closed', async () => {
      const issuer = await open();
      const cardId = await issued(issuer);
      const { url } = await reveal(issuer, cardId);
      await issuer.tell(cardId, 'CLOSED');
      expect(await shows(url)).toBe(false);
    });
  }
}
