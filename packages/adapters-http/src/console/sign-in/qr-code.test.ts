import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { qrCode } from './qr-code.js';

const SCALE = 4;

/** What a scanner reads in the drawing: jsQR, which has nothing in common with the program that drew it. */
function scanned(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)![1]);
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(run)) * SCALE; column += 1)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return (jsQR as unknown as typeof jsQR.default)(pixels, width, width)?.data;
}

describe('the QR code of an authenticator app', () => {
  it.each([
    'otpauth://totp/Corridor%20console:Ada?issuer=Corridor%20console&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    `otpauth://totp/Corridor%20console:${encodeURIComponent('Ä'.repeat(100))}?secret=JBSWY3DPEHPK3PXP`,
  ])('is read by a scanner as the address that it draws', (uri) => {
    expect(scanned(qrCode(uri, 'QR code').text)).toBe(uri);
  });

  it('has a quiet zone, a name for people who do not see it, and no style or address of its own', () => {
    const svg = qrCode('otpauth://totp/a', 'QR code for the app').text;
    expect(svg).toContain('aria-label="QR code for the app"');
    const starts = [...svg.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...starts)).toBe(4);
    expect(svg).not.toMatch(/style=|href=|url\(|http/);
  });
});
