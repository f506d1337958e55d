import { Wallet } from 'ethers';
import { type Api, expecting } from '../support/api.js';
import { accountOf, addAccount, createCustomer, fund, platformAccountOf } from '../support/scenario.js';
import type { ExternalAccount } from '../support/wire.js';
import { exampleId } from './example-ids.js';
import { type Area, named, type Scenario, type Scenarios } from './run-examples.js';
import { OF_WALLETS, openedWallet } from './wallets.js';

const customer: Scenario = async ({ api }) => named({ Customer: (await createCustomer(api)).id });

const internalAccount: Scenario = async ({ api }) => {
  const { id } = await createCustomer(api, { currencies: ['USD'] });
  const account = await accountOf(api, id, 'USD');
  await fund(api, account.id, 50_000);
  return named({ Customer: id, InternalAccount: account.id });
};

const walletOfCustomer: Scenario = async ({ api }) => {
  const { customer: owner } = await openedWallet(api);
  return named({ Customer: owner.id });
};

const platformAccount: Scenario = async ({ api }) => {
  await fund(api, (await platformAccountOf(api, 'USD')).id, 50_000);
  return {};
};

const CUSTOMERS = '/customers/external-accounts';
const PLATFORM = '/platform/external-accounts';

const accountOfCustomer: Scenario = async ({ api }) => {
  const { id: customerId } = await createCustomer(api);
  const { id } = await addAccount(api, customerId, 'EUR');
  return named({ Customer: customerId, ExternalAccount: id });
};

let accounts = 0;

const accountOfPlatform: Scenario = async ({ api }) => {
  accounts += 1;
  const account = await expecting(
    201,
    api.post<ExternalAccount>(PLATFORM, {
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: `DE8937040044${String(5_320_130_000 + accounts)}`,
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
      },
    }),
  );
  return named({ ExternalAccount: account.id });
};

/** A wallet that its owner has to prove, with the owner's key. */
async function unprovenWallet(api: Api, path: string) {
  const owner = path === CUSTOMERS ? { customerId: (await createCustomer(api)).id } : {};
  const key = Wallet.createRandom();
  const { id } = await expecting(
    201,
    api.post<ExternalAccount>(path, {
      ...owner,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'BASE_WALLET', address: key.address },
    }),
  );
  return { id, key };
}

const unproven =
  (path: string): Scenario =>
  async ({ api }) =>
    named({ ExternalAccount: (await unprovenWallet(api, path)).id });

const signedChallenge =
  (path: string): Scenario =>
  async ({ api }, { body }) => {
    const { id, key } = await unprovenWallet(api, path);
    const { messageToSign } = await expecting(
      201,
      api.post<{ readonly messageToSign: string }>(`${path}/${id}/challenge`, { method: 'WALLET_SIGNATURE' }),
    );
    const { signature } = body as { readonly signature: string };
    return { replace: { [exampleId('ExternalAccount')]: id, [signature]: await key.signMessage(messageToSign) } };
  };

const OF_ACCOUNTS: Scenarios = {
  'listCustomerInternalAccounts read-the-balance-of-a-customer-in-one-currency': internalAccount,
  'listCustomerInternalAccounts find-the-wallet-of-a-customer': walletOfCustomer,
  listPlatformInternalAccounts: platformAccount,
  getInternalAccount: internalAccount,
  listCustomerExternalAccounts: accountOfCustomer,
  createCustomerExternalAccount: customer,
  getCustomerExternalAccountById: accountOfCustomer,
  deleteCustomerExternalAccountById: accountOfCustomer,
  createExternalAccountOwnershipChallenge: unproven(CUSTOMERS),
  verifyExternalAccountOwnership: signedChallenge(CUSTOMERS),
  listPlatformExternalAccounts: accountOfPlatform,
  getPlatformExternalAccountById: accountOfPlatform,
  deletePlatformExternalAccountById: accountOfPlatform,
  createPlatformExternalAccountOwnershipChallenge: unproven(PLATFORM),
  verifyPlatformExternalAccountOwnership: signedChallenge(PLATFORM),
};

export const ACCOUNTS: Area = {
  tags: ['Internal Accounts', 'External Accounts', 'Embedded Wallet Auth'],
  scenarios: { ...OF_ACCOUNTS, ...OF_WALLETS },
};
