/** The text of `accepted.gen.ts`. */
export declare function requestLimits(): string;
