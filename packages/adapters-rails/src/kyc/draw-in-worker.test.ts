import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawInWorker } from './draw-in-worker.js';

/** A PDF of these objects, from number 1 on, without a table of references. */
const pdfOf = (objects: readonly (string | Buffer)[], trailer = '<</Root 1 0 R>>'): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, index) => [
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer\n${trailer}\n%%EOF\n`),
  ]);

const streamOf = (content: string | Buffer, entries = ''): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

const RED = '1 0 0 rg 0 0 1000000 1000000 re f';

/** A document whose pages have this size and content. */
function documentOf({ pages = 1, box = '0 0 595 842', content = streamOf(RED), catalog = '', page = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`);
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>`,
    content,
    ...kids.map(() => `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 3 0 R${page}>>`),
  ]);
}

const drawer = drawInWorker({ timeoutMs: 4_000 });

describe('the first pages of a PDF', () => {
  it('become one picture, below each other, at most three', async () => {
    const drawn = await drawer.draw(documentOf({ pages: 5 }));
    if (!drawn.ok) throw new Error(drawn.error.message);
    expect(drawn.value).toMatchObject({ drawn: 3, pages: 5 });
    const { width, height, format } = await sharp(drawn.value.content).metadata();
    expect([format, width]).toEqual(['png', 1_000]);
    expect(height).toBeGreaterThan(3 * 1_400);
    const { data } = await sharp(drawn.value.content).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  it('are drawn of several files at once, one after the other, each on a thread of its own', async () => {
    const files = [documentOf(), Buffer.from('%PDF-1.7 broken'), documentOf({ box: '0 0 842 595' })];
    const drawn = await Promise.all(files.map((file) => drawer.draw(file)));
    expect(drawn.map(({ ok }) => ok)).toEqual([true, false, true]);
  });
});

/** Each page refers to the content of a form that paints itself twice, and so on: 2^30 fills. */
const nested = (): Buffer =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>',
    streamOf('/F Do'),
    ...Array.from({ length: 30 }, (_, index) =>
      streamOf(
        '/F Do /F Do',
        `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</F ${index + 6} 0 R>>>>`,
      ),
    ),
    streamOf(RED, '/Type/XObject/Subtype/Form/BBox[0 0 595 842]'),
  ]);

const HOSTILE: Readonly<Record<string, () => Buffer>> = {
  'is empty': () => Buffer.alloc(0),
  'is not a PDF': () => Buffer.from('GIF89a'),
  'is broken in the middle': () => documentOf().subarray(0, 120),
  'has no pages': () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']),
  'has a page tree that contains itself': () =>
    pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
  'is encrypted': () =>
    pdfOf(
      [
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
        `<</Filter/Standard/V 2/R 3/Length 128/P -44/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>`,
      ],
      `<</Root 1 0 R/Encrypt 4 0 R/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]>>`,
    ),
  'has a page as long as a street': () => documentOf({ box: '0 0 1 10000000' }),
  'has a page without a size': () => documentOf({ box: '0 0 0 0' }),
  'has a page of infinite size': () => documentOf({ box: '0 0 1e38 1e38' }),
  'has a stream that grows a thousandfold': () =>
    documentOf({ content: streamOf(deflateSync(Buffer.alloc(200_000_000, 'q ')), '/Filter/FlateDecode') }),
  'has forms within forms': nested,
  'has JavaScript': () =>
    documentOf({
      catalog:
        '/OpenAction<</S/JavaScript/JS(while(true){})>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(while(1);)>>]>>>>',
      page: '/AA<</O<</S/JavaScript/JS(app.alert(1))>>>>',
    }),
  'has a table of references that points to itself': () =>
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\nxref\n0 1\n0000000000 65535 f\ntrailer\n<</Root 1 0 R/Prev 44>>\nstartxref\n44\n%%EOF',
    ),
};

describe('a hostile PDF', () => {
  it.each(Object.entries(HOSTILE))('that %s gives a picture or a sentence, and never a hang', async (_name, file) => {
    const before = Date.now();
    const drawn = await drawer.draw(file());
    expect(Date.now() - before).toBeLessThan(30_000);
    if (drawn.ok) return expect(drawn.value.drawn).toBe(1);
    expect(drawn.error).toMatchObject({
      code: 'UNSUITABLE_DOCUMENT',
      message: expect.stringMatching(/^The PDF [a-z][^:]*; download it instead$/) as string,
    });
  });

  it('that takes too long is given up, and the next file is drawn', async () => {
    const quick = drawInWorker({ timeoutMs: 1 });
    expect(await quick.draw(documentOf())).toMatchObject({ ok: false, error: { code: 'UNSUITABLE_DOCUMENT' } });
    expect((await drawer.draw(documentOf())).ok).toBe(true);
  });

  it('that needs more memory than the library may use is given up', async () => {
    const long = documentOf({ box: '0 0 10 200' });
    const limits = { maxPixels: 20_000_000, timeoutMs: 10_000 };
    expect((await drawInWorker(limits).draw(long)).ok).toBe(true);
    expect(await drawInWorker({ ...limits, libraryMb: 32 }).draw(long)).toMatchObject({
      error: { message: 'The PDF needs more memory than a file may use; download it instead' },
    });
  });

  it('is refused at once while many others wait', async () => {
    const busy = drawInWorker({ maxWaiting: 1 });
    const first = busy.draw(documentOf());
    expect(await busy.draw(documentOf())).toMatchObject({
      error: { message: 'The PDF cannot be drawn now, because many others wait; download it instead' },
    });
    expect((await first).ok).toBe(true);
  });
});

it('changed bytes of a PDF never end the process, and never hang', { timeout: 120_000 }, async () => {
  const genuine = documentOf({ pages: 2 });
  const limited = drawInWorker({ timeoutMs: 3_000 });
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let run = 0; run < 25; run += 1) {
    const changed = Buffer.from(genuine);
    for (let change = 0; change < 1 + next(8); change += 1) changed[next(changed.length)] = next(256);
    const drawn = await limited.draw(changed);
    if (!drawn.ok) expect(drawn.error.code).toBe('UNSUITABLE_DOCUMENT');
  }
});

describe('a PDF of which any part was changed', () => {
  const genuine = [
    documentOf({ pages: 2 }),
    documentOf({ content: streamOf(deflateSync(RED), '/Filter/FlateDecode') }),
    documentOf({ box: '0 0 1 100000', page: '/Rotate 90' }),
  ];
  const changed = fc
    .record({
      file: fc.constantFrom(...genuine),
      changes: fc.array(
        fc.record({
          at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
          removed: fc.nat({ max: 12 }),
          put: fc.oneof(
            fc.uint8Array({ maxLength: 8 }),
            fc
              .constantFrom('-1', '99999999999', '0 0 R', '1 0 R', '/Kids[2 0 R]', '<<', '>>', 'endobj', '/Length 0')
              .map((text) => Buffer.from(text)),
          ),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    .map(({ file, changes }) =>
      changes.reduce((bytes, { at, removed, put }) => {
        const place = Math.floor(at * bytes.length);
        return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + removed)]);
      }, file),
    );

  it('becomes a picture or is refused, in its time, and leaves the next file as it is', async () => {
    const files = fc.sample(changed, { seed: 7, numRuns: 12 });
    const quick = drawInWorker({ timeoutMs: 2_000, maxWaiting: files.length + 1 });
    for (const file of files) {
      const began = performance.now();
      const drawn = await quick.draw(file);
      expect(performance.now() - began).toBeLessThan(20_000);
      if (drawn.ok) expect((await sharp(drawn.value.content).metadata()).format).toBe('png');
      else expect(drawn.error.code).toBe('UNSUITABLE_DOCUMENT');
    }
    expect((await quick.draw(documentOf())).ok).toBe(true);
  }, 120_000);
});
