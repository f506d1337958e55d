import type { Instructed } from './blocked-money.js';

/** Hears which movements a service outside is asked to carry out. */
export type Ask = (movement: Instructed, reference: string) => void;

type Call = (instruction: { readonly reference: string }, ...rest: never[]) => Promise<unknown>;

/** The same service, which passes on what it is asked to carry out. */
export function instructing<T extends object>(hear: (reference: string, call: string) => void, service: T): T {
  const calls = Object.entries(service).flatMap(([name, call]) => {
    if (!['submit', 'refund'].includes(name) || typeof call !== 'function') return [];
    const known: Call = (instruction, ...rest) => {
      hear(instruction.reference, name);
      return (call as Call)(instruction, ...rest);
    };
    return [[name, known] as const];
  });
  return { ...service, ...Object.fromEntries(calls) };
}
