import { generateKeyPairSync, sign } from 'node:crypto';
import { CommandError } from '../../kernel/errors.js';
import { createCustomer, fundedCustomer, internalAccount } from './acts.js';
import type { Ending, Scene, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Buffer): string {
  let text = '';
  for (let value = BigInt(`0x${bytes.toString('hex')}`); value > 0n; value /= 58n)
    text = BASE58[Number(value % 58n)]! + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** A Solana wallet with a new key. */
function wallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    address: base58(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')),
    sign: (message: string): string => base58(sign(null, Buffer.from(message), privateKey)),
  };
}

async function proveWallet(stage: Stage): Promise<Ending> {
  const { corridor, tell } = stage;
  const { id: customerId } = await createCustomer(stage);
  const { address, sign: signed } = wallet();
  const { id } = await corridor.createCustomerExternalAccount({
    body: {
      customerId,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'SOLANA_WALLET', address },
    },
  });
  tell('add a wallet of the customer', id);
  const path = { externalAccountId: id };
  const body = { method: 'WALLET_SIGNATURE' } as const;
  const challenge = await corridor.createExternalAccountOwnershipChallenge({ path, body });
  if (!('messageToSign' in challenge)) throw new CommandError('the challenge has no message to sign');
  const signature = signed(challenge.messageToSign);
  await corridor.verifyExternalAccountOwnership({ path, body: { signature } });
  tell('sign the challenge with the key of the wallet', id);
  return { record: id };
}

async function closeAccount(stage: Stage): Promise<Ending> {
  const { id: customerId } = await createCustomer(stage, { currencies: ['USD'] });
  const { id } = await internalAccount(stage, customerId, 'USD');
  await stage.corridor.deleteCustomerById({ path: { customerId } });
  stage.tell('delete the customer, which closes its account', id);
  return { record: id };
}

/**
 * A wallet that is added to a customer has no address until custody has made its key. A platform without wallets is
 * refused: the scene could not take back the account that the platform itself would get in USDB.
 */
async function addWallet(stage: Stage): Promise<Ending> {
  const { supportedCurrencies, embeddedWalletConfig } = await stage.config();
  if (embeddedWalletConfig === undefined || !supportedCurrencies.some(({ currencyCode }) => currencyCode === 'USDB')) {
    throw new CommandError(
      'the scene needs embedded wallets, which the platform does not offer: add USDB to supportedCurrencies and set embeddedWalletConfig, by PATCH /config',
    );
  }
  const email = `ada-${Date.now()}@example.com`;
  const { id: customerId } = await createCustomer(stage, { currencies: ['USD'], email });
  await stage.corridor.updateCustomerById({
    path: { customerId },
    body: { customerType: 'INDIVIDUAL', currencies: ['USD', 'USDB'] },
  });
  const { id } = await internalAccount(stage, customerId, 'USDB');
  stage.tell('add an embedded wallet to the customer', id);
  return { record: id };
}

const UPDATED: Scene = {
  plays: 'an embedded wallet that gets its addresses; the platform must offer embedded wallets',
  play: addWallet,
};

export const INTERNAL_ACCOUNTS: Scenes<TypesOf<'INTERNAL_ACCOUNT'>> = {
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': {
    plays: 'money that arrives in an account',
    play: async (stage) => ({ record: (await fundedCustomer(stage)).account.id }),
  },
  'INTERNAL_ACCOUNT.STATUS_UPDATED': { plays: 'an account that is closed with its customer', play: closeAccount },
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': UPDATED,
};

export const EXTERNAL_ACCOUNTS: Scenes<TypesOf<'EXTERNAL_ACCOUNT'>> = {
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': { plays: 'a customer who proves that a wallet is its own', play: proveWallet },
};
