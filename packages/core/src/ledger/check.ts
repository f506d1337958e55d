import { describeCause } from '../kernel/index.js';

/** A check of a subject. Returns one sentence for each fault, or nothing if the check holds. */
export type Check<S> = (subject: S) => readonly string[];

const NONE: readonly string[] = [];

/** Returns no finding if the check holds, otherwise the given finding. */
export const unless = (holds: boolean, finding: () => string): readonly string[] => (holds ? NONE : [finding()]);

/** The id of what a check inspects: of itself, or of the first record in it. */
function nameOf(subject: unknown): string {
  const parts = [subject, ...Object.values({ ...(subject as object) })];
  for (const part of parts) {
    const { id } = { ...(part as { readonly id?: unknown }) };
    if (typeof id === 'string') return id;
  }
  return 'a record';
}

/** A record whose columns were changed by other means than the service can make a check throw. */
function findingsOf<S>(check: Check<S>, subject: S): readonly string[] {
  try {
    return check(subject);
  } catch (thrown) {
    return [`${nameOf(subject)} cannot be inspected: ${describeCause(thrown)}`];
  }
}

/** The findings of all checks for all subjects; a check that throws is a finding as well. */
export function inspect<S>(subjects: readonly S[], checks: readonly Check<S>[]): readonly string[] {
  const findings: string[] = [];
  for (const subject of subjects) {
    for (const check of checks) for (const finding of findingsOf(check, subject)) findings.push(finding);
  }
  return findings;
}
