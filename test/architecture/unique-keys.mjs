// The part of docs/scale.md that says which unique keys and which tables belong to no tenant.
import { RECORD_KINDS } from '@corridor/core/records';
import { code, table, wrapped } from './tables.mjs';

/** What each key finds. A key without an entry, and an entry without a key, stop the generator. */
const FINDS = {
  'platforms umaDomain': 'the platform of a UMA domain',
  'tokens clientId': 'the credential of a request',
  'internal_accounts reference': 'the account that a deposit names',
  'quotes reference': 'the quote that a deposit names',
  'transactions refund_reference': 'the payment whose refund came back',
  'arrivals payment': 'money that a rail has reported already',
  'rail_messages message': 'a message that a rail has sent already',
  'uma_receipts reference': 'the UMA payment that a deposit names',
  'invitations code': 'an invitation, for any platform of the environment',
  'kyc_links token': 'the link with which a customer opens the page of verification',
  'kyc_links session': 'the visit of that page',
  'agents token': 'the agent of a request',
  'agents code': 'the agent whose device waits for its token',
  'operators name': 'the operator who signs in',
  'assignments subject': 'the operator who looks after a record',
  'terms place': 'the place of terms in the order of their scope',
  'safeguarding_reports day': 'the report of a day, of which hosts make one',
  'outside_payments cause': 'the payment that a booking or a resolution names',
  'outside_payments claim': 'a payment that a resolution has named already',
  'travel_rule_transfers reference': 'what accompanied a transfer, and what a partner has sent already',
};

/** The keys that are unique over all tenants, and the tables whose rows are read without a tenant. */
export function uniqueKeysTable(kinds = RECORD_KINDS) {
  const left = new Set(Object.keys(FINDS));
  const rows = kinds.flatMap(({ name, scope, unique }) =>
    unique
      .filter(({ global }) => scope === 'host' || global === true)
      .map((key) => {
        const finds = FINDS[`${name} ${key.name}`];
        if (finds === undefined) throw new Error(`unique-keys.mjs does not say what ${name} ${key.name} finds`);
        left.delete(`${name} ${key.name}`);
        return [code(name), key.columns.map((column) => code(snake(column))).join(', '), finds];
      }),
  );
  if (left.size > 0) throw new Error(`unique-keys.mjs describes keys that do not exist: ${[...left].join(', ')}`);
  const hosts = kinds.filter(({ scope }) => scope === 'host').map(({ name }) => code(name));
  return [
    table(['Table', 'Columns', 'What it finds'], rows),
    wrapped(`These tables have rows that are also read or written without a tenant: ${hosts.join(', ')}.`),
  ].join('\n\n');
}

const snake = (field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
