import type { Corridor } from '@corridor/client';
import type { AgentPermission } from '@corridor/core/records';
import * as z from 'zod';
import { shortLine } from './forms.js';
import { asMeant } from './lenient-arguments.js';
import type { View } from './shown.js';
import type { Sameness } from './write-key.js';

/** A write, and whether the service returned the answer of an earlier call instead of doing it again. */
export interface Written<T> {
  readonly answer: T;
  readonly isRepeated: boolean;
}

/** What a tool has while it runs. */
export interface Call {
  /** For reads. */
  readonly corridor: Corridor;
  /** Identifies the message that called the tool. */
  readonly message: Sameness;
  /** Sends a write with the idempotency key of the call. */
  write<T>(
    sameness: Sameness,
    send: (corridor: Corridor, headers: { readonly 'Idempotency-Key': string }) => Promise<T>,
  ): Promise<Written<T>>;
}

/** `reads` changes nothing, `adds` moves no money, `pays` does, `removes` takes something away. */
export type Effect = 'reads' | 'adds' | 'pays' | 'removes';

/** A tool of the server. Its texts are constants: they contain nothing that the service returned. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: z.ZodObject;
  /** The permission without which the service refuses every call. */
  readonly needs?: AgentPermission;
  /** What to do about an error code, where the advice of the catalogue does not fit. */
  readonly advice?: Readonly<Record<string, string>>;
  run(call: Call, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** A short text about the masked result. */
  readonly say: (view: View) => string;
}

interface Declared<S extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: S;
  run(call: Call, input: z.output<S>): Promise<unknown>;
}

/** Declares a tool with the types of its arguments. */
export const tool = <S extends z.ZodObject>(declared: Declared<S>): Tool => declared;

/** What clients show about a tool before they call it. */
export function annotationsOf({ title, effect }: Tool) {
  return {
    title,
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'pays' || effect === 'removes',
    idempotentHint: effect !== 'adds',
    openWorldHint: effect === 'pays',
  };
}

/** The schema of the arguments, for clients. */
export const schemaOf = ({ input }: Tool): { readonly type: 'object'; readonly [name: string]: unknown } => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    // A format says the same as zod's pattern for it, which clients in other languages read differently.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return { ...schema, type: 'object' };
};

export const requestId = shortLine
  .optional()
  .describe(
    'Names this one payment, such as the number of an invoice. Repeating a call with the same requestId has no second ' +
      'effect. Without it, a call with the same accounts and amount within 24 hours is the same payment: to pay the same ' +
      'again on purpose, pass a requestId that you have not used.',
  );

/** The arguments of a list. */
export const page = { limit: { within: { maximum: 50 } }, cursor: {} } as const;

/** An argument that breaks a rule. */
export interface InvalidArgument {
  readonly field: string;
  readonly message: string;
}

type Parsed =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly invalid: readonly InvalidArgument[] };

/** Checks the arguments of a call, and names every invalid one. Unknown arguments with a value are invalid. */
export function parseArguments({ input }: Tool, given: unknown): Parsed {
  const parsed = input.safeParse(asMeant(input, given === undefined || given === null || given === '' ? {} : given));
  if (parsed.success) return { ok: true, input: parsed.data };
  const invalid = parsed.error.issues.flatMap((issue): readonly InvalidArgument[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }];
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'is not an argument of this tool' }));
  });
  return { ok: false, invalid };
}
