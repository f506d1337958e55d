import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lines that are drawn together. A mutant counts if all its lines are drawn, so mutants of long blocks are rare. */
const WINDOW = 10;

/** True for this percentage of all names; always the same for the same seed and name. */
function isDrawn(percent, seed, name) {
  const drawn = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0);
  return drawn < (percent / 100) * 2 ** 32;
}

const isSource = (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/');

/** Ranges of lines, `file:first-last`, that are about this percentage of the sources in a folder. */
export function sampledLines(folder, percent, seed) {
  if (!(percent > 0 && percent <= 100)) throw new Error('--sample takes a percentage above 0 and up to 100');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource).sort();
  return files.flatMap((name) => {
    const file = join(folder, name);
    const lines = readFileSync(file, 'utf8').split('\n').length;
    const firsts = Array.from({ length: Math.ceil(lines / WINDOW) }, (_, index) => index * WINDOW + 1);
    return firsts
      .filter((first) => isDrawn(percent, seed, `${file} ${first}`))
      .map((first) => `${file}:${first}-${Math.min(first + WINDOW - 1, lines)}`);
  });
}
