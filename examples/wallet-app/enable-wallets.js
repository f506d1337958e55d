import { Corridor } from '@corridor/client';

const {
  CORRIDOR_BASE_URL = 'http://127.0.0.1:8080/2025-10-13',
  CORRIDOR_CLIENT_ID,
  CORRIDOR_CLIENT_SECRET,
} = process.env;
const corridor = new Corridor({
  baseUrl: CORRIDOR_BASE_URL,
  credential: { clientId: CORRIDOR_CLIENT_ID, clientSecret: CORRIDOR_CLIENT_SECRET },
});

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
