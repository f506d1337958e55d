import type { Storage } from '@corridor/adapters-storage';
import { instant, ok, type TenantKey } from '@corridor/core';
import { type AnyKind, type BaseRecord, type KindOf, RECORD_KINDS } from '@corridor/core/records';
import { valueOf } from '../../packages/core/src/testing/play-core.js';

const UUID = '018bcfe5-6800-7000-8000-00000000a0b1';
const TENANT = `Platform:${UUID}/SANDBOX` as TenantKey;
const HEX = '0123456789abcdef'.repeat(4);

/** Texts of every form that a stored key can have, and texts that resemble one. */
const TEXTS: readonly string[] = [
  UUID,
  `Quote:${UUID}`,
  `Posting:${UUID}/0`,
  `Posting:${UUID}/11`,
  `available:InternalAccount:${UUID}`,
  `in-transit:Quote:${UUID}:USD`,
  `fees:Platform:${UUID}/SANDBOX`,
  `Answer:${HEX}`,
  `Answer:${HEX}/again`,
  `Answer:${UUID}`,
  HEX,
  UUID.toUpperCase(),
  `Quote:${UUID.toUpperCase()}`,
  `Unknown:${UUID}`,
  `quote:${UUID}`,
  `Quote:${UUID.slice(0, -1)}`,
  `Quote:${UUID}${UUID}`,
  `${UUID} ${UUID}`,
  `Quote:Customer:${UUID}`,
  `a ${UUID}`,
  '$ada@pärk.exämple',
  '$名前@例え.テスト',
  '😀 é e\u0301 \u202e \ufeff',
  '#17[1,2]',
  '=literal',
  '#',
  '',
  ' ',
  '\u0001\u001e\u001f\u007f',
  '\\x00 \\ " \' `',
  '{"a":"b"}',
  '{}',
  'null',
  '255',
  'x'.repeat(9_000),
];

/** Objects and other values whose JSON tests its template. */
const PARTS: readonly unknown[] = [
  {},
  [],
  { a: {}, b: [], c: [[], {}] },
  true,
  0,
  -1,
  1e21,
  1.5e-7,
  Number.MAX_SAFE_INTEGER,
  2n ** 63n - 1n,
  -(2n ** 100n),
  { $bigint: '1', $: 1, $$bigint: { amount: 7n } },
  JSON.parse('{"__proto__":{"a":1},"constructor":"x","toString":null}'),
  { '#': '#1[', '=': '=', '': '', 'a"b\\c': 'd"e\\f' },
  'control \u0000 \u001e \u001f \n \u2028 \ud800 \udfff',
  '#1["x"]',
  '=',
  TEXTS,
  { tenant: TENANT, again: TENANT, id: `Quote:${UUID}`, ids: [`Quote:${UUID}`, `Quote:${UUID}`] },
  { text: `before ${TENANT} after`, [TENANT]: `Quote:${UUID}` },
  Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`field ${index}`, `value ${index}`])),
  { z: 1, a: 2, 10: 'ten', 9: 'nine' },
  { number: 12_345_678_901_234_567n, same: 12_345_678_901_234_567n },
];

/** Bodies of remembered answers: texts of requests' answers, exact to the byte. */
const BODIES: readonly string[] = [
  '{"id":"1","amount":12.50,"big":123456789012345678901234567890,"e":1E+5,"neg":-0}',
  '{ "spaced" : [ 1 , 2 ] ,\n\t"x" : null }',
  '{"dup":1,"dup":2}',
  '{"\\u0041":"\\u00e9\\/"}',
  '{"cut": "off',
  '{"a":"b"}{"c":"d"}',
  '{"key" :"a", "b": "c:d", "e,f": "[g]"}',
  '{"backslash":"\\\\","quote":"\\"","both":"\\\\\\""}',
  '{"raw\u001fseparator":"\u001e"}',
  `{"tenant":"${TENANT}","twice":["${TENANT}","${TENANT}"]}`,
  `sealed:remembered_answers/Answer:${HEX}/body:abc==`,
  '[1,2,3]',
  '"text"',
  '',
  '#1["x"]',
  '#',
  '=',
  '==#',
  '{',
  '{}',
];

/** The number of records of each kind. */
const OF_EACH = Math.max(TEXTS.length, PARTS.length, BODIES.length);

/**
 * Adds records with unusual values to every kind. Records are plain data to a storage, so they need not make sense to
 * the areas of the core.
 */
export async function addOddRecords(storage: Storage): Promise<void> {
  for (const any of RECORD_KINDS) {
    const kind = any as unknown as KindOf<BaseRecord>;
    for (let n = 0; n < OF_EACH; n++) {
      valueOf(
        await storage.units.run(any.scope === 'tenant' ? TENANT : null, async (tx) => {
          tx.add(kind, odd(any, n));
          return ok();
        }),
      );
    }
  }
}

/** `n` differs in each record of a kind. */
function odd(kind: AnyKind, n: number): BaseRecord {
  const unique = new Set(kind.unique.flatMap(({ columns }) => columns));
  const at = (of: readonly unknown[], by: number): unknown => of[(n + by) % of.length];
  const fields = Object.entries(kind.columns).map(([field, column], by) => {
    if (column.endsWith('?') && (n + by) % 3 === 0) return [field, null];
    switch (column.replace('?', '')) {
      case 'amount':
        return [field, at([2n ** 63n - 1n, -(2n ** 63n), 0n, 9_007_199_254_740_993n], by)];
      case 'int':
        return [field, at([0, 1, Number.MAX_SAFE_INTEGER], by)];
      case 'instant':
        return [field, at([0, 1, 4_102_444_800_000, -1], by)];
      case 'flag':
        return [field, at([true, false], by)];
      case 'json':
        return [field, at(PARTS, by)];
      default:
        if (field === 'body') return [field, at(BODIES, 0)];
        return [field, unique.has(field) ? `${at(TEXTS, by) as string}${n}` : at(TEXTS, by)];
    }
  });
  return {
    ...Object.fromEntries(fields),
    // Each text is once as it is, so that no other text has the same number or form.
    id: n < TEXTS.length ? TEXTS[n]! : `${n}`,
    tenant: kind.scope === 'tenant' || n % 2 === 0 ? TENANT : (at(TEXTS, 0) as string),
    version: 1 + n,
    createdAt: instant(1_700_000_000_000 + (n % 4)),
    updatedAt: instant(1_700_000_000_000 + n),
  } as unknown as BaseRecord;
}
