const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`;

function encode(bytes: Uint8Array, alphabet: string, padded: boolean): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b, c] = [bytes[at]!, bytes[at + 1], bytes[at + 2]];
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += alphabet[group >> 18]! + alphabet[(group >> 12) & 63]!;
    if (b !== undefined) text += alphabet[(group >> 6) & 63]!;
    if (c !== undefined) text += alphabet[group & 63]!;
  }
  return padded ? text.padEnd(Math.ceil(text.length / 4) * 4, '=') : text;
}

/** RFC 4648, section 4. */
export const base64 = (bytes: Uint8Array): string => encode(bytes, STANDARD, true);

/** RFC 4648, section 5, without padding. */
export const base64url = (bytes: Uint8Array): string => encode(bytes, URL_SAFE, false);

/** The bytes of a text in base64url without padding; null if it is not one. */
export function fromBase64url(text: string): Uint8Array | null {
  const values = [...text].map((character) => URL_SAFE.indexOf(character));
  if (values.includes(-1) || text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  for (let at = 0; at < bytes.length; at += 1) {
    const first = Math.floor((at * 4) / 3);
    const pair = (values[first]! << 6) | (values[first + 1] ?? 0);
    bytes[at] = (pair >> (4 - 2 * (at % 3))) & 255;
  }
  return bytes;
}
