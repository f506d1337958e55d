import { beforeEach, describe, expect, it } from 'vitest';
import { AGENTS } from '../agents/index.js';
import type { CustomerAccounts } from '../customers/index.js';
import { err, type Id, ok, readAll, type Result } from '../kernel/index.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { valueOf } from '../testing/play-core.js';
import { closingAgentsAndCards } from './close-customer.js';

let payer: PlayPayer;
let customerId: Id<'Customer'>;
beforeEach(async () => {
  payer = await playPayer();
  customerId = payer.customerId as Id<'Customer'>;
  const spendingLimits = { currency: 'USD', perTransactionLimit: 1n };
  const policy = { permissions: ['VIEW_TRANSACTIONS'], defaultExecutionMode: 'AUTO', spendingLimits };
  valueOf(await payer.play.run(payer.play.core.agents.create, { name: 'Bookkeeper', customerId, policy } as never));
});

/** Closes a customer whose accounts and cards return these results. */
async function close(answer: Result<void>, cardsAnswer: Result<void> = ok()) {
  const cards: string[] = [];
  const accounts = closingAgentsAndCards(
    { close: async () => answer } as unknown as CustomerAccounts,
    async (...[, , id]) => {
      cards.push(id);
      return cardsAnswer;
    },
  );
  const closed = await payer.play.run((tx, ctx, id: Id<'Customer'>) => accounts.close(tx, ctx, id), customerId);
  const agents = await payer.play.storage.units.read(payer.play.tenant, (reads) => readAll(reads, AGENTS));
  return { closed, cards, agents: agents.length };
}

describe('closing a customer', () => {
  it('deletes the agents and closes the cards with the accounts', async () => {
    expect(await close(ok())).toEqual({ closed: ok(), cards: [customerId], agents: 0 });
  });

  it('keeps agents and cards if an account cannot be closed', async () => {
    expect(await close(err('CONFLICT'))).toMatchObject({
      closed: { error: { code: 'CONFLICT' } },
      cards: [],
      agents: 1,
    });
  });

  it('keeps the agents if a card cannot be closed', async () => {
    expect(await close(ok(), err('CONFLICT'))).toMatchObject({ closed: { error: { code: 'CONFLICT' } }, agents: 1 });
  });
});
