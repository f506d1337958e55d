import { readFileSync } from 'node:fs';

/** One instruction of a Dockerfile, with its continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of the Dockerfile of the repository, by stage. */
export function stagesOf(path: string): readonly (readonly Instruction[])[] {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [name = '', ...rest] = line.split(' ');
    if (name === 'FROM') stages.push([]);
    stages.at(-1)!.push({ name, text: rest.join(' ') });
  }
  return stages;
}

export const textsOf = (stage: readonly Instruction[], name: string): readonly string[] =>
  stage.filter((one) => one.name === name).map(({ text }) => text);

/** Whether a path is left out of the build by a pattern of the `.dockerignore` file. */
export function createIgnored(path: string): (file: string) => boolean {
  const patterns = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((pattern) => {
      const [deep, name] = pattern.startsWith('**/') ? ['(?:.*/)?', pattern.slice(3)] : ['', pattern];
      return new RegExp(`^${deep}${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`);
    });
  return (file) => patterns.some((pattern) => pattern.test(file));
}
