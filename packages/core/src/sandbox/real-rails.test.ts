import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { expect, it } from 'vitest';
import type { Rail } from '../accounts/index.js';
import type { CurrencyCode } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { digest } from '../testing/ports.js';

const bank = sandboxRails(digest)[0]!;
/** A bank's test system: it serves the sandbox, but is not simulated. */
const testSystem: Rail = {
  ...bank,
  name: 'bank-test-system',
  simulated: false,
  capabilities: { ...bank.capabilities, currencies: [...bank.capabilities.currencies, 'USDC' as CurrencyCode] },
};
/** A chain that derives an address for each reference. */
const chain: Rail = {
  ...bank,
  name: 'chain',
  simulated: false,
  capabilities: { ...bank.capabilities, currencies: ['USDC' as CurrencyCode] },
  funding: {
    ...bank.funding!,
    networks: (currency) => (currency === 'USDC' ? ['BASE'] : []),
    addressSpace: 'chain',
    instructions: ({ reference, addressIndex }) => [
      {
        instructionsNotes: null,
        isPlatformAccount: null,
        accountOrWalletInfo: { accountType: 'BASE_WALLET', address: `address ${addressIndex}`, reference },
      },
    ],
  },
};

it('simulated payments are booked through simulated rails, even if another rail comes first', async () => {
  const payer = await playPayer({ rails: [...sandboxRails(digest), testSystem] });
  const { play, usd } = payer;
  expect(usd.fundingRails).toEqual(['bank-test-system', 'sandbox-bank']);
  const funded = await play.run(play.core.sandbox.deposit, {
    reference: usd.reference,
    currencyCode: 'USD',
    amount: 5n,
  });
  expect(valueOf(funded).arrival.rail).toBe('sandbox-bank');
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  expect(quote.fundingRail).toBe('bank-test-system');
  expect(await payer.pay(quote)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  expect((await payer.quote(quote.id)).status).toBe('PENDING');
  const { transactions } = play.core;
  const { data } = valueOf(await play.read(transactions.list, { type: 'INCOMING' }));
  expect(new Set(data.map(({ fundingRail }) => fundingRail))).toEqual(new Set(['sandbox-bank']));
  await payer.auditClean();
});

it('money at an address is attributed by the index that the address was derived from', async () => {
  const second: Rail = { ...chain, name: 'second-chain' };
  const rails = [...sandboxRails(digest), chain, second, testSystem];
  const payer = await playPayer({ rails }, { currencies: ['USD', 'EUR', 'USDC'] });
  const { play } = payer;
  const { account } = await payer.internal('USDC');
  const addressIndex = Number(
    account.fundingPaymentInstructions[0]!.accountOrWalletInfo['address']!.toString().replace('address ', ''),
  );
  expect(await play.core.addressesOf('SANDBOX', 'chain')).toBe(addressIndex + 1);
  const money = { currency: 'USDC', amount: 7n, valueDate: null } as const;
  const remitter = { name: null, account: '0x1' };
  const tell = (paymentId: string, index: number, rail = 'chain') =>
    play.core.railTells('SANDBOX', {
      kind: 'arrival',
      ...money,
      rail,
      remitter,
      paymentId,
      reference: { addressIndex: index },
    });
  expect(valueOf(await tell('tx 1', addressIndex)).arrival).toMatchObject({
    outcome: 'ACCOUNT_CREDITED',
    reference: account.reference,
  });
  expect(valueOf(await tell('tx 1', addressIndex, 'second-chain')).arrival).toMatchObject({
    outcome: 'ACCOUNT_CREDITED',
    reference: account.reference,
  });
  expect((await payer.internal('USDC')).available).toBe(14n);
  expect(valueOf(await tell('tx 2', 99)).arrival?.outcome).toBe('RETURNED');
  // A rail without an address space cannot name an address.
  expect(valueOf(await tell('tx 3', addressIndex, 'bank-test-system')).arrival?.outcome).toBe('RETURNED');
  await play.pass(0);
  await payer.auditClean();
});
