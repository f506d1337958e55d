import { beforeEach, describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { blocking } from '../testing/blocked/blocking.js';
import { type PlayCard, playCard } from '../testing/play-card.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { payerOn } from '../testing/play-payer.js';
import { asked, byCode, CODE, regulated } from '../testing/play-regulated.js';

let world: PlayCard;
beforeEach(async () => {
  world = await playCard();
});

describe('a payment to an account of a blocked customer', () => {
  it('is accepted, because its money is held when it arrives', async () => {
    const { payer } = world;
    const { play, usd } = payer;
    const receiver = await payerOn(play);
    const { account } = await receiver.internal('EUR');
    await (await blocking(play)).block('customers', [receiver.customerId], true);
    const quote = await payer.quoted(payer.fromAccount(usd.id, account.id));
    expect(codeOf(await payer.execute(quote.id))).toBe('ok');
  });
});

it('the payment of a regulated customer to a blocked one is authorized and cancelled as any other', async () => {
  const payer = await regulated();
  const { play } = payer;
  const receiver = await payerOn(play);
  const { account } = await receiver.internal('EUR');
  const quote = await asked(payer, account.id);
  const other = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
  await (await blocking(play)).block('customers', [receiver.customerId], true);
  expect(codeOf(await payer.authorize(quote, byCode(CODE)))).toBe('ok');
  expect(codeOf(await play.run(play.core.quotes.cancel, { id: other.id }))).toBe('ok');
});

describe('a blocked payee', () => {
  it('is refused for quotes, and stays in the list of accounts', async () => {
    const { payer } = world;
    const { play, usd } = payer;
    const payee = await payer.external();
    const { block } = await blocking(play);
    const wanted = [payer.fromAccount(usd.id, payee.id), payer.funded(payee.id)];
    for (const request of wanted) expect(codeOf(await play.run(play.core.quotes.create, request))).toBe('ok');
    const unused = await payer.external('892');
    await block('external-accounts', [payee.id, unused.id], false);
    for (const request of wanted)
      expect(codeOf(await play.run(play.core.quotes.create, request))).toBe('USER_NOT_READY');
    expect(codeOf(await play.run(play.core.accounts.deleteExternal, { id: unused.id }))).toBe('USER_NOT_READY');
    const kept = await play.storage.units.read(play.tenant, (reads) => reads.get(EXTERNAL_ACCOUNTS, unused.id));
    expect(kept).toMatchObject({ isDeleted: false });
    expect(
      codeOf(await play.run(play.core.quotes.create, payer.fromAccount(usd.id, (await payer.external('891')).id))),
    ).toBe('ok');
  });
});

describe('an authorization of a card', () => {
  it.each(['customers', 'platforms'] as const)(
    'is declined under a block of its %s, with an ordinary reason',
    async (subject) => {
      const { payer, asked: ask, balance } = world;
      const { play } = payer;
      const { simulate } = play.core.cards;
      const { cardId, amount, currency, merchant } = world.question();
      const simulated = { cardId, amount, currency, merchant };
      const before = await balance();
      expect(valueOf(await ask({ amount: 0n }))).toMatchObject({ approved: true });
      await (await blocking(play)).block(subject, [subject === 'customers' ? payer.customerId : play.tenant], true);
      const declined = { ok: true, value: { approved: false, reason: 'CARDHOLDER_NOT_READY' } };
      expect(await ask()).toMatchObject(declined);
      expect(await ask({ mode: 'settle' })).toMatchObject(declined);
      expect(await ask({ direction: 'CREDIT' })).toMatchObject(declined);
      for (const name of [
        'authorization',
        'financialAuthorization',
        'creditAuthorization',
        'financialCreditAuthorization',
      ] as const)
        expect([name, await play.run(simulate[name], simulated)]).toMatchObject([
          name,
          { ok: true, value: { transactionId: null } },
        ]);
      expect(await balance()).toBe(before);
      await payer.auditClean();
    },
  );

  it('that the network has decided is booked', async () => {
    const { payer, asked: ask } = world;
    await (await blocking(payer.play)).block('customers', [payer.customerId], true);
    expect(await ask({ mode: 'told' })).toMatchObject({ ok: true, value: { approved: true } });
    await payer.auditClean();
  });
});

describe('a file of customers that was accepted before a block of its platform', () => {
  it('adds no customer after it, and says for each row the error of the block', async () => {
    const { play } = world.payer;
    const { bulkImports } = play.core;
    const columns = [
      ...['umaAddress', 'platformCustomerId', 'customerType', 'fullName', 'birthDate'],
      ...['addressLine1', 'city', 'state', 'postalCode', 'country'],
    ];
    const row = [
      ...['$grace@localhost:8080', 'grace', 'INDIVIDUAL', 'Grace Hopper', '1990-12-10'],
      ...['1 Main St', 'Springfield', 'IL', '62701', 'US'],
    ];
    const intake = valueOf(await bulkImports.open(play.context(), columns));
    valueOf(await intake.add(row));
    valueOf(await intake.end());
    valueOf(await play.run(bulkImports.accept, { id: intake.id }));
    await (await blocking(play)).block('platforms', [play.tenant], true);
    await play.pass(0);
    expect(valueOf(await play.read(bulkImports.get, { id: intake.id }))).toMatchObject({
      successful: 0,
      failed: 1,
      errors: [{ error: { code: 'USER_BLOCKED' } }],
    });
  });
});
