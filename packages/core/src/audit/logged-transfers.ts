import type { Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { loggedOf, TRANSFER_LOGGED, TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { carriedOut } from './carried-out.js';

type Logged = ReturnType<typeof loggedOf>;

/**
 * Compares each transfer on a chain that leaves with the last entry of the operator log about it, both ways. Each unit that
 * stores or changes one writes such an entry, and entries are sealed. An erased entry says nothing any more.
 */
export async function inspectLoggedTransfers(reads: Reads): Promise<readonly string[]> {
  const logged = new Map<string, { readonly entry: string; readonly stated: Logged }>();
  const erased = new Set<string>();
  for await (const { entry } of carriedOut(reads, (action) => action === TRANSFER_LOGGED))
    if (entry.erasedDigest !== null) erased.add(entry.subject);
    else logged.set(entry.subject, { entry: entry.id, stated: { ...entry.after } as Logged });
  const findings: string[] = [];
  for await (const record of everyRecord(reads, TRAVEL_RULE_TRANSFERS)) {
    const { id, subject, direction } = record;
    if (direction === 'IN') continue;
    const last = logged.get(subject);
    logged.delete(subject);
    if (erased.has(subject)) continue;
    if (last === undefined) {
      findings.push(`${id} lets ${subject} leave, and no entry of the operator log says so`);
      continue;
    }
    const stated = loggedOf(record);
    const differing = (Object.keys(stated) as (keyof Logged)[]).filter((field) => stated[field] !== last.stated[field]);
    if (differing.length > 0) findings.push(`${id} differs from ${last.entry} in ${differing.join(', ')}`);
  }
  for (const [subject, { entry, stated }] of logged)
    findings.push(`${entry} says that ${subject} has ${stated.transfer}, but this transfer is missing`);
  return findings;
}
