import fc from 'fast-check';
import type { Input } from '../reader.js';
import { toBytes } from '../reader.js';

const TOKENS: readonly string[] = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '-', '0', '1', '=', '&', '.', '%00', '\\u0000', '\\ud800', '\u0000'],
  ...['null', '""', '1e99', '1e-99', '1e999', '9'.repeat(70), '\ufeff', '\u00ff', '\u202e', '\r\n', ' ', '<', '>', '/'],
];

interface Splice {
  readonly at: number;
  readonly cut: number;
  readonly put: readonly [kind: 'token' | 'bytes' | 'copy' | 'flip', value: number, bytes: Uint8Array];
}

const splice: fc.Arbitrary<Splice> = fc.record({
  at: fc.nat(1_000_000),
  cut: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(1_000)),
  put: fc.tuple(
    fc.constantFrom('token' as const, 'bytes' as const, 'copy' as const, 'flip' as const),
    fc.nat(1_000_000),
    fc.uint8Array({ maxLength: 6 }),
  ),
});

function spliced(bytes: Buffer, { at, cut, put: [kind, value, random] }: Splice): Buffer {
  const place = at % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place + cut)];
  switch (kind) {
    case 'token':
      return Buffer.concat([before, Buffer.from(TOKENS[value % TOKENS.length]!), after]);
    case 'bytes':
      return Buffer.concat([before, random, after]);
    case 'copy': {
      const from = value % (bytes.length + 1);
      return Buffer.concat([before, bytes.subarray(from, from + 20), after]);
    }
    case 'flip': {
      const changed = Buffer.from(bytes);
      if (changed.length > 0) changed[place % changed.length]! ^= 1 << (value % 8);
      return changed;
    }
  }
}

/** One of the inputs with some bytes changed, removed, doubled or put in, or with its end cut off. */
export function damagedBytes(from: readonly Input[]): fc.Arbitrary<Uint8Array> {
  const bases = from.length === 0 ? [new Uint8Array()] : from.map(toBytes);
  return fc
    .tuple(fc.constantFrom(...bases), fc.array(splice, { minLength: 1, maxLength: 4 }), fc.option(fc.nat(1_000_000)))
    .map(([base, splices, end]) => {
      const changed = splices.reduce(spliced, Buffer.from(base));
      return end === null || splices.length > 2 ? changed : changed.subarray(0, end % (changed.length + 1));
    });
}

/** One of the texts with parts of it changed as text, so that it remains UTF-8. */
export const damagedText = (...from: readonly string[]): fc.Arbitrary<string> =>
  damagedBytes(from).map((bytes) => Buffer.from(bytes).toString('utf8'));
