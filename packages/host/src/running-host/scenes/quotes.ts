import { createQuote, externalAccount, fundedCustomer } from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

async function cancelQuote(stage: Stage): Promise<Ending> {
  const { customer, account } = await fundedCustomer(stage);
  const payee = await externalAccount(stage, customer.id, 'EUR');
  const { id } = await createQuote(stage, account.id, payee.id, 10_000);
  await stage.corridor.cancelQuote({ path: { quoteId: id } });
  stage.tell('cancel the quote, which ends it at once', id);
  return { record: id };
}

export const QUOTES: Scenes<TypesOf<'QUOTE'>> = {
  'QUOTE.EXPIRED': { plays: 'a quote that is cancelled before its execution', play: cancelQuote },
};
