import { type IssuerConnection, RailEntryError, type ConnectionContext } from '@corridor/core/ports';
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

export interface IssuerPorts {
  readonly nodes: JsonRpcNodes;
  readonly signer: EvmSigner;
  /** Null if nothing is screened. */
  readonly screening: ListScreening | null;
}

/** The issuer of an entry, on these nodes. */
export function connectIssuer(
  entry: EvmIssuerEntry,
  context: ConnectionContext,
  { nodes, signer, screening }: IssuerPorts,
): IssuerConnection {
  const { name, environment, store, clock, log, secretOf } = context;
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
export function evmIssuer(members: Readonly<Record<string, unknown>>, context: ConnectionContext): IssuerConnection {
  const entry = parseIssuerEntry(members, context);
  const { environment, http } = context;
  return connectIssuer(entry, context, {
    nodes: createJsonRpcNodes({ entry, environment, http }),
    signer: createSignerOf('signer', entry.signer, context),
    screening: entry.screening === null ? null : listScreening(entry.screening),
  });
}
