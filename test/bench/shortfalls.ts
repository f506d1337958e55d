/**
 * By the number of a row: why it misses its target, and what was tried, in Markdown. The page of results shows a text
 * only while a measured row of the number is short of its target.
 */
export const SHORTFALLS: ReadonlyMap<number, string> = new Map([]);
