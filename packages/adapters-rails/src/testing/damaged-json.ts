import fc from 'fast-check';

/** What a damaged document becomes: the same, or one with parts replaced, doubled, moved or left out. */
export const damaged = (document: string): fc.Arbitrary<string> => {
  const splice = fc.tuple(
    fc.nat(document.length),
    fc.nat(12),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '-',
        '0',
        '1e99',
        '1e-99',
        'null',
        '""',
        '\u0000',
        '9'.repeat(70),
      ),
      fc.nat(document.length).map((at) => document.slice(at, at + 20)),
    ),
  );
  return fc
    .array(splice, { minLength: 1, maxLength: 3 })
    .map((splices) =>
      splices.reduce((text, [at, removed, put]) => text.slice(0, at) + put + text.slice(at + removed), document),
    );
};

/** Values of any form in the places of the document that the reader looks at. */
export const filled = (document: unknown): fc.Arbitrary<string> =>
  fc.tuple(fc.jsonValue(), fc.nat(40)).map(([value, place]) => {
    let at = -1;
    return JSON.stringify(document, (_key, part: unknown) => ((at += 1) === place ? value : part));
  });
