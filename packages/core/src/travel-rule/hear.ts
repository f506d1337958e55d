import {
  FUNDING_ADDRESSES,
  fundingAddressId,
  type InformationTelling,
  INTERNAL_ACCOUNTS,
  type RailConnection,
  type RailEffect,
  type Rails,
  shapedTravelRuleTelling,
  type TravelRuleTelling,
} from '../accounts/index.js';
import { JOBS, reschedule, schedule } from '../events/index.js';
import {
  birth,
  bodyDigestOf,
  type Context,
  type Digest,
  type DomainError,
  domainError,
  err,
  type Id,
  type IdSource,
  newRecord,
  ok,
  type Result,
  type Sealer,
  splitTenant,
  type TenantKey,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { askingKey } from './gate.js';
import { TRAVEL_RULE_TRANSFER } from './travel-rule-states.js';
import { sealParties, TRAVEL_RULE_TRANSFERS, type TravelRuleTransferRecord } from './travel-rule-transfer.js';

export interface HearPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly digest: Digest;
  readonly rails: Rails;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

type Speaker = Pick<RailConnection, 'name' | 'environment' | 'rails'>;
export type HearTravelRule = (connection: Speaker, telling: TravelRuleTelling) => Promise<Result<RailEffect>>;

const REUSED = 'the reference was used for a transfer with other content; use a new one';
const TWIN: DomainError = domainError('CONFLICT', 'another request has stored the same transfer');

/** The entry point for messages of partners of the travel rule (docs/connections/travel-rule.md#messages). */
export const hearTravelRule =
  (ports: HearPorts): HearTravelRule =>
  async (connection, given) => {
    const read = shapedTravelRuleTelling(given);
    if (!read.ok) return read;
    const telling = read.value;
    if (connection.rails.every(({ name }) => name !== telling.rail))
      return err('FORBIDDEN', `${telling.rail} is not a rail of this connection`);
    if (telling.kind === 'travel-answer') return askNow(ports, connection, telling.reference);
    for (;;) {
      const heard = await receive(ports, connection, telling);
      // Another request has stored the same transfer: the next turn finds it.
      if (heard.ok || heard.error !== TWIN) return heard;
    }
  };

/** Asks the partner at once about a transfer that waits for its answer. */
async function askNow(
  { units, ids, contextOf }: HearPorts,
  { name, environment }: Speaker,
  reference: string,
): Promise<Result<RailEffect>> {
  const payment = await units.read(null, (reads) => reads.get(TRANSACTIONS, reference));
  const unknown = err('REFERENCE_NOT_FOUND', `${environment} has sent no transfer under this reference`);
  if (payment === null || splitTenant(payment.tenant).environment !== environment) return unknown;
  const ctx = await contextOf(payment.tenant);
  return units.run<RailEffect>(payment.tenant, async (tx) => {
    const record = await tx.find(TRAVEL_RULE_TRANSFERS, 'reference', [name, 'OUT', reference]);
    if (record === null) return unknown;
    if (record.status !== 'ASKED') return ok({ effect: 'NONE', subject: reference });
    const unit: Unit = { tx, ctx, ids };
    const dedupe = askingKey(reference);
    const waiting = await tx.find(JOBS, 'dedupe', [dedupe]);
    if (waiting === null) schedule(unit, { kind: 'travel-rule.ask', subject: reference, dueAt: ctx.hostNow, dedupe });
    else reschedule(tx, ctx, waiting, 0);
    return ok({ effect: 'APPLIED', subject: reference });
  });
}

async function receive(
  { units, ids, sealer, digest, rails, contextOf }: HearPorts,
  { name, environment }: Speaker,
  telling: InformationTelling,
): Promise<Result<RailEffect>> {
  const space = rails.byName(telling.rail).funding?.addressSpace ?? null;
  const id = space === null ? null : fundingAddressId(environment, space, telling.addressIndex);
  const address = id === null ? null : await units.read(null, (reads) => reads.get(FUNDING_ADDRESSES, id));
  if (address === null) return err('REFERENCE_NOT_FOUND', `no account of ${environment} receives at this address`);
  const { tenant, reference: subject } = address;
  const ctx = await contextOf(tenant);
  const contentDigest = bodyDigestOf(digest, { ...telling, amount: String(telling.amount) });
  // The record under this reference can be of another platform.
  const key = [name, 'IN', telling.reference];
  const before = await units.read(null, (reads) => reads.find(TRAVEL_RULE_TRANSFERS, 'reference', key));
  if (before !== null)
    return before.contentDigest === contentDigest
      ? ok({ effect: 'NONE', subject: before.id })
      : err('CONFLICT', REUSED);
  return units.run<RailEffect>(tenant, async (tx) => {
    const account = await tx.find(INTERNAL_ACCOUNTS, 'reference', [subject]);
    const recordId: Id<'TravelRuleTransfer'> = ids.next('TravelRuleTransfer');
    const { reference, institution, network, currency, amount, transactionHash } = telling;
    const record: TravelRuleTransferRecord = {
      ...{ status: birth(TRAVEL_RULE_TRANSFER, 'receive').to, direction: 'IN', connection: name },
      ...{ reference, subject, customerId: account?.customerId ?? null, hosting: 'HOSTED', institution, network },
      ...{ currency, amount, sealedParties: sealParties(sealer, recordId, telling), contentDigest },
      ...{ isProven: false, transactionHash, awaitedUntil: null, answeredAt: null, answerReason: null },
      ...newRecord(recordId, ctx),
    };
    tx.add(TRAVEL_RULE_TRANSFERS, record, { conflicts: { reference: TWIN } });
    return ok({ effect: 'APPLIED', subject: recordId });
  });
}
