import { lightningDirectory } from '../lightning-directory.js';
import { valueOf } from '../play-core.js';
import { fixedClock } from '../ports.js';
import { playChain, playNetwork, umaHost } from '../uma-hosts.js';
import { type BlockedWorld, start } from './starts.js';

/** A customer with a UMA address, who pays another one, invites people and is paid. */
export async function umaWorld(): Promise<BlockedWorld> {
  const host = await umaHost({
    domain: 'payer.example',
    clock: fixedClock(),
    chain: playChain(),
    network: playNetwork(),
    lightningDirectory: lightningDirectory()(),
    hasChain: false,
  });
  const { play, customer } = host;
  const { core } = play;
  const { invitations } = core.uma;
  valueOf(await play.run(core.platforms.updateConfig, { umaDomain: 'pay.example' }));
  const dollars = await host.account('USD');
  valueOf(await play.run(core.sandbox.fund, { accountId: dollars.id, amount: 1_000_000n }));
  const invitee = valueOf(
    await play.run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Grace', region: 'US' }),
  );
  const created = valueOf(await play.run(invitations.create, { inviterUma: customer.umaAddress }));

  play.answer = { kind: 'answered', status: 202, body: '' };
  const incoming = valueOf(
    await play.run(core.uma.receiveSimulated, {
      ...{ senderUmaAddress: '$eve@bank.example', customerId: customer.id },
      ...{ receivingCurrencyCode: 'EUR', receivingCurrencyAmount: 1_000n },
    }),
  );
  await play.pass(0);
  play.answer = { kind: 'answered', status: 200, body: '' };

  const wallet = valueOf(
    await play.run(core.accounts.addExternal, {
      ...{ ownerType: 'CUSTOMER', customerId: customer.id, currency: 'USDC', ownershipType: 'FIRST_PARTY' },
      accountInfo: { accountType: 'BASE_WALLET', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    } as never),
  );
  return {
    play,
    customers: [customer.id],
    ofCustomer: {
      'uma.approve': start(play, core.uma.approve, { id: incoming.id, payeeData: {} }),
      'uma.reject': start(play, core.uma.reject, { id: incoming.id }),
      'uma.invitations.create': start(play, invitations.create, { inviterUma: customer.umaAddress }),
      'accounts.challengeOwnership': start(play, core.accounts.challengeOwnership, {
        ...{ id: wallet.id, method: 'WALLET_SIGNATURE' },
      }),
    },
    ofPlatform: {},
    // Another platform must not learn of the block, so the answer is always the same.
    neutral: {
      'uma.invitations.claim': start(play, invitations.claim, { code: created.code, inviteeUma: invitee.umaAddress }),
    },
    payee: wallet.id,
    ofPayee: {
      'accounts.challengeOwnership': start(play, core.accounts.challengeOwnership, {
        ...{ id: wallet.id, method: 'WALLET_SIGNATURE' },
      }),
    },
  };
}
