import { randomBytes } from 'node:crypto';
import type { Instant, TenantKey } from '@corridor/core';
import {
  type AnyKind,
  type BaseRecord,
  EVENTS,
  type KindOf,
  POSTINGS,
  type Posting,
  type Quote,
  QUOTES,
} from '@corridor/core/records';
import type { LeftRow } from './recording.js';

/** One movement of a balance. */
export interface Move {
  readonly holder: string;
  readonly column: 'available' | 'held';
  readonly amount: bigint;
}

/** What one unit of work of a payment wrote. */
export interface Step {
  /** Milliseconds after the payment began. */
  readonly after: number;
  readonly rows: readonly CopiedRow[];
  /** The balances of internal accounts that its postings change. */
  readonly moves: readonly Move[];
}

export interface CopiedRow {
  readonly kind: KindOf<BaseRecord>;
  /** The internal account whose balances the row shows; null for other rows. */
  readonly shows: string | null;
  /** Milliseconds after the payment began at which the row is deleted; null: it stays. */
  readonly expires: number | null;
  /** The id of the recorded row, at which its sealed columns open. */
  readonly id: string;
  copy(copy: Copy): BaseRecord;
}

/** Ids and times of one copy of a template. */
export interface Copy {
  readonly ids: readonly string[];
  /** Milliseconds between the recorded payment and the copy. */
  readonly shift: number;
}

/** A payment that the core has settled, to be written again with other ids, references and times. */
export interface Template {
  readonly tenant: TenantKey;
  /** When the recorded payment began. */
  readonly begun: Instant;
  readonly steps: readonly Step[];
  copyAt(begun: number): Copy;
}

/**
 * An id without its type, a digest (answers to repeated requests are named by one), a reference of a quote, or a time as
 * text.
 */
const PARTS =
  /([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b|\b[0-9A-Z]{12}\b|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z)/;
const REFERENCE = /^[0-9A-Z]{12}$/;
const REFERENCE_ALPHABET = '34679ACDEFGHJKMNPQRTUVWX';
const TIMED = /^([0-9a-f]{8})-([0-9a-f]{4})-(7[0-9a-f]{3})-/;
const LONGEST_PAYMENT_MS = 30 * 86_400_000;

type Copier<T = unknown> = (copy: Copy) => T;
type Compiled<T = unknown> = { readonly constant: T } | { readonly of: Copier<T> };

export function templateOf(tenant: TenantKey, begun: Instant, left: readonly LeftRow[]): Template {
  const ids = new Map<string, number>();
  const references = new Set(
    left.flatMap(({ kind, record }) => (kind.name === QUOTES.name ? [(record as Quote).reference] : [])),
  );

  /** The number of an id that the payment created; null for older ids, which every copy keeps. */
  function slotOf(text: string): number | null {
    const known = ids.get(text);
    if (known !== undefined) return known;
    if (REFERENCE.test(text) && !references.has(text)) return null;
    const timed = TIMED.exec(text);
    if (timed !== null && Number.parseInt(timed[1]! + timed[2]!, 16) < begun) return null;
    ids.set(text, ids.size);
    return ids.size - 1;
  }

  const isOfPayment = (at: number): boolean => at >= begun && at <= begun + LONGEST_PAYMENT_MS;

  function compileText(text: string): Compiled {
    const parts = text.split(PARTS).map((part, index): string | Copier<string> => {
      if (index % 2 === 0) return part;
      if (part.endsWith('Z')) {
        const at = Date.parse(part);
        const withMs = part.includes('.');
        if (!isOfPayment(at)) return part;
        return ({ shift }) => {
          const iso = new Date(at + shift).toISOString();
          return withMs ? iso : iso.replace(/\.\d{3}Z$/, 'Z');
        };
      }
      const slot = slotOf(part);
      return slot === null ? part : (copy) => copy.ids[slot]!;
    });
    if (parts.every((part) => typeof part === 'string')) return { constant: text };
    return { of: (copy) => parts.map((part) => (typeof part === 'string' ? part : part(copy))).join('') };
  }

  function compile(value: unknown): Compiled {
    if (typeof value === 'string') return compileText(value);
    if (typeof value === 'number') {
      return isOfPayment(value) ? { of: ({ shift }) => value + shift } : { constant: value };
    }
    if (typeof value !== 'object' || value === null) return { constant: value };
    if (value instanceof Map || value instanceof Set) throw new Error('a record holds a Map or a Set');
    if (Array.isArray(value)) {
      const parts = value.map(compile);
      if (parts.every(isConstant)) return { constant: value };
      return { of: (copy) => parts.map((part) => valueOf(part, copy)) };
    }
    const entries = Object.entries(value).map(([key, part]) => [key, compile(part)] as const);
    if (entries.every(([, part]) => isConstant(part))) return { constant: value };
    return {
      of: (copy) => {
        const made: Record<string, unknown> = {};
        for (const [key, part] of entries) made[key] = valueOf(part, copy);
        return made;
      },
    };
  }

  function rowOf({ kind, record }: LeftRow): CopiedRow {
    const compiled = compile(record);
    if (isConstant(compiled)) throw new Error(`${kind.name} ${record.id} has no id of its own`);
    const { expiry } = kind as unknown as AnyKind;
    const fields = record as unknown as Readonly<Record<string, unknown>>;
    return {
      kind,
      id: record.id,
      shows: kind.name === EVENTS.name && fields['available'] !== null ? (fields['resource'] as string) : null,
      expires: expiry === null ? null : (fields[expiry.column] as number) - begun,
      copy: (copy) => compiled.of(copy) as BaseRecord,
    };
  }

  const units = [...new Set(left.map(({ unit }) => unit))];
  const steps = units.map((unit): Step => {
    const rows = left.filter((row) => row.unit === unit);
    return {
      after: Math.min(...rows.map(({ record }) => record.createdAt)) - begun,
      rows: rows.map(rowOf),
      moves: rows.flatMap(({ kind, record }) => (kind.name === POSTINGS.name ? moveOf(record as Posting) : [])),
    };
  });
  const all = [...ids.keys()];
  return {
    tenant,
    begun,
    steps,
    copyAt: (at) => {
      const shift = at - begun;
      return { shift, ids: all.map((id) => newId(id, shift)) };
    },
  };
}

const isConstant = (part: Compiled): part is { readonly constant: unknown } => 'constant' in part;
const valueOf = (part: Compiled, copy: Copy): unknown => ('constant' in part ? part.constant : part.of(copy));

const OF_BALANCE = /^(available|held):(InternalAccount:.*)$/;

function moveOf({ account, amount }: Posting): readonly Move[] {
  const found = OF_BALANCE.exec(account);
  return found === null ? [] : [{ column: found[1] as Move['column'], holder: found[2]!, amount }];
}

const POOL = 8192;
let pool = Buffer.alloc(0);
let used = 0;

function random(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** An id as a host would have made it at the time of the copy: its time and its counter keep the order of the rows. */
function newId(id: string, shift: number): string {
  if (REFERENCE.test(id)) return newReference();
  const timed = TIMED.exec(id);
  if (timed === null) return random(32);
  const time = (Number.parseInt(timed[1]! + timed[2]!, 16) + shift).toString(16).padStart(12, '0');
  const tail = random(8);
  return `${time.slice(0, 8)}-${time.slice(8)}-${timed[3]!}-a${tail.slice(1, 4)}-${tail.slice(4)}`;
}

const newReference = (): string =>
  Array.from(
    { length: 12 },
    () => REFERENCE_ALPHABET[Number.parseInt(random(1), 16) % REFERENCE_ALPHABET.length]!,
  ).join('');
