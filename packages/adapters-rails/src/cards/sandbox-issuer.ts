import { createHmac, randomBytes } from 'node:crypto';
import { type Instant, instant } from '@corridor/core';
import type { CardIssuer, CardOrder, Clock, SealedPlace, Sealer } from '@corridor/core/ports';
import { type SandboxSuffix, sandboxSuffix } from '@corridor/core/internal';
import { createSealer, MASTER_KEY_BYTES } from '../custody/index.js';
import { type CardSecrets, newCard } from './card-number.js';
import { readToken, signToken } from './reveal-token.js';
import type { CardVault } from './vault.js';

export interface SandboxIssuerOptions {
  readonly vault: CardVault;
  readonly clock: Clock;
  /** Address below which its page is served, with a trailing slash. */
  readonly frameUrl: string;
}

/** An issuer of test cards and the page that shows them. */
export interface SandboxIssuer {
  readonly issuer: CardIssuer;
  /** Consumes the token of an address: returns the card, or null. `timeOf` returns the current time of a platform. */
  readonly open: (token: string, timeOf: (tenant: string) => Promise<Instant>) => Promise<CardSecrets | null>;
}

const BRAND = 'VISA';
const WAITING_SECONDS = 3_600;

/** Outcome of a card order by the magic ending of its `platformCardId`. `for` is in seconds. */
export const CARD_ORDERS: Readonly<
  Partial<Record<SandboxSuffix, { readonly is: 'rejected' } | { readonly is: 'pending'; readonly for: number }>>
> = {
  '001': { is: 'pending', for: Infinity },
  '002': { is: 'rejected' },
  '005': { is: 'pending', for: 30 },
};

/** The stored data of a card. */
interface KeptCard extends CardSecrets {
  readonly threeDSecurePassword: string | null;
}

const nameOf = (cardId: string): string => `cards/${cardId.replace(':', '-')}`;
const placeOf = (cardId: string): SealedPlace => ({ table: 'sandbox-issuer', row: cardId, column: 'card' });
const closedNameOf = (cardId: string): string => `closed/${cardId.replace(':', '-')}`;

/**
 * Makes Luhn-valid test cards in the sandbox. The ending of the `platformCardId` decides the outcome of an order, see
 * docs/sandbox.md#card-orders. The vault has a key of its own, which encrypts the stored cards and signs the tokens.
 */
export function sandboxIssuer({ vault, clock, frameUrl }: SandboxIssuerOptions): SandboxIssuer {
  let keys: Promise<{ readonly sealer: Sealer; readonly signing: Uint8Array }> | null = null;

  async function loadKeys() {
    await vault.putNew('key', randomBytes(MASTER_KEY_BYTES).toString('base64'));
    const key = Buffer.from((await vault.get('key')) ?? '', 'base64');
    return { sealer: createSealer(key), signing: createHmac('sha256', key).update('card reveal').digest() };
  }

  const useKeys = () => {
    keys ??= loadKeys().catch((cause: unknown) => {
      keys = null;
      throw cause;
    });
    return keys;
  };

  async function cardOf(cardId: string): Promise<KeptCard | null> {
    const sealed = await vault.get(nameOf(cardId));
    return sealed === null ? null : (JSON.parse((await useKeys()).sealer.open(sealed, placeOf(cardId))) as KeptCard);
  }

  async function makeCard({ cardId, threeDSecurePassword }: CardOrder): Promise<KeptCard> {
    const made: KeptCard = { ...newCard(BRAND, clock.now()), threeDSecurePassword };
    await vault.putNew(nameOf(cardId), (await useKeys()).sealer.seal(JSON.stringify(made), placeOf(cardId)));
    // If this function is called twice, also by two hosts at once, the card that was stored first wins.
    const card = await cardOf(cardId);
    if (card === null) throw new Error(`the vault has no card ${cardId}, although it was issued`);
    return card;
  }

  /**
   * The time of a platform is never behind the time of the host, so a token that has expired in host time has expired
   * for the platform too.
   */
  async function forgetUsed(): Promise<void> {
    const now = clock.now();
    for (const name of await vault.list('used')) {
      if (Number(name.split('-', 1)[0]) < now) await vault.drop(`used/${name}`);
    }
  }

  const issuer: CardIssuer = {
    name: 'sandbox-cards',
    environments: ['SANDBOX'],

    async issue(order, elapsedSeconds) {
      const suffix = sandboxSuffix(order.platformCardId ?? '');
      const outcome = suffix === null ? undefined : CARD_ORDERS[suffix];
      if (outcome?.is === 'rejected') return { kind: 'rejected' };
      if (outcome?.is === 'pending' && elapsedSeconds < outcome.for) {
        return { kind: 'pending', againInSeconds: Math.min(outcome.for - elapsedSeconds, WAITING_SECONDS) };
      }
      const { number, expMonth, expYear } = await makeCard(order);
      const issuerRef = order.cardId.slice('Card:'.length);
      return { kind: 'issued', issuerRef, brand: BRAND, last4: number.slice(-4), expMonth, expYear };
    },

    async tell(cardId, state) {
      if (state === 'CLOSED') await vault.putNew(closedNameOf(cardId), '');
    },

    async reveal({ cardId, tenant, expiresAt }) {
      await forgetUsed();
      const nonce = randomBytes(16).toString('hex');
      const token = signToken((await useKeys()).signing, { cardId, tenant, expiresAt, nonce });
      return { url: frameUrl + token, expiresAt: instant(expiresAt) };
    },
  };

  return {
    issuer,
    async open(text, timeOf) {
      const token = readToken((await useKeys()).signing, text);
      if (token === null || (await timeOf(token.tenant)) >= token.expiresAt) return null;
      if ((await vault.get(closedNameOf(token.cardId))) !== null) return null;
      const card = await cardOf(token.cardId);
      if (card === null || !(await vault.putNew(`used/${token.expiresAt}-${token.nonce}`, ''))) return null;
      return card;
    },
  };
}
