import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runUseCase } from '../kernel/index.js';
import { eraseCustomerOf, payOut, rowsWith } from '../testing/erased-customer.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { playAgents } from '../testing/play-agents.js';
import { cardOf } from '../testing/play-card.js';
import { playCompanies } from '../testing/play-companies.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { playIssuer } from '../testing/play-issuer.js';
import { playPayer } from '../testing/play-payer.js';
import { attestationOf, bySigning, newKey, playWallets } from '../testing/play-wallets.js';
import { byCode, CODE, PHONE, regulated } from '../testing/play-regulated.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { playChain, playNetwork, type UmaHost, umaHost } from '../testing/uma-hosts.js';

/** Erases a customer whose rows have these texts, and expects that none is left, a clean audit and valid seals. */
async function erasedWithout(play: PlayCore, customerId: string, texts: readonly string[]): Promise<void> {
  const before = await rowsWith(play, texts);
  expect(texts.filter((text) => !before.some((row) => row.endsWith(`: ${text}`)))).toEqual([]);
  await eraseCustomerOf(play, customerId);
  expect(await rowsWith(play, texts)).toEqual([]);
  const { findings, sealed } = await play.core.ledger.audit();
  expect(findings).toEqual([]);
  expect(sealed).not.toBeNull();
}

describe('the erasing of a customer with payments to and from UMA addresses', () => {
  const directory = lightningDirectory();
  let clock: FixedClock;
  let payer: UmaHost;
  let payee: UmaHost;
  const pass = async (seconds: number): Promise<void> => {
    clock.advance(seconds);
    vi.setSystemTime(clock.now());
    for (const { play } of [payer, payee]) await play.core.work.drain();
  };

  beforeEach(async () => {
    clock = fixedClock();
    // The library of the protocol writes the time of the machine into its signatures.
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
    const shared = { clock, chain: playChain(), network: playNetwork(), lightningDirectory: directory() };
    payer = await umaHost({ domain: 'payer.example', ...shared });
    payee = await umaHost({ domain: 'payee.example', ...shared });
    for (const from of ['USDC', 'USD']) {
      const { play, customer } = payer;
      const source = await payer.account(from);
      valueOf(await play.run(play.core.sandbox.fund, { accountId: source.id, amount: 100_000_000n }));
      const asked = { receiverUmaAddress: payee.customer.umaAddress, customerId: customer.id };
      const lookup = valueOf(await play.core.uma.lookUp(play.context(), asked));
      valueOf(
        await play.run(play.core.quotes.create, {
          lookupId: lookup.id,
          source: { sourceType: 'ACCOUNT', accountId: source.id, customerId: customer.id },
          destination: { destinationType: 'UMA_ADDRESS', umaAddress: payee.customer.umaAddress, currency: from },
          ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 5_000_000n, immediatelyExecute: true },
          ...{ remittanceInformation: 'Rent 12', description: 'For the flat' },
        } as never),
      );
      for (let passes = 0; passes < 3; passes += 1) await pass(31);
      await payee.follow();
    }
    const { play, customer } = payer;
    const invitee = valueOf(
      await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Eve', region: 'US' }),
    );
    valueOf(await play.run(play.core.platforms.updateConfig, { umaDomain: 'pay.example' }));
    const { invitations } = play.core.uma;
    const invited = { inviterUma: customer.umaAddress, firstName: 'Evangeline' } as never;
    const { code } = valueOf(await play.run(invitations.create, invited));
    const inviteeUma = invitee.umaAddress;
    valueOf(await runUseCase(play.storage.units, play.context(), invitations.claim, { code, inviteeUma }));
    valueOf(await play.run(invitations.create, { ...(invited as object), firstName: 'Ottoline' } as never));
    await pass(1);
  });
  afterEach(() => vi.useRealTimers());

  it('leaves nothing of the payer, of whom it paid and of whom it invited', async () => {
    const { play, customer } = payer;
    await payOut(play, customer.id, pass);
    const texts = ['Ada Lovelace', customer.umaAddress, payee.customer.umaAddress, 'Rent 12', 'For the flat'];
    await erasedWithout(play, customer.id, [...texts, 'Evangeline', 'Ottoline', 'Grace Hopper']);
  });

  it('leaves nothing of the payee, and of who paid it', async () => {
    const { play, customer } = payee;
    await payOut(play, customer.id, pass);
    const texts = ['Ada Lovelace', customer.umaAddress, payer.customer.umaAddress, 'Grace Hopper'];
    await erasedWithout(play, customer.id, texts);
  });
});

