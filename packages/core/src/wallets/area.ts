import { forJobs } from '../events/index.js';
import type { WalletAccounts } from '../accounts/index.js';
import type { Codes } from '../codes/index.js';
import type { Customer, CustomerPatch, NewCustomer, Settings } from '../customers/index.js';
import type { Clock, Digest, IdSource, Pause, Sealer, UnitOfWork, UseCase } from '../kernel/index.js';
import { challengeCredential } from './challenge-credential.js';
import { createCredential } from './create-credential.js';
import { createDelegatedKey } from './create-delegated-key.js';
import { listCredentials } from './credential-service.js';
import { custodyOf, provenPasskeys, provenTokens } from './custody.js';
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
import type { CardFunding, WalletPorts } from './ports.js';
import { revokeCredential } from './revoke-credential.js';
import { listSessions } from './session-service.js';
import { expireSession, refreshSession, revokeSession } from './sessions.js';
import { verifyCredential } from './verify-credential.js';
import { exportAccount, updateAccount } from './wallet-account.js';
import { createCustomerWithWallet, type CreateWithKeys, deriveAddresses } from './wallet-keys.js';

export interface WalletsAreaPorts extends WalletPorts {
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly settings: Settings;
  readonly digest: Digest;
  readonly codes: Codes;
  readonly accounts: WalletAccounts;
  readonly cardFunding: CardFunding;
  /** Waits in real time; without it, calls of custody have no time-out. */
  readonly pause: Pause;
  /** Receives the cause when custody does not answer. */
  readonly report: (cause: unknown) => void;
}

/** Embedded Wallets: the credentials and sessions of owners, and the operations that only an owner can do. */
export function walletsArea(ports: WalletsAreaPorts) {
  const custody = custodyOf(ports.signer, ports);
  const identityTokens = provenTokens(ports.identityTokens, ports);
  const passkeys = provenPasskeys(ports.passkeys, ports);
  const custodyPorts = {
    ...ports,
    identityTokens,
    passkeys,
    custody,
    custodyKey: createCustodyKey({ ...ports, custody }),
  };
  const useCases = {
    createCredential: createCredential(custodyPorts),
    /**
     * The active credentials of an Embedded Wallet. A wallet is created with an EMAIL_OTP credential if its owner has an email
     * address.
     *
     * @example
     * ```ts
     * await run(core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } });
     * const owner = await run(core.customers.create, {
     *   customerType: 'INDIVIDUAL',
     *   fullName: 'Grace Hopper',
     *   region: 'US',
     *   email: 'grace@example.com',
     *   currencies: ['USDB'],
     * });
     * const { data } = await read(core.accounts.listInternal, { customerId: owner.id, currency: 'USDB' });
     * const credentials = await read(core.wallets.listCredentials, { accountId: data[0]!.account.id });
     * credentials.map(({ type }) => type); // ['EMAIL_OTP']
     * ```
     */
    listCredentials,
    challengeCredential: challengeCredential(custodyPorts),
    verifyCredential: verifyCredential(custodyPorts),
    revokeCredential: revokeCredential(custodyPorts),
    listSessions,
    refreshSession: refreshSession(custodyPorts),
    revokeSession: revokeSession(custodyPorts),
    updateAccount: updateAccount(custodyPorts),
    exportAccount: exportAccount(custodyPorts),
    createDelegatedKey: createDelegatedKey(custodyPorts),
    listDelegatedKeys,
    getDelegatedKey,
    revokeDelegatedKey,
  } as const;
  const background = forJobs(custodyPorts);
  return {
    useCases,
    passkeys,
    /** What cards need to spend from a wallet. */
    delegates: { sign: signAsDelegate(ports.units, ports.sealer, custody), active: activeDelegate },
    endDelegations,
    /** The operations of wallets that the customers area needs. */
    forCustomers: customerWallets(ports.ids, ports.sealer, ports.accounts),
    /**
     * Two forms of the use case that changes a customer. A change of an address or number that a wallet credential uses
     * needs a signature of the owner: the first form takes it, the second refuses such a change.
     */
    signedUpdate: (updateCustomer: UseCase<CustomerPatch, Customer>) => signedUpdate(custodyPorts, updateCustomer),
    unsignedUpdate,
    /** The creation of a customer, wrapped so that a new wallet has its keys at once. */
    createWithWallet: (create: UseCase<NewCustomer, Customer>, createWith: CreateWithKeys) =>
      createCustomerWithWallet(custodyPorts, create, createWith),
    /** The handlers of this area's jobs. */
    handlers: {
      'wallet.derive-addresses': deriveAddresses(background),
      'wallet.expire-session': expireSession(background.units),
    },
  } as const;
}

export type Wallets = ReturnType<typeof walletsArea>['useCases'];
