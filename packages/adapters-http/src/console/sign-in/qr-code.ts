import { encode } from 'uqr';
import { html, type Html } from '../../pages/html.js';

/** White modules around the code, without which scanners do not find it. */
const QUIET_ZONE = 4;

/**
 * A text as a QR code, drawn on the server: no other host learns it, and the page needs no script. Always black on white,
 * because many scanners do not read the inverse.
 */
export function qrCode(text: string, title: string): Html {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return html`<svg
    class="qr"
    role="img"
    aria-label="${title}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path fill="#000" d="${data.map(runsOf).join('')}" />
  </svg>`;
}

/** The dark modules of a row, each run of them as one rectangle. */
function runsOf(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length;) {
    let end = x;
    while (row[end] === true) end += 1;
    if (end > x) path += `M${x} ${y}h${end - x}v1h-${end - x}z`;
    x = end + 1;
  }
  return path;
}
