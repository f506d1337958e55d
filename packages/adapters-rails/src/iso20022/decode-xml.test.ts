import { describe, expect, it } from 'vitest';
import { decodeXml } from './decode-xml.js';
import { RefusedMessage } from './refused-message.js';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, order: 'le' | 'be', mark = true): Uint8Array =>
  Uint8Array.from(
    [...(mark ? '\uFEFF' : ''), ...text].flatMap((one) => {
      const code = one.charCodeAt(0);
      return order === 'le' ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );
const declaring = (encoding: string, text = '<a/>'): string => `<?xml version="1.0" encoding="${encoding}"?>${text}`;

const refusal = (bytes: Uint8Array): readonly [string, string] | null => {
  try {
    decodeXml(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error;
    return [error.problem.code, error.problem.message];
  }
};

describe('the bytes of a file', () => {
  it('are UTF-8 without a declaration and without a mark', () => {
    expect(decodeXml(utf8('<a>ü€😀</a>'))).toEqual({ text: '<a>ü€😀</a>', deviation: null });
    expect(decodeXml(utf8('<?xml version="1.0"?><a>ü</a>')).text).toContain('ü');
  });

  it('are of the encoding that the file declares, in any case and with either quote', () => {
    for (const encoding of ['UTF-8', 'utf8', 'US-ASCII', 'ascii'])
      expect(decodeXml(utf8(declaring(encoding, '<a>ü</a>'))).text).toContain('ü');
    for (const encoding of ['ISO-8859-1', 'iso8859-1', 'ISO_8859-1', 'latin1'])
      expect(decodeXml(latin(declaring(encoding, '<a>ü\u0080</a>'))).text).toContain('ü\u0080');
    expect(decodeXml(latin(declaring('ISO-8859-15', '<a>\u00a4</a>'))).text).toContain('€');
    for (const encoding of ['windows-1252', 'CP1252'])
      expect(decodeXml(latin(declaring(encoding, '<a>\u0080\u009f\u0081ü</a>'))).text).toContain('€Ÿ\u0081ü');
    const single = `<?xml version='1.0' encoding = 'ISO-8859-1' standalone='yes'?><a>ü</a>`;
    expect(decodeXml(latin(single)).text).toContain('ü');
  });

  it('are of the encoding of their mark, or of the zeros of UTF-16, whatever the file declares', () => {
    const text = '<a>ü€</a>';
    for (const order of ['le', 'be'] as const) {
      for (const mark of [true, false]) expect(decodeXml(utf16(text, order, mark))).toEqual({ text, deviation: null });
      expect(decodeXml(utf16(declaring('UTF-16'), order)).deviation).toBeNull();
    }
    const marked = Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(text)]);
    expect(decodeXml(marked)).toEqual({ text, deviation: null });
    const wrong = Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(declaring('ISO-8859-1', text))]);
    expect(decodeXml(wrong)).toEqual({
      text: declaring('ISO-8859-1', text),
      deviation: '/: the file declares "iso-8859-1" but is utf-8',
    });
    expect(decodeXml(utf16(declaring('UTF-8'), 'le')).deviation).toBe('/: the file declares "utf-8" but is utf-16le');
    expect(decodeXml(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(declaring('UTF-8'))])).deviation).toBeNull();
  });

  it('that begin like a mark and are none are UTF-8', () => {
    for (const bytes of [
      [0xef, 0xbb, 0x3c],
      [0xef, 0x3c],
      [0xff, 0x3c],
      [0xfe, 0x3c],
      [0x3c, 0xbb, 0xbf],
      [0x3c, 0xfe],
    ])
      expect(refusal(Uint8Array.from(bytes))![0]).toBe('ENCODING');
    // A zero byte makes UTF-16 only beside the first character.
    for (const bytes of [
      [0x3c, 0, 0, 0x61],
      [0, 0x3c, 0x61, 0x61],
      [0x3c, 0x61, 0, 0x61],
      [0, 0x3c, 0, 0],
      [0x61, 0, 0x61, 0],
      [0, 0x61, 0, 0x61],
      [0x3c, 0, 0x61, 0x61],
      [0x3c, 0x61, 0x61, 0],
      [0x61, 0x3c, 0, 0x61],
      [0x61, 0x62, 0x63, 0],
      [0x61, 0x62, 0, 0x63],
    ]) {
      expect(decodeXml(Uint8Array.from(bytes)).text).toBe(String.fromCharCode(...bytes));
    }
  });

  it('are refused in an encoding that is not read, or with bytes that the encoding does not have', () => {
    expect(refusal(latin(declaring('EBCDIC')))).toEqual([
      'ENCODING',
      'the file declares the encoding "ebcdic", which is not read',
    ]);
    expect(refusal(latin(declaring('UTF-16')))).toEqual([
      'ENCODING',
      'the file declares "utf-16" but has one byte for each character',
    ]);
    expect(refusal(latin('<a>ü</a>'))).toEqual(['ENCODING', 'the file has bytes that UTF-8 does not have']);
    expect(refusal(Uint8Array.from([0xff, 0xfe, 0, 0xdc, 0x3c, 0]))).toEqual([
      'ENCODING',
      'the file has bytes that UTF-16LE does not have',
    ]);
  });

  it('that end inside a character may be those of a file that is being written', () => {
    const inside = 'the file ends inside a character of UTF-16LE';
    expect(refusal(Uint8Array.from([0xff, 0xfe, 0x3c]))).toEqual(['TRUNCATED', inside]);
    expect(refusal(utf8('<a>ü').subarray(0, 4))).toEqual(['TRUNCATED', 'the file ends inside a character of UTF-8']);
  });

  it('are refused without a text, and as another kind of file', () => {
    expect(refusal(new Uint8Array())).toEqual(['EMPTY', 'the file is empty']);
    expect(refusal(utf8(' \r\n\t'))).toEqual(['EMPTY', 'the file contains only white space']);
    const others: readonly (readonly [string, string])[] = [
      ['PK\u0003\u0004', 'a ZIP archive'],
      ['\u001f\u008b', 'compressed with gzip'],
      ['-----BEGIN PGP MESSAGE-----', 'encrypted or signed with PGP'],
      ['\u0030\u0082', 'encrypted or signed in CMS'],
      ['\u0030\u0080', 'encrypted or signed in CMS'],
      ['%PDF-1.7', 'a PDF'],
    ];
    for (const [start, what] of others) {
      const message = `the file is ${what}; ask the bank for plain XML`;
      expect(refusal(latin(`${start} and more bytes of it`))).toEqual(['NOT_XML', message]);
      expect(refusal(latin(`<a>${start.replace(/[^ -~]/g, '')}</a>`))).toBeNull();
    }
  });

  it('have no document type, wherever the prolog has it', () => {
    const prologs = ['', '<?xml version="1.0"?>', ' \n<!-- <a> --> <?b c?>\n', '<!--a--><!--b-->'];
    for (const prolog of prologs) {
      expect(refusal(utf8(`${prolog}<!DOCTYPE a []><a/>`))![0]).toBe('DOCUMENT_TYPE');
      expect(refusal(utf8(`${prolog}<a/>`))).toBeNull();
    }
    // Behind the first element, or in a comment, nothing declares a type.
    expect(refusal(utf8('<a><!DOCTYPE b></a>'))).toBeNull();
    expect(refusal(utf8('<!-- <!DOCTYPE a> --><a/>'))).toBeNull();
    for (const open of ['<!-- <!DOCTYPE a>', '<?xml <!DOCTYPE a>']) expect(refusal(utf8(open))).toBeNull();
  });
});
