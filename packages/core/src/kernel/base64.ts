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
