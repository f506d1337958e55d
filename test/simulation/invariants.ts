import type { TenantKey } from '@corridor/core';
import { isHouse, MACHINES } from '@corridor/core/internal';
import { createAccompaniedMoney } from './accompanied-money.js';
import { createBlockedMoney, type Instructed } from './blocked-money.js';
import type { KycPartner } from './kyc-partner.js';
import { type Claimed, createLeases, type LeasedKind } from './leases.js';
import { createPaymentSums } from './payment-sums.js';
import type { RailAnswers } from './rail-answers.js';
import { createScreenedMoney } from './screened-money.js';
import type { ScreeningPartner } from './screening-partner.js';
import type { TravelRulePartner } from './travel-rule-partner.js';
import { createUniqueKeys } from './unique-keys.js';
import { createVerifiedCustomers } from './verified-customers.js';
import { KIND_OF, type Taken, takenRows, type Unit, type Written } from './transitions.js';
import type { Transition } from '@corridor/core/records';

type Row = Readonly<Record<string, unknown>>;

/** Records that all platforms of an environment share, with the platform that wrote them first as their tenant. */
const OF_AN_ENVIRONMENT: readonly string[] = ['agents', 'address_counters'];

/** Contradicts an invariant of the service. The message is the finding. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

interface Emitting {
  readonly kind: string;
  readonly column: string;
  readonly to: ReadonlySet<string>;
}

/** By type of event: the states whose transitions emit it. */
const EMITTED = new Map<string, Emitting[]>();
for (const { name, column, transitions } of MACHINES) {
  const types = new Set(transitions.flatMap(({ emits }) => (emits === null ? [] : [emits])));
  for (const type of types) {
    const to = new Set(transitions.filter(({ emits }) => emits === type).map((row) => row.to));
    EMITTED.set(type, [...(EMITTED.get(type) ?? []), { kind: KIND_OF[name]!, column, to }]);
  }
}

/** Who did something: the name of the process. */
export interface Doer {
  readonly life: string;
  /** For whom a unit of work ran. */
  readonly traffic: string;
}

/** Checks the writes of one committed unit of work, and keeps the balances that follow from all postings. */
export interface Invariants {
  /** Returns the rows that the unit took. Throws `Broken`. */
  committed(tenant: string | null, unit: Unit, lookups: readonly Transition[], by: Doer): readonly Taken[];
  /**
   * A process has claimed these records, by its clock, so that one which claimed them before can no longer end them.
   * Throws `Broken`.
   */
  claimed(kind: LeasedKind, records: readonly Claimed[], life: string, now: number): void;
  /** A service outside is asked to carry out this movement. Throws `Broken`. */
  instructed(movement: Instructed, reference: string): void;
  /** The storage has changed records of this kind without a unit of work. */
  moved(kind: string): void;
  /** The sums of the postings by the name of their account. */
  readonly sums: ReadonlyMap<string, bigint>;
}

/** What services outside did and decided. */
interface Books {
  readonly answers: RailAnswers;
  readonly screening: ScreeningPartner;
  readonly kyc: KycPartner;
  readonly travelRule: TravelRulePartner;
}

