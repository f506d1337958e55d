/** Something that a release promised, and this code does not keep. */
export interface BreakingChange {
  /** What an entry in the changelog has to name: an operation, a schema of the document, a declaration. */
  readonly subject: string;
  readonly what: string;
}

export const breaking = (subject: string, what: string): BreakingChange => ({ subject, what });
