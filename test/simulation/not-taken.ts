import { CARD_DISPUTE } from '@corridor/core/records';

/** Why a row of a state machine is not taken by the simulation. Rows are named as `ALL_ROWS` names them. */
export const NOT_TAKEN: Readonly<Record<string, string>> = {
  'LegalHold: (none) --hold--> HELD':
    'a hold stops the erasing of a customer only, which is tested in memory and on both databases',
  'LegalHold: HELD --release--> RELEASED': 'see the beginning of a hold',
  'Erasure: (none) --begin--> ERASING': 'the erasing of a customer has histories of its own, which compare every row',
  'Erasure: ERASING --complete--> ERASED': 'see the beginning of an erasure',
  ...Object.fromEntries(
    [
      ...[
        '(none) --keep--> KEPT',
        '(none) --refuse--> REFUSED',
        '(none) --ask--> ASKED',
        '(none) --receive--> RECEIVED',
      ],
      ...['ASKED --accept--> ACCEPTED', 'ASKED --reject--> REJECTED', 'ASKED --expire--> EXPIRED'],
      'ASKED --withdraw--> WITHDRAWN',
    ].map((row) => [
      `Travel rule transfer: ${row}`,
      'the chains of the simulation have no partner of the travel rule; tested in memory with one',
    ]),
  ),
  ...Object.fromEntries(
    CARD_DISPUTE.transitions.map(({ from, on, to }) => [
      `Card dispute: ${from ?? '(none)'} --${on}--> ${to}`,
      'the card network of the simulation sends no disputes; their property tests send them in any order',
    ]),
  ),
};
