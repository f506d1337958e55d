import type { Accounts } from '../accounts/index.js';
import type { Codes } from '../codes/index.js';
import type { Customer, CustomerPatch, Customers, Settings } from '../customers/index.js';
import type { Clock, Digest, IdSource, Sealer, UnitOfWork, UseCase } from '../kernel/index.js';
import { challengeCredential } from './challenge-credential.js';
import { createCredential } from './create-credential.js';
import { createDelegatedKey } from './create-delegated-key.js';
import { listCredentials } from './credential-service.js';
import { createCustodyKey } from './custody-key.js';
import { signedUpdate, unsignedUpdate } from './customer-contacts.js';
import { customerWallets } from './customer-wallets.js';
import {
  activeDelegate,
  endDelegations,
  getDelegatedKey,
  listDelegatedKeys,
  revokeDelegatedKey,
  signAsDelegate,
} from './delegated-key-service.js';
import type { CardFunding, WalletAdapters } from './ports.js';
import { revokeCredential } from './revoke-credential.js';
import { listSessions } from './session-service.js';
import { expireSession, refreshSession, revokeSession } from './sessions.js';
import { verifyCredential } from './verify-credential.js';
import { exportAccount, updateAccount } from './wallet-account.js';
import { createCustomerWithWallet, deriveAddresses } from './wallet-keys.js';

export interface WalletsDeps extends WalletAdapters {
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly settings: Settings;
  readonly digest: Digest;
  readonly codes: Codes;
  readonly accounts: Pick<Accounts, 'open' | 'forCustomers' | 'showWalletAddresses'>;
  readonly cardFunding: CardFunding;
  /** Told where custody has not answered, and is asked again later. */
  readonly report: (cause: unknown) => void;
}

/** Embedded Wallets: who owns them, and what only their owners can do (behaviour, "Embedded wallets"). */
export function walletsArea(deps: WalletsDeps) {
  const ports = { ...deps, custodyKey: createCustodyKey(deps) };
  return {
    createCredential: createCredential(ports),
    listCredentials,
    challengeCredential: challengeCredential(ports),
    verifyCredential: verifyCredential(ports),
    revokeCredential: revokeCredential(ports),
    listSessions,
    refreshSession: refreshSession(ports),
    revokeSession: revokeSession(ports),
    updateAccount: updateAccount(ports),
    exportAccount: exportAccount(ports),
    createDelegatedKey: createDelegatedKey(ports),
    listDelegatedKeys,
    getDelegatedKey,
    revokeDelegatedKey,
    /** What cards need to spend from a wallet. */
    signAsDelegate: signAsDelegate(deps.units, deps.sealer, deps.signer),
    activeDelegate,
    endDelegations,
    /** What the customers area needs of this one. */
    forCustomers: customerWallets(deps.ids, deps.sealer, deps.accounts),
    /** The two forms of a change of a customer, over the plain one. */
    signedUpdate: (updateCustomer: UseCase<CustomerPatch, Customer>) => signedUpdate(ports, updateCustomer),
    unsignedUpdate,
    /** The creation of a customer with the keys of its wallet, over the plain one. */
    createCustomerWith: (customers: Pick<Customers, 'create' | 'createWith'>) =>
      createCustomerWithWallet(deps, customers.create, customers.createWith),
    /** The work that waits in this area. */
    handlers: {
      'wallet.derive-addresses': deriveAddresses(deps),
      'wallet.expire-session': expireSession(deps.units),
    },
  } as const;
}

export type Wallets = ReturnType<typeof walletsArea>;
