import { OutsideFailure } from './cause.js';
import { Misshapen, type Shape } from './shape.js';

/**
 * A port of the outside answered something that its type does not allow. Its message names the port, the call and the
 * member, and repeats no text of the answer.
 */
export class MalformedAnswer extends OutsideFailure {
  override readonly name = 'MalformedAnswer';

  constructor(
    /** Name of the port, such as `kyc acme`. */
    readonly port: string,
    readonly call: string,
    /** One sentence that names the member. */
    readonly fault: string,
    readonly member: string,
  ) {
    super(`${port} ${call}: the answer is malformed: ${fault}`);
  }
}

/** The answer in its shape. Throws a `MalformedAnswer`. */
export function shaped<T>(port: string, call: string, shape: Shape<T>, answer: unknown): T {
  try {
    return shape(answer, '');
  } catch (cause) {
    if (cause instanceof Misshapen) throw new MalformedAnswer(port, call, cause.message, cause.member);
    throw cause;
  }
}
