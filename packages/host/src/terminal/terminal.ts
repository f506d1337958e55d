import { styleText } from 'node:util';
import type { ProcessContext } from '../kernel/process-context.js';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Untrusted text for a terminal: control characters are escaped, so that it stays on one line and moves no cursor. */
export const visible = (text: string): string =>
  text.replace(INVISIBLE, (character) => character.split('').map(escaped).join(''));

const SHOWN = 100;

/** Untrusted text for a terminal, shortened. */
export const shown = (text: string): string => visible(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** The message of an error, likewise. */
export const textOf = (cause: unknown): string => shown(cause instanceof Error ? cause.message : String(cause));

/** A record of the service for a terminal, as indented JSON in which control characters are escaped. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => visible(line))
    .join('\n');

export type Colour = 'green' | 'red' | 'yellow' | 'gray';

/**
 * Whether the reader of the output wants colours: a terminal does. `NO_COLOR` and `FORCE_COLOR` decide for every
 * output, as in Node itself.
 */
export function inColour({ isTerminal = false, environment = process.env }: Partial<ProcessContext>): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && (none === undefined || none === '') && terminal !== 'dumb';
}

/** The text in a colour. The stream is not examined again, because `inColour` has decided. */
export const painted = (colour: Colour, text: string): string => styleText(colour, text, { validateStream: false });
