import { CUSTOMERS } from '../customers/index.js';
import { isId, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { carriedOut } from './carried-out.js';

const MAXIMA = ['dailyAmount', 'monthlyAmount', 'dailyCount', 'monthlyCount'] as const;
type Limit = Readonly<Record<(typeof MAXIMA)[number], unknown>> & { readonly kind: string; readonly currency: string };

const ACTIONS = ['limits.set', 'limits.remove'];

/**
 * Compares the own limits of each customer with the last entry of the operator log about each of them. Only these two actions
 * change them, and entries are sealed. The data of an erased entry say nothing any more.
 */
export async function inspectLoggedLimits(reads: Reads): Promise<readonly string[]> {
  const last = new Map<string, Map<string, { readonly entry: string; readonly maxima: string | null }>>();
  const erased = new Set<string>();
  for await (const { entry } of carriedOut(reads, (action) => ACTIONS.includes(action))) {
    if (!isId('Customer', entry.subject)) continue;
    if (entry.erasedDigest !== null) {
      erased.add(entry.subject);
      continue;
    }
    const { kind, currency } = { ...entry.input } as Partial<Limit>;
    const maxima = entry.action === 'limits.remove' ? null : maximaOf({ ...entry.after } as Limit);
    const own = last.get(entry.subject) ?? new Map<string, { entry: string; maxima: string | null }>();
    last.set(entry.subject, own.set(`${kind} in ${currency}`, { entry: entry.id, maxima }));
  }
  const findings: string[] = [];
  for await (const { id, ownLimits } of everyRecord(reads, CUSTOMERS)) {
    const said = last.get(id) ?? new Map<string, { entry: string; maxima: string | null }>();
    last.delete(id);
    if (erased.has(id)) continue;
    const own = new Map((ownLimits ?? []).map((limit) => [`${limit.kind} in ${limit.currency}`, maximaOf(limit)]));
    for (const [what, { entry, maxima }] of said)
      if ((own.get(what) ?? null) !== maxima)
        findings.push(`the own limit of ${id} for ${what} is other than ${entry} says`);
    for (const what of own.keys())
      if (!said.has(what))
        findings.push(`${id} has an own limit for ${what}, and no entry of the operator log says so`);
  }
  return findings;
}

/** Amounts are texts in the log and integers in records. */
const maximaOf = (limit: Limit): string => MAXIMA.map((name) => String(limit[name] ?? null)).join(' ');
