/** A test file with every example of a docstring as one test. */
export function docstringExamples(files?: readonly { readonly path: string; readonly text: string }[]): string;
