import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zip } from '../testing/iso20022/archives.js';
import { ACCOUNT, camt, entry } from '../testing/iso20022/bank-documents.js';
import { loadBankMessages } from './index.js';
import { RefusedMessage } from './refused-message.js';
import { unpack } from './unpack.js';

const LIMITS = { maxBytes: 32 * 1024 * 1024 };
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const unpacked = (bytes: Uint8Array, limits = LIMITS): unknown => {
  try {
    return unpack(bytes, limits)?.map((file) => [file.name, textOf(file.bytes)]) ?? null;
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error;
    return [error.problem.code, error.problem.message];
  }
};

describe('an archive', () => {
  it('has the files that were put into it, in their order, and no folders', () => {
    const archive = zip(
      { name: 'b/', content: '', method: 0 },
      { name: 'b/ü.xml', content: 'first' },
      { name: '../../etc/passwd', content: 'second', method: 0 },
      { name: 'empty.xml', content: '' },
    );
    const files = [
      ['b/ü.xml', 'first'],
      ['../../etc/passwd', 'second'],
      ['empty.xml', ''],
    ];
    expect(unpacked(archive)).toEqual(files);
    const comment = 'made by PK\u0005\u0006';
    const commented = Buffer.concat([archive, Buffer.from(comment)]);
    commented.writeUInt16LE(comment.length, archive.length - 2);
    expect(unpacked(commented)).toEqual(files);
    expect(unpacked(gzipSync('a text'))).toEqual([['content', 'a text']]);
  });

  it('is not seen in other bytes', () => {
    for (const text of ['', 'P', 'PK', 'PK\u0001\u0002', '<a/>', '\u001f'])
      expect(unpacked(Buffer.from(text))).toBeNull();
  });

  it('that ends too early may still be written', () => {
    const whole = zip({ name: 'a.xml', content: 'x'.repeat(100) });
    for (let length = 4; length < whole.length; length += 1) {
      expect(unpacked(whole.subarray(0, length)), String(length)).toEqual([
        'TRUNCATED',
        'the ZIP archive ends too early',
      ]);
    }
    const packed = gzipSync('a text that is long enough');
    for (let length = 2; length < packed.length; length += 1) {
      expect(unpacked(packed.subarray(0, length)), String(length)).toEqual([
        'TRUNCATED',
        'the gzip file ends too early',
      ]);
    }
  });

  it.each([
    ['encrypted', zip({ name: 'a.xml', content: 'x', flags: 1 }), '"a.xml" in the ZIP archive is encrypted'],
    ['without files', zip(), 'the ZIP archive has no files'],
    ['with folders only', zip({ name: 'a/', content: '', method: 0 }), 'the ZIP archive has no files'],
    [
      'of another method',
      zip({ name: 'a.xml', content: 'x', method: 12 }),
      'the ZIP archive is compressed with another method than deflate',
    ],
    [
      'of too many files',
      zip(...Array.from({ length: 101 }, (_, index) => ({ name: `${index}`, content: '' }))),
      'the ZIP archive has 101 files; 100 are allowed',
    ],
    [
      'with another checksum than its content',
      zip({ name: 'a.xml', content: 'x', checksum: 1 }),
      'the ZIP archive is damaged, or has a form that is not read',
    ],
    [
      'that is longer than it says',
      zip({ name: 'a.xml', content: 'x'.repeat(100), size: 99 }),
      'the ZIP archive is damaged, or has a form that is not read',
    ],
    [
      'that is shorter than it says',
      zip({ name: 'a.xml', content: 'x', size: 2 }),
      'the ZIP archive is damaged, or has a form that is not read',
    ],
    [
      'of damaged gzip',
      Buffer.concat([gzipSync('x').subarray(0, 10), Buffer.from('damaged!')]),
      'the gzip file is damaged',
    ],
  ])('%s is refused', (_, bytes, message) => {
    expect(unpacked(bytes)).toEqual(['INVALID_ARCHIVE', message]);
  });

  it('of which files share their bytes is refused', () => {
    const one = { name: 'a.xml', content: 'y'.repeat(2000), method: 0 };
    const archive = zip(one, one);
    // The second entry of the directory points to the first file; the file that it pointed to is cut out.
    const length = 30 + one.name.length + one.content.length;
    const shared = Buffer.concat([archive.subarray(0, length), archive.subarray(2 * length)]);
    const directory = length;
    shared.writeUInt32LE(0, directory + 46 + one.name.length + 42);
    shared.writeUInt32LE(directory, shared.length - 6);
    expect(unpacked(shared)).toEqual(['INVALID_ARCHIVE', 'files of the ZIP archive overlap']);
  });

  it('with more content than its limit, or than its size explains, is not inflated', () => {
    const message = (limit: number) => ['TOO_LARGE', `the contents of the archive have more than ${limit} bytes`];
    const [a, b] = [
      { name: 'a', content: 'x'.repeat(600) },
      { name: 'b', content: 'y'.repeat(600) },
    ] as const;
    expect(unpacked(zip(a, b), { maxBytes: 1200 })).toHaveLength(2);
    expect(unpacked(zip(a, b), { maxBytes: 1199 })).toEqual(message(1199));
    expect(unpacked(gzipSync(a.content), { maxBytes: 599 })).toEqual(message(599));
    const zeros = Buffer.alloc(8 * 1024 * 1024);
    for (const bomb of [zip({ name: 'a', content: zeros }), gzipSync(zeros)]) {
      expect(unpacked(bomb)).toEqual(message(Math.max(1024 * 1024, bomb.length * 200)));
    }
    expect(unpacked(gzipSync(zeros.subarray(0, 1024 * 1024)))).toHaveLength(1);
  });
});

describe('a file of a bank', () => {
  const text = camt('camt.053.001.08', ACCOUNT + entry('08'));

  it('is read from an archive, each message by itself', async () => {
    const { readBankFile, readBankMessage } = await loadBankMessages();
    const outcome = readBankMessage(Buffer.from(text));
    expect(readBankFile(Buffer.from(text))).toEqual({ ok: true, parts: [{ name: null, outcome }] });
    expect(readBankFile(gzipSync(text))).toEqual({ ok: true, parts: [{ name: 'content', outcome }] });
    const archive = zip(
      { name: 'a.xml', content: text },
      { name: 'b.pdf', content: '%PDF-1.7' },
      { name: 'c.zip', content: zip() },
    );
    expect(readBankFile(archive)).toMatchObject({
      ok: true,
      parts: [
        { name: 'a.xml', outcome: { ok: true } },
        { name: 'b.pdf', outcome: { ok: false, problem: { code: 'NOT_XML' } } },
        { name: 'c.zip', outcome: { ok: false, problem: { code: 'NOT_XML' } } },
      ],
    });
    expect(readBankFile(zip())).toMatchObject({ ok: false, problem: { code: 'INVALID_ARCHIVE' } });
    expect(readBankFile(gzipSync(text), { maxBytes: 10 })).toMatchObject({ ok: false, problem: { code: 'TOO_LARGE' } });
  });
});
