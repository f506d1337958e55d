import { bodyDigestOf, type Digest, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { OPERATOR_LOG, type OperatorLogEntry } from '../operators/index.js';

/** The entry of a request, and the entry that has ended it. */
interface Logged {
  readonly requested: OperatorLogEntry;
  end: OperatorLogEntry | null;
}

/**
 * Compares each approval in the operator log with the entry of its request: a request is stored in a record that is not
 * sealed, so that an approval can name another requester or another action than the operator who made the request.
 */
export async function inspectRequests(reads: Reads, digest: Digest): Promise<readonly string[]> {
  const requests = new Map<string, Logged>();
  const findings: string[] = [];
  for await (const entry of everyRecord(reads, OPERATOR_LOG)) {
    const { request, outcome } = entry;
    if (request === null) continue;
    const logged = requests.get(request);
    if (outcome === 'REQUESTED') requests.set(request, { requested: entry, end: null });
    if (outcome === 'APPROVED' || outcome === 'DONE') findings.push(...faultsOf(digest, entry, logged));
    if (outcome !== 'REQUESTED' && logged !== undefined) logged.end = entry;
  }
  return findings;
}

function faultsOf(digest: Digest, entry: OperatorLogEntry, logged: Logged | undefined): readonly string[] {
  const { id, request, requestedBy, operatorId } = entry;
  if (logged === undefined) return [`${id} approves ${request}, which no earlier entry of the operator log requests`];
  const { requested, end } = logged;
  const requester = requested.operatorId;
  if (requester === operatorId) return [`${id} approves ${request}, which ${requester} requested as well`];
  if (requester !== requestedBy)
    return [`${id} says that ${requestedBy} requested ${request}, but ${requester} did by the operator log`];
  if (end !== null) return [`${id} approves ${request}, which ${end.id} has ended before`];
  const isErased = requested.erasedDigest !== null || entry.erasedDigest !== null;
  return askedOf(digest, requested, isErased) === askedOf(digest, entry, isErased)
    ? []
    : [`${id} approves another action than ${requested.id} has requested as ${request}`];
}

/** Without the input if it was erased from one of both entries. */
const askedOf = (digest: Digest, { tenant, action, subject, input }: OperatorLogEntry, isErased: boolean): string =>
  bodyDigestOf(digest, { tenant, action, subject, ...(!isErased && { input }) });
