import { type BreakingChange, breaking } from './breaking-change.js';

/** Tags of declarations without a stability promise. */
const UNPROMISED = /^\/\/ @(alpha|beta|internal)\b/m;
const DECLARED =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:class|interface|type|function|const|let|enum|namespace) (\w+)/;

/** The declarations of a former API report that the present report of the same entry lacks or declares differently. */
export function apiReportChanges(before: string, after: string): readonly BreakingChange[] {
  const present = declarationsOf(after);
  return [...declarationsOf(before)].flatMap(([name, texts]) => {
    const now = present.get(name);
    if (now === undefined) return [breaking(name, 'is removed')];
    return texts.every((text) => now.includes(text)) ? [] : [breaking(name, 'is declared differently')];
  });
}

/** Declarations by name. A function has one for each overload. */
function declarationsOf(report: string): ReadonlyMap<string, readonly string[]> {
  const code = /```ts\n([\s\S]*?)\n```/.exec(report)?.[1];
  if (code === undefined) throw new Error('this is not an API report: it contains no TypeScript');
  const found = new Map<string, string[]>();
  for (const block of code.split(/\n{2,}(?=\/\/ |export |import )/)) {
    if (UNPROMISED.test(block)) continue;
    const text = block
      .replaceAll(/\/\*\*.*?\*\//gs, '')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    for (const name of namesIn(text)) found.set(name, [...(found.get(name) ?? []), text]);
  }
  return found;
}

/** `export { a, b as c }` lists exported names; other texts are not export lists. */
function namesIn(text: string): readonly string[] {
  const [, declared] = DECLARED.exec(text) ?? [];
  if (declared !== undefined) return [declared];
  const [, list] = /^export (?:type )?\{([^}]*)\}/.exec(text) ?? [];
  return (list ?? '')
    .split(',')
    .map((each) => each.trim().split(' ').at(-1)!)
    .filter((name) => name !== '');
}
