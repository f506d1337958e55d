import { RESET_VERDICTS, REVIEW_DECISIONS } from '@corridor/core';
import { type Command, option } from './command.js';
import { JSON_ARRAY, OPERATOR } from './options.js';

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
    summary: 'Write the documents of a verification, or of an owner, to a folder for the reviewer',
    options: [
      option('id', 'ID', 'Verification:… or BeneficialOwner:…'),
      option('folder', 'PATH', 'The folder; created if missing'),
      OPERATOR,
    ],
    note: 'Only the current user can read the files.',
    run: async (...given) => (await import('./kyc-commands.js')).writeDocuments(...given),
  },
  {
    name: 'kyc decide',
    summary: 'Decide a verification, or a beneficial owner',
    options: [
      option('id', 'ID', 'Verification:… or BeneficialOwner:…'),
      option('decision', 'NAME', 'APPROVED, REJECTED, or RESOLVE_ERRORS to ask for more', REVIEW_DECISIONS),
      option('reason', 'TEXT', 'Why it is not approved; this and the options below are for verifications only'),
      option('type', 'NAME', 'The type of verification error, such as POOR_QUALITY_DOCUMENT'),
      option('field', 'NAME', 'The field that is missing or invalid, such as businessInfo.taxId'),
      option('about', 'ID', 'The document or owner that the error concerns; default: the customer'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./kyc-commands.js')).decideReview(...given),
  },
  {
    name: 'sca list',
    summary: 'Print the factor resets whose liveness check awaits a verdict',
    options: [JSON_ARRAY],
    run: async (...given) => (await import('./sca-commands.js')).listResets(...given),
  },
  {
    name: 'sca decide',
    summary: 'Decide a factor reset',
    options: [
      option('id', 'ID', 'The reset, as ScaReset:…'),
      option('verdict', 'NAME', 'PASSED or REJECTED', RESET_VERDICTS),
      OPERATOR,
    ],
    run: async (...given) => (await import('./sca-commands.js')).decideReset(...given),
  },
];
