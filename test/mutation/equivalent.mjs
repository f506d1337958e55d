/**
 * Mutants that mean the same as the source, so that no test can tell them apart. `line` is the trimmed line of the source
 * at which the mutant begins, and `replacement` is what Stryker writes in its place.
 *
 * @type {readonly { file: string; line: string; replacement: string; reason: string }[]}
 */
export const EQUIVALENT = [];
