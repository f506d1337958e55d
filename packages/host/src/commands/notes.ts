import { actionCommand } from './action-command.js';
import { ofRecord } from './action-tenants.js';
import type { Command } from './command.js';

const OF_RECORD = ofRecord('id', async (...of) => (await import('./record-tenants.js')).tenantOfNoted(...of));

export const NOTE_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'notes.add',
    name: 'note add',
    summary: 'Add a note for operators to an exception, a payment or a customer',
    note: 'A note is kept for good and shown to operators only, in the console.',
    tenant: OF_RECORD,
    prints: ({ id, subject }) => [`${id} is noted about ${subject}`],
  }),
  actionCommand({
    action: 'assignments.set',
    name: 'assignment set',
    summary: 'Say which operator looks after an exception, a payment or a customer',
    tenant: OF_RECORD,
    prints: ({ operatorId }, { id }) => [`${id} is looked after by ${operatorId ?? 'no operator'}`],
  }),
];
