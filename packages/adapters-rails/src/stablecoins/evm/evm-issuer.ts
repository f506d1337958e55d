import type { IssuerConnection, RailSurroundings } from '@corridor/core/ports';
import type { EvmNodes, EvmSigner, OutcomeHandler } from '../../evm/index.js';
import type { ListScreening } from '../../evm/screening.js';
import { createSender } from '../../evm/sending/create-sender.js';
import { issuerConnection } from './connection.js';
import type { EvmIssuerEntry } from './entry.js';
import { orderOutcomes, screenMints } from './orders.js';

/** A transaction that only spends a nonce: its gas is the operator's, like all gas of an issuer. */
const NO_OUTCOME: OutcomeHandler = { concluded: async () => undefined, undone: async () => undefined };

export interface IssuerSurroundings {
  readonly nodes: EvmNodes;
  readonly signer: EvmSigner;
  /** Null if nothing is screened. */
  readonly screening: ListScreening | null;
}

/** The issuer of an entry, on these nodes. */
export function connectIssuer(
  entry: EvmIssuerEntry,
  surroundings: RailSurroundings,
  { nodes, signer, screening }: IssuerSurroundings,
): IssuerConnection {
  const { name, environment, store, clock, log, secretOf } = surroundings;
  const sender = createSender({
    store,
    nodes,
    clock,
    log,
    signerOf: (address) => (address === signer.address ? signer : null),
    handlers: { mint: orderOutcomes, burn: orderOutcomes, fill: NO_OUTCOME },
    screen: screenMints(screening, { network: entry.network, signer: signer.address }),
    fees: entry.fees,
    everySeconds: entry.pollSeconds,
  });
  const secret = secretOf('client.secret', entry.client.secret);
  return issuerConnection({ name, environment, entry, secret, signer: signer.address, store, nodes, sender, screening });
}
