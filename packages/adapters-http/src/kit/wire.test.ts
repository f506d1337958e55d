import { type ApiToken, QUOTE, type QuoteStatus } from '@corridor/core/records';
import { birth, machine, statesOf } from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { token } from '../testing/records/platforms.js';
import { apiToken } from '../api/tokens/schemas.js';
import { serializeToken } from '../api/tokens/serialize.js';
import { query } from './declare.js';
import { pathId, statuses } from './schemas.js';
import type { Complete, ShownFields, Wire } from './wire.js';

const LAMP = machine('Lamp', 'state', [], [
  { from: null, on: 'make', to: 'OFF', emits: null, why: 'it is made' },
  { from: 'OFF', on: 'switch', to: 'ON', emits: null, why: 'it is dark' },
  { from: 'ON', on: 'wear', to: 'DIM', emits: null, why: 'it is old' },
] as const);

describe('the statuses of the wire', () => {
  it('are the states of the machine', () => {
    expect(z.enum(statesOf(QUOTE)).options).toContain<QuoteStatus>('PENDING_AUTHORIZATION');
  });

  it('may be more than the states of the machine', () => {
    expect(statuses(LAMP, ['ON', 'DIM', 'OFF', 'STOLEN']).options).toEqual(['ON', 'DIM', 'OFF', 'STOLEN']);
  });

  it('do not compile if a state of the machine is missing', () => {
    // @ts-expect-error DIM is missing
    expect(statuses(LAMP, ['ON', 'OFF']).options).not.toContain('DIM');
  });
});

describe('a serializer', () => {
  const lamp = z.object({ state: z.enum(['ON', 'OFF']), watts: z.int(), maker: z.string().optional() });

  it('does not compile with a state that has no status', () => {
    const { to }: { readonly to: 'ON' | 'OFF' | 'DIM' } = birth(LAMP, 'make');
    // @ts-expect-error DIM is not a status
    const serializeLamp = (): Wire<typeof lamp> => ({ state: to, watts: 5 });
    expect(lamp.parse(serializeLamp())).toEqual({ state: 'OFF', watts: 5 });
  });

  it('does not compile without a field', () => {
    // @ts-expect-error watts are missing
    const serializeLamp = (): Wire<typeof lamp> => ({ state: 'ON' });
    expect(lamp.safeParse(serializeLamp()).success).toBe(false);
  });

  it('does not compile with a misspelt field', () => {
    // @ts-expect-error the schema has no makre
    const serializeLamp = (): Wire<typeof lamp> => ({ state: 'ON', watts: 5, makre: 'Corridor' });
    expect(lamp.strict().safeParse(serializeLamp()).success).toBe(false);
  });
});

describe('a field of a record', () => {
  const lamp = z.object({ watts: z.int(), maker: z.string().optional() });
  interface Lamp {
    readonly watts: number;
    readonly madeBy: string;
  }

  it('does not compile if nothing says whether the wire shows it', () => {
    // @ts-expect-error madeBy is missing
    const shown = { watts: 'watts' } satisfies ShownFields<Lamp, Wire<typeof lamp>>;
    expect(Object.keys(shown)).toEqual(['watts']);
  });

  it('does not compile if the schema has no field that shows it', () => {
    // @ts-expect-error the schema has no producer
    const shown = { watts: 'watts', madeBy: 'producer' } satisfies ShownFields<Lamp, Wire<typeof lamp>>;
    expect(Object.keys(lamp.shape)).not.toContain(shown.madeBy);
  });

  it('does not compile if the serializer forgets the optional field that shows it', () => {
    // @ts-expect-error maker is missing
    const serializeLamp = (): Complete<Wire<typeof lamp>> => ({ watts: 5 });
    expect(lamp.parse(serializeLamp())).toEqual({ watts: 5 });
  });

  it('may be absent', () => {
    const serializeLamp = (): Complete<Wire<typeof lamp>> => ({ watts: 5, maker: undefined });
    expect(lamp.parse(serializeLamp())).toEqual({ watts: 5 });
  });
});

describe('an operation', () => {
  const described = {
    method: 'GET',
    path: '/lamps/{id}',
    operationId: 'readLamp',
    tag: 'Lamps',
    summary: 'Read a lamp',
    description: 'A lamp has no effect on money.',
    outcomes: { 200: 'The lamp.' },
    examples: [],
    permission: 'VIEW',
    params: { id: pathId('Token', 'TOKEN_NOT_FOUND') },
    input: () => ({ id: token.id }),
  } as const;

  it('returns the value that its response schema describes', () => {
    const operation = query({
      ...described,
      responses: { 200: apiToken },
      reads: (core) => core.platforms.getToken,
      serialize: serializeToken,
    });
    expect(operation.responses[200]).toBe(apiToken);
  });

  it('does not compile with the serializer of another record', () => {
    const operation = query({
      ...described,
      responses: { 200: z.object({ watts: z.int() }) },
      reads: (core) => core.platforms.getToken,
      // @ts-expect-error a token has no watts
      serialize: (of: ApiToken) => serializeToken(of),
    });
    expect(operation.responses[200]).not.toBe(apiToken);
  });
});
