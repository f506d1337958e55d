import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpeg, jpegInPasses, pdf, png } from '../testing/files.js';
import { contentInspector } from './content-inspector.js';

const inspector = contentInspector();
const inspect = async (content: Buffer | string): Promise<string> => {
  const result = await inspector.inspect(Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1'));
  return result.ok ? result.value : result.error.message;
};

/** A PDF with catalog and pages in a compressed object stream, as most programs write it today. */
function packed(unfolded: Buffer | string, first: number, closing = 'startxref\n0\n%%EOF'): string {
  const data = deflateSync(unfolded).toString('latin1');
  return `%PDF-1.5
10 0 obj << /Type /ObjStm /N 3 /First ${first} /Filter /FlateDecode /Length ${data.length} >>
stream
${data}
endstream
endobj
11 0 obj << /Type /XRef /Root 1 0 R /Size 12 >>
stream

endstream
endobj
${closing}`;
}
const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R >>',
];
const TABLE = OBJECTS.map(
  (_, index) => `${index + 1} ${OBJECTS.slice(0, index).join(' ').length + (index > 0 ? 1 : 0)}`,
).join(' ');
const PACKED = `${TABLE}\n${OBJECTS.join(' ')}`;

describe('the content of a document', () => {
  it('is recognized as PDF, JPEG or PNG by its structure', async () => {
    expect(await inspect(pdf())).toBe('application/pdf');
    expect(await inspect(jpeg())).toBe('image/jpeg');
    expect(await inspect(png())).toBe('image/png');
    expect(await inspect(packed(PACKED, TABLE.length + 1))).toBe('application/pdf');
    const amended = `${pdf().toString('latin1')}3 0 obj << /Type /Page /Parent 2 0 R /Rotate 90 >> endobj\ntrailer << /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF`;
    expect(await inspect(amended)).toBe('application/pdf');
  });

  it.each<[string, Buffer | string]>([
    ['a script behind a PDF header', '%PDF-1.7\n<script>alert(document.cookie)</script>'],
    ['a script between a PDF header and its end', '%PDF-1.7\n<script>alert(1)</script>\nstartxref\n0\n%%EOF'],
    [
      'a script behind a JPEG header',
      Buffer.concat([jpeg().subarray(0, 20), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a script behind a PNG header', Buffer.concat([png().subarray(0, 8), Buffer.from('<script>alert(1)</script>')])],
    ['a truncated PDF', pdf().subarray(0, -60)],
    ['a truncated JPEG', jpeg().subarray(0, 200)],
    ['a truncated PNG', png(64, 64).subarray(0, -20)],
    ['an archive', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)])],
    ['a picture in an unsupported format', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    [
      'a PDF without pages',
      '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF',
    ],
    [
      'a PDF with a cycle in its tree of pages',
      '%PDF-1.4\n1 0 obj << /Pages 2 0 R >> endobj\n2 0 obj << /Kids [2 0 R 2 0 R] >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF',
    ],
    ['a PDF with a password', pdf().toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R')],
    ['a PDF nested a thousand deep', `%PDF-1.4\n1 0 obj ${'['.repeat(1000)}\nstartxref\n9\n%%EOF`],
    ['plain text', 'hello'],
  ])('cannot be %s', async (_what, content) => {
    expect(await inspect(content)).toMatch(/^The file /);
  });

  it('cannot be a small PNG that claims billions of pixels', async () => {
    const bomb = png();
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect(await inspect(bomb)).toMatch(/too many pixels/);
  });

  it('cannot be a large picture in scans, which is decoded in memory as a whole', async () => {
    const background = { r: 250, g: 250, b: 250 };
    const photograph = (progressive: boolean) =>
      sharp({ create: { width: 5000, height: 5000, channels: 3, background } })
        .jpeg({ progressive })
        .toBuffer();
    expect(await inspect(await photograph(true))).toMatch(/too many pixels for a progressive or interlaced picture/);
    expect(await inspect(await photograph(false))).toBe('image/jpeg');
  });

  it('cannot be a picture in so many scans that decoding takes long', async () => {
    expect(await inspect(jpegInPasses(100))).toBe('image/jpeg');
    expect(await inspect(jpegInPasses(101))).toMatch(/too many passes/);
    expect(await inspect(jpegInPasses(883))).toMatch(/too many passes/);
  });

  it('cannot be a PDF that decompresses to more than the limit', async () => {
    expect(await inspect(packed(Buffer.alloc(33 * 1024 * 1024, ' '), 10))).toMatch(/decompresses to too much data/);
  });

  it('gets a verdict for arbitrary bytes', async () => {
    const hostile = [
      `%PDF-1.4\n${'1 0 obj '.repeat(100_000)}\nstartxref\n9\n%%EOF`,
      `%PDF-1.4\n1 0 obj ${'('.repeat(1_000_000)}\nstartxref\n9\n%%EOF`,
      `%PDF-1.4\n1 0 obj <${' '.repeat(1_000_000)}\nstartxref\n9\n%%EOF`,
      `%PDF-1.4\n1 0 obj${' '.repeat(1_000_000)}\nstartxref\n9\n%%EOF`,
      `%PDF-1.4\n${'trailer '.repeat(100_000)}\nstartxref\n9\n%%EOF`,
    ];
    for (const content of hostile) expect(await inspect(content)).toMatch(/^The file /);
  });

  it('gets a verdict at once, even if many entries point to the same place', async () => {
    const table = '1 0 '.repeat(10_000);
    const nested = [
      `%PDF-1.4\n${'trailer<</A('.repeat(30_000)}${')>>'.repeat(30_000)}\nstartxref\n9\n%%EOF`,
      packed(`${table}[${'1 '.repeat(20_000)}]`, table.length),
    ];
    const begun = performance.now();
    for (const content of nested) expect(await inspect(content)).toMatch(/^The file /);
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('cannot be a PDF with more values than the limit', async () => {
    expect(await inspect(packed(`1 0 [${'/'.repeat(2_000_100)}]`, 4))).toMatch(/too many values/);
  });
});
