import type { Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import type { Seal } from './seal.js';
import { erasureId, SEAL_ERASURES, type SealErasure } from './seal-erasure.js';
import type { SealKey } from './seal-key.js';

/** The erasures under seals, as an audit finds them. */
export interface SealErasures {
  /**
   * The digest that the rows of a seal have after its erasures. Adds a finding for each erasure that does not follow from
   * the seal and the erasures before it.
   */
  readonly expected: (seal: Seal, findings: string[]) => string;
  /** The findings about erasures under seals that do not exist. Called last. */
  readonly unclaimed: () => readonly string[];
}

/** `key`: null if signatures cannot be checked. */
export async function readErasures(reads: Reads, key: SealKey | null): Promise<SealErasures> {
  const bySeal = new Map<number, SealErasure[]>();
  for await (const erasure of everyRecord(reads, SEAL_ERASURES)) {
    const known = bySeal.get(erasure.seal);
    if (known === undefined) bySeal.set(erasure.seal, [erasure]);
    else known.push(erasure);
  }
  return {
    expected(seal, findings) {
      const erasures = (bySeal.get(seal.number) ?? []).sort((a, b) => a.number - b.number);
      bySeal.delete(seal.number);
      const { digest, faults } = followErasures(seal, erasures, key);
      findings.push(...faults);
      return digest;
    },
    unclaimed: () =>
      [...bySeal.values()].flat().map(({ id, seal }) => `${id} is about seal ${seal}, which does not exist`),
  };
}

/** The digest of the rows of a seal after these erasures, which are in the order of their numbers. */
export function followErasures(
  { number: seal, rowsDigest }: Pick<Seal, 'number' | 'rowsDigest'>,
  erasures: readonly SealErasure[],
  key: SealKey | null,
): { readonly digest: string; readonly faults: readonly string[] } {
  const faults: string[] = [];
  let digest = rowsDigest;
  for (const [at, erasure] of erasures.entries()) {
    const { id, number, before, after, erased } = erasure;
    if (number !== at + 1 || id !== erasureId(seal, number))
      faults.push(
        `${id} is erasure ${number} under seal ${seal} instead of ${at + 1}: an erasure is missing or was added`,
      );
    else if (key !== null && key.erasure(erasure) !== erasure.mac) faults.push(`${id} is not signed with the seal key`);
    else if (before !== digest) faults.push(`${id} does not follow from seal ${seal} and the erasures before it`);
    else if (before === after || erased.length === 0)
      faults.push(`${id} says that no row under seal ${seal} has changed`);
    digest = after;
  }
  return { digest, faults };
}
