import { readFileSync } from 'node:fs';
import { instant } from '@corridor/core';
import { expect, test } from 'vitest';
import { parseEntry } from '../bank-files/entry.js';
import { ENTRY } from '../testing/bank-connection.js';
import { refusedAddressesIn } from '../testing/iso20022/refused-addresses.js';
import { CREDIT_TRANSFER_MESSAGES, isDate, loadBankMessages } from './index.js';
import { DATED_RULES, RULEBOOK_YEAR, rulesNotFollowed } from './sepa-rules.js';

const today = new Date().toISOString().slice(0, 10);

test('files follow every rule that is in force on the execution date of today', () => {
  expect(rulesNotFollowed(today)).toEqual([]);
});

test('a rule that is not followed counts from its day on', () => {
  const [rule] = DATED_RULES;
  const ignored = { ...rule!, name: 'next', from: '2027-11-21', isFollowed: false };
  const rules = [...DATED_RULES, ignored];
  expect(rulesNotFollowed('2027-11-20', rules)).toEqual([]);
  for (const day of ['2027-11-21', '2028-01-03']) expect(rulesNotFollowed(day, rules)).toEqual([ignored]);
});

test('the rules are listed by their days, each under a name of its own', () => {
  const days = DATED_RULES.map(({ from }) => from);
  expect(days.filter((day) => !isDate(day))).toEqual([]);
  expect(days).toEqual([...days].sort());
  expect(new Set(DATED_RULES.map(({ name }) => name)).size).toBe(DATED_RULES.length);
});

test('the manual has the same table and the same year', () => {
  const manual = readFileSync(new URL('../../../../docs/rails/bank-messages.md', import.meta.url), 'utf8');
  const rows = manual
    .split('\n')
    .filter((line) => /^\| \d{4}-\d{2}-\d{2} /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, from, rule, source, followed]) => [from, rule, source, followed])).toEqual(
    DATED_RULES.map(({ from, rule, source, isFollowed }) => [from, rule, source, isFollowed ? 'yes' : 'no']),
  );
  expect(manual).toContain(`rulebooks of ${RULEBOOK_YEAR}`);
});

/** The country alone was what pain.001.001.03 had for payees without a stored town. */
const ADDRESSES = [
  { townName: null, street: null },
  { townName: null, street: '1 rue X' },
  { townName: 'Paris', street: '1 rue X' },
  { townName: 'Paris', street: 'x'.repeat(69) },
];

test.each(CREDIT_TRANSFER_MESSAGES)(
  'a %s has no address that banks refuse, on the first day of each rule',
  async (message) => {
    const { writeCreditTransfers } = await loadBankMessages();
    for (const requestedExecutionDate of [today, ...DATED_RULES.map(({ from }) => from)]) {
      const xml = writeCreditTransfers(message, {
        messageId: 'M1',
        createdAt: instant(Date.parse('2026-11-13T09:00:00Z')),
        initiatingParty: { name: 'Acme', id: null },
        batches: [
          {
            paymentInformationId: 'P1',
            debtor: { name: 'Acme', iban: 'DE89370400440532013000', bic: null, address: null },
            ...{ ultimateDebtor: null, isBookedAsSum: true, requestedExecutionDate },
            scheme: 'SEPA',
            transfers: ADDRESSES.map((address, index) => ({
              ...{ instructionId: `I${index}`, endToEndId: `E${index}`, amount: 1n },
              uetr: '8a562c67-ca16-48ba-b074-65581be6f001',
              creditor: {
                ...{ name: 'Grace', iban: 'FR1420041010050500013M02606', bic: null },
                address: {
                  ...{ country: 'FR', postCode: '75001', secondLine: 'Bâtiment B', buildingNumber: null },
                  ...{ subdivision: null, ...address },
                },
              },
              purposeCode: null,
              remittance: null,
            })),
          },
        ],
      });
      expect(refusedAddressesIn(xml)).toEqual([]);
      expect(xml.match(/<PstlAdr>/g)).toHaveLength(2);
    }
  },
);

test('an entry that names no message has the version of the rulebook', () => {
  const { creditTransfer: _, ...entry } = ENTRY;
  expect(parseEntry(entry).creditTransfer).toBe('pain.001.001.09');
});
