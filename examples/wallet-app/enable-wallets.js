import { corridor } from './corridor.js';

/** From now on, new customers of the platform get a wallet for their USDB instead of a plain account. */
const { supportedCurrencies } = await corridor.getPlatformConfig();
const usdb = {
  currencyCode: 'USDB',
  minAmount: 1,
  maxAmount: 1_000_000_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
};
const others = supportedCurrencies.filter(({ currencyCode }) => currencyCode !== usdb.currencyCode);
await corridor.updatePlatformConfig({
  body: { supportedCurrencies: [...others, usdb], embeddedWalletConfig: { appName: 'Purse' } },
});
console.log('wallets are enabled');
