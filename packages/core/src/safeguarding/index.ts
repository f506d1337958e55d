export * from './area.js';
export type { PositionsAt } from './daily-reports.js';
export * from './figures.js';
export {
  digestOf as safeguardingDigest,
  isAsComputed,
  LONGEST_STATEMENT,
  SAFEGUARDING_REPORTS,
  type SafeguardingReport,
} from './report.js';
export type { SignOff } from './sign-off.js';
export { safeguardingCsv, STANDING_MEANS } from './texts.js';
