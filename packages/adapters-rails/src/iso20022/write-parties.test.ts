import { instant } from '@corridor/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pain001Schema } from '../testing/iso20022/pain-001-schema.js';
import { refusedAddressesIn } from '../testing/iso20022/refused-addresses.js';
import {
  type BankMessages,
  CREDIT_TRANSFER_MESSAGES,
  type CreditTransferBatch,
  type IdentifiedParty,
  loadBankMessages,
  type Schemas,
} from './index.js';

let messages: BankMessages;
let schemas: Schemas;

beforeAll(async () => {
  messages = await loadBankMessages();
  schemas = messages.openSchemas(CREDIT_TRANSFER_MESSAGES.map((name) => ({ name, bytes: pain001Schema(name) })));
  return () => schemas.close();
});

const ACME = { name: 'Acme Payments GmbH', id: null };

describe.each(CREDIT_TRANSFER_MESSAGES)('the parties of a %s', (message) => {
  function written(over: Partial<CreditTransferBatch>, initiatingParty: IdentifiedParty = ACME): string {
    const xml = messages.writeCreditTransfers(message, {
      messageId: 'M1',
      createdAt: instant(Date.UTC(2026, 10, 23, 9)),
      initiatingParty,
      batches: [
        {
          paymentInformationId: 'P1',
          debtor: { name: 'Acme', iban: 'DE89370400440532013000', bic: null, address: null },
          ultimateDebtor: null,
          isBookedAsSum: true,
          requestedExecutionDate: '2026-11-23',
          scheme: 'SEPA',
          transfers: [
            {
              ...{ instructionId: 'I1', endToEndId: 'E1', amount: 1n, purposeCode: null, remittance: null },
              uetr: '8a562c67-ca16-48ba-b074-65581be6f001',
              creditor: { name: 'Grace', iban: 'FR1420041010050500013M02606', bic: null, address: null },
            },
          ],
          ...over,
        },
      ],
    });
    expect(schemas.deviationsIn(message, xml)).toEqual([]);
    expect(refusedAddressesIn(xml)).toEqual([]);
    return xml;
  }

  test('name the sender of the file, with the id that the bank gave it', () => {
    expect(written({})).toContain('<InitgPty><Nm>Acme Payments GmbH</Nm></InitgPty>');
    expect(written({}, { name: 'Müller 🚀', id: { id: 'K-4711', issuer: null } })).toContain(
      '<InitgPty><Nm>Muller</Nm><Id><OrgId><Othr><Id>K-4711</Id></Othr></OrgId></Id></InitgPty>',
    );
    expect(written({}, { name: 'Acme', id: { id: 'K-4711', issuer: 'COBADEFF' } })).toContain(
      '<Othr><Id>K-4711</Id><Issr>COBADEFF</Issr></Othr>',
    );
  });

  test('have the address of the payer, if it has a town', () => {
    const address = {
      ...{ country: 'DE', postCode: '60311', street: 'Kaiserplatz 1', secondLine: null },
      ...{ buildingNumber: null, subdivision: null },
    };
    const debtor = { name: 'Acme', iban: 'DE89370400440532013000', bic: null };
    expect(written({ debtor: { ...debtor, address: { ...address, townName: 'Frankfurt' } } })).toContain(
      '<Dbtr><Nm>Acme</Nm><PstlAdr><StrtNm>Kaiserplatz 1</StrtNm><PstCd>60311</PstCd><TwnNm>Frankfurt</TwnNm><Ctry>DE</Ctry></PstlAdr></Dbtr>',
    );
    expect(written({ debtor: { ...debtor, address: { ...address, townName: null } } })).toContain(
      '<Dbtr><Nm>Acme</Nm></Dbtr>',
    );
  });

  test('name the one for whom the payer pays, before the charges', () => {
    const paid = written({ ultimateDebtor: { name: 'Klein & Söhne', id: { id: 'C-1', issuer: null } } });
    expect(paid).toContain(
      '<UltmtDbtr><Nm>Klein + Sohne</Nm><Id><OrgId><Othr><Id>C-1</Id></Othr></OrgId></Id></UltmtDbtr><ChrgBr>',
    );
    expect(written({})).not.toContain('UltmtDbtr');
  });

  test('say whether the bank books the payments in one sum', () => {
    expect(written({})).toContain('<BtchBookg>true</BtchBookg>');
    expect(written({ isBookedAsSum: false })).toContain('<BtchBookg>false</BtchBookg>');
  });
});
