/**
 * The functions of a test framework that the contracts use. Vitest, Jest and Bun provide them: `import * as runner
 * from 'vitest'`, from `@jest/globals` or from `bun:test`. For other frameworks take `expect` from the packages
 * `expect` or `@vitest/expect`.
 */
export interface TestRunner {
  describe(name: string, define: () => void): void;
  test(name: string, run: () => Promise<void>): void;
  beforeAll(run: () => Promise<void>): void;
  afterAll(run: () => Promise<void>): void;
  expect(actual: unknown): Matchers;
}

/** Equality is deep, and `toEqual` treats an undefined field as missing. */
export interface Matchers {
  readonly not: Pick<Matchers, 'toBe' | 'toEqual' | 'toContain' | 'toMatch' | 'toMatchObject'>;
  readonly rejects: { toThrow(expected?: ErrorClass | string): Promise<void> };
  toBe(expected: unknown): void;
  toBeGreaterThan(expected: number | bigint): void;
  toBeGreaterThanOrEqual(expected: number | bigint): void;
  toBeLessThanOrEqual(expected: number | bigint): void;
  toContain(item: unknown): void;
  toEqual(expected: unknown): void;
  toHaveLength(length: number): void;
  toMatch(pattern: RegExp): void;
  toMatchObject(expected: object): void;
  toThrow(expected?: ErrorClass | string): void;
}

type ErrorClass = new (message: string) => Error;
