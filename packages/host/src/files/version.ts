import { readFileSync } from 'node:fs';
import { packageFile } from './data-file.js';

/** The version of this package, which is the version of Corridor. The API version is separate. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { readonly version: string }).version;
