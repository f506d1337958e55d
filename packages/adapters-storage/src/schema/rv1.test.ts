import { expect, test } from 'vitest';
import { encodeTemplated, decodeTemplated } from './rows.js';
import { encodeKey, decodeKey, encodeNumberedKey, KEY_FORMS } from './keys.js';
import { candidateOf } from './dictionary.js';
import { createDictionary } from '../postgres/dictionary.js';
import { createLookup } from '../sqlite/lookup.js';
import { Buffer } from 'node:buffer';

function look() {
  const n = new Map<string, number>(); const t = new Map<number, string>();
  return { numberOf(x: string) { let v = n.get(x); if (v === undefined) { v = n.size; n.set(x, v); t.set(v, x); } return v; },
    textOf: (v: number) => { const x = t.get(v); if (x === undefined) throw new Error('none'); return x; }, textKey: (x: string) => Buffer.from(x), hasRoom: () => n.size < 3000 };
}
let seed = 7;
const r = (k: number) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % k; };
const pick = <T>(a: readonly T[]): T => a[r(a.length)]!;
const uuid = '018bcfe5-6800-7000-8000-00000000000';
const words = ['', 'a', '"', '\\', '\\"', '"\\', 'x\u001fy', '\u001e', 'c0', '0', '#1[', '=a', '\u2028', '\ud800', 'Customer:' + uuid + '1', 'Customer:' + uuid + '2', 'Platform:' + uuid + '1/SANDBOX', 'a":1,"b', ':', ',', ']', '[1]', '\n', 'é', '😀', '12345678901234567890', 'x'.repeat(30), '\\'.repeat(21), '"'.repeat(12)];
function val(d: number): unknown {
  const k = r(d > 3 ? 5 : 8);
  if (k < 2) return pick(words);
  if (k === 2) return pick([0, -0, 1, -1, 1e21, 1.5e-9, -12.25, 123456789012345680000, 9007199254740993, 1e300]);
  if (k === 3) return pick([true, false, null]);
  if (k === 4) return pick(words);
  if (k < 7) return Object.fromEntries(Array.from({ length: r(4) }, () => [pick([...words, 'k', '__proto__', '1', 'c1']), val(d + 1)]));
  return Array.from({ length: r(4) }, () => val(d + 1));
}
test('templates', () => {
  const lookup = look(); const recent: never[] = [];
  for (let i = 0; i < 60000; i++) {
    let text = r(5) === 0 ? JSON.stringify({ customerId: pick(words), n: r(3) ? r(1e6) : pick(words), id: pick(words) }, null, r(4) === 0 ? 1 : undefined) : JSON.stringify(val(r(2)));
    if (r(6) === 0) { const at = r(text.length + 1); text = text.slice(0, at) + pick(['"', '\\', '1', '-', '{', '\u001f', ',', '#', '=']) + text.slice(at + r(3)); }
    if (r(30) === 0) text = pick(['#', '=', '{', '{"', '{-', '{1', '{1,2', '{"a"1"b"', '{"a""b"']) + text;
    const ctx = [pick(words), pick(words), pick(words)];
    const cell = encodeTemplated(text, ctx, lookup as never, recent);
    expect(decodeTemplated(cell, ctx, lookup as never)).toBe(text);
  }
});
test('keys', () => {
  const l = look(); const seen = new Map<string, string>();
  const pre = [...KEY_FORMS.map((f) => f.prefix), 'x', ':', 'a:', 'Quote', '', 'é:', '\u0001'];
  const mids = [uuid + '1', uuid + 'A', uuid.slice(0, 20), 'a'.repeat(64), 'a'.repeat(63), 'A'.repeat(64), '0'.repeat(64), '', uuid + '1' + uuid + '2', '018bcfe5x6800-7000-8000-000000000001'];
  const posts = ['', '/USD', ':x', '\u00ff', '😀', ' ', '-1', ':' + uuid + '3', 'a'];
  for (const a of pre) for (const b of pre) for (const m of mids) for (const p of posts) for (const sep of ['', '/']) {
    const text = a + sep + b + m + p;
    for (const kind of ['k', 'n']) {
      const cell = kind === 'k' ? encodeKey(text, (t) => Buffer.from(t)) as Buffer : encodeNumberedKey(text, l.numberOf);
      expect(decodeKey(cell, l.textOf)).toBe(text);
      const h = kind + cell.toString('hex');
      expect(seen.get(h) ?? text).toBe(text); seen.set(h, text);
    }
  }
});
const fakePool = (query: (sql: string, p: unknown[]) => Promise<{ rows: unknown[] }>) => ({ query, on: () => undefined }) as never;
test('dictionary: failing queries are waited for in turn', async () => {
  const d = createDictionary(fakePool(() => new Promise((_, no) => setTimeout(() => no(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), 50))), []);
  const t = performance.now();
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => Promise.resolve(d.use((l) => l.numberOf('t' + i))).catch((e) => { throw [Math.round(performance.now() - t), e.constructor.name, e.code]; })));
  console.log(all.slice(-2).map((x) => (x as PromiseRejectedResult).reason));
});
test('dictionary: lost between add and load', async () => {
  const d = createDictionary(fakePool(async () => ({ rows: [] })), []);
  console.log('saved number', await d.use((l) => l.numberOf('tenant'), 'save'));
});
test('sqlite: surrogates', () => {
  const rows = new Map<number, string>();
  const wf = (s: string) => Buffer.from(s).toString();
  const mk = () => createLookup({ textOf: (n) => rows.get(n) ?? null, insert: (n, t) => void rows.set(n, wf(t)) });
  for (let i = 0; i < 3; i++) console.log(mk().numberOf('x\ud800'), rows.size, candidateOf('x', 0));
});
