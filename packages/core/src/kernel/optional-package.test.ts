import { expect, test } from 'vitest';
import { optionalPackage } from './optional-package.js';

const notFound = (message: string, code: string) => Object.assign(new Error(message), { code });

function failWith(error: unknown): () => never {
  return () => {
    throw error;
  };
}

test('returns the loaded package, synchronously or as a promise', async () => {
  expect(optionalPackage('pg@8.23.1', () => 'driver')).toBe('driver');
  expect(await optionalPackage('pg@8.23.1', async () => 'driver')).toBe('driver');
});

test('names the command that installs a missing package', async () => {
  const required = failWith(notFound("Cannot find module 'pg'\nRequire stack:\n- /x.js", 'MODULE_NOT_FOUND'));
  expect(() => optionalPackage('pg@8.23.1', required)).toThrow('npm install pg@8.23.1');
  expect(() => optionalPackage('pg@8.23.1', required)).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: 'MODULE_NOT_FOUND' }) }),
  );
  const imported = notFound("Cannot find package 'bolt11' imported from /x.js", 'ERR_MODULE_NOT_FOUND');
  await expect(optionalPackage('@uma-sdk/core@1.5.0 bolt11@1.4.1', () => Promise.reject(imported))).rejects.toThrow(
    'npm install @uma-sdk/core@1.5.0 bolt11@1.4.1',
  );
});

test.each([
  ['a missing dependency of the package', notFound("Cannot find module 'pg-pool'", 'MODULE_NOT_FOUND')],
  ['an error that the package throws', new Error("no 'pg'")],
])('does not rewrite %s', (_, error) => {
  expect(() => optionalPackage('pg@8.23.1', failWith(error))).toThrow(error);
});
