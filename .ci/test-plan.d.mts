export interface TestPlan {
  readonly setUp: readonly string[];
  readonly vitest: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function planOf(tier: string, args: readonly string[]): TestPlan;

export function proofsIn(paths: readonly string[]): ReadonlyMap<string, string>;
