import { valueOf } from '../play-core.js';
import { playIssuer } from '../play-issuer.js';
import { type BlockedWorld, start } from './starts.js';

/** A customer who mints and burns a stablecoin of the platform. */
export async function stablecoinsWorld(): Promise<BlockedWorld> {
  const played = await playIssuer();
  const { play, customerId } = played;
  const { stablecoins } = play.core;
  const coin = await played.issued();
  const bank = await played.bank();
  valueOf(await played.order(coin, played.mint({ amount: 40_000_000n })));
  await play.pass(0);
  await play.pass(1);
  const quote = valueOf(await played.quote(coin, played.mint()));
  const pulling = played.mint({ source: played.from('ACH_DEBIT', { externalAccountId: bank.id }) });
  const order = (request: ReturnType<typeof played.mint>) =>
    start(play, stablecoins.order, { stablecoinId: coin.id, request });
  return {
    play,
    customers: [customerId],
    ofCustomer: {
      'stablecoins.createQuote': start(play, stablecoins.createQuote, {
        stablecoinId: coin.id,
        request: played.mint(),
      }),
      'stablecoins.executeQuote': start(play, stablecoins.executeQuote, { id: quote.id }),
      'stablecoins.order, which mints': order(played.mint()),
      'stablecoins.order, which burns': order(played.burn(bank.id)),
    },
    ofPlatform: {
      'stablecoins.link': start(play, stablecoins.link, {
        ...{ provider: 'BRALE', apiClientId: 'client 2', apiClientSecret: 'secret', providerAccountId: 'account 2' },
      } as never),
      'stablecoins.register': start(play, stablecoins.register, {
        ...{ providerTokenIdentifier: 'usdb2', networkTokenIdentifier: 'btkn1usdb2', network: 'SPARK' },
      } as never),
    },
    payee: bank.id,
    ofPayee: {
      'stablecoins.order, which pulls': order(pulling),
      'stablecoins.order, which burns': order(played.burn(bank.id)),
    },
  };
}
