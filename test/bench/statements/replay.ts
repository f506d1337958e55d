import { randomBytes } from 'node:crypto';
import type { IdSource, IdType } from '@corridor/core';
import { createIds } from '@corridor/core/internal';
import { SYSTEM_CLOCK } from '../../support/embedded-core.js';
import type { Parameter, Recording } from './recording.js';

export type Value = string | bigint | Buffer | null;

/** The values of every statement of one payment, by request. */
export type Values = readonly (readonly (readonly Value[])[])[];

/** Makes the values of further payments after the recorded one, each with its own ids and time. */
export function createValues(recording: Recording): () => Values {
  const ids = createIds(SYSTEM_CLOCK, { bytes: (length) => randomBytes(length) });
  return () => {
    const own = recording.ids.map((id) => freshId(ids, id));
    const now = BigInt(Date.now());
    return recording.requests.map((statements) =>
      statements.map(({ parameters }) => parameters.map((parameter) => valueOf(parameter, own, now))),
    );
  };
}

function freshId(ids: IdSource, like: string): string {
  const type = like.slice(0, like.indexOf(':')) as IdType;
  return type === 'Answer' ? `Answer:${randomBytes(32).toString('hex')}` : ids.next(type);
}

function valueOf(parameter: Parameter, ids: readonly string[], now: bigint): Value {
  switch (parameter.kind) {
    case 'same':
      return parameter.value;
    case 'now':
      return now;
    case 'bytes':
      return Buffer.from(parameter.hex, 'hex');
    case 'key': {
      const id = ids[parameter.id]!;
      return Buffer.from(parameter.before + id.slice(id.indexOf(':') + 1).replaceAll('-', '') + parameter.after, 'hex');
    }
    case 'text':
      return parameter.literals.reduce((text, literal, index) => text + ids[parameter.ids[index - 1]!]! + literal);
  }
}
