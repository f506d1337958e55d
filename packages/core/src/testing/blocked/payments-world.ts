import { runUseCase } from '../../kernel/index.js';
import type { PlayCore } from '../play-core.js';
import { EVERYTHING, playAgents } from '../play-agents.js';
import { playCard } from '../play-card.js';
import { valueOf } from '../play-core.js';
import { type BlockedWorld, firstThen, start, type Starts } from './starts.js';

const SENT = 10_000n;
const COLUMNS = [
  ...['umaAddress', 'platformCustomerId', 'customerType', 'fullName', 'birthDate'],
  ...['addressLine1', 'city', 'state', 'postalCode', 'country'],
];
const ROW = [
  ...['$grace@localhost:8080', 'grace', 'INDIVIDUAL', 'Grace Hopper', '1990-12-10'],
  ...['1 Main St', 'Springfield', 'IL', '62701', 'US'],
];

/** An accepted file is imported at once, so the request to accept it is made for a file of its own. */
async function received({ core, context }: PlayCore): Promise<string> {
  const intake = valueOf(await core.bulkImports.open(context(), COLUMNS));
  valueOf(await intake.add(ROW));
  valueOf(await intake.end());
  return intake.id;
}

/** A customer who pays from dollars, with a card, an agent and accounts to pay. */
export async function paymentsWorld(): Promise<BlockedWorld> {
  const { payer, card, approved } = await playCard({ ownershipProofs: { judge: async () => 'proven' } });
  const { play, usd, customerId } = payer;
  const { core } = play;
  const [payee, bank, unused] = [await payer.external(), await payer.dollars(), await payer.dollars('891')];
  const quoted = (over: object = {}) => payer.quoted(payer.fromAccount(usd.id, payee.id, over));
  const [open, mine] = [await quoted(), await quoted()];
  const pulled = await payer.quoted(payer.fromAccount(bank.id, payee.id));
  const transfer = async () =>
    valueOf(await play.run(core.transfers.out, { sourceId: usd.id, destinationId: bank.id, amount: SENT }));
  const [first, second, third] = [await transfer(), await transfer(), await transfer()];
  const euros = (iban: string) => ({
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
    },
  });
  const newAccount = { ownerType: 'CUSTOMER', customerId, ...euros('DE89370400440532013777') } as never;

  const agents = playAgents(() => ({ payer, payee: payee.id }));
  const acting = await agents.connected();
  const asking = await agents.connected({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const agentQuote = valueOf(await acting.quote());
  const waiting = valueOf(await asking.execute(valueOf(await asking.quote())));
  const fresh = await agents.created();
  const code = valueOf(await core.agents.findCode(fresh.code.code));
  const [redeemed, kept] = [await agents.created(), await agents.created()];
  const byAgent: Starts = {
    'agents.me.createQuote': start(
      play,
      core.agents.me.createQuote,
      payer.fromAccount(usd.id, payee.id),
      acting.context,
    ),
    'agents.me.executeQuote': start(play, core.agents.me.executeQuote, { id: agentQuote.id }, acting.context),
    'agents.me.transferOut': start(
      play,
      core.agents.me.transferOut,
      { sourceId: usd.id, destinationId: bank.id, amount: SENT },
      acting.context,
    ),
    'agents.me.transferIn': start(
      play,
      core.agents.me.transferIn,
      { sourceId: bank.id, destinationId: usd.id, amount: SENT },
      acting.context,
    ),
    'agents.me.addExternalAccount': start(play, core.agents.me.addExternalAccount, newAccount, acting.context),
    'agents.me.deleteExternalAccount': start(
      play,
      core.agents.me.deleteExternalAccount,
      { id: unused.id },
      acting.context,
    ),
  };

  const newcomer = valueOf(
    await play.run(core.customers.create, {
      ...{ customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', region: 'DE', currencies: ['USD'] },
      ...{ email: 'grace@example.com', phoneNumber: '+4915112345678' },
    }),
  );
  valueOf(await play.run(core.customers.sendContactCode, { id: newcomer.id, channel: 'phone' }));
  const files = [await received(play), await received(play)] as const;

  const bought = await approved({ mode: 'settle' });
  const wallet = valueOf(
    await play.run(core.accounts.addExternal, {
      ...{ ownerType: 'CUSTOMER', customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY' },
      accountInfo: { accountType: 'BASE_WALLET', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    } as never),
  );
  const proving = { id: wallet.id, method: 'WALLET_SIGNATURE' };
  valueOf(await play.run(core.accounts.challengeOwnership, proving));
  return {
    play,
    customers: [customerId, newcomer.id],
    ofCustomer: {
      'quotes.create': start(play, core.quotes.create, payer.fromAccount(usd.id, payee.id)),
      'quotes.create, executed at once': start(
        play,
        core.quotes.create,
        payer.fromAccount(usd.id, payee.id, { immediatelyExecute: true }),
      ),
      'quotes.create with real-time funding': start(play, core.quotes.create, payer.funded(payee.id)),
      'quotes.create with a pull': start(play, core.quotes.create, payer.fromAccount(bank.id, payee.id)),
      'quotes.execute': start(play, core.quotes.execute, { id: mine.id }),
      'quotes.execute with a pull': start(play, core.quotes.execute, { id: pulled.id }),
      'quotes.cancel': start(play, core.quotes.cancel, { id: open.id }),
      'transfers.in': start(play, core.transfers.in, { sourceId: bank.id, destinationId: usd.id, amount: SENT }),
      'transfers.out': start(play, core.transfers.out, { sourceId: usd.id, destinationId: bank.id, amount: SENT }),
      'transactions.cancellation': start(play, core.transactions.cancellation, { id: first.id }),
      'transactions.cancel': firstThen(
        () => core.transactions.cancel(play.context(), { id: second.id }),
        () => core.transactions.cancel(play.context(), { id: third.id }),
      ),
      'customers.update': start(play, core.customers.update, { id: customerId, fullName: 'Ada King' }),
      'customers.update with a new currency': start(play, core.customers.update, {
        id: customerId,
        currencies: ['USD', 'EUR', 'GBP'],
      }),
      'customers.delete': start(play, core.customers.delete, { id: newcomer.id }),
      'customers.sendContactCode': start(play, core.customers.sendContactCode, { id: newcomer.id, channel: 'email' }),
      'customers.confirmContact': start(play, core.customers.confirmContact, {
        ...{ id: newcomer.id, channel: 'phone', code: '123456' },
      } as never),
      'accounts.addExternal': start(play, core.accounts.addExternal, newAccount),
      'accounts.deleteExternal': start(play, core.accounts.deleteExternal, { id: unused.id }),
      'accounts.challengeOwnership': start(play, core.accounts.challengeOwnership, proving),
      'accounts.verifyOwnership': start(play, core.accounts.verifyOwnership, { id: wallet.id, signature: 'signature' }),
      'accounts.renewInstructions': start(play, core.accounts.renewInstructions, { id: usd.id } as never),
      'agents.create': start(play, core.agents.create, { name: 'Clerk', customerId, policy: EVERYTHING }),
      'agents.update': start(play, core.agents.update, { id: acting.id, name: 'Clerk' } as never),
      'agents.updatePolicy': start(play, core.agents.updatePolicy, {
        ...{ id: acting.id, policy: { ...EVERYTHING, permissions: ['VIEW_TRANSACTIONS'] } },
      } as never),
      'agents.regenerateCode': start(play, core.agents.regenerateCode, { id: acting.id }),
      'agents.approve': start(play, core.agents.approve, { agentId: asking.id, actionId: waiting.id }),
      'agents.redeem': start(play, core.agents.redeem, code),
      'agents.redeemCode': firstThen(
        () => agents.redeem(redeemed.code.code),
        () => agents.redeem(kept.code.code),
      ),
      ...byAgent,
      'cards.order': start(play, core.cards.order, { cardholderId: customerId, fundingSources: [usd.id] }),
      'cards.update': start(play, core.cards.update, { id: card.id, maxSpendPerTransaction: 5n }),
      'cards.disputes.open': start(play, core.cards.disputes.open, { transactionId: bought.id, reason: 'FRAUD' }),
      'cards.reveal': start(play, core.cards.reveal, { id: card.id }, async () =>
        core.context(play.tenant, { kind: 'system' }, 'test'),
      ),
    },
    ofPlatform: {
      'customers.create': start(play, core.customers.create, {
        customerType: 'INDIVIDUAL',
        fullName: 'Eve',
        region: 'US',
      }),
      'platforms.updateConfig': start(play, core.platforms.updateConfig, { supportedCurrencies: undefined } as never),
      'platforms.createToken': start(play, core.platforms.createToken, { name: 'server', permissions: ['VIEW'] }),
      'bulkImports.accept': firstThen(
        () => runUseCase(core.units, play.context(), core.bulkImports.accept, { id: files[0] } as never),
        () => runUseCase(core.units, play.context(), core.bulkImports.accept, { id: files[1] } as never),
      ),
    },
    payee: bank.id,
    ofPayee: {
      'quotes.create with a pull': start(play, core.quotes.create, payer.fromAccount(bank.id, payee.id)),
      'quotes.execute with a pull': start(play, core.quotes.execute, { id: pulled.id }),
      'transfers.in': start(play, core.transfers.in, { sourceId: bank.id, destinationId: usd.id, amount: SENT }),
      'transfers.out': start(play, core.transfers.out, { sourceId: usd.id, destinationId: bank.id, amount: SENT }),
      'transactions.cancellation': start(play, core.transactions.cancellation, { id: first.id }),
      'agents.me.transferIn': byAgent['agents.me.transferIn']!,
      'agents.me.transferOut': byAgent['agents.me.transferOut']!,
    },
  };
}
