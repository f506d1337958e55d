import type { BreakingChange } from './breaking-change.js';

/** The text under a heading of `[Unreleased]`; empty if there is no such heading. */
export function unreleased(changelog: string, heading: string): string {
  const version = sectionOf(changelog, '## [Unreleased]');
  return sectionOf(version, `### ${heading}`);
}

/** The versions that have a section with the date of their release, in the order of the changelog: the newest first. */
export const releasedVersions = (changelog: string): readonly string[] =>
  [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)].map(([, version]) => version!);

function sectionOf(text: string, heading: string): string {
  const level = heading.slice(0, heading.indexOf(' ') + 1);
  const lines = text.split('\n');
  const from = lines.indexOf(heading);
  if (from < 0) return '';
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => line.startsWith(level));
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}

/** The changes that no entry under `### Breaking` names in backticks. */
export function unannounced(changes: readonly BreakingChange[], changelog: string): readonly string[] {
  const entries = unreleased(changelog, 'Breaking');
  return changes
    .filter(({ subject }) => !entries.includes(`\`${subject}\``))
    .map(({ subject, what }) => `${subject}: ${what}`);
}
