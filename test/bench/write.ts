import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE, performancePage, readResults, RESULTS } from './page.js';
import type { Result } from './result.js';
import { repository } from './service/host.js';

/**
 * Keeps the results beside those of other rows, in place of earlier ones of the same number, and writes the page.
 */
export function write(results: readonly Result[]): void {
  const root = repository();
  const replaced = new Set(results.map(({ number }) => number));
  const kept = existsSync(join(root, RESULTS)) ? readResults().filter(({ number }) => !replaced.has(number)) : [];
  const all = [...kept, ...results].sort((a, b) => a.number - b.number);
  writeFileSync(join(root, RESULTS), JSON.stringify(all));
  writeFileSync(join(root, PAGE), performancePage(all));
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [RESULTS, PAGE], { cwd: root, stdio: 'inherit' });
}
