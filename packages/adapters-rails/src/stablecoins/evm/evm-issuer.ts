import { type IssuerConnection, RailEntryError, type RailSurroundings } from '@corridor/core/ports';
import { createJsonRpcNodes, type JsonRpcNodes } from '../../evm/json-rpc-nodes.js';
import type { EvmSigner, OutcomeHandler } from '../../evm/index.js';
import { type ListScreening, listScreening } from '../../evm/screening.js';
import { createSignerOf } from '../../evm/signers.js';
import { createSender } from '../../evm/sending/create-sender.js';
import { issuerConnection } from './connection.js';
import { type EvmIssuerEntry, parseIssuerEntry } from './entry.js';
import { orderOutcomes, screenMints } from './orders.js';

const SHORTEST_SECRET = 16;

/** A transaction that only spends a nonce: its gas is the operator's, like all gas of an issuer. */
const NO_OUTCOME: OutcomeHandler = { concluded: async () => undefined, undone: async () => undefined };

export interface IssuerSurroundings {
  readonly nodes: JsonRpcNodes;
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
  if (secret.length < SHORTEST_SECRET)
    throw new RailEntryError('client.secret', `must have at least ${SHORTEST_SECRET} characters`);
  return issuerConnection({
    name,
    environment,
    entry,
    secret,
    signer: signer.address,
    store,
    nodes,
    sender,
    screening,
  });
}

/** Makes the connection of an entry of the type `evm-issuer`: docs/rails/evm-issuer.md. */
export function evmIssuer(
  members: Readonly<Record<string, unknown>>,
  surroundings: RailSurroundings,
): IssuerConnection {
  const entry = parseIssuerEntry(members, surroundings);
  const { environment, http } = surroundings;
  return connectIssuer(entry, surroundings, {
    nodes: createJsonRpcNodes({ entry, environment, http }),
    signer: createSignerOf('signer', entry.signer, surroundings),
    screening: entry.screening === null ? null : listScreening(entry.screening),
  });
}
