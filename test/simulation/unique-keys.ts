import { type AnyKind, RECORD_KINDS } from '@corridor/core/records';
import type { Unit } from './transitions.js';

type Row = Readonly<Record<string, unknown>>;

/** Records whose unit has an effect beside them, so that a dropped one means that the effect came twice. */
const OF_EFFECTS: readonly string[] = ['card_messages'];

/** No two records have the same unique key. */
export interface UniqueKeys {
  /** Returns findings: the unit wrote a record with the key of another one. */
  committed(unit: Unit): readonly string[];
  /** The storage has removed records of this kind. */
  moved(kind: string): void;
}

const KINDS = new Map((RECORD_KINDS as readonly AnyKind[]).map((kind) => [kind.name, kind]));

/** The unique keys of a record, as text. A key with a null does not apply. */
function keysOf(kind: string, row: Row): readonly string[] {
  const { scope, unique = [] } = KINDS.get(kind) ?? {};
  return unique.flatMap(({ name, columns, unless, global }) => {
    const values = columns.map((column) => row[column] ?? null);
    if (values.includes(null) || (unless !== undefined && row[unless] === true)) return [];
    return [[name, scope === 'tenant' && global !== true ? row['tenant'] : '', ...values].join('\0')];
  });
}

export function createUniqueKeys(): UniqueKeys {
  /** By kind: the id of the record with each key. */
  const owners = new Map<string, Map<string, string>>();

  function ownersOf(kind: string): Map<string, string> {
    const known = owners.get(kind) ?? new Map<string, string>();
    owners.set(kind, known);
    return known;
  }

  function release(kind: string, row: Row): void {
    for (const key of keysOf(kind, row)) if (ownersOf(kind).get(key) === row['id']) ownersOf(kind).delete(key);
  }

  function take(kind: string, row: Row): readonly string[] {
    const id = String(row['id']);
    return keysOf(kind, row).flatMap((key) => {
      const owner = ownersOf(kind).get(key) ?? id;
      ownersOf(kind).set(key, id);
      return owner === id ? [] : [`${kind} ${id} has the key ${key.split('\0').join(' ')} of ${owner}`];
    });
  }

  return {
    committed({ writes, removals, offered }) {
      for (const { kind, before } of [...writes, ...removals]) if (before !== null) release(kind, before);
      const once = offered.filter(({ kind }) => OF_EFFECTS.includes(kind));
      // The last write of a record has the keys that it keeps.
      const last = new Map(writes.map(({ kind, after }) => [`${kind} ${String(after['id'])}`, { kind, row: after }]));
      for (const { kind, before } of removals) last.delete(`${kind} ${String(before['id'])}`);
      return [...last.values(), ...once.map(({ kind, record }) => ({ kind, row: record }))].flatMap(({ kind, row }) =>
        take(kind, row),
      );
    },
    moved: (kind) => void owners.delete(kind),
  };
}
