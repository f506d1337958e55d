import { describe, expect, it } from 'vitest';
import { docstringExamples } from './docstring-examples.mjs';

/** A docstring with an example of these lines. */
const docstring = (...lines: readonly string[]): string =>
  ['/**', ' * Adds.', ' *', ' * @example', ...['```ts', ...lines, '```'].map((line) => ` * ${line}`), ' */'].join('\n');

/** The test file for a source with these docstrings of declarations. */
const testsOf = (...declared: readonly string[]): string =>
  docstringExamples([{ path: 'packages/a.ts', text: declared.join('\n\n') }]);

/** The test file for one example. */
const testOf = (...lines: readonly string[]): string => testsOf(`${docstring(...lines)}\nexport const add = 1;`);

describe('examples of docstrings', () => {
  it.each([
    ['export function add() {}', 'add'],
    ['export async function add() {}', 'add'],
    ['export class Adder {', 'Adder'],
    ['  static of() {', 'of'],
    ['  readonly create: UseCase<Add, Sum>;', 'create'],
  ])('become tests with the name of their declaration: %s', (declaration, name) => {
    const text = testsOf(`${docstring('1 + 1; // 2')}\n${declaration}`);
    expect(text).toContain(`it("packages/a.ts: ${name}", async () => {\nexpect(1 + 1).toEqual(2);\n});`);
  });

  it('of the same name are numbered', () => {
    const example = `${docstring('1 + 1; // 2')}\nexport function add() {}`;
    const text = testsOf(example, example);
    expect(text).toContain('it("packages/a.ts: add", ');
    expect(text).toContain('it("packages/a.ts: add (2)", ');
  });

  it('have their imports merged at the top of the file', () => {
    const text = testsOf(
      `${docstring("import { b, type C } from '@corridor/core';", 'b(); // 1')}\nexport const one = 1;`,
      `${docstring("import { a, b } from '@corridor/core';", 'a(b); // 2')}\nexport const two = 2;`,
    );
    expect(text.match(/import .* from '@corridor\/core';/gu)).toEqual([
      "import { a, b, type C } from '@corridor/core';",
    ]);
    expect(text.indexOf('@corridor/core')).toBeLessThan(text.indexOf('it('));
  });

  it('receive the names of the example scope that they use without declaring them', () => {
    const text = testOf('const clock = 1;', 'run(core, clock); // 2');
    expect(text).toContain("import { exampleScope } from './example-scope.js';");
    expect(text).toContain('const { core, run } = await exampleScope();');
  });

  it.each([
    ['add(1); // 2', 'expect(add(1)).toEqual(2);'],
    ['add(-1); // -1n', 'expect(add(-1)).toEqual(-1n);'],
    ["await add('a'); // 'b'", "expect(await add('a')).toEqual('b');"],
    ['list(); // [1, 2]', 'expect(list()).toEqual([1, 2]);'],
    ['sum(); // { total: 1 }', 'expect(sum()).toEqual({ total: 1 });'],
    ['find(); // undefined', 'expect(find()).toEqual(undefined);'],
  ])('have each stated value compared: %s', (line, expected) => {
    expect(testOf(line)).toContain(`\n${expected}\n`);
  });

  it.each([
    'const price = of(1_250n); // 12.50 USD',
    'await migrate(); // before the first use',
    "add({ currencies: ['USD'] }); // opens an account in each",
    '// 1',
    "const url = 'https://[::1]';",
    'const list = [1, // 1',
  ])('may have other comments: %s', (line) => {
    expect(testOf(line, 'add(1); // 2')).toContain(line);
  });

  it('may register tests themselves', () => {
    const text = testOf("import * as runner from 'vitest';", 'contract(runner);');
    expect(text).toContain('runner.describe("packages/a.ts: add", () => {\ncontract(runner);\n});');
  });

  it.each([
    'add(1); // "2"',
    'add(1); // `2`',
    "add(1) // '2'",
    "add(1);  // '2'",
    "add(1); //'2'",
    'add(1); // +2',
    'add(1); // .5',
    'add(1); // true.',
    "const sum = add(1); // '2'",
    'const sum = add(1); // 2n',
    'let sum = add(1); // undefined',
  ])('are refused if a stated value would not be compared: %s', (line) => {
    expect(() => testOf(line, 'add(1); // 2')).toThrow(`packages/a.ts: add: write`);
  });

  it.each([
    ['without a stated value', docstring('add(1);'), 'end the example with'],
    ['without a block of TypeScript', '/** @example add(1); */', 'one fenced'],
    ['with a second block', docstring('add(1); // 2', '```', '', '```ts', 'add(2); // 3'), 'one fenced'],
    ['with a second example', docstring('add(1); // 2', '```', '', '@example', '```ts', 'add(2); // 3'), 'one fenced'],
  ])('are refused %s', (_what, comment, message) => {
    expect(() => testsOf(`${comment}\nexport const add = 1;`)).toThrow(message);
  });
});
