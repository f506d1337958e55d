import type { Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { OPERATOR_LOG, type OperatorLogEntry } from '../operators/index.js';

/**
 * Compares each approval in the operator log with the entry of its request: a request is stored in a record that is not
 * sealed, so that an approval can name another requester than the operator who made the request.
 */
export async function inspectRequests(reads: Reads): Promise<readonly string[]> {
  const requesters = new Map<string, string | null>();
  const findings: string[] = [];
  for await (const entry of everyRecord(reads, OPERATOR_LOG)) {
    const { request, outcome, operatorId } = entry;
    if (request === null) continue;
    if (outcome === 'REQUESTED') requesters.set(request, operatorId);
    if (outcome === 'APPROVED' || outcome === 'DONE') findings.push(...faultsOf(entry, requesters.get(request)));
  }
  return findings;
}

function faultsOf(
  { id, request, requestedBy, operatorId }: OperatorLogEntry,
  requester: string | null | undefined,
): readonly string[] {
  if (requester === undefined)
    return [`${id} approves ${request}, which no earlier entry of the operator log requests`];
  if (requester === operatorId) return [`${id} approves ${request}, which ${requester} requested as well`];
  if (requester === requestedBy) return [];
  return [`${id} says that ${requestedBy} requested ${request}, but ${requester} did by the operator log`];
}
