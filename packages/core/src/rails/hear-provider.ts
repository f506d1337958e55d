import type { RailEffect } from '../accounts/index.js';
import { blockCustomer, type BlockRequest, checkTexts, lastingBlock } from '../blocks/index.js';
import { type CustomerAccounts, CUSTOMERS } from '../customers/index.js';
import { type LogActor, writeLog } from '../operators/index.js';
import { mustNotBeErased } from '../retention/index.js';
import {
  type Context,
  type Environment,
  err,
  type IdSource,
  instant,
  isId,
  newRecord,
  ok,
  type Reads,
  type Result,
  splitTenant,
  type TenantKey,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { RAIL_MESSAGES, type RailMessage, TWIN_MESSAGE } from '../transactions/index.js';
import {
  askForRenewal,
  BENEFICIAL_OWNERS,
  KYC_LINKS,
  type KycProviders,
  type KycTelling,
  reviewAgain,
  type Verification,
  VERIFICATIONS,
} from '../verification/index.js';

export interface HearProviderPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly accounts: Pick<CustomerAccounts, 'markUnderReview'>;
  readonly providers: KycProviders;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

type Withdrawal = Extract<KycTelling, { readonly kind: 'withdrawn' }>;
type Renewal = Extract<KycTelling, { readonly kind: 'renewal' }>;
type HearProvider = (provider: string, environment: Environment, telling: KycTelling) => Promise<Result<RailEffect>>;

/**
 * The entry point for messages of KYC providers (docs/connections/kyc.md#messages). Errors: 404 REFERENCE_NOT_FOUND for
 * an unknown application; 400 INVALID_INPUT; 409 CONFLICT for a withdrawal or a renewal before the approval is recorded, for a used id
 * with other content, and for a concurrent message.
 */
export const hearProvider =
  ({ units, ids, accounts, providers, contextOf }: HearProviderPorts): HearProvider =>
  async (provider, environment, telling) => {
    const hear = async (): Promise<Result<RailEffect>> => {
      const { known, before } = await units.read(null, async (reads) => ({
        known: await whomOf(reads, telling.reference),
        before: await keptMessage(reads, provider, telling),
      }));
      if (known === null || splitTenant(known.tenant).environment !== environment)
        return err('REFERENCE_NOT_FOUND', `${environment} has no application with this reference`);
      const ctx = await contextOf(known.tenant);
      return units.run<RailEffect>(known.tenant, async (tx) => {
        const unit: Unit = { tx, ctx, ids };
        if (telling.kind === 'withdrawn') return withdraw(unit, accounts, provider, telling, before);
        if (telling.kind === 'renewal') return renew(unit, providers, provider, telling, before);
        const isAsked = await reviewAgain(unit, telling.reference);
        return ok({ effect: isAsked ? 'APPLIED' : 'NONE', subject: known.customerId });
      });
    };
    const heard = await hear();
    // Another request has stored a message under this id at the same moment: the second turn finds it.
    return heard.ok || heard.error !== TWIN_MESSAGE ? heard : hear();
  };

/** The message that was stored under this id. It may be about a customer of another platform. */
const keptMessage = async (reads: Reads, provider: string, telling: KycTelling): Promise<RailMessage | null> =>
  'messageId' in telling ? reads.find(RAIL_MESSAGES, 'message', [provider, telling.messageId]) : null;

interface Whom {
  readonly tenant: TenantKey;
  readonly customerId: Verification['customerId'];
  /** `OPEN`: the decision is yet to come. Null for a link: it is that of the customer's first verification. */
  readonly decision: 'OPEN' | 'APPROVED' | 'REFUSED' | null;
}

/**
 * Whom the reference of an application, of an owner who was reviewed alone, or of a link to the page of the provider is
 * about; null for an unknown one.
 */
async function whomOf(reads: Reads, reference: string): Promise<Whom | null> {
  if (isId('Verification', reference)) {
    const found = await reads.get(VERIFICATIONS, reference);
    return found === null ? null : { ...found, decision: decisionOf(found) };
  }
  if (isId('KycLink', reference)) {
    const link = await reads.get(KYC_LINKS, reference);
    return link === null || link.hostedBy === null ? null : { ...link, decision: null };
  }
  const owner = isId('BeneficialOwner', reference) ? await reads.get(BENEFICIAL_OWNERS, reference) : null;
  if (owner === null) return null;
  const { tenant, customerId, kycStatus } = owner;
  return {
    tenant,
    customerId,
    decision: kycStatus === 'PENDING' ? 'OPEN' : kycStatus === 'APPROVED' ? kycStatus : 'REFUSED',
  };
}

function decisionOf(verification: Verification | null): NonNullable<Whom['decision']> {
  const status = verification?.verificationStatus;
  if (status === undefined || status === 'IN_PROGRESS' || status === 'PENDING_MANUAL_REVIEW') return 'OPEN';
  return status === 'APPROVED' ? status : 'REFUSED';
}

const NOT_DECIDED = 'the approval is not recorded yet; send the message again later';
const REUSED = 'the id was used for a message with other content; use a new id';

/** Applies a message that has an id once, if it is about an approval. */
async function hearOnce(
  unit: Unit,
  provider: string,
  { kind, messageId, reference }: Withdrawal | Renewal,
  before: RailMessage | null,
  said: readonly unknown[],
  act: (customerId: Whom['customerId']) => Promise<Result<RailMessage['effect']>>,
): Promise<Result<RailEffect>> {
  const { tx } = unit;
  const whom = (await whomOf(tx, reference))!;
  const subject = whom.customerId;
  // Nothing depends on the approval of an erased customer, and nothing may be added to it.
  const lasting = await mustNotBeErased(tx, subject);
  if (!lasting.ok) return ok({ effect: 'NONE', subject });
  const content = JSON.stringify([reference, ...said]);
  if (before !== null)
    return before.content === content ? ok({ effect: 'NONE', subject: before.subject }) : err('CONFLICT', REUSED);
  const decision = whom.decision ?? decisionOf(await tx.find(VERIFICATIONS, 'customer', [subject]));
  // Nothing is decided on a deleted customer any more.
  if (decision === 'OPEN' && !(await isDeleted(tx, subject))) return err('CONFLICT', NOT_DECIDED);
  // No customer uses an approval that was not given.
  const acted: Result<RailMessage['effect']> = decision === 'APPROVED' ? await act(subject) : ok('NONE');
  if (!acted.ok) return acted;
  keep(unit, { rail: provider, messageId, kind, subject, effect: acted.value, content });
  return ok({ effect: acted.value, subject });
}

const isDeleted = async (reads: Reads, id: string): Promise<boolean> =>
  (await reads.get(CUSTOMERS, id))?.isDeleted ?? false;

/**
 * Blocks the customer, and the platform does not learn of it; what was approved stays approved. A customer who is
 * blocked already stays so, and the operator log says what the provider said: it must be read before the block ends.
 */
async function withdraw(
  unit: Unit,
  accounts: HearProviderPorts['accounts'],
  provider: string,
  telling: Withdrawal,
  before: RailMessage | null,
): Promise<Result<RailEffect>> {
  const { reason, caseReference } = telling;
  const valid = checkTexts({ reason, caseReference });
  if (!valid.ok) return valid;
  return hearOnce(unit, provider, telling, before, [reason, caseReference], async (id) => {
    const blocked = await blockedBy(unit, accounts, provider, { id, reason, caseReference });
    return blocked.ok ? ok('APPLIED') : blocked;
  });
}

/** Asks the platform for what the provider needs. Nothing stops, and the operator log says what the provider said. */
const renew = (
  unit: Unit,
  providers: KycProviders,
  provider: string,
  telling: Renewal,
  before: RailMessage | null,
): Promise<Result<RailEffect>> => {
  const { messageId, errors, validUntil } = telling;
  return hearOnce(unit, provider, telling, before, [errors, validUntil], async (customerId) => {
    const until = validUntil === null ? null : instant(Date.parse(`${validUntil}T00:00:00Z`));
    const asked = await askForRenewal(unit, providers, { customerId, messageId, errors, validUntil: until });
    if (asked.ok && asked.value === 'APPLIED') {
      const input = { id: customerId, messageId, errors: errors.map(({ type }) => type), validUntil };
      writeLog(unit, actorOf(provider), { outcome: 'DONE', action: 'customers.renewal', subject: customerId, input });
    }
    return asked;
  });
};

function keep({ tx, ctx, ids }: Unit, message: Omit<RailMessage, keyof ReturnType<typeof newRecord>>): void {
  tx.add(
    RAIL_MESSAGES,
    { ...message, ...newRecord(ids.next('RailMessage'), ctx) },
    { conflicts: { message: TWIN_MESSAGE } },
  );
}

/** The name of a provider as an actor, in blocks and in the operator log. */
const actorOf = (provider: string): LogActor => ({ operator: null, name: `provider ${provider}`, source: 'SERVICE' });

async function blockedBy(
  unit: Unit,
  accounts: HearProviderPorts['accounts'],
  provider: string,
  texts: Pick<BlockRequest, 'id' | 'reason' | 'caseReference'>,
): Promise<Result<void>> {
  const { tx } = unit;
  const customer = await tx.get(CUSTOMERS, texts.id);
  const request: BlockRequest = { ...texts, tellPlatform: false };
  const actor = actorOf(provider);
  const subject = texts.id;
  if (customer !== null && customer.blockedAs !== null) {
    writeLog(unit, actor, { outcome: 'DONE', action: 'customers.withdrawn', subject, input: request });
    return ok();
  }
  const before = await shown(tx, subject);
  const blocked = await blockCustomer(accounts, unit, request, `provider ${provider}`);
  if (!blocked.ok) return blocked;
  const after = await shown(tx, subject);
  writeLog(unit, actor, { outcome: 'DONE', action: 'customers.block', subject, input: request, before, after });
  return ok();
}

/** As the entries of operators show it. */
const shown = async (tx: Tx, id: string) => ({
  blockedAs: (await tx.get(CUSTOMERS, id))?.blockedAs ?? null,
  block: (await lastingBlock(tx, id))?.id ?? null,
});
