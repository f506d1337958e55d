import { type Api, expecting } from '../support/api.js';
import {
  type Holder,
  holderOf,
  linkIssuer,
  mint,
  mintBody,
  operationWhen,
  post,
  registered,
  stablecoinPlatform,
} from '../support/issuer.js';
import type { UsedHost } from '../support/use-host.js';
import type { StablecoinQuote } from '../support/wire.js';
import { exampleId } from './example-ids.js';
import type { Area, Scenario } from './run-examples.js';

const DESCRIBED = { description: 'Top-up of the treasury' };

/** A platform of its own, because customers of the first platform cannot hold tokens. */
const ownPlatform = ({ deployment, api }: UsedHost): Promise<Api> => stablecoinPlatform(deployment, api);

const unlinked: Scenario = async (used) => ({ api: await ownPlatform(used) });

const linked: Scenario = async (used) => {
  const api = await ownPlatform(used);
  const link = await expecting(201, linkIssuer(api));
  return { api, replace: { [exampleId('StablecoinProviderAccount')]: link.id } };
};

async function tokenOf(used: UsedHost) {
  const api = await ownPlatform(used);
  const coin = await registered(api);
  return { api, coin, replace: { [exampleId('Stablecoin')]: coin.id } };
}

const withToken: Scenario = async (used) => {
  const { api, replace } = await tokenOf(used);
  return { api, replace };
};

const idsOf = (holder: Holder): Record<string, string> => ({
  [exampleId('InternalAccount')]: holder.usd,
  [exampleId('InternalAccount', 2)]: holder.usdb,
  [exampleId('ExternalAccount')]: holder.bank,
});

/** A customer with USD 500.00 and 100 tokens. */
async function holding(used: UsedHost) {
  const { api, coin, replace } = await tokenOf(used);
  const holder = await holderOf(api, 60_000);
  const { id } = await expecting(201, mint(api, coin, mintBody(10_000, holder.usd, holder.usdb)));
  await operationWhen(api, id, 'COMPLETED');
  return { api, coin, holder, replace: { ...replace, ...idsOf(holder) } };
}

const funded: Scenario = async (used) => {
  const { api, replace } = await holding(used);
  return { api, replace };
};

const quoted: Scenario = async (used) => {
  const { api, coin, holder, replace } = await holding(used);
  const quote = await expecting(
    201,
    post<StablecoinQuote>(
      api,
      `/stablecoins/${coin.id}/mint-quotes`,
      mintBody(10_000, holder.usd, holder.usdb, DESCRIBED),
    ),
  );
  return { api, replace: { ...replace, [exampleId('StablecoinQuote')]: quote.id } };
};

const operated =
  (status: string, more: object): Scenario =>
  async (used) => {
    const { api, coin, holder, replace } = await holding(used);
    const { id } = await expecting(201, mint(api, coin, mintBody(10_000, holder.usd, holder.usdb, more)));
    await operationWhen(api, id, status);
    return { api, replace: { ...replace, [exampleId('StablecoinOperation')]: id } };
  };

export const STABLECOINS: Area = {
  tags: ['Stablecoins'],
  scenarios: {
    listStablecoinProviderAccounts: linked,
    linkStablecoinProviderAccount: unlinked,
    getStablecoinProviderAccount: linked,
    listStablecoins: withToken,
    registerStablecoin: linked,
    getStablecoin: withToken,
    createStablecoinMintQuote: funded,
    createStablecoinBurnQuote: funded,
    getStablecoinQuote: quoted,
    executeStablecoinQuote: quoted,
    createStablecoinMint: funded,
    createStablecoinBurn: funded,
    listStablecoinOperations: operated('COMPLETED', DESCRIBED),
    getStablecoinOperation: operated('COMPLETED', DESCRIBED),
    'getStablecoinOperation read-a-mint-that-waits-for-a-wire': operated('PENDING_FUNDING', {
      fundingSource: { type: 'WIRE' },
    }),
  },
};
