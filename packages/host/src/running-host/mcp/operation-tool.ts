import type { Corridor } from '@corridor/client';
import type * as z from 'zod';
import { type Operation, type Requested, requestOf } from './request.js';
import type { Call, Tool, Written } from './tool.js';
import { samePayment, type Sameness } from './write-key.js';

/** What an operation returns. The client throws errors, and so always has an answer. */
type AnswerOf<O extends Operation> = Exclude<Awaited<ReturnType<Corridor[O]>>, undefined>;

type Input = Readonly<Record<string, unknown>>;

/** A tool that calls one operation. */
interface OperationTool<O extends Operation, T, Own extends Readonly<Record<string, z.ZodType>>>
  extends Requested<O, T, Own>, Omit<Tool, 'input' | 'run'> {
  /**
   * The parts of a payment, by the arguments that have them: calls with equal parts are one payment, unless the argument
   * `requestId` names the call. In a tool without a payment, each message is a call of its own.
   */
  readonly payment?: Readonly<Record<string, (keyof T | keyof Own) & string>>;
  /** What the tool shows of the answer. */
  readonly shows?: (answer: AnswerOf<O>, call: Call, isRepeated: boolean, input: Input) => unknown;
}

/** A part that the call leaves to the service. */
const BY_THE_SERVICE = 'exact';

function samenessOf({ message }: Call, payment: Readonly<Record<string, string>> | undefined, input: Input): Sameness {
  if (payment === undefined) return message;
  const parts = Object.entries(payment).map(([part, argument]) => [part, input[argument] ?? BY_THE_SERVICE]);
  return samePayment(input['requestId'] as string | undefined, Object.fromEntries(parts));
}

/** Calls an operation. Its request is made of the document from which the client is generated. */
export const send = <O extends Operation>(corridor: Corridor, operation: O, request: object): Promise<AnswerOf<O>> =>
  (corridor[operation] as (request: object) => Promise<AnswerOf<O>>).call(corridor, request);

/** Declares a tool that calls one operation. */
export function operationTool<
  O extends Operation,
  const T extends object = Record<never, never>,
  Own extends Readonly<Record<string, z.ZodType>> = Record<never, never>,
>({ operation, takes, adds, fills, payment, shows, ...tool }: OperationTool<O, T, Own>): Tool {
  const request = requestOf({ operation, takes, adds, fills } as Requested<O, T, Own>);
  const callsOf = async (call: Call, input: Input): Promise<Written<AnswerOf<O>>> => {
    if (tool.effect === 'reads') {
      return { answer: await send(call.corridor, operation, request.of(input)), isRepeated: false };
    }
    return call.write(samenessOf(call, payment, input), (corridor, headers) =>
      send(corridor, operation, { ...request.of(input), headers }),
    );
  };
  return {
    ...tool,
    input: request.input,
    async run(call, input: Input) {
      const { answer, isRepeated } = await callsOf(call, input);
      if (shows !== undefined) return shows(answer, call, isRepeated, input);
      return payment !== undefined && isRepeated ? { isRepeated, ...answer } : answer;
    },
  };
}
