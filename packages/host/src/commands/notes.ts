import { actionCommand } from './action-command.js';
import { ofRecord } from './action-tenants.js';
import { type Command, option } from './command.js';
import { JSON_ARRAY } from './options.js';

const OF_RECORD = ofRecord('id', async (...of) => (await import('./record-tenants.js')).tenantOfNoted(...of));

export const NOTE_COMMANDS: readonly Command[] = [
  {
    name: 'notes list',
    summary: 'Print the notes about an exception, a payment, a customer or a case, newest first',
    options: [option('id', 'ID', 'Exception:…, Transaction:…, Customer:… or ScreeningCase:…'), JSON_ARRAY],
    note: 'It prints every note, also those that only administrators read in the console.',
    run: async (...given) => (await import('./note-commands.js')).listNotes(...given),
  },
  actionCommand({
    action: 'notes.add',
    name: 'note add',
    summary: 'Add a note for operators to an exception, a payment, a customer or a case',
    note: 'A note cannot be changed, and is kept until the customer whom it is about is erased. Operators alone read it, in the console.',
    tenant: OF_RECORD,
    prints: ({ id, subject }) => [`${id} is noted about ${subject}`],
  }),
  actionCommand({
    action: 'assignments.set',
    name: 'assignment set',
    summary: 'Say which operator looks after an exception, a payment, a customer or a case',
    tenant: OF_RECORD,
    prints: ({ operatorId }, { id }) => [`${id} is looked after by ${operatorId ?? 'no operator'}`],
  }),
];
