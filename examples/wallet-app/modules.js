import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The imports and re-exports of a module, each of which ends on a line that begins with one of these words. */
const IMPORT = /^((?:import|export|\})(?:[^'"\n]*\bfrom)?\s*)(["'])([^"'\n]+)\2/gm;

const targetOf = (entry) => (typeof entry === 'string' ? entry : targetOf(entry.import ?? entry.default));

/** The file of a package that `specifier` names in the module `from`, and its address. */
function fileOf(specifier, from) {
  const [, name, path] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier);
  const folders = createRequire(from).resolve.paths(specifier) ?? [];
  const folder = folders.map((each) => join(each, name)).find((each) => existsSync(join(each, 'package.json')));
  if (folder === undefined) throw new Error(`${from} imports ${specifier}, which is not installed`);
  const { version, exports, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = join(folder, targetOf(exports === undefined ? main : exports[`.${path}`]));
  return { file, address: `/modules/${name}@${version}/${relative(folder, file)}` };
}

/**
 * Everything that a module of the page imports, by address. Browsers do not find packages by name, so names of packages
 * are replaced by addresses; the rest of the text stays as it was published. A site with a build step uses its bundler.
 */
export function modulesOf(entry, address) {
  const modules = new Map();
  const add = (found) => {
    if (modules.has(found.address)) return found.address;
    modules.set(found.address, ''); // Modules may import each other.
    const text = readFileSync(found.file, 'utf8').replace(IMPORT, (line, head, quote, specifier) => {
      if (!specifier.startsWith('.')) return `${head}${quote}${add(fileOf(specifier, found.file))}${quote}`;
      const { pathname } = new URL(specifier, `http://page${found.address}`);
      add({ file: join(dirname(found.file), specifier), address: pathname });
      return line;
    });
    modules.set(found.address, text);
    return found.address;
  };
  add({ file: fileURLToPath(entry), address });
  return modules;
}
