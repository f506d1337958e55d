import type { Pass as Turn } from '../in-turns.js';
import { isSame } from './compare.js';
import {
  areOtherBatches,
  type Claims,
  conflict,
  type Identity,
  indirectClaims,
  type Known,
  type Name,
  type Reading,
} from './identity.js';
import { entryBatches, entryReferences, type Movement } from './movement.js';
import { knownIn, signed, type StoredMovement } from './movement-records.js';

/** An entry of the report that is being read. */
export interface ReadEntry {
  /** The sum, or one of the details. */
  readonly movement: Movement;
  /** The groups of the entry as hashes: those that no other entry has, and those of its batches. */
  readonly groups: { readonly entry: readonly string[]; readonly batch: readonly string[] };
  /** The entry, and its amount; negative if money went out. */
  readonly entry: string;
  readonly net: bigint;
  readonly entryServicer: readonly string[];
}

/** What earlier reports have named. */
export interface KnownMovements {
  readonly byKey: ReadonlyMap<string, StoredMovement>;
  /** Those with this name, or of this group. */
  readonly withName: (hash: string) => readonly StoredMovement[];
}

interface Candidates {
  readonly named: StoredMovement[];
  readonly unnamed: (readonly StoredMovement[])[];
}

const NOTHING: Candidates = { named: [], unnamed: [] };

/** What an entry without details may be: known sums, and details whose sum no report has named yet. */
export class Sums {
  private readonly sumOfDetail: ReadonlyMap<string, string>;
  private readonly bySearch = new Map<string, readonly Known[]>();
  private readonly byAmount = new Map<string, ReadonlyMap<bigint, Candidates>>();
  private readonly unnamed = new Map<string, readonly string[]>();

  constructor(
    private readonly known: KnownMovements,
    private readonly reading: Reading,
  ) {
    const sums = [...known.byKey.values()].filter(({ details }) => details !== null);
    this.sumOfDetail = new Map([
      ...sums.flatMap(({ key, details }) => details!.keys.map((detail) => [detail, key] as const)),
      ...[...known.byKey.values()].flatMap(({ key, sum }) => (sum === null ? [] : [[key, sum] as const])),
    ]);
  }

  /** The known sum of a known detail. */
  of(key: string): string | null {
    return this.sumOfDetail.get(key) ?? null;
  }

  /** The keys of the known details of a sum. */
  detailsOf(sum: string): readonly string[] {
    return this.unnamed.get(sum) ?? this.known.byKey.get(sum)?.details?.keys ?? [];
  }

  /** Whether a match stands for details whose sum no report has named. */
  isUnnamed(sum: string): boolean {
    return this.unnamed.has(sum);
  }

  /** Names under which `found` finds what has the groups and the amount of an entry without details. */
  namesFor({ movement, groups }: Pick<ReadEntry, 'movement' | 'groups'>): readonly Name[] {
    const named = (identity: Identity, group: string): Name => {
      const hash = `${group} ${signed(movement)} ${movement.isReversal}`;
      if (!this.bySearch.has(hash)) this.bySearch.set(hash, this.find(group, movement));
      return { identity, hash, isForSearch: true };
    };
    return [
      ...groups.entry.map((group) => named('servicer', group)),
      ...groups.batch.map((group) => named('batch', group)),
    ];
  }

  found(hash: string): readonly Known[] | null {
    return this.bySearch.get(hash) ?? null;
  }

  private find(group: string, { isReversal, ...sum }: Movement): readonly Known[] {
    const name = `${group} ${isReversal}`;
    const byAmount = this.byAmount.get(name) ?? this.candidatesIn(group, isReversal);
    this.byAmount.set(name, byAmount);
    const { named, unnamed } = byAmount.get(signed(sum)) ?? NOTHING;
    return [...named.map(knownIn), ...unnamed.map((details) => this.unnamedSum(details))];
  }

  /** The known sums of a group, and the details of its entries without one, by amount. */
  private candidatesIn(group: string, isReversal: boolean): ReadonlyMap<bigint, Candidates> {
    const { byKey, withName } = this.known;
    const found = new Map<bigint, Candidates>();
    const at = (amount: bigint): Candidates => {
      const before = found.get(amount) ?? { named: [], unnamed: [] };
      found.set(amount, before);
      return before;
    };
    const all = withName(group).filter(({ movement }) => movement.isReversal === isReversal);
    const linked = all.flatMap(({ key }) => byKey.get(this.of(key) ?? '') ?? []);
    for (const stored of new Set([...all, ...linked])) {
      if (stored.isUndetailed) at(signed(stored.movement)).named.push(stored);
    }
    const details = all.filter(({ key, isUndetailed }) => !isUndetailed && this.of(key) === null);
    const ofEntries = byEntry(details);
    for (const some of [...ofEntries, ...(ofEntries.length > 1 ? [details] : [])]) {
      if (some.length > 1) at(totalOf(some)).unnamed.push(some);
    }
    return found;
  }

