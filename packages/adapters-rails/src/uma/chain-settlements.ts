import { Bug, type ChainToken, type Demand, type RailConnection, type Settlement } from '@corridor/core/ports';
import { readTransfer, type TokenTransfer, writeTransfer } from './eip681.js';

/** The tokens by which institutions can pay each other over these connections, in the order of the connections. */
export const chainSettlements = (connections: readonly RailConnection[]): readonly Settlement[] =>
  connections.flatMap((connection) => (connection.tokens ?? []).map((token) => tokenSettlement(connection, token)));

/** The name of a chain among the layers of the protocol (CAIP-2), and of a token among its assets (CAIP-19). */
const layerOf = ({ chainId }: ChainToken): string => `eip155:${chainId}`;
const assetOf = (token: ChainToken): string => `${layerOf(token)}/erc20:${token.address}`;

const ZERO = `0x${'0'.repeat(40)}`;

function tokenSettlement({ name, rails }: RailConnection, token: ChainToken): Settlement {
  const railOf = (wanted: string) => {
    const rail = rails.find((each) => each.name === wanted);
    if (rail === undefined) throw new Bug(`the connection ${name} has no rail ${wanted}`);
    return rail;
  };
  const contract = token.address.toLowerCase();
  const demandOf = (text: string, { to, amount }: TokenTransfer): Demand => ({
    text,
    paymentHash: null,
    units: amount,
    descriptionHash: null,
    expiresAt: null,
    account: { accountType: token.accountType, address: to },
  });
  return {
    layer: layerOf(token),
    asset: assetOf(token),
    currency: token.currency,
    precision: 1n,
    rail: railOf(token.delivers),
    holds: null,
    receives: { rail: railOf(token.receives), network: token.network },
    async read(text) {
      const transfer = readTransfer(text);
      if (transfer === null || transfer.chainId !== token.chainId || transfer.token !== contract) return null;
      // Tokens that are sent to their own contract or to the zero address are lost.
      if (transfer.to === contract || transfer.to === ZERO) return null;
      return demandOf(text, transfer);
    },
    async issue({ amount, address }) {
      if (address === null) throw new Bug(`a payment request of ${assetOf(token)} needs an address`);
      const transfer = { chainId: token.chainId, token: contract, to: address.toLowerCase(), amount };
      return demandOf(writeTransfer(transfer), transfer);
    },
  };
}
