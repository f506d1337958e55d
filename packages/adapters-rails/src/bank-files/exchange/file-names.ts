/** Names of files that are still being written, by the custom of transfer programs. */
const UNFINISHED = /^\.|\.(tmp|part|filepart)$/i;

/** Whether the name is that of a complete file. A server may list names that lead out of the folder. */
export const isComplete = (name: string): boolean => !UNFINISHED.test(name) && !/[/\\\0]/.test(name);

/** The name with a number before its extension: `report.xml` becomes `report.2.xml`. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name}.${number}` : `${name.slice(0, dot)}.${number}${name.slice(dot)}`;
}