  private unnamedSum(details: readonly StoredMovement[]): Known {
    const keys = details.map(({ key }) => key);
    const key = `unnamed sum ${this.unnamed.size + 1}`;
    const servicer = [...new Set(details.flatMap(({ movement }) => entryServicerOf(movement)))];
    this.unnamed.set(key, keys);
    return {
      key,
      date: details[0]!.movement.date,
      ids: { servicer, transactionId: null, uetr: null, endToEndId: null, instructionId: null },
      wording: { counterparty: { name: null, account: null }, texts: [], codes: [] },
      batches: details.flatMap(({ movement }) => entryBatches(movement)),
      isDetail: false,
      groups: [],
      claims: indirectClaims(Object.assign({}, ...details.map(({ claims }) => claims)) as Claims, servicer),
      parts: keys,
    };
  }

  /**
   * The known sums that these detailed entries explain, by entry: first those with the same AcctSvcrRef. Each sum has one
   * entry. `isOther`: the sum is another entry.
   */
  async explainedBy(
    entries: readonly ReadEntry[],
    isOther: (key: string, than: ReadEntry) => boolean,
    turn: Turn,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const explained = new Set<string>();
    for (const identity of ['servicer', 'batch'] as const) {
      for (const entry of entries) {
        if (found.has(entry.entry)) continue;
        await turn();
        const sum = this.candidates(entry, identity).find(({ key }) => !explained.has(key) && !isOther(key, entry));
        if (sum === undefined) continue;
        found.set(entry.entry, sum.key);
        explained.add(sum.key);
      }
    }
    return found;
  }

  private candidates(read: ReadEntry, identity: 'servicer' | 'batch'): readonly StoredMovement[] {
    const { movement, groups, entry, net, entryServicer } = read;
    const ids = { servicer: entryServicer, transactionId: null, uetr: null, endToEndId: null, instructionId: null };
    const whole: Movement = {
      ...movement,
      ids,
      batches: entryBatches(movement),
      counterparty: { name: null, account: null },
    };
    return (identity === 'servicer' ? groups.entry : groups.batch)
      .flatMap(this.known.withName)
      .filter(
        (sum) => sum.isUndetailed && sum.movement.isReversal === movement.isReversal && signed(sum.movement) === net,
      )
      .filter((sum) => {
        // A report that is read again continues its entries.
        if (sum.details !== null) return sum.details.entry === entry;
        return isSame(whole, { ...knownIn(sum), claims: indirectClaims(sum.claims) }, identity, this.reading);
      });
  }

  /** The details of the entry that an earlier chunk of this report has stored, without their sum. */
  storedDetails({ groups, entry }: ReadEntry): readonly string[] {
    return [...groups.entry, ...groups.batch]
      .flatMap(this.known.withName)
      .filter((stored) => stored.entry === entry && this.of(stored.key) === null)
      .map(({ key }) => key);
  }
}

/**
 * The payments of a batch that notifications have named: those of one entry that came in on its day, otherwise all that
 * came in on its day and that no entry of a statement names. Number and sum must be those of the batch; the charges that
 * their entries contain belong to them. `unstated`: the movements of the account that no statement has named.
 */
export async function detailsOfDay(
  unstated: () => Promise<readonly StoredMovement[]>,
  { stream }: Pick<Reading, 'stream'>,
  { movement, entryServicer }: Pick<ReadEntry, 'movement' | 'entryServicer'>,
  isTaken: (key: string) => boolean,
): Promise<readonly string[]> {
  const [batch] = movement.batches;
  if (stream !== 'statement' || movement.part !== 'batch' || movement.direction !== 'IN') return [];
  if (batch === undefined || batch.count === null) return [];
  const free = (await unstated()).filter(
    ({ key, isUndetailed, sum, movement: { isReversal, date } }) =>
      !isTaken(key) && !isUndetailed && sum === null && !isReversal && date === movement.date,
  );
  const payments = free.filter(
    ({ movement: payment }) =>
      payment.direction === 'IN' &&
      payment.part === 'payment' &&
      !conflict(entryServicer, entryServicerOf(payment)) &&
      !areOtherBatches(movement.batches, entryBatches(payment)),
  );
  const charges = new Map(byEntry(free.filter(isCharge)).map((some) => [some[0]!.entry, some]));
  const ofOneEntry = byEntry(payments).filter(([first, ...others]) => first!.entry !== null && others.length > 0);
  for (const some of [...ofOneEntry, payments]) {
    if (some.length !== batch.count) continue;
    const entries = new Set(some.map(({ entry }) => entry));
    const found = [...some, ...[...entries].flatMap((entry) => charges.get(entry) ?? [])];
    if (totalOf(found) === movement.amount) return found.map(({ key }) => key);
  }
  return [];
}

const isCharge = ({ movement }: StoredMovement): boolean => movement.part === 'charge';

/** Those with the same entry together. */
export function byEntry<T extends { readonly entry: string | null }>(all: readonly T[]): readonly (readonly T[])[] {
  const found = new Map<string | null, T[]>();
  for (const item of all) {
    const same = found.get(item.entry);
    if (same === undefined) found.set(item.entry, [item]);
    else same.push(item);
  }
  return [...found.values()];
}

/** The AcctSvcrRef of the entry of a detail; none if it is the detail's own. */
export const entryServicerOf = (movement: Movement): readonly string[] =>
  entryReferences(movement).filter((reference) => !movement.ids.servicer.includes(reference));

const totalOf = (movements: readonly StoredMovement[]): bigint =>
  movements.reduce((sum, stored) => sum + signed(stored.movement), 0n);
