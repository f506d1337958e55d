import type { TestRunner } from '@corridor/core/testing';
import { expect } from 'vitest';

interface Group {
  readonly name: string;
  readonly before: (() => Promise<void>)[];
  readonly after: (() => Promise<void>)[];
  readonly cases: { readonly name: string; readonly run: () => Promise<void> }[];
}

export interface Outcome {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Why each case of `failed` failed. */
  readonly messages: readonly string[];
}

/** Runs a contract separately, so that a test can tell which of its cases fail. `only` selects one group. */
export async function outcomeOf(define: (runner: TestRunner) => void, only?: string): Promise<Outcome> {
  const all: Group[] = [];
  const open: Group[] = [];
  const newGroup = (name: string): Group => {
    const group: Group = { name, before: [], after: [], cases: [] };
    all.push(group);
    return group;
  };
  open.push(newGroup(''));
  const current = (): Group => open.at(-1)!;
  define({
    describe(name, defineGroup) {
      // A nested group inherits the hooks of its parent.
      open.push(open.length > 1 ? current() : newGroup(name));
      defineGroup();
      open.pop();
    },
    test: (name, run) => void current().cases.push({ name, run }),
    beforeAll: (run) => void current().before.push(run),
    afterAll: (run) => void current().after.push(run),
    expect,
  });

  const passed: string[] = [];
  const failed: string[] = [];
  const messages: string[] = [];
  for (const group of all.filter(({ name }) => only === undefined || name === only)) {
    for (const run of group.before) await run();
    for (const { name, run } of group.cases) {
      await run().then(
        () => passed.push(name),
        (cause: unknown) => {
          failed.push(name);
          messages.push((cause as Error).message);
        },
      );
    }
    for (const run of group.after) await run();
  }
  return { passed, failed, messages };
}
