export interface EquivalentMutant {
  readonly file: string;
  readonly id: string;
  readonly reason: string;
}

export const EQUIVALENT: readonly EquivalentMutant[];

export function mutantId(mutant: {
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
}): string;

export function isInSource(mutant: Pick<EquivalentMutant, 'file' | 'id'>): boolean;
