import type { Environment } from '@corridor/core';
import type { FundingRail, FundingRequest, Rail } from '@corridor/core/ports';
import type { PaymentAccountType, PaymentInstruction } from '@corridor/core/records';
import { PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import { hex } from '@scure/base';
import { encodeEvm } from '../../accounts/addresses.js';
import type { DepositKeys } from './deposit-keys.js';
import type { Tokens } from './found-deposits.js';

/** When a block counts as confirmed: a depth, or what the chain says. */
export type Confirmations = number | 'safe' | 'finalized';

export interface DepositRailPorts {
  readonly name: string;
  readonly environment: Environment;
  readonly network: string;
  readonly confirmations: Confirmations;
  readonly tokens: Tokens;
  readonly keys: Pick<DepositKeys, 'addressOf'>;
  readonly refund: FundingRail['refund'];
}

/** The numbers from which all connections to EVM chains derive addresses. */
export const ADDRESS_SPACE = 'evm';

/** The rail of the money on deposit addresses: docs/rails/evm-deposits.md. */
export function depositRail(ports: DepositRailPorts): Rail {
  const { name, environment, network, tokens, keys, refund } = ports;
  const accountType = `${network}_WALLET` as PaymentAccountType;
  const assets = PAYMENT_ACCOUNTS.find(({ type }) => type === accountType)?.currencies ?? [];
  const currencies = [...new Set(tokens.values())].filter((currency) => assets.includes(currency));

  function instructions(request: FundingRequest): readonly PaymentInstruction[] | null {
    const { currency, reference, cryptoNetwork, walletAddresses, addressIndex } = request;
    if (!currencies.includes(currency) || (cryptoNetwork !== null && cryptoNetwork !== network)) return null;
    // An embedded wallet receives at addresses of its own key, which are not watched.
    if (walletAddresses !== null || addressIndex === null) return null;
    const address = encodeEvm(hex.decode(keys.addressOf(addressIndex).slice(2)));
    return [
      {
        instructionsNotes: notesFor(ports, request),
        isPlatformAccount: null,
        accountOrWalletInfo: { accountType, address, assetType: currency, reference },
      },
    ];
  }

  return {
    name,
    environment,
    simulated: false,
    capabilities: {
      accountTypes: [],
      currencies,
      paymentRails: [],
      push: false,
      pull: false,
      pullsFrom: [],
      receive: true,
      followsWallets: false,
      cancellable: false,
      settlementSeconds: 0,
    },
    payouts: null,
    pulls: null,
    funding: {
      networks: (currency) => (currencies.includes(currency) ? [network] : []),
      addressSpace: ADDRESS_SPACE,
      instructions,
      refund,
    },
    networkFees: null,
  };
}

const WHEN: Readonly<Record<'safe' | 'finalized', string>> = {
  safe: 'when its block is safe',
  finalized: 'when its block is final',
};

function notesFor(
  { network, confirmations, tokens }: DepositRailPorts,
  { currency, reference }: FundingRequest,
): string {
  const contracts = [...tokens].filter(([, each]) => each === currency).map(([contract]) => checksummed(contract));
  const when = typeof confirmations === 'number' ? `after ${blocks(confirmations)}` : WHEN[confirmations];
  return (
    `Send ${currency} (contract ${contracts.join(' or ')}) on ${network} to this address, which is for ${reference} alone. ` +
    `It is credited ${when}. Other tokens, other networks and the coin of the network are not credited.`
  );
}

const blocks = (number: number): string => (number === 1 ? '1 confirmation' : `${number} confirmations`);

const checksummed = (address: string): string => encodeEvm(hex.decode(address.slice(2)));
