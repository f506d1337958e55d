// npm runs this in a package before it packs it: removes files from dist that no longer have a source.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(process.cwd(), 'dist');

/** The bundler of the host removes its own old files, and the build copies files of others into `vendor`. */
const hasBundle = existsSync(join(dist, 'service', '.complete'));
const isBundled = (file) => /^vendor[/\\]/.test(file) || (hasBundle && /^service[/\\]/.test(file));

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const made = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file);
  if (made === null || isBundled(file) || existsSync(join('src', `${made[1]}.ts`))) continue;
  rmSync(join(dist, file));
}
