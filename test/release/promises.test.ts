import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiReportChanges } from './api-report-changes.js';
import { unannounced } from './changelog.js';
import { type OpenApi, openApiChanges } from './openapi-changes.js';
import { presentOpenApi, presentReport, presentReports, RELEASED, releasedReports } from './present.js';

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const NO_REPORT = '```ts\n\n```';

describe('the promises of the last release', () => {
  test('about the API are kept, or the changelog names the exceptions', async () => {
    const released = JSON.parse(readFileSync(RELEASED.openApi, 'utf8')) as OpenApi;
    expect(Object.keys(released.paths).length).toBeGreaterThan(100);
    const present = JSON.parse(await presentOpenApi()) as OpenApi;
    expect(unannounced(openApiChanges(released, present), changelog)).toEqual([]);
  });

  test('about the packages are kept, or the changelog names the exceptions', () => {
    const broken = releasedReports().flatMap(([name, entry]) => {
      const present = presentReport(name, entry);
      const after = existsSync(present) ? readFileSync(present, 'utf8') : NO_REPORT;
      const before = readFileSync(join(RELEASED.reports, name, entry), 'utf8');
      return unannounced(apiReportChanges(before, after), changelog);
    });
    expect(broken).toEqual([]);
    expect(releasedReports().length > 0, 'the reports are recorded').toBe(presentReports().length > 0);
  });
});
