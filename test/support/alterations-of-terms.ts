import { type Alteration, another, gone, set } from './alterations.js';
import type { PaymentIds } from './altered-history.js';

const FORGED = 'Terms:018bcfe5-6800-7000-8000-000000000009';
const FREE = `content = '{"variableFeeBps":0}'`;
const NONE = 'and no entry of the operator log says so';

const imported = ({ one }: PaymentIds): string =>
  String(one(`select id from readable_terms where environment = 'SANDBOX' and scope = 'GENERAL' and number = 1`));

const changed = ({ one }: PaymentIds): string => String(one('select id from readable_terms where number = 2'));

export const OF_TERMS: readonly Alteration<PaymentIds>[] = [
  [
    'terms without fees that no operator has set',
    (h) =>
      another(
        'terms',
        `id = '${imported(h)}'`,
        `id = '${FORGED}', number = 9, place = 'SANDBOX/GENERAL/9', created_by = 'Ann', ${FREE}`,
      ),
    () => `${FORGED} sets the terms of GENERAL in SANDBOX, ${NONE}`,
  ],
  [
    'terms without fees in the name of the first start',
    (h) =>
      another('terms', `id = '${imported(h)}'`, `id = '${FORGED}', number = 9, place = 'SANDBOX/GENERAL/9', ${FREE}`),
    () => `${FORGED} differs from what a first start stores in id, number`,
  ],
  [
    'terms withdrawn by no operator',
    (h) =>
      another(
        'terms',
        `id = '${changed(h)}'`,
        `id = '${FORGED}', number = 9, place = 'SANDBOX/GENERAL/9', withdraws = '${changed(h)}'`,
      ),
    (h) => `${FORGED} withdraws ${changed(h)}, ${NONE}`,
  ],
  [
    'the fee in terms set to zero',
    (h) => set('terms', changed(h), FREE),
    (h) => `${changed(h)} differs from the operator log in content`,
  ],
  [
    'the time of terms changed',
    (h) => set('terms', changed(h), 'valid_from = 1'),
    (h) => `${changed(h)} differs from the operator log in validFrom`,
  ],
  [
    'terms of the first start changed',
    (h) => set('terms', imported(h), FREE),
    (h) => `${imported(h)} differs from the terms that ${entryOf(h)} says it had`,
  ],
  [
    'terms deleted',
    (h) => gone('terms', changed(h)),
    (h) => `${entryOf(h)} says that ${changed(h)} was added, but its record is missing`,
  ],
];

function entryOf({ one }: PaymentIds): string {
  return String(one(`select id from readable_operator_log where action = 'terms.change' and outcome = 'DONE'`));
}
