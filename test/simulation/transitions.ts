import { MACHINES } from '@corridor/core/internal';
import type { Machine, Transition } from '@corridor/core/records';
import { count, type Tally } from './process.js';

/** A write of a unit of work. `before` is null for a new record. */
export interface Written {
  readonly kind: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
}

/** What a unit of work wrote. */
export interface Unit {
  readonly writes: Written[];
  readonly removals: { readonly kind: string; readonly before: Readonly<Record<string, unknown>> }[];
  /** Rows that a write changed, or left as they were, whatever their version. */
  readonly unguarded: { readonly kind: string; readonly id: string }[];
  /** New records that are dropped if their key exists. */
  readonly offered: { readonly kind: string; readonly record: Readonly<Record<string, unknown>> }[];
}

export const emptyUnit = (): Unit => ({ writes: [], removals: [], unguarded: [], offered: [] });

/** A row of a machine that a unit of work took, and the record that it changed. */
export interface Taken {
  readonly machine: Machine;
  readonly row: Transition;
  readonly record: Readonly<Record<string, unknown>>;
  /** The place of the change among the writes of the unit. */
  readonly at: number;
}

/** The record kind of each machine's records. */
export const KIND_OF: Readonly<Record<string, string>> = {
  Event: 'events',
  'Individual customer': 'customers',
  'Business customer': 'customers',
  'Contact email': 'customers',
  'Contact phone': 'customers',
  'Bulk import': 'bulk_imports',
  'Internal account': 'internal_accounts',
  'External account': 'external_accounts',
  Quote: 'quotes',
  'Outgoing transaction': 'transactions',
  'Incoming transaction': 'transactions',
  Refund: 'transactions',
  'Unattributed deposit': 'deposits',
  'UMA receipt': 'uma_receipts',
  Invitation: 'invitations',
  'Wallet credential': 'wallet_credentials',
  'Wallet session': 'wallet_sessions',
  'Delegated signing key': 'delegated_keys',
  Verification: 'verifications',
  'Beneficial owner': 'beneficial_owners',
  'KYC link': 'kyc_links',
  'Stablecoin provider account': 'stablecoin_provider_accounts',
  'Stablecoin issuance': 'stablecoins',
  'Stablecoin operations': 'stablecoins',
  'Stablecoin quote': 'stablecoin_quotes',
  'Stablecoin operation': 'stablecoin_operations',
  'SCA factor': 'sca_enrollments',
  'SCA reset': 'sca_resets',
  'Agent action': 'agent_actions',
  Card: 'cards',
  'Card transaction': 'transactions',
  'Card dispute': 'card_disputes',
  Exception: 'exceptions',
  'Outside payment': 'outside_payments',
  'Travel rule transfer': 'travel_rule_transfers',
  Operator: 'operators',
  'Audit run': 'audit_runs',
  Block: 'blocks',
  LegalHold: 'legal_holds',
  Erasure: 'erasures',
  Screening: 'screenings',
  'Screening match': 'screening_matches',
  'Screening round': 'screening_rounds',
  'Screening case': 'screening_cases',
};

/** Which of the machines that share a record kind a record belongs to. */
const OWN: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => boolean>> = {
  'Individual customer': ({ customerType }) => customerType === 'INDIVIDUAL',
  'Business customer': ({ customerType }) => customerType === 'BUSINESS',
  'Outgoing transaction': ({ type, issuerToken }) => type === 'OUTGOING' && (issuerToken ?? null) === null,
  'Incoming transaction': ({ type, issuerToken }) => type === 'INCOMING' && (issuerToken ?? null) === null,
  Refund: ({ issuerToken }) => (issuerToken ?? null) === null,
  'Card transaction': ({ issuerToken }) => (issuerToken ?? null) !== null,
};

export const nameOfRow = ({ name }: Machine, { from, on, to }: Transition): string =>
  `${name}: ${from ?? '(none)'} --${on}--> ${to}`;

/** The names of all rows of all machines. */
export const ALL_ROWS: readonly string[] = MACHINES.flatMap((machine) =>
  machine.transitions.map((row) => nameOfRow(machine, row)),
);

const BY_KIND = new Map<string, Machine[]>();
for (const machine of MACHINES) {
  const kind = KIND_OF[machine.name];
  if (kind === undefined) throw new Error(`KIND_OF lacks ${machine.name}`);
  BY_KIND.set(kind, [...(BY_KIND.get(kind) ?? []), machine]);
}

/** Rows that the kernel looked up since the last call, by the tables of their machines. */
export interface Lookups {
  take(): readonly Transition[];
  stop(): void;
}

/**
 * Observes which rows the kernel looks up: two rows can lead from one state to the same other state, such as the expiry
 * and the cancellation of a quote, and the writes of a unit do not tell them apart.
 */
export function observeLookups(): Lookups {
  let found: Transition[] = [];
  for (const { transitions } of MACHINES) {
    const find = (accepts: (row: Transition) => boolean): Transition | undefined => {
      const row = transitions.filter(accepts)[0];
      if (row !== undefined) found.push(row);
      return row;
    };
    Object.defineProperty(transitions, 'find', { value: find, configurable: true });
  }
  return {
    take() {
      const taken = found;
      found = [];
      return taken;
    },
    stop() {
      for (const { transitions } of MACHINES) Reflect.deleteProperty(transitions, 'find');
    },
  };
}

/** The rows that a unit of work took. */
export function takenRows(writes: readonly Written[], lookups: readonly Transition[]): readonly Taken[] {
  const taken: Taken[] = [];
  /** The same change of state can be written after another change of the record, so each lookup counts once. */
  const left = [...lookups];
  for (const [at, { kind, before, after }] of writes.entries()) {
    for (const machine of BY_KIND.get(kind) ?? []) {
      if (!(OWN[machine.name]?.(after) ?? true)) continue;
      const from = before === null ? null : (before[machine.column] ?? null);
      const to = after[machine.column] ?? null;
      if (to === null) continue;
      const rows = machine.transitions.filter((row) => row.from === from && row.to === to);
      const asked = rows.filter((row) => left.includes(row));
      // A record that keeps its state took a row only if the kernel looked one up.
      const row = asked[0] ?? (from === to ? undefined : rows[0]);
      if (row !== undefined) {
        taken.push({ machine, row, record: after, at });
        if (from === to) left.splice(left.indexOf(row), 1);
      }
      if (row === undefined && from !== to)
        throw new Error(`${machine.name} went from ${String(from)} to ${String(to)} by no row`);
    }
  }
  return taken;
}

export const countRows = (tally: Tally, taken: readonly Taken[]): void => {
  for (const { machine, row } of taken) count(tally, nameOfRow(machine, row));
};
