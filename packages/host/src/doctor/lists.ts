import { CONSULTED_LISTS } from '@corridor/adapters-rails/accounts';
import { type Finding, ok } from './finding.js';

/** The dates of the lists that checks of account details consult. */
export const examineLists = (): Finding =>
  ok('lists', CONSULTED_LISTS.map(({ name, source, of }) => `${name} of ${of} (${source})`).join('; '));
