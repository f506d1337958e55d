import type { CurrencyCode, Instant } from '@corridor/core';
import type { Digest, FundingRequest, PayoutInstruction, PayoutStatus, Rail } from '@corridor/core/ports';
import type { ExternalAccountType, PaymentInstruction } from '@corridor/core/records';
import {
  ACCOUNT_TYPES,
  NO_REAL_MONEY,
  outcomeAt,
  PAYMENT_ACCOUNTS,
  paymentAccount,
  reach,
  refundAt,
} from '@corridor/core/internal';
import { chainFor, chainOf, CHAINS, chainsOf, drawFrom, withdrawalFee } from './chains.js';

/** All crypto wallet types. A new type is a row in core's table and needs no change here. */
const DELIVERS_TO: readonly ExternalAccountType[] = ACCOUNT_TYPES.filter(({ kind }) => kind === 'crypto').map(
  ({ type }) => type,
);

const COLLECTED = PAYMENT_ACCOUNTS.filter(({ type }) => CHAINS.some((chain) => chain.accountType === type)).flatMap(
  (row) => row.currencies,
);

/** Simulated chains: all answers are derived from the reference, so that every host gives the same. */
export function sandboxCryptoRail(digest: Digest): Rail {
  function statusAt(instruction: PayoutInstruction, now: Instant): PayoutStatus {
    const chain = chainOf(instruction.account, instruction.currency);
    const draw = drawFrom(digest, `payout\n${instruction.reference}`);
    const onChain = chain && { transactionHash: chain.transactionHash(draw), network: chain.network };
    return outcomeAt(instruction, now, onChain);
  }

  /**
   * A deposit address for this reference only, so that equal deposits can be told apart. An embedded wallet receives at
   * its own address, on the first of its networks that carries the currency.
   */
  function depositAddress(request: FundingRequest): readonly PaymentInstruction[] | null {
    const { currency, reference, cryptoNetwork, walletAddresses: own } = request;
    const chain = chainsOf(currency).find(
      ({ network }) => (cryptoNetwork === null || network === cryptoNetwork) && (own === null || own.has(network)),
    );
    if (chain === undefined) return null;
    const draw = drawFrom(digest, `deposit\n${chain.network}\n${currency}\n${reference}`);
    const address = own?.get(chain.network) ?? chain.address(draw);
    const whose = own === null ? `this address, which is for ${reference} alone` : 'the own address of this wallet';
    const asset = chain.accountType === 'BITCOIN_L1' ? { network: chain.network } : { assetType: currency };
    return [
      {
        instructionsNotes: `Send ${currency} on ${chain.network} to ${whose}. ${NO_REAL_MONEY}`,
        isPlatformAccount: null,
        accountOrWalletInfo: paymentAccount(chain.accountType, { address, ...asset, reference }),
      },
    ];
  }

  const networksOf = (currency: CurrencyCode) => chainsOf(currency).map(({ network }) => network);
  return {
    name: 'sandbox-crypto',
    environment: 'SANDBOX',
    simulated: true,
    capabilities: {
      ...reach(DELIVERS_TO, COLLECTED),
      push: true,
      pull: false,
      pullsFrom: [],
      receive: true,
      // On a simulated chain, the owner of a wallet cannot move money outside Corridor.
      followsWallets: true,
      cancellable: false,
      settlementSeconds: 0,
    },
    payouts: {
      submit: (instruction) => Promise.resolve(statusAt(instruction, instruction.submittedAt)),
      status: (instruction, now) => Promise.resolve(statusAt(instruction, now)),
      cancel: null,
      lookUp: () => Promise.resolve('reachable'),
    },
    pulls: null,
    funding: {
      networks: networksOf,
      addressSpace: null,
      instructions: depositAddress,
      refund: (refund, now) => Promise.resolve(refundAt(refund.arrival?.remitter.account ?? null, refund, now)),
    },
    networkFees: {
      networks: networksOf,
      networkOf: (account, currency) => chainOf(account, currency)?.network ?? null,
      estimate: ({ currency, network, address }) =>
        Promise.resolve(withdrawalFee(chainFor(currency, network)!, currency, address)),
    },
  };
}
