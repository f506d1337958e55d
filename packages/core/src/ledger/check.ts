/** A check of a subject. Returns one sentence for each fault, or nothing if the check holds. */
export type Check<S> = (subject: S) => readonly string[];

const NONE: readonly string[] = [];

/** Returns no finding if the check holds, otherwise the given finding. */
export const unless = (holds: boolean, finding: () => string): readonly string[] => (holds ? NONE : [finding()]);

/** The findings of all checks for all subjects. */
export function inspect<S>(subjects: readonly S[], checks: readonly Check<S>[]): readonly string[] {
  const findings: string[] = [];
  for (const subject of subjects) {
    for (const check of checks) for (const finding of check(subject)) findings.push(finding);
  }
  return findings;
}
