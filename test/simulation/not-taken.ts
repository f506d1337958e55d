import { CARD_DISPUTE } from '@corridor/core/records';

/** Why a row of a state machine is not taken by the simulation. Rows are named as `ALL_ROWS` names them. */
export const NOT_TAKEN: Readonly<Record<string, string>> = {
  'LegalHold: (none) --hold--> HELD':
    'a hold stops the erasing of a customer only, which is tested in memory and on both databases',
  'LegalHold: HELD --release--> RELEASED': 'see the beginning of a hold',
  'Erasure: (none) --begin--> ERASING': 'the erasing of a customer has histories of its own, which compare every row',
  'Erasure: ERASING --complete--> ERASED': 'see the beginning of an erasure',
  ...Object.fromEntries(
    CARD_DISPUTE.transitions.map(({ from, on, to }) => [
      `Card dispute: ${from ?? '(none)'} --${on}--> ${to}`,
      'the card network of the simulation sends no disputes; their property tests send them in any order',
    ]),
  ),
};
