// Run by npm in a package that is packed: removes from its dist what no source makes any more.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(process.cwd(), 'dist');

/** Bundles clean up after themselves. */
const isBundled = (file) => file.startsWith('service/') || file.startsWith('service\\');

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const made = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file);
  if (made === null || isBundled(file) || existsSync(join('src', `${made[1]}.ts`))) continue;
  rmSync(join(dist, file));
}
