import { ACCOUNT_COMMANDS } from './accounts.js';
import type { ActionName } from './action-declaration.js';
import { AGENT_COMMANDS } from './agents.js';
import { ARCHIVE_COMMANDS } from './archives.js';
import { CARD_COMMANDS } from './cards.js';
import { type Command, option } from './command.js';
import { CUSTOMER_COMMANDS } from './customers.js';
import { EVENT_COMMANDS } from './events.js';
import { EXCEPTION_COMMANDS } from './exceptions.js';
import { SEARCH_COMMANDS } from './search.js';
import { HOST_COMMANDS } from './host.js';
import { INSTALLATION_COMMANDS } from './installation.js';
import { LEDGER_COMMANDS } from './ledger.js';
import { LIMIT_COMMANDS } from './limits.js';
import { OPERATOR_COMMANDS } from './operators.js';
import { NOTE_COMMANDS } from './notes.js';
import { PAYMENT_COMMANDS } from './payments.js';
import { PLATFORM_COMMANDS } from './platforms.js';
import { RUNNING_HOST_COMMANDS } from './playing.js';
import { RAIL_COMMANDS } from './rails.js';
import { CONNECTION_COMMANDS } from './connections.js';
import { REVIEW_COMMANDS } from './reviews.js';
import { SAFEGUARDING_COMMANDS } from './safeguarding.js';
import { SANDBOX_COMMANDS } from './sandbox.js';
import { CASE_COMMANDS, SCREENING_COMMANDS } from './screening.js';
import { TRAVEL_RULE_COMMANDS } from './travel-rule.js';
import { SHELLS } from './shells.js';
import { TERMS_COMMANDS } from './terms.js';
import { TREASURY_COMMANDS } from './treasury.js';
import { UMA_COMMANDS } from './uma.js';
import { VOUCHER_COMMANDS } from './vouchers.js';

const COMPLETION: Command = {
  name: 'completion',
  summary: 'Print a script that completes commands and options in a shell, to be sourced or installed',
  options: [option('shell', 'NAME', 'bash, zsh or fish; also written as completion NAME', SHELLS)],
  positional: 'shell',
  note: 'Opens no database. The script starts no process while you type.',
  run: async (_configuration, given, processContext) =>
    (await import('./completion.js')).printCompletion(COMMANDS, given, processContext),
};

/** Every command, in the order of the help. Help, completion and docs/reference/commands.md are made from it. */
export const COMMANDS: readonly Command[] = [
  ...HOST_COMMANDS,
  ...PLATFORM_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...PAYMENT_COMMANDS,
  ...NOTE_COMMANDS,
  ...CARD_COMMANDS,
  ...AGENT_COMMANDS,
  ...UMA_COMMANDS,
  ...REVIEW_COMMANDS,
  ...SEARCH_COMMANDS,
  ...EXCEPTION_COMMANDS,
  ...SCREENING_COMMANDS,
  ...TRAVEL_RULE_COMMANDS,
  ...CASE_COMMANDS,
  ...OPERATOR_COMMANDS,
  ...TERMS_COMMANDS,
  ...LIMIT_COMMANDS,
  ...TREASURY_COMMANDS,
  ...SAFEGUARDING_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...RAIL_COMMANDS,
  ...LEDGER_COMMANDS,
  ...EVENT_COMMANDS,
  ...ARCHIVE_COMMANDS,
  ...VOUCHER_COMMANDS,
  ...SANDBOX_COMMANDS,
  ...RUNNING_HOST_COMMANDS,
  ...INSTALLATION_COMMANDS,
  COMPLETION,
];

/** The actions that have no command of their own name, and why. */
export const WITHOUT_OWN_NAME: Readonly<Partial<Record<ActionName, string>>> = {
  'documents.reveal':
    'a person looks at a document, in the console or in a file: corridor kyc documents writes those of a verification',
  'rails.record-found': 'its input is what corridor reconcile finds in a file',
};
