/*
 * Loads the bundled service. Beside its files lies V8's code cache of them, made when they were built (code-cache.mjs),
 * so that a start need not compile them. A V8 that is another, or runs with other flags, does so all the same.
 */
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const folder = join(__dirname, '../dist/service');
const requirePackage = createRequire(join(folder, 'cli.cjs'));
const modules = new Map();
/** The scripts that were loaded, by where their code cache lies. */
const cached = new Map();

function load(name) {
  // Only Node's own loader reads source maps.
  if (process.sourceMapsEnabled) return requirePackage(`./${name}`);
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  modules.set(name, module);
  try {
    const filename = join(folder, name);
    scriptOf(filename)(module.exports, requireFrom, module, filename);
  } catch (error) {
    modules.delete(name);
    throw error;
  }
  return module.exports;
}

const requireFrom = (id) => (id.startsWith('./') ? load(id.slice(2)) : requirePackage(id));

function scriptOf(filename) {
  const source = `(function (exports, require, module, __filename) {${readFileSync(filename, 'utf8')}\n})`;
  // V8 takes any cache of a source as long as this one: only names that change with the content are safe.
  const codeCache = filename.endsWith('cli.cjs') ? null : `${filename}.code-cache`;
  const cachedData = codeCache !== null && existsSync(codeCache) ? readFileSync(codeCache) : undefined;
  const script = new Script(source, { filename, cachedData });
  if (codeCache !== null) cached.set(codeCache, script);
  return script.runInThisContext();
}

module.exports = { cached, load };
