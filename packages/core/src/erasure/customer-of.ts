import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENTS } from '../agents/index.js';
import { CARDS } from '../cards/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type IdType, ID_TYPES, isId, type Reads } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { LEGAL_HOLDS } from '../retention/index.js';
import { SCA_RESETS } from '../sca/index.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { ARRIVALS, DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS, VERIFICATIONS } from '../verification/index.js';

type Find = (reads: Reads, id: string) => Promise<string | null | undefined>;

const FIND: { readonly [T in IdType]?: Find } = {
  Customer: async (_reads, id) => id,
  InternalAccount: async (reads, id) => (await reads.get(INTERNAL_ACCOUNTS, id))?.customerId,
  ExternalAccount: async (reads, id) => (await reads.get(EXTERNAL_ACCOUNTS, id))?.customerId,
  Transaction: async (reads, id) => (await reads.get(TRANSACTIONS, id))?.customerId,
  Quote: async (reads, id) => (await reads.get(QUOTES, id))?.customerId,
  Deposit: async (reads, id) => (await reads.get(DEPOSITS, id))?.ownerId,
  Arrival: async (reads, id) => {
    const arrival = await reads.get(ARRIVALS, id);
    return arrival && customerOf(reads, arrival.transactionId ?? arrival.depositId ?? '');
  },
  Exception: async (reads, id) => customerOf(reads, (await reads.get(EXCEPTIONS, id))?.subject ?? ''),
  Card: async (reads, id) => (await reads.get(CARDS, id))?.cardholderId,
  Agent: async (reads, id) => (await reads.get(AGENTS, id))?.customerId,
  AgentAction: async (reads, id) => (await reads.get(AGENT_ACTIONS, id))?.customerId,
  Verification: async (reads, id) => (await reads.get(VERIFICATIONS, id))?.customerId,
  BeneficialOwner: async (reads, id) => (await reads.get(BENEFICIAL_OWNERS, id))?.customerId,
  Document: async (reads, id) => (await reads.get(DOCUMENTS, id))?.customerId,
  ScaReset: async (reads, id) => (await reads.get(SCA_RESETS, id))?.customerId,
  StablecoinOperation: async (reads, id) => (await reads.get(STABLECOIN_OPERATIONS, id))?.owner,
  LegalHold: async (reads, id) => (await reads.get(LEGAL_HOLDS, id))?.customerId,
};

/** The customer to whom a record belongs; null if it belongs to none, or does not exist. */
export async function customerOf(reads: Reads, id: string): Promise<string | null> {
  const type = ID_TYPES.find((candidate) => isId(candidate, id));
  const owner = type === undefined ? null : await FIND[type]?.(reads, id);
  return owner !== null && owner !== undefined && isId('Customer', owner) ? owner : null;
}
