import type { Result } from '@corridor/core';
import type { Visit } from './visit.js';

/** What the log records of reads of personal data (docs/areas/operators.md#log), by the titles of the log. */
export const LOOKS = {
  'customers.look': 'Looked at a customer',
  'customers.search': 'Searched customers',
  'customers.export': 'Exported customers',
  'owners.look': 'Looked at an owner',
  'external-accounts.look': 'Looked at an external account',
  'external-accounts.export': 'Exported external accounts',
  'statements.look': 'Looked at a statement',
  'payments.export': 'Exported payments',
  'reviews.export': 'Exported a list of the review',
  'personal-data.export': 'Exported the data of a customer',
  'screening.look': 'Looked at a hit of the screening',
  'cases.export': 'Exported a case',
  'vouchers.export': 'Exported files of a bank',
  search: 'Searched',
} as const;

interface Look {
  readonly action: Exclude<keyof typeof LOOKS, `${string}search`>;
  /** Id of the record; of a list its platform, or empty for a list over platforms. */
  readonly subject: string;
  /** Which part is shown, such as `identity`; never what it contains. */
  readonly what: string;
}

/** Records a look at personal data before the page shows them. An error refuses the page. */
export const recordLook = ({ core, caller, place }: Visit, look: Look): Promise<Result<void>> =>
  core.operators.recordLook(caller, place?.tenant ?? null, look);
