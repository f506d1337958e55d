/** Every problem of the documents and sources below a folder, as `file: problem`, in the order of the files. */
export function problemsIn(root: string): readonly string[];
