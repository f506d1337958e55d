/** What must hold of a subject. Answers what is wrong with it, one sentence for each; nothing where it holds. */
export type Check<S> = (subject: S) => readonly string[];

const NONE: readonly string[] = [];

/** The finding of a check that holds or does not. */
export const unless = (holds: boolean, finding: () => string): readonly string[] => (holds ? NONE : [finding()]);

/** What the checks find wrong with the subjects. */
export function inspect<S>(subjects: readonly S[], checks: readonly Check<S>[]): readonly string[] {
  const findings: string[] = [];
  for (const subject of subjects) {
    for (const check of checks) for (const finding of check(subject)) findings.push(finding);
  }
  return findings;
}
