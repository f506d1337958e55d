import { err, ok } from '@corridor/core';
import type { RailAction, RailStore } from '@corridor/core/ports';
import type { Sender } from './create-sender.js';

/** What operators decide about the lasting problems of a sender. */
export const settleProblem = (store: RailStore, sender: Pick<Sender, 'settle'>): RailAction => ({
  name: 'settle-problem',
  subject: 'problem',
  description: 'Closes a problem of the chain that an operator has looked at, by the key that its text names.',
  async run(subject) {
    const isSettled = await store.run(async (records) => ok(await sender.settle(records, subject)));
    if (!isSettled.ok) return isSettled;
    return isSettled.value
      ? ok(`the problem ${subject} is settled`)
      : err('REFERENCE_NOT_FOUND', `no problem has the key ${subject}; corridor rails check lists the keys`);
  },
});
