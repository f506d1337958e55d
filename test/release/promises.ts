import { apiReportChanges } from './api-report-changes.js';
import type { BreakingChange } from './breaking-change.js';
import { type OpenApi, openApiChanges } from './openapi-changes.js';

/** What a release promises to its users, as far as documents show it. */
export interface Promises {
  readonly openApi: OpenApi;
  /** The API reports by `<package>/<entry>.api.md`. */
  readonly reports: Readonly<Record<string, string>>;
}

const NO_REPORT = '```ts\n\n```';

/** The promises of a release that the present code does not keep. */
export const brokenPromises = (released: Promises, present: Promises): readonly BreakingChange[] => [
  ...openApiChanges(released.openApi, present.openApi),
  ...Object.entries(released.reports).flatMap(([name, report]) =>
    apiReportChanges(report, present.reports[name] ?? NO_REPORT),
  ),
];
