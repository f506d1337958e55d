import { readFileSync } from 'node:fs';
import { packageFile } from './data-file.js';

/** The version of this package, which is that of the service. The version of the API is another one. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { readonly version: string }).version;
