// Preloaded into a host: writes the name of each package that the process asks for, a line each, into the file that
// LOADED_PACKAGES names.
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';

const record = (specifier) => {
  const [, name] = /^((?:@[^/]+\/)?[^./:@][^/:]*)(?:\/|$)/.exec(specifier) ?? [];
  if (name !== undefined) appendFileSync(process.env.LOADED_PACKAGES, `${name}\n`);
};

const { _resolveFilename: resolveFilename } = Module;
Module._resolveFilename = function (specifier, ...rest) {
  record(specifier);
  return resolveFilename.call(this, specifier, ...rest);
};

register(
  `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from 'node:fs';
    const record = ${record.toString()};
    export async function resolve(specifier, context, next) {
      record(specifier);
      return next(specifier, context);
    }`)}`,
);
