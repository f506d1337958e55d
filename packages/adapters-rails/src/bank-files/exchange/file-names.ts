/** Names of files that are still being written, by the custom of transfer programs. */
const UNFINISHED = /^\.|\.(tmp|part|filepart)$/i;

/** Whether the name is that of a complete file. A server may list names that lead out of the folder. */
export const isComplete = (name: string): boolean => !UNFINISHED.test(name) && !/[/\\\0]/.test(name);

/** Longer names are refused by most file systems. */
const MAX_BYTES = 255;
/** Leaves room for an ending. */
const KEPT_BYTES = 200;
const MAX_EXTENSION = 10;

/** The name with an ending. A name that is too long for it loses its end. */
export function withEnding(name: string, ending: string): string {
  const whole = name + ending;
  if (Buffer.byteLength(whole) <= MAX_BYTES) return whole;
  return Buffer.from(name).subarray(0, KEPT_BYTES).toString() + ending;
}

/** The name with a number before its extension: `report.xml` becomes `report.2.xml`. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && name.length - dot <= MAX_EXTENSION;
  return hasExtension ? withEnding(name.slice(0, dot), `.${number}${name.slice(dot)}`) : withEnding(name, `.${number}`);
}
