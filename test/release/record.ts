import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { recordPresentSchema } from '../upgrade/released-schemas.js';
import { presentOpenApi, presentReport, presentReports, RELEASED } from './present.js';

// Run at a release by `npm run release -- --record`. Later versions are compared with the recorded files.

test('the OpenAPI document', async () => {
  writeFileSync(RELEASED.openApi, `${await presentOpenApi()}\n`);
});

test('the API reports of the packages', () => {
  rmSync(RELEASED.reports, { recursive: true, force: true });
  for (const [name, entry] of presentReports()) {
    mkdirSync(join(RELEASED.reports, name), { recursive: true });
    cpSync(presentReport(name, entry), join(RELEASED.reports, name, entry));
  }
});

test('a filled database of the present schema', recordPresentSchema);
