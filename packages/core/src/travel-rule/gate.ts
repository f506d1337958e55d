import { accountType, EXTERNAL_ACCOUNTS, type ExternalAccount } from '../accounts/index.js';
import { schedule } from '../events/index.js';
import {
  birth,
  Bug,
  type Id,
  isId,
  newRecord,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  type Sealer,
  type Unit,
} from '../kernel/index.js';
import { destinationKey, type Payment, type Transaction, type TravelRuleGate } from '../transactions/index.js';
import { logTransfer } from './log-transfer.js';
import type { ConnectedTravelRule } from './members.js';
import { institutionOf, partiesOf } from './parties.js';
import { isAboveLimit, type ProofPorts } from './proof.js';
import { TRAVEL_RULE_TRANSFER, type TravelRuleStatus } from './travel-rule-states.js';
import { sealParties, TRAVEL_RULE_TRANSFERS, type TravelRuleTransferRecord } from './travel-rule-transfer.js';

export interface GatePorts extends ProofPorts {
  readonly sealer: Sealer;
}

/** The key of the job that asks about the transfer of this payment. */
export const askingKey = (id: string): string => `travel-rule.ask ${id}`;

/**
 * Decides whether a payment on a chain may leave. The first time, it stores the originator and the beneficiary, and the
 * payment waits if an institution keeps the wallet that is paid. A payment to a UMA address passes: its institution
 * has the information from the messages of UMA.
 */
export function travelRuleGate(ports: GatePorts): TravelRuleGate {
  const memberOf = ({ rail, destination }: Transaction): ConnectedTravelRule | null =>
    destination.destinationType === 'ACCOUNT' ? ports.members.ofRail(rail) : null;
  return {
    concerns: (transaction) => memberOf(transaction) !== null,
    async pass(unit, payment) {
      const { transaction } = payment;
      const member = memberOf(transaction);
      if (member === null) return ok('GOES');
      const key = [member.connection, 'OUT', transaction.id];
      const known = await unit.tx.find(TRAVEL_RULE_TRANSFERS, 'reference', key);
      if (known !== null) return ok(PASSES[known.status]);
      const account = await accountOf(unit.tx, transaction);
      const hosting = institutionOf(account) === null ? 'SELF_HOSTED' : 'HOSTED';
      if (hosting === 'HOSTED') {
        await store(unit, ports, member, payment, account, 'ask');
        const { id } = transaction;
        schedule(unit, {
          ...{ kind: 'travel-rule.ask', subject: id, dueAt: unit.ctx.hostNow },
          dedupe: askingKey(id),
        });
        return ok('WAITS');
      }
      const isAbove = needsProof(ports, unit, member, transaction, account);
      if (!isAbove.ok) return isAbove;
      await store(unit, ports, member, payment, account, isAbove.value ? 'refuse' : 'keep');
      return ok(isAbove.value ? 'REFUSED' : 'GOES');
    },
  };
}

/** What a payment with a record does. */
const PASSES: Readonly<Record<TravelRuleStatus, 'GOES' | 'WAITS' | 'REFUSED'>> = {
  KEPT: 'GOES',
  ACCEPTED: 'GOES',
  // The connection had no partner for a while.
  WITHDRAWN: 'GOES',
  ASKED: 'WAITS',
  REFUSED: 'REFUSED',
  REJECTED: 'REFUSED',
  EXPIRED: 'REFUSED',
  // Only money that comes in is received.
  RECEIVED: 'REFUSED',
};

async function accountOf(reads: Reads, transaction: Transaction): Promise<ExternalAccount> {
  const account = await reads.get(EXTERNAL_ACCOUNTS, destinationKey(transaction.destination));
  if (account === null) throw new Bug(`${transaction.id} has no destination account`);
  return account;
}

/** An account with a proof needs no rate. Without a rate the payment waits for one. */
function needsProof(
  ports: GatePorts,
  { ctx }: Unit,
  member: ConnectedTravelRule,
  { receivedCurrency, receivedAmount }: Transaction,
  { ownershipProof }: ExternalAccount,
): Result<boolean> {
  if (ownershipProof !== null) return ok(false);
  return isAboveLimit(ports, ctx, member, { currency: receivedCurrency!, amount: receivedAmount! });
}

async function store(
  unit: Unit,
  { sealer }: GatePorts,
  { connection, sendingAddress, rules }: ConnectedTravelRule,
  { transaction }: Payment,
  account: ExternalAccount,
  on: 'ask' | 'keep' | 'refuse',
): Promise<void> {
  const { tx, ctx, ids } = unit;
  const id: Id<'TravelRuleTransfer'> = ids.next('TravelRuleTransfer');
  const institution = institutionOf(account);
  const parties = await partiesOf(tx, sealer, transaction, account, sendingAddress);
  const record: TravelRuleTransferRecord = {
    ...{ status: birth(TRAVEL_RULE_TRANSFER, on).to, direction: 'OUT', connection },
    ...{ reference: transaction.id, subject: transaction.id },
    customerId: isId('Customer', transaction.customerId) ? transaction.customerId : null,
    ...{ hosting: institution === null ? 'SELF_HOSTED' : 'HOSTED', institution },
    network: accountType(account.accountInfo.accountType).network ?? connection,
    ...{ currency: transaction.receivedCurrency!, amount: transaction.receivedAmount! },
    sealedParties: sealParties(sealer, id, parties),
    ...{ contentDigest: null, isProven: account.ownershipProof !== null, transactionHash: null },
    awaitedUntil: on === 'ask' ? plusSeconds(ctx.now, rules.waitSeconds) : null,
    ...{ answeredAt: null, answerReason: null },
    ...newRecord(id, ctx),
  };
  tx.add(TRAVEL_RULE_TRANSFERS, record);
  logTransfer(unit, record);
}
