import { entryReferences, type Movement, withoutEntryReferences } from './movement.js';
import type { ReportEntry } from './report.js';

/**
 * The entries of a report without each `AcctSvcrRef` that it gives to several payments of one direction, such as one for a
 * whole day. It identifies none of them, so these are recognized as payments of a bank that gives no reference. Sums
 * and their details keep it, because it connects them.
 */
export function withoutSharedReferences(entries: readonly ReportEntry[]): readonly ReportEntry[] {
  const counts = new Map<string, number>();
  const shared = new Set<string>();
  for (const entry of entries) {
    for (const reference of ownReferences(entry)) {
      const name = `${entry.movements[0]!.direction} ${reference}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count > 1) shared.add(reference);
    }
  }
  if (shared.size === 0) return entries;
  return entries.map((entry) =>
    ownReferences(entry).some((reference) => shared.has(reference))
      ? { ...entry, movements: entry.movements.map((movement) => without(movement, shared)) }
      : entry,
  );
}

/** The AcctSvcrRef of an entry with the details of one payment, which is the payment's own. */
function ownReferences({ movements, isDetailed }: ReportEntry): readonly string[] {
  const [first, ...others] = movements;
  if (first === undefined || first.part !== 'payment' || !isDetailed) return [];
  return others.some(({ part }) => part === 'payment') ? [] : entryReferences(first);
}

function without(movement: Movement, shared: ReadonlySet<string>): Movement {
  const { ids } = movement;
  const dropped = new Set(entryReferences(movement).filter((reference) => shared.has(reference)));
  return {
    ...movement,
    ids: { ...ids, servicer: ids.servicer.filter((id) => !dropped.has(id)) },
    groups: withoutEntryReferences(movement, dropped),
  };
}
