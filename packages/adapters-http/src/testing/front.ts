import type { Id } from '@corridor/core';
import { type PlayCore, valueOf } from '../../../core/src/testing/play-core.js';

/** Six payments in as many hours: three arrive, one is returned, one fails, and one fails and cannot be refunded. */
export async function playPayments({ core, run, read, pass }: PlayCore, fullName: string): Promise<void> {
  const customer = valueOf(
    await run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName,
      region: 'US',
      currencies: ['USD', 'EUR'],
    } as never),
  );
  const accounts = valueOf(await read(core.accounts.listInternal, { customerId: customer.id, currency: 'USD' }));
  const { account } = accounts.data[0]!;
  valueOf(await run(core.sandbox.fund, { accountId: account.id, amount: 10_000_000n }));
  for (const ending of ['890', '005', '003', '002', '891', '007']) {
    const bank = valueOf(
      await run(core.accounts.addExternal, {
        ownerType: 'CUSTOMER',
        customerId: customer.id,
        currency: 'EUR',
        accountInfo: {
          accountType: 'EUR_ACCOUNT',
          iban: `DE89370400440532013${ending}`,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
        },
      } as never),
    );
    valueOf(
      await run(core.quotes.create, {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: bank.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 123_456n,
        immediatelyExecute: true,
      }),
    );
    for (const seconds of [0, 31, 360, 3_300]) await pass(seconds);
    await core.work.refreshRates();
  }
}

/** The payments, settings with hostile texts, and a token. */
export async function playFront(play: PlayCore, markup: string): Promise<{ readonly token: Id<'Token'> }> {
  const { core, run } = play;
  await playPayments(play, markup);
  const { token } = valueOf(await run(core.platforms.createToken, { name: markup, permissions: ['VIEW'] }));
  valueOf(
    await run(core.platforms.updateConfig, {
      embeddedWalletConfig: { appName: markup },
      redirectSchemes: ['com.example.app'],
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 25,
          fixedFee: { amount: 150n, currency: 'USD' },
        },
      ],
    }),
  );
  return { token: token.id };
}
