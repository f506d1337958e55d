/** A promise of a release that this code breaks. */
export interface BreakingChange {
  /** The name that a changelog entry must contain: an operation, a schema of the document, or a declaration. */
  readonly subject: string;
  readonly what: string;
}

export const breaking = (subject: string, what: string): BreakingChange => ({ subject, what });
