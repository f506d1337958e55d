import type { Unit } from './transitions.js';

/** Records that a host claims for a time. */
export type LeasedKind = 'jobs' | 'events';

export interface Claimed {
  readonly id: string;
  readonly version: number;
  readonly leaseUntil: number;
}

interface Lease {
  /** The name of the process. */
  readonly holder: string;
  /** By the clock of the holder, in milliseconds. */
  readonly until: number;
}

/** For whom the units of work run that end a claimed record. Requests may put one off, or remove an unclaimed one. */
const ENDED_BY: Readonly<Record<string, string>> = { jobs: 'jobs', events: 'deliveries' };

/** One process at a time works on a claimed record, and the one that claimed it last is the only one that ends it. */
export interface Leases {
  /** `now` is the clock of the holder. Returns findings: a claim of what another process holds. */
  claimed(kind: LeasedKind, records: readonly Claimed[], holder: string, now: number): readonly string[];
  /** Returns findings: the unit ends what another process has claimed. */
  committed(unit: Unit, holder: string, traffic: string): readonly string[];
  /** The storage may have ended leases of this kind, because a clock was wrong. */
  moved(kind: string): void;
}

export function createLeases(): Leases {
  const leases = new Map<string, Lease>();

  function keep(name: string, holder: string, until: unknown): void {
    if (Number(until) > 0) leases.set(name, { holder, until: Number(until) });
    else leases.delete(name);
  }

  return {
    claimed(kind, records, holder, now) {
      const findings: string[] = [];
      for (const { id, leaseUntil } of records) {
        const name = `${kind} ${id}`;
        const lease = leases.get(name);
        leases.set(name, { holder, until: leaseUntil });
        if (lease !== undefined && lease.until > now)
          findings.push(`${holder} claimed ${name}, which ${lease.holder} holds for ${lease.until - now} ms`);
      }
      return findings;
    },
    committed({ writes, removals }, holder, traffic) {
      const findings: string[] = [];
      for (const { kind, before, after } of [...writes, ...removals.map((one) => ({ ...one, after: null }))]) {
        if (!(kind in ENDED_BY)) continue;
        const name = `${kind} ${String((before ?? after)!['id'])}`;
        const lease = before === null ? undefined : leases.get(name);
        if (lease !== undefined && lease.holder !== holder && traffic === ENDED_BY[kind])
          findings.push(`${holder} ended ${name}, which ${lease.holder} has claimed`);
        keep(name, holder, after?.['leaseUntil'] ?? 0);
      }
      return findings;
    },
    moved(kind) {
      for (const [name, { holder }] of leases) {
        if (name.startsWith(`${kind} `)) leases.set(name, { holder, until: 0 });
      }
    },
  };
}
