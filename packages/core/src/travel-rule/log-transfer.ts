import type { Unit } from '../kernel/index.js';
import { writeLog } from '../operators/index.js';
import type { TravelRuleTransferRecord } from './travel-rule-transfer.js';

/** The action of the entries of the operator log about transfers that leave. */
export const TRANSFER_LOGGED = 'travel-rule.record';

/** What an entry keeps of a transfer. */
export const loggedOf = (record: TravelRuleTransferRecord) => ({
  transfer: record.id,
  status: record.status,
  connection: record.connection,
  institution: record.institution,
  network: record.network,
  currency: record.currency,
  amount: String(record.amount),
  isProven: record.isProven,
});

/**
 * Writes an entry of the operator log about a transfer that leaves, in the unit that stores or changes it: the log is sealed, so
 * that the audit can prove what lets a payment go out.
 */
export function logTransfer(unit: Unit, record: TravelRuleTransferRecord): void {
  const actor = { operator: null, name: `travel rule of ${record.connection}`, source: 'SERVICE' } as const;
  const { subject } = record;
  writeLog(unit, actor, { outcome: 'DONE', action: TRANSFER_LOGGED, subject, after: loggedOf(record) });
}
