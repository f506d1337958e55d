import type { IssuerConnection, RailSurroundings } from '@corridor/core/ports';
import type { EvmNodes, EvmSigner, OutcomeHandler } from '../../evm/index.js';
import { createSender } from '../../evm/sending/create-sender.js';
import { issuerConnection } from './connection.js';
import type { EvmIssuerEntry } from './entry.js';
import { orderOutcomes } from './orders.js';

/** A transaction that only spends a nonce: its gas is the operator's, like all gas of an issuer. */
const NO_OUTCOME: OutcomeHandler = { concluded: async () => undefined, undone: async () => undefined };

/** The issuer of an entry, on these nodes. */
export function connectIssuer(
  entry: EvmIssuerEntry,
  surroundings: RailSurroundings,
  { nodes, signer }: { readonly nodes: EvmNodes; readonly signer: EvmSigner },
): IssuerConnection {
  const { name, environment, store, clock, log, secretOf } = surroundings;
  const sender = createSender({
    store,
    nodes,
    clock,
    log,
    signerOf: (address) => (address === signer.address ? signer : null),
    handlers: { mint: orderOutcomes, burn: orderOutcomes, fill: NO_OUTCOME },
    screen: async () => null,
    fees: entry.fees,
    everySeconds: entry.pollSeconds,
  });
  const secret = secretOf('client.secret', entry.client.secret);
  return issuerConnection({ name, environment, entry, secret, signer: signer.address, store, nodes, sender });
}
