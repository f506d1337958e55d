import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENTS } from '../agents/index.js';
import { CARDS } from '../cards/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Id, type IdType, ID_TYPES, isId, type Reads } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { LEGAL_HOLDS, mustNotBeErased } from '../retention/index.js';
import { linksOf, SCREENING_CASE_LINKS, SCREENING_MATCHES, SCREENINGS } from '../screening/index.js';
import { SCA_RESETS } from '../sca/index.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { ARRIVALS, DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { INVITATIONS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS, VERIFICATIONS } from '../verification/index.js';

type Find = (reads: Reads, id: string) => Promise<string | null | undefined>;

const FIND: { readonly [T in IdType]?: Find } = {
  Customer: async (_reads, id) => id,
  InternalAccount: async (reads, id) => (await reads.get(INTERNAL_ACCOUNTS, id))?.customerId,
  ExternalAccount: async (reads, id) => (await reads.get(EXTERNAL_ACCOUNTS, id))?.customerId,
  Transaction: async (reads, id) => (await reads.get(TRANSACTIONS, id))?.customerId,
  Quote: async (reads, id) => (await reads.get(QUOTES, id))?.customerId,
  Deposit: async (reads, id) => {
    const deposit = await reads.get(DEPOSITS, id);
    if (deposit === null || deposit.ownerId !== null) return deposit?.ownerId;
    return (await heldBy(reads, deposit.reference))?.customerId;
  },
  Arrival: async (reads, id) => {
    const arrival = await reads.get(ARRIVALS, id);
    return arrival && customerOf(reads, arrival.transactionId ?? arrival.depositId ?? '');
  },
  Exception: async (reads, id) => customerOf(reads, (await reads.get(EXCEPTIONS, id))?.subject ?? ''),
  Card: async (reads, id) => (await reads.get(CARDS, id))?.cardholderId,
  Agent: async (reads, id) => (await reads.get(AGENTS, id))?.customerId ?? (await actorOf(reads, id)),
  AgentAction: async (reads, id) => (await reads.get(AGENT_ACTIONS, id))?.customerId,
  Verification: async (reads, id) => (await reads.get(VERIFICATIONS, id))?.customerId,
  BeneficialOwner: async (reads, id) => (await reads.get(BENEFICIAL_OWNERS, id))?.customerId,
  Document: async (reads, id) => (await reads.get(DOCUMENTS, id))?.customerId,
  ScaReset: async (reads, id) => (await reads.get(SCA_RESETS, id))?.customerId,
  StablecoinOperation: async (reads, id) => (await reads.get(STABLECOIN_OPERATIONS, id))?.owner,
  TravelRuleTransfer: async (reads, id) => (await reads.get(TRAVEL_RULE_TRANSFERS, id))?.customerId,
  LegalHold: async (reads, id) => (await reads.get(LEGAL_HOLDS, id))?.customerId,
  Screening: async (reads, id) => customerOf(reads, (await reads.get(SCREENINGS, id))?.subject ?? ''),
  ScreeningMatch: async (reads, id) => customerOf(reads, (await reads.get(SCREENING_MATCHES, id))?.party ?? ''),
  ScreeningCase: (reads, id) => lastOfCase(reads, id as Id<'ScreeningCase'>),
  ScreeningCaseLink: async (reads, id) => (await reads.get(SCREENING_CASE_LINKS, id))?.customerId,
  Invitation: async (reads, id) => (await reads.get(INVITATIONS, id))?.inviterId,
};

/** The account or the quote that money with this reference was for. */
const heldBy = async (reads: Reads, reference: string) =>
  (await reads.find(INTERNAL_ACCOUNTS, 'reference', [reference])) ?? reads.find(QUOTES, 'reference', [reference]);

/** A customer of a case whose data are kept, or else one whose data are erased: the texts of a case go with its last customer. */
async function lastOfCase(reads: Reads, caseId: Id<'ScreeningCase'>): Promise<string | null> {
  const customers = (await linksOf(reads, caseId)).flatMap(({ customerId }) => customerId ?? []);
  for (const customerId of customers) if ((await mustNotBeErased(reads, customerId)).ok) return customerId;
  return customers[0] ?? null;
}

/** The customer of an agent that was deleted: its actions remain. */
async function actorOf(reads: Reads, agentId: string): Promise<string | null> {
  const where = { agentId: agentId as never };
  const { rows } = await reads.list(AGENT_ACTIONS, { where, order: 'desc', limit: 1, counted: false });
  return rows[0]?.customerId ?? null;
}

/** The customer to whom a record belongs; null if it belongs to none, or does not exist. */
export async function customerOf(reads: Reads, id: string): Promise<string | null> {
  const type = ID_TYPES.find((candidate) => isId(candidate, id));
  const owner = type === undefined ? null : await FIND[type]?.(reads, id);
  return owner !== null && owner !== undefined && isId('Customer', owner) ? owner : null;
}
