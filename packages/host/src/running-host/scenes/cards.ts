import type { Card } from '@corridor/client';
import { type CardUse, clearCard, fundedCustomer, internalAccount, issueCard, returnCard, useCard } from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

async function newCard(stage: Stage): Promise<Card> {
  const { customer, account } = await fundedCustomer(stage);
  return issueCard(stage, customer.id, [account.id]);
}

async function changeFunding(stage: Stage): Promise<Ending> {
  const { customer, account } = await fundedCustomer(stage, { currencies: ['USD', 'EUR'] });
  const { id } = await issueCard(stage, customer.id, [account.id]);
  const euros = await internalAccount(stage, customer.id, 'EUR');
  await stage.corridor.updateCardById({ path: { id }, body: { fundingSources: [euros.id] } });
  stage.tell('let the card spend from another account', id);
  return { record: id };
}

/** A use of a new card for 100.00 USD, and what the merchant does then. */
const used =
  (then: (stage: Stage, use: CardUse) => Promise<void>, merchant?: string) =>
  async (stage: Stage): Promise<Ending> => {
    const use = await useCard(stage, await newCard(stage), 10_000, merchant);
    await then(stage, use);
    return { record: use.id };
  };

export const CARDS: Scenes<TypesOf<'CARD'>> = {
  'CARD.STATE_CHANGE': {
    plays: 'a new card, which the issuer activates',
    play: async (stage) => ({ record: (await newCard(stage)).id }),
  },
  'CARD.FUNDING_SOURCE_CHANGE': { plays: 'a card that gets another account to spend from', play: changeFunding },
};

export const CARD_TRANSACTIONS: Scenes<TypesOf<'CARD_TRANSACTION'>> = {
  'CARD_TRANSACTION.AUTHORIZED': { plays: 'a purchase with a card', play: used(async () => undefined) },
  'CARD_TRANSACTION.PARTIALLY_SETTLED': {
    plays: 'a purchase with a card, of which the merchant collects a part',
    play: used((stage, use) => clearCard(stage, use, 4_000)),
  },
  'CARD_TRANSACTION.SETTLED': {
    plays: 'a purchase with a card, which the merchant collects',
    play: used((stage, use) => clearCard(stage, use, 10_000)),
  },
  'CARD_TRANSACTION.REFUNDED': {
    plays: 'a purchase with a card, which the merchant collects and gives back',
    play: used(async (stage, use) => {
      await clearCard(stage, use, 10_000);
      await returnCard(stage, use, 10_000);
    }),
  },
  'CARD_TRANSACTION.EXCEPTION': {
    plays: 'a purchase with a card whose account does not pay',
    play: used(async () => undefined, 'COFFEE BAR 006'),
  },
};
