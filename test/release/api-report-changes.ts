import { type BreakingChange, breaking } from './breaking-change.js';

/** Without a promise yet, or at all. */
const UNPROMISED = /^\/\/ @(alpha|beta|internal)\b/m;
const DECLARED =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:class|interface|type|function|const|let|enum|namespace) (\w+)/;

/** Whatever an API report promised, and the present one of the same entry does not have, or has in another form. */
export function apiReportChanges(before: string, after: string): readonly BreakingChange[] {
  const present = declarationsOf(after);
  return [...declarationsOf(before)].flatMap(([name, texts]) => {
    const now = present.get(name);
    if (now === undefined) return [breaking(name, 'is removed')];
    return texts.every((text) => now.includes(text)) ? [] : [breaking(name, 'is declared differently')];
  });
}

/** By name; a function has a declaration for each of its overloads. */
function declarationsOf(report: string): ReadonlyMap<string, readonly string[]> {
  const code = /```ts\n([\s\S]*?)\n```/.exec(report)?.[1];
  if (code === undefined) throw new Error('this is no API report: it holds no TypeScript');
  const found = new Map<string, string[]>();
  for (const block of code.split(/\n{2,}(?=\/\/ |export |import )/)) {
    if (UNPROMISED.test(block)) continue;
    const text = block
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    for (const name of namesIn(text)) found.set(name, [...(found.get(name) ?? []), text]);
  }
  return found;
}

/** `export { a, b as c }` names what it exports; anything else is not declared here. */
function namesIn(text: string): readonly string[] {
  const [, declared] = DECLARED.exec(text) ?? [];
  if (declared !== undefined) return [declared];
  const [, list] = /^export (?:type )?\{([^}]*)\}/.exec(text) ?? [];
  return (list ?? '')
    .split(',')
    .map((each) => each.trim().split(' ').at(-1)!)
    .filter((name) => name !== '');
}