export function createInvariants({ answers, screening, kyc, travelRule }: Books): Invariants {
  const keys = createUniqueKeys();
  const payments = createPaymentSums(answers);
  const blocked = createBlockedMoney(answers);
  const screened = createScreenedMoney(screening);
  const verified = createVerifiedCustomers(kyc);
  const accompanied = createAccompaniedMoney(travelRule);
  const sums = new Map<string, bigint>();

  /** By kind and id: the version of the stored record, `Infinity` once it is removed. */
  const versions = new Map<string, number>();
  const leases = createLeases();

  /** Every change and removal is guarded by the version that it has read: one that was overtaken has no effect. */
  function checkVersions({ writes, removals, unguarded }: Unit): void {
    for (const { kind, id } of unguarded) versions.delete(`${kind} ${id}`);
    for (const { kind, before, after } of writes) {
      inspectVersion(kind, before ?? { ...after, version: 0 }, Number(before?.['version'] ?? 0) + 1);
    }
    for (const { kind, before } of removals) inspectVersion(kind, before, Infinity);
  }

  function inspectVersion(kind: string, before: Row, next: number): void {
    const name = `${kind} ${String(before['id'])}`;
    const stored = versions.get(name);
    const read = Number(before['version']);
    if (read > 0 && stored !== undefined && stored !== read)
      throw new Broken(
        `${name} was changed from version ${read}, but is ${stored === Infinity ? 'removed' : `of version ${stored}`}`,
      );
    versions.set(name, next);
  }

  function addPostings(postings: readonly Row[]): void {
    const entries = new Map<string, bigint>();
    for (const { entryId, currency, account, amount } of postings) {
      const cell = `${String(entryId)} ${String(currency)}`;
      entries.set(cell, (entries.get(cell) ?? 0n) + (amount as bigint));
      sums.set(String(account), (sums.get(String(account)) ?? 0n) + (amount as bigint));
    }
    for (const [entry, sum] of entries) {
      if (sum !== 0n) throw new Broken(`the postings of ${entry} sum to ${sum}`);
    }
  }

  return {
    sums,
    claimed(kind, records, life, now) {
      for (const { id, version } of records) versions.set(`${kind} ${id}`, version);
      none(leases.claimed(kind, records, life, now));
    },
    instructed(movement, reference) {
      none(blocked.instructed(movement, reference));
      if (movement === 'refund') none(screened.refunded(reference));
    },
    moved(kind) {
      leases.moved(kind);
      keys.moved(kind);
      for (const name of versions.keys()) if (name.startsWith(`${kind} `)) versions.delete(name);
    },
    committed(tenant, unit, lookups, { life, traffic }) {
      const { writes } = unit;
      checkVersions(unit);
      none(leases.committed(unit, life, traffic));
      none(keys.committed(unit));
      const added = (kind: string): Row[] =>
        writes.filter((write) => write.kind === kind && write.before === null).map(({ after }) => after);
      addPostings(added('postings'));
      if (tenant !== null) {
        const foreign = writes.find(({ after }) => 'tenant' in after && after['tenant'] !== tenant);
        if (foreign !== undefined && !OF_AN_ENVIRONMENT.includes(foreign.kind))
          throw new Broken(`a unit of ${tenant} wrote ${foreign.kind} of ${String(foreign.after['tenant'])}`);
      }
      const taken = takenRows(writes, lookups);
      none(answers.inspect(taken));
      none(payments.committed(unit));
      none(blocked.committed(unit));
      none(screened.committed(unit));
      none(verified.committed(unit));
      none(accompanied.committed(unit));
      // House tenants have no platform that would receive events.
      if (tenant !== null && !isHouse(tenant as TenantKey)) inspectEvents(writes, taken);
      return taken;
    },
  };
}

function none(findings: readonly string[]): void {
  if (findings.length > 0) throw new Broken(findings.join('\n'));
}

/** The machine of refunds names the events of outgoing payments; incoming payments have their own. */
const emittedBy = (emits: string | null, { type }: Row): string | null =>
  type === 'INCOMING' ? (emits?.replace(/^OUTGOING_PAYMENT\.REFUND_/, 'INCOMING_PAYMENT.REFUND_') ?? null) : emits;

/** A state change has its event in the same unit, after it, and an event of a state has the record in this state. */
function inspectEvents(writes: readonly Written[], taken: readonly Taken[]): void {
  const events = writes.flatMap(({ kind, before, after }, at) =>
    kind === 'events' && before === null ? [{ at, event: after }] : [],
  );
  for (const { machine, row, record, at } of taken) {
    const type = emittedBy(row.emits, record);
    if (type === null) continue;
    const own = events.filter(({ event }) => event['type'] === type && event['resource'] === record['id']);
    const what = `${machine.name} ${String(record['id'])} (${row.from ?? 'none'} ${row.on} ${row.to})`;
    // An exception that a block has caused is hidden from the platform.
    if (record['isUntold'] === true) {
      if (own.length > 0) throw new Broken(`${what} has the event ${type}, which names a block`);
      continue;
    }
    if (own.length === 0) throw new Broken(`${what} has no event ${type}`);
    if (own.every((event) => event.at < at)) throw new Broken(`${what} was written after its event ${type}`);
  }
  for (const { at, event } of events) {
    const emitting = EMITTED.get(String(event['type']));
    if (emitting === undefined) continue;
    const last = writes
      .slice(0, at)
      .findLast(({ kind, after }) => after['id'] === event['resource'] && emitting.some((one) => one.kind === kind));
    const fits = ({ kind, column, to }: Emitting): boolean =>
      last === undefined || (last.kind === kind && to.has(String(last.after[column])));
    if (!emitting.some(fits)) {
      const states = emitting.map(({ column }) => String(last?.after[column])).join('/');
      throw new Broken(`${String(event['type'])} of ${String(event['resource'])}, which is ${states}`);
    }
  }
}
