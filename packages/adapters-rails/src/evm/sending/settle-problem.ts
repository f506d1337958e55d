import { err, ok } from '@corridor/core';
import type { RailAction, RailStore } from '@corridor/core/ports';
import type { Sender } from './create-sender.js';

/** What operators decide about the lasting problems of a connection, each of whose parts has some. */
export const settleProblem = (store: RailStore, ...parts: readonly Pick<Sender, 'settle'>[]): RailAction => ({
  name: 'settle-problem',
  subject: 'problem',
  description: 'Closes a problem of the chain that an operator has looked at, by the key that its text names.',
  async run(subject) {
    const isSettled = await store.run(async (records) => {
      for (const part of parts) if (await part.settle(records, subject)) return ok(true);
      return ok(false);
    });
    if (!isSettled.ok) return isSettled;
    return isSettled.value
      ? ok(`the problem ${subject} is settled`)
      : err('REFERENCE_NOT_FOUND', `no problem has the key ${subject}; corridor connections check lists the keys`);
  },
});