it('the erasing of a customer with cards, an agent and its actions leaves nothing of them', async () => {
  const payer = await playPayer({}, { fullName: 'Ada Lovelace', platformCustomerId: 'ada-4711' } as never);
  const { play, customerId } = payer;
  const world = await cardOf(payer);
  const merchant = { descriptor: 'CORNER PHARMACY', mcc: '5912', country: 'US' };
  const used = await world.approved({ merchant });
  await world.told('clear', used, 1_000n);
  await world.told('return', used, 400n);
  const open = await world.approved({ merchant });
  await world.told('clear', open, 1_000n);
  await world.asked({ amount: 100_000_000n, merchant: { ...merchant, descriptor: 'DECLINED JEWELLER' } });

  const payee = (await payer.external('891')).id;
  const agents = playAgents(() => ({ payer, payee }));
  const agent = await agents.connected({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const outside = (await payer.dollars()).id;
  const text = { remittanceInformation: 'Invoice 7' };
  const waiting = valueOf(await agent.transferOut({ destinationId: outside, ...text } as never));
  valueOf(await agents.approve(waiting));
  const quote = valueOf(await agent.quote({ remittanceInformation: 'Invoice 8' } as never));
  valueOf(await agents.approve(valueOf(await agent.execute(quote))));
  const refused = valueOf(await agent.transferOut({ destinationId: outside, ...text } as never));
  const reject = { agentId: agent.id, actionId: refused.id, reason: 'Not for Grace' };
  valueOf(await play.run(play.core.agents.reject as never, reject as never));
  for (let passes = 0; passes < 4; passes += 1) await play.pass(31);
  valueOf(await play.run(play.core.agents.delete as never, { id: agent.id } as never));
  // Clearings of the card end.
  await play.pass(40 * 86_400);
  await payOut(play, customerId);
  const texts = ['CORNER PHARMACY', 'DECLINED JEWELLER', 'Invoice 7', 'Invoice 8', 'Not for Grace'];
  const names = ['Ada Lovelace', 'ada-4711', 'Grace Hopper', '123456890', 'DE89370400440532013891'];
  await erasedWithout(play, customerId, [...texts, ...names]);
});

it('the audit names what arrives for an erased customer with new personal data', async () => {
  const payer = await playPayer({}, { fullName: 'Ada Lovelace' } as never);
  const { play, customerId, usd } = payer;
  const world = await cardOf(payer);
  await play.pass(40 * 86_400);
  await payOut(play, customerId);
  await eraseCustomerOf(play, customerId);
  expect((await play.core.ledger.audit()).findings).toEqual([]);

  await world.asked({ amount: 500n, merchant: { descriptor: 'CORNER PHARMACY', mcc: '5912', country: 'US' } });
  const remitter = { name: 'Mary Somerville', account: '9988776655' };
  const late = { reference: usd.reference, currencyCode: 'USD', amount: 777n, remitter };
  valueOf(await play.run(play.core.sandbox.deposit, late as never));
  const { findings } = await play.core.ledger.audit();
  expect(findings.map((finding) => finding.replaceAll(/[A-Za-z]+:[-0-9a-f]+/g, (id) => id.split(':')[0]!))).toEqual([
    'Arrival has sealedRemitter, but Customer is erased: erase it again',
    'CardLog has merchant, but Customer is erased: erase it again',
  ]);
});

it('the erasing of the owner of a wallet leaves nothing of its credentials, its sessions and its own wallets', async () => {
  const of = await playWallets();
  const { play } = of;
  const wallet = await of.open({ email: 'ada@purse.example', platformCustomerId: 'ada-4711' });
  const key = newKey();
  await of.signIn(wallet, key);
  const credential = {
    ...{ type: 'PASSKEY', nickname: 'Laptop of Ada', challenge: 'text' },
    attestation: attestationOf('one', 'text'),
  };
  await bySigning(key, (signed) =>
    of.prepared(play.core.wallets.createCredential, {
      ...{ accountId: wallet.account.id, credential: credential as never, signed },
    }),
  );
  await play.core.work.drain();
  const texts = ['Ada Lovelace', 'ada@purse.example', 'Laptop of Ada', 'ada-4711'];
  await erasedWithout(play, wallet.customer.id, texts);
});

it('the erasing of a customer who minted, burned and proved a wallet leaves nothing of them', async () => {
  const proofs = { judge: async () => 'proven' as const };
  const issuer = await playIssuer(undefined, { ownershipProofs: proofs } as never, { email: 'ada@mint.example' });
  const { play, customerId } = issuer;
  const coin = await issuer.issued();
  const wallet = await issuer.wallet();
  const { accounts } = play.core;
  const own = valueOf(
    await play.run(accounts.addExternal, {
      ...{ ownerType: 'CUSTOMER', customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY' },
      accountInfo: { accountType: 'BASE_WALLET', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    } as never),
  );
  const { messageToSign } = valueOf(
    await play.run(accounts.challengeOwnership, { id: own.id, method: 'WALLET_SIGNATURE' } as never),
  ) as { readonly messageToSign: string };
  const signature = 'signature of the owner';
  valueOf(await runUseCase(play.storage.units, play.context(), accounts.verifyOwnership, { id: own.id, signature }));
  const bank = await issuer.bank();
  for (const request of [issuer.mint({ description: 'Mint for Ada' } as never), issuer.burn(bank.id)]) {
    const { id } = valueOf(await issuer.order(coin, request));
    for (let i = 0; i < 20; i += 1) await play.pass(60);
    expect((await issuer.operation(id)).status).toBe('COMPLETED');
  }
  await payOut(play, customerId);
  const code = /Code: (\S+)/.exec(messageToSign)![1]!;
  const texts = [
    'Ada Lovelace',
    'ada@mint.example',
    'Mint for Ada',
    '123456890',
    wallet.accountInfo['address'] as string,
  ];
  await erasedWithout(play, customerId, [...texts, signature, code, '0x52908400098527886E0F7030069857D2E4169EE7']);
});

it('the erasing of a business leaves nothing of its owners and documents', async () => {
  const of = await playCompanies();
  const { play } = of;
  const business = await of.documented();
  const owner = await of.owner(business, 'Hopperson');
  valueOf(await of.change(owner.id, { personalInfo: { email: 'grace@example.com' } }));
  await of.upload(owner.id, 'PASSPORT', {
    ...{ documentNumber: 'L01X00T47', issuingAuthority: 'City of Arlington' },
  });
  const { id } = await of.submit(business);
  await play.core.work.drain();
  await of.decide(id, 'REJECTED', { errors: [] });
  await play.core.work.drain();
  const texts = ['Lovelace Ltd', 'REG-900', '12-3456789', 'Hopperson', '912-55-0187', '1 Main St', 'grace@example.com'];
  const documents = ['L01X00T47', 'City of Arlington', 'scan.pdf'];
  await erasedWithout(play, business.id, [...texts, ...documents]);
});

it('the erasing of a customer with strong authentication leaves nothing of factors, addresses and trust', async () => {
  const payer = await regulated();
  const { play, customerId } = payer;
  const payee = await payer.external('891');
  await payer.enrollTotp();
  const all = { lockedCurrencyAmount: 1_000_000n };
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payee.id, all));
  valueOf(await payer.execute(quote.id));
  valueOf(await payer.authorize(quote, byCode(CODE)));
  await play.pass(61);
  valueOf(await payer.trust(payee.id));
  await play.pass(61);
  valueOf(await play.run(play.core.sca.startLogin as never, { customerId, factor: 'SMS_OTP' } as never));
  valueOf(await payer.login(byCode(CODE)));
  for (let passes = 0; passes < 4; passes += 1) await play.pass(31);
  await erasedWithout(play, customerId, ['Ada Lovelace', PHONE, '203.0.113.7', 'DE89370400440532013891']);
});
