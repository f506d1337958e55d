// npm runs this before it packs the client: writes the entry points for programs in CommonJS. Their code is the same
// modules, which `require` of Node loads, so that both kinds of program have the same classes. TypeScript takes
// declarations for CommonJS from files of their own only.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });

for (const file of files.filter((each) => each.endsWith('.cjs') || each.endsWith('.d.cts'))) rmSync(dist + file);
for (const file of files.filter((each) => each.endsWith('.d.ts'))) {
  const text = readFileSync(dist + file, 'utf8')
    .replaceAll(/(['"])(\.{1,2}\/[^'"]*)\.js\1/g, '$1$2.cjs$1')
    .replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
  writeFileSync(dist + file.replace(/\.ts$/, '.cts'), text);
}
for (const { require: entry } of Object.values(exports)) {
  if (entry === undefined) continue;
  const [, name] = /^\.\/dist\/(.+)\.cjs$/.exec(entry.default);
  writeFileSync(`${dist}${name}.cjs`, `module.exports = require('./${name}.js');\n`);
}
