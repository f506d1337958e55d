/** For each operation, the fields that no tool offers, by the reason for it. */
type Operations = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The text of `requests.gen.ts`, for the document and the operations that tools call. */
export declare function requests(document?: object, called?: Operations): string;
