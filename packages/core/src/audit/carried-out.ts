import type { Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { OPERATOR_LOG, type OperatorLogEntry, operatorText } from '../operators/index.js';

/** An entry of the operator log that says that an action was carried out. */
export interface CarriedOut {
  readonly entry: OperatorLogEntry;
  /** The operator who requested the action, as records name operators. */
  readonly requestedBy: string;
  /** The operator who approved it; null if it needed no approval. */
  readonly approvedBy: string | null;
}

/** The entries about the actions of a check that were carried out, oldest first. */
export async function* carriedOut(
  reads: Reads,
  isChecked: (action: string) => boolean,
): AsyncGenerator<CarriedOut, void> {
  const requesters = new Map<string, string>();
  for await (const entry of everyRecord(reads, OPERATOR_LOG)) {
    const { action, outcome, request } = entry;
    if (!isChecked(action)) continue;
    if (outcome === 'REQUESTED' && request !== null) requesters.set(request, nameOf(entry));
    if (outcome !== 'DONE' && outcome !== 'APPROVED') continue;
    if (request === null) yield { entry, requestedBy: nameOf(entry), approvedBy: null };
    else yield { entry, requestedBy: requesters.get(request) ?? `${entry.requestedBy}`, approvedBy: nameOf(entry) };
  }
}

/** The operator of an entry, as records name operators. */
const nameOf = ({ operatorId, operatorName }: OperatorLogEntry): string =>
  operatorId === null ? operatorName : operatorText({ id: operatorId, name: operatorName });
