import { actionCommand } from './action-command.js';
import { isNow } from './action-lines.js';
import { ofRecord } from './action-tenants.js';
import { type Command, option } from './command.js';
import { JSON_ARRAY, OPERATOR } from './options.js';
import { visible } from '../terminal/terminal.js';

const OF_REVIEW = ofRecord('id', async (...of) => (await import('./record-tenants.js')).tenantOfReview(...of));
const OF_NUMBER = ofRecord('id', async (...of) => (await import('./record-tenants.js')).tenantOfNumbers(...of));
const OF_RESET = ofRecord('resetId', async (...of) => (await import('./record-tenants.js')).tenantOfReset(...of));

export const REVIEW_COMMANDS: readonly Command[] = [
  {
    name: 'kyc list',
    summary: 'Print the verifications and beneficial owners that await a decision',
    options: [JSON_ARRAY],
    note: 'The list includes beneficial owners whose decision is still open.',
    run: async (...given) => (await import('./kyc-commands.js')).listReviews(...given),
  },
  {
    name: 'kyc documents',
    actions: ['documents.reveal'],
    summary: 'Write the documents of a verification, or of an owner, to a folder for the reviewer',
    options: [
      option('id', 'ID', 'Verification:… or BeneficialOwner:…'),
      option('folder', 'PATH', 'The folder; created if missing'),
      OPERATOR,
    ],
    note: 'Only the current user can read the files.',
    run: async (...given) => (await import('./kyc-commands.js')).writeDocuments(...given),
  },
  actionCommand({
    action: 'verification.decide',
    name: 'kyc decide',
    summary: 'Decide a verification, or a beneficial owner',
    tenant: OF_REVIEW,
    order: ['id', 'decision', 'reason', 'type', 'field', 'about', 'operator'],
    prints: isNow,
  }),
  actionCommand({
    action: 'numbers.reveal',
    name: 'kyc numbers',
    summary: 'Print the identifying numbers of a customer, an owner or a document',
    note: 'The log of operators has each look.',
    tenant: OF_NUMBER,
    prints: ({ identifier, taxId, documentNumber }) => [
      `number: ${visible(identifier ?? '–')}`,
      `tax number: ${visible(taxId ?? '–')}`,
      `document number: ${visible(documentNumber ?? '–')}`,
    ],
  }),
  {
    name: 'sca list',
    summary: 'Print the factor resets whose liveness check awaits a verdict',
    options: [JSON_ARRAY],
    run: async (...given) => (await import('./sca-commands.js')).listResets(...given),
  },
  actionCommand({
    action: 'resets.decide',
    name: 'sca decide',
    summary: 'Decide a factor reset',
    tenant: OF_RESET,
    prints: isNow,
  }),
];
