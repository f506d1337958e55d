import { createQuote, eventually, executeQuote, externalAccount, fundedCustomer } from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

/** A payout that the rail neither delivers nor gives back. */
async function loseRefund(stage: Stage): Promise<Ending> {
  const { customer, account } = await fundedCustomer(stage);
  const payee = await externalAccount(stage, customer.id, 'EUR', '007');
  const { transactionId } = await executeQuote(stage, await createQuote(stage, account.id, payee.id, 10_000));
  return { record: transactionId, field: 'subject' };
}

/** What a shell reads as one word, because a person pastes it. */
const EXCEPTION_ID = /^Exception:[\w-]+$/;

/** The commands with which an operator of the host resolves the exception. */
async function resolveByHand(stage: Stage): Promise<readonly string[]> {
  const { record } = await loseRefund(stage);
  const { corridor } = stage;
  const id = await eventually(`the exception of ${record}`, async () => {
    const { data } = await corridor.listWebhookEvents({ query: { type: 'EXCEPTION.OPENED' } });
    for (const { id: eventId, resource } of data) {
      if (!EXCEPTION_ID.test(resource)) continue;
      const { payload } = await corridor.getWebhookEvent({ path: { eventId } });
      if ((payload.data as { readonly subject?: string } | undefined)?.subject === record) return resource;
    }
    return null;
  });
  stage.tell('the exception is open', id);
  return [
    'corridor operator create --name scene --role operator --credential operator.json # once',
    `corridor exceptions resolve --id ${id} --resolution WRITTEN_OFF --note scene --operator operator.json`,
  ];
}

export const EXCEPTIONS: Scenes<TypesOf<'EXCEPTION'>> = {
  'EXCEPTION.OPENED': { plays: 'a payout that the rail neither delivers nor gives back', play: loseRefund },
  'EXCEPTION.RESOLVED': {
    operator: 'an operator of the host resolves the exception',
    prepare: resolveByHand,
  },
};
