/** The text of `requests.gen.ts`. */
export declare function requests(): string;
