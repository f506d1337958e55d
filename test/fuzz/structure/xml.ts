import fc from 'fast-check';

export interface ElementChange {
  readonly at: number;
  readonly to: number;
  readonly kind: 'remove' | 'double' | 'move' | 'empty' | 'nest';
}

/** Changes one element of a text, chosen by number. A text without elements stays as it is. */
function changeElement(text: string, { at, to, kind }: ElementChange): string {
  const starts = [...text.matchAll(/<([A-Za-z0-9:]+)[^>]*>/g)].filter((start) => !start[0].endsWith('/>'));
  const start = starts[at % Math.max(1, starts.length)];
  if (start === undefined) return text;
  const closing = `</${start[1]!}>`;
  const close = text.indexOf(closing, start.index);
  if (close === -1) return text;
  const end = close + closing.length;
  const element = text.slice(start.index, end);
  const without = text.slice(0, start.index) + text.slice(end);
  switch (kind) {
    case 'remove':
      return without;
    case 'double':
      return text.slice(0, end) + element + text.slice(end);
    case 'empty':
      return text.slice(0, start.index + start[0].length) + text.slice(close);
    case 'nest': {
      const depth = 1 + (to % 120);
      return text.slice(0, start.index) + start[0].repeat(depth) + closing.repeat(depth) + text.slice(end);
    }
    case 'move': {
      const places = [...without.matchAll(/>/g)];
      const place = (places[to % Math.max(1, places.length)]?.index ?? 0) + 1;
      return without.slice(0, place) + element + without.slice(place);
    }
  }
}

const elementChange: fc.Arbitrary<ElementChange> = fc.record({
  at: fc.nat(),
  to: fc.nat(),
  kind: fc.constantFrom<ElementChange['kind']>('remove', 'double', 'move', 'empty', 'nest'),
});

/** Documents in which elements are removed, doubled, moved, emptied or nested. */
export const withChangedElements = (documents: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(documents, fc.array(elementChange, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce(changeElement, text));

const strange = fc.oneof(
  fc.constantFrom(
    ...[
      '9'.repeat(400),
      '1e400',
      '-0',
      '-1',
      'NaN',
      '٣',
      '0x1F',
      '1,00',
      ' ',
      '',
      'true',
      'CRDT',
      'EUR',
      'XTS',
      'null',
    ],
    ...['2026-99-99', '0000-00-00', '9999-12-31T24:00:00', '+1', '.', '1.', '000', '__proto__', '\u{202e}', '€'],
    ...['&lt;', '&#0;', '&#x110000;', '&unknown;', '<![CDATA[1.00]]>', '<!-- 1 -->', '<?x y?>'],
  ),
  fc.string({ unit: fc.constantFrom('0', '9', '.', '-', '+', 'e', ',', ' ', 'T', ':', 'Z'), maxLength: 30 }),
);

/** Documents with another text in one element or attribute. */
export const withStrangeTexts = (documents: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(documents, fc.nat(), strange, fc.boolean()).map(([text, at, value, isAttribute]) => {
    const places = [...text.matchAll(isAttribute ? /["']([^"'<]*)["']/g : />([^<>]*)</g)];
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return value;
    const start = place.index + 1;
    return text.slice(0, start) + value + text.slice(start + place[1]!.length);
  });

/** Elements of these names in any order and depth. */
export function anyElements(names: readonly string[], texts: readonly string[], attribute: string) {
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 6, depthSize: 'small' },
      fc.constantFrom(...texts),
      fc
        .tuple(fc.constantFrom(...names), fc.array(tie('node'), { maxLength: 4 }))
        .map(([name, children]) => `<${name} ${attribute}>${children.join('')}</${name}>`),
    ),
  }));
  return fc.array(node, { maxLength: 6 }).map((nodes) => nodes.join(''));
}
