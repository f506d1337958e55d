import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { recordPresentSchema } from '../upgrade/released-schemas.js';
import { presentPromises } from './present.js';
import { record, RECORDINGS } from './recordings.js';

// Run at a release by `npm run release -- --record`. Later versions are compared with what it records.

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the promises of this version', async () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  record(RECORDINGS, version, read('CHANGELOG.md'), await presentPromises());
});

test('a filled database of the present schema', recordPresentSchema);
