/** What must hold of a subject. Answers what is wrong with it, one sentence for each; nothing where it holds. */
export type Check<S> = (subject: S) => readonly string[];

/** The finding of a check that holds or does not. */
export const unless = (holds: boolean, finding: () => string): readonly string[] => (holds ? [] : [finding()]);

/** What the checks find wrong with the subjects. */
export const inspect = <S>(subjects: readonly S[], checks: readonly Check<S>[]): readonly string[] =>
  subjects.flatMap((subject) => checks.flatMap((check) => check(subject)));
