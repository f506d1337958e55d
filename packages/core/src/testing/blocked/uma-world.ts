import { vi } from 'vitest';
import { lightningDirectory } from '../lightning-directory.js';
import { valueOf } from '../play-core.js';
import { fixedClock } from '../ports.js';
import { playChain, playNetwork, umaHost } from '../uma-hosts.js';
import { type BlockedWorld, start } from './starts.js';

const directory = lightningDirectory();

/** A customer with a UMA address, who pays another one, invites people and is paid. */
export async function umaWorld(): Promise<BlockedWorld> {
  const clock = fixedClock();
  // The library of the protocol writes the time of the machine into its signatures.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  const host = await umaHost({
    domain: 'payer.example',
    clock,
    chain: playChain(),
    network: playNetwork(),
    lightningDirectory: directory(),
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

  const paid = valueOf(await play.run(invitations.create, { inviterUma: customer.umaAddress, amountToSend: 2_000n }));
  const receiverUmaAddress = '$success.eur@sandbox.uma.money';
  const lookup = valueOf(await core.uma.lookUp(play.context(), { receiverUmaAddress, customerId: customer.id }));
  const quoteTo = (over: object) => ({
    lookupId: lookup.id,
    source: { sourceType: 'ACCOUNT' as const, accountId: dollars.id, customerId: customer.id },
    destination: { destinationType: 'UMA_ADDRESS' as const, umaAddress: receiverUmaAddress },
    lockedCurrencySide: 'SENDING' as const,
    lockedCurrencyAmount: 2_000n,
    immediatelyExecute: false,
    ...over,
  });
  return {
    play,
    customers: [customer.id],
    ofCustomer: {
      'uma.approve': start(play, core.uma.approve, { id: incoming.id, payeeData: {} }),
      'uma.reject': start(play, core.uma.reject, { id: incoming.id }),
      'uma.invitations.create': start(play, invitations.create, { inviterUma: customer.umaAddress }),
      'quotes.create to a UMA address': start(play, core.quotes.create, quoteTo({})),
      'quotes.create to a UMA address, executed at once': start(
        play,
        core.quotes.create,
        quoteTo({ immediatelyExecute: true }),
      ),
    },
    ofPlatform: {},
    // Another platform must not learn of the block, so the answer is always the same.
    neutral: {
      'uma.invitations.claim': start(play, invitations.claim, { code: created.code, inviteeUma: invitee.umaAddress }),
      'uma.invitations.claim with an amount': start(play, invitations.claim, {
        ...{ code: paid.code, inviteeUma: invitee.umaAddress },
      }),
    },
  };
}
