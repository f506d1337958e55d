import { instant } from '@corridor/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { refusedAddressesIn } from '../testing/iso20022/refused-addresses.js';
import { pain001Schema } from '../testing/iso20022/pain-001-schema.js';
import {
  type BankMessages,
  CREDIT_TRANSFER_MESSAGES,
  creditorReference,
  type CreditTransfer,
  type CreditTransferBatch,
  type CreditTransferFile,
  InvalidCreditTransfer,
  loadBankMessages,
  type PostalAddress,
  type Schemas,
  SEPA_CHARACTERS,
} from './index.js';

let messages: BankMessages;
let schemas: Schemas;

beforeAll(async () => {
  messages = await loadBankMessages();
  const files = CREDIT_TRANSFER_MESSAGES.map((name) => ({ name, bytes: pain001Schema(name) }));
  schemas = messages.openSchemas(files);
  return () => schemas.close();
});

const transfer = (more: Partial<CreditTransfer> = {}): CreditTransfer => ({
  instructionId: 'I1',
  endToEndId: '0190d1f8a3b07c1e8f2b5f0f6f1c2d3e',
  uetr: '8a562c67-ca16-48ba-b074-65581be6f001',
  amount: 123_456n,
  creditor: { name: 'Jürgen Müßig', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A', address: null },
  purposeCode: null,
  remittance: null,
  ...more,
});

const NOWHERE: PostalAddress = {
  ...{ country: 'DE', townName: null, postCode: null, street: null },
  ...{ secondLine: null, buildingNumber: null, subdivision: null },
};

const batch = (more: Partial<CreditTransferBatch> = {}): CreditTransferBatch => ({
  paymentInformationId: 'P1',
  debtor: { name: 'Acme Payments GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', address: null },
  ...{ ultimateDebtor: null, isBookedAsSum: true },
  requestedExecutionDate: '2026-01-05',
  scheme: 'SEPA',
  transfers: [transfer()],
  ...more,
});

const file = (...batches: readonly CreditTransferBatch[]): CreditTransferFile => ({
  messageId: 'M1',
  createdAt: instant(Date.UTC(2026, 0, 2, 9, 30, 47, 123)),
  initiatingParty: { name: 'Acme Payments GmbH', id: null },
  batches,
});

/** The text of every element of this name. */
const valuesOf = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map((match) => match[1]!);

describe.each(CREDIT_TRANSFER_MESSAGES)('a %s', (message) => {
  const write = (...batches: readonly CreditTransferBatch[]): string =>
    messages.writeCreditTransfers(message, file(...batches));

  test('keeps to the schema for every kind of payment', () => {
    const address = {
      country: 'CH',
      townName: 'Zürich',
      postCode: '8001',
      street: 'Bahnhofstraße',
      secondLine: null,
      buildingNumber: '1',
      subdivision: null,
    };
    const creditor = { name: 'Ада', iban: 'CH9300762011623852957', bic: null };
    const xml = write(
      batch({
        transfers: [
          transfer(),
          transfer({ instructionId: 'I2', endToEndId: 'E2', creditor: { ...creditor, address }, purposeCode: 'SALA' }),
          transfer({
            instructionId: 'I3',
            endToEndId: 'E3',
            remittance: { kind: 'creditor-reference', reference: 'RF18539007547034' },
          }),
        ],
      }),
      batch({
        paymentInformationId: 'P2',
        scheme: 'SEPA_INSTANT',
        debtor: { name: 'Acme', iban: 'DE89370400440532013000', bic: null, address: null },
        transfers: [
          transfer({ instructionId: 'I4', endToEndId: 'E4', remittance: { kind: 'text', text: 'Rent & more' } }),
          transfer({
            ...{ instructionId: 'I5', endToEndId: 'E5' },
            creditor: { ...creditor, address: { ...address, townName: null, street: null, buildingNumber: null } },
          }),
        ],
      }),
    );
    expect(schemas.deviationsIn(message, xml)).toEqual([]);
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022')).toBe(true);
    expect(valuesOf(xml, 'Nm')).toContain('Jurgen Mussig');
    expect(valuesOf(xml, 'Nm')).toContain('Ada');
    expect(valuesOf(xml, 'Ustrd')).toEqual(['Rent + more']);
    expect(valuesOf(xml, 'Ref')).toEqual(['RF18539007547034']);
    expect(xml).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>');
  });

  test('has the count and the sum of the file and of each batch', () => {
    const xml = write(
      batch({
        transfers: [transfer({ amount: 1n }), transfer({ instructionId: 'I2', endToEndId: 'E2', amount: 10n })],
      }),
      batch({
        paymentInformationId: 'P2',
        transfers: [transfer({ instructionId: 'I3', endToEndId: 'E3', amount: 99_999_999_999n })],
      }),
    );
    expect(valuesOf(xml, 'NbOfTxs')).toEqual(['3', '2', '1']);
    expect(valuesOf(xml, 'CtrlSum')).toEqual(['1000000000.10', '0.11', '999999999.99']);
    expect(valuesOf(xml, 'InstdAmt')).toEqual(['0.01', '0.10', '999999999.99']);
    expect(valuesOf(xml, 'CreDtTm')).toEqual(['2026-01-02T09:30:47Z']);
  });

  test('asks for instant payment in instant batches only', () => {
    expect(valuesOf(write(batch()), 'Cd')).toEqual(['SEPA']);
    expect(valuesOf(write(batch({ scheme: 'SEPA_INSTANT' })), 'Cd')).toEqual(['SEPA', 'INST']);
  });

  test('keeps to the schema and the character set for any names and texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const address = fc.record({
      country: fc.constantFrom('DE', 'CH', 'GR'),
      townName: fc.option(text),
      postCode: fc.option(text),
      street: fc.option(text),
      secondLine: fc.option(text),
      buildingNumber: fc.option(text),
      subdivision: fc.option(text),
    });
    const payment = fc.record({
      amount: fc.bigInt({ min: 1n, max: 99_999_999_999n }),
      name: text,
      address: fc.option(address),
      purposeCode: fc.option(fc.constantFrom('SALA', 'OTHR')),
      remittance: fc.option(
        fc.oneof(
          text.map((value) => ({ kind: 'text' as const, text: value })),
          fc
            .stringMatching(/^[A-Za-z0-9]{1,21}$/)
            .map((value) => ({ kind: 'creditor-reference' as const, reference: creditorReference(value)! })),
        ),
      ),
    });
    fc.assert(
      fc.property(fc.array(payment, { minLength: 1, maxLength: 5 }), (payments) => {
        const transfers = payments.map(({ name, address: at, ...more }, index) =>
          transfer({
            ...{ instructionId: `I${index}`, endToEndId: `E${index}`, ...more },
            creditor: { name: `x${name}`, iban: 'NL91ABNA0417164300', bic: null, address: at },
          }),
        );
        const xml = write(batch({ transfers }));
        expect(schemas.deviationsIn(message, xml)).toEqual([]);
        expect(refusedAddressesIn(xml)).toEqual([]);
        for (const name of ['Nm', 'Ustrd', 'StrtNm', 'BldgNb', 'PstCd', 'TwnNm', 'CtrySubDvsn', 'AdrLine']) {
          for (const value of valuesOf(xml, name)) expect(value).toMatch(SEPA_CHARACTERS);
        }
        const sum = payments.reduce((total, { amount }) => total + amount, 0n);
        expect(valuesOf(xml, 'CtrlSum')[1]!.replace('.', '')).toBe(String(sum).padStart(3, '0'));
      }),
      { seed: 20_022, numRuns: 150 },
    );
  });

  test('contains each of 5,000 payments', () => {
    const transfers = Array.from({ length: 5000 }, (_, index) =>
      transfer({ instructionId: `I${index}`, endToEndId: `E${index}`, remittance: { kind: 'text', text: 'Rent' } }),
    );
    const xml = write(batch({ transfers }));
    expect(valuesOf(xml, 'NbOfTxs')).toEqual(['5000', '5000']);
    expect(valuesOf(xml, 'CtrlSum')[0]).toBe('6172800.00');
  });
});

test('only pain.001.001.09 has the UETR, the date choice and BICFI', () => {
  const written = (message: (typeof CREDIT_TRANSFER_MESSAGES)[number]): string =>
    messages.writeCreditTransfers(message, file(batch()));
  const now = written('pain.001.001.09');
  expect(valuesOf(now, 'UETR')).toEqual(['8a562c67-ca16-48ba-b074-65581be6f001']);
  expect(now).toContain('<ReqdExctnDt><Dt>2026-01-05</Dt></ReqdExctnDt>');
  expect(valuesOf(now, 'BICFI')).toEqual(['COBADEFFXXX', 'ABNANL2A']);
  const before = written('pain.001.001.03');
  expect(valuesOf(before, 'UETR')).toEqual([]);
  expect(valuesOf(before, 'ReqdExctnDt')).toEqual(['2026-01-05']);
  expect(valuesOf(before, 'BIC')).toEqual(['COBADEFFXXX', 'ABNANL2A']);
});

test('a BIC with digits in front is in pain.001.001.09 only, because the schema of pain.001.001.03 refuses it', () => {
  const debtor = { ...batch().debtor, bic: '2ANZDEFF' };
  const transfers = [transfer({ creditor: { ...CREDITOR, bic: '7BANFR2P' } })];
  const written = (message: (typeof CREDIT_TRANSFER_MESSAGES)[number]): string =>
    messages.writeCreditTransfers(message, file(batch({ debtor, transfers })));
  const now = written('pain.001.001.09');
  const before = written('pain.001.001.03');
  expect(valuesOf(now, 'BICFI')).toEqual(['2ANZDEFF', '7BANFR2P']);
  expect(valuesOf(before, 'BIC')).toEqual([]);
  expect(before).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>');
  expect(schemas.deviationsIn('pain.001.001.09', now)).toEqual([]);
  expect(schemas.deviationsIn('pain.001.001.03', before)).toEqual([]);
  const asBefore = before.replace('<Othr><Id>NOTPROVIDED</Id></Othr>', '<BIC>2ANZDEFF</BIC>');
  expect(schemas.deviationsIn('pain.001.001.03', asBefore)).not.toEqual([]);
});

test('the schema of this test refuses what a bank would refuse', () => {
  const xml = messages.writeCreditTransfers('pain.001.001.09', file(batch()));
  for (const [good, bad] of [
    ['<EndToEndId>', '<InstrPrty>HIGH</InstrPrty><EndToEndId>'],
    ['1234.56', '1234.567'],
    ['SLEV', 'SHAR'],
    ['2026-01-05', '5.1.2026'],
  ] as const) {
    expect(schemas.deviationsIn('pain.001.001.09', xml.replace(good, bad))).not.toEqual([]);
  }
});

test('a finding of the schema does not repeat the account number', () => {
  const xml = messages.writeCreditTransfers('pain.001.001.09', file(batch()));
  const findings = schemas.deviationsIn('pain.001.001.09', xml.replace('DE89370400440532013000', 'X0532013000'));
  expect(findings).toEqual([
    "line 1: Element 'IBAN': [facet 'pattern'] The value is not accepted by the pattern '[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}'.",
  ]);
});

const CREDITOR = transfer().creditor;

test.each<readonly [string, Partial<CreditTransfer>]>([
  ['instructionId', { instructionId: 'x'.repeat(36) }],
  ['instructionId', { instructionId: '' }],
  ['endToEndId', { endToEndId: '/slash' }],
  ['endToEndId', { endToEndId: 'two//slashes' }],
  ['endToEndId', { endToEndId: 'umlaut-ä' }],
  ['uetr', { uetr: '8A562C67-CA16-48BA-B074-65581BE6F001' }],
  ['uetr', { uetr: '8a562c67-ca16-18ba-b074-65581be6f001' }],
  ['amount', { amount: 0n }],
  ['amount', { amount: -1n }],
  ['amount', { amount: 100_000_000_000n }],
  ['creditor.name', { creditor: { ...CREDITOR, name: '\u{e000} ///' } }],
  ['creditor.iban', { creditor: { ...CREDITOR, iban: 'NL91ABNA0417164301' } }],
  ['creditor.bic', { creditor: { ...CREDITOR, bic: 'ABNANL2' } }],
  ...['DEU', 'D', 'de', '1DE', 'D3'].map(
    (country) =>
      [
        'creditor.address.country',
        {
          creditor: {
            ...CREDITOR,
            address: { ...NOWHERE, country, townName: 'A' },
          },
        },
      ] as const,
  ),
  ['creditor.bic', { creditor: { ...CREDITOR, bic: 'ABNANL2AXX' } }],
  ['creditor.bic', { creditor: { ...CREDITOR, bic: 'XABNANL2A' } }],
  ['uetr', { uetr: 'x8a562c67-ca16-48ba-b074-65581be6f001' }],
  ['uetr', { uetr: '8a562c67-ca16-48ba-b074-65581be6f001x' }],
  ['purposeCode', { purposeCode: 'RENTAL' }],
  ['purposeCode', { purposeCode: 'XSALA' }],
  ['remittance.reference', { remittance: { kind: 'creditor-reference', reference: 'RF19539007547034' } }],
])('refuses a payment because of %s: %o', (place, more) => {
  expect(messages.invalidInCreditTransfer(transfer())).toBeNull();
  expect(messages.invalidInCreditTransfer(transfer(more))).toMatch(new RegExp(`^${place} `));
  const write = (): string =>
    messages.writeCreditTransfers('pain.001.001.09', file(batch({ transfers: [transfer(more)] })));
  expect(write).toThrow(InvalidCreditTransfer);
  expect(write).toThrow(`batches[0].transfers[0]: ${place}`);
});

test.each<readonly [string, readonly CreditTransferBatch[]]>([
  ['batches', []],
  ['batches[0].transfers', [batch({ transfers: [] })]],
  ['batches[0].paymentInformationId', [batch({ paymentInformationId: ' ' })]],
  ['batches[0].requestedExecutionDate', [batch({ requestedExecutionDate: '2026-02-29' })]],
  ['batches[0].debtor.iban', [batch({ debtor: { ...batch().debtor, iban: 'DE00' } })]],
  ['batches[0].debtor.bic', [batch({ debtor: { ...batch().debtor, bic: 'COBADEFF1' } })]],
  [
    'batches[0].debtor.address.country',
    [batch({ debtor: { ...batch().debtor, address: { ...NOWHERE, country: 'Germany' } } })],
  ],
  ['batches[0].ultimateDebtor.name', [batch({ ultimateDebtor: { name: '😀', id: null } })]],
  ...[
    { id: 'x'.repeat(36), issuer: null },
    { id: '', issuer: null },
    { id: '1', issuer: 'ä' },
  ].map((id) => ['batches[0].ultimateDebtor.id', [batch({ ultimateDebtor: { name: 'Acme', id } })]] as const),
  ['batches[0].debtor.name', [batch({ debtor: { ...batch().debtor, name: '…/' } })]],
  ['batches[0].transfers[1].instructionId', [batch({ transfers: [transfer(), transfer({ endToEndId: 'E2' })] })]],
  ['batches[0].transfers[1].endToEndId', [batch({ transfers: [transfer(), transfer({ instructionId: 'I2' })] })]],
  [
    'batches[1].paymentInformationId',
    [batch(), batch({ transfers: [transfer({ instructionId: 'I2', endToEndId: 'E2' })] })],
  ],
])('refuses a file because of %s', (place, batches) => {
  const write = (): string => messages.writeCreditTransfers('pain.001.001.09', file(...batches));
  expect(write).toThrow(expect.objectContaining({ name: 'InvalidCreditTransfer', place }) as Error);
});

test('leaves out a text without any letter or digit, and an address without a town', () => {
  const creditor = {
    ...CREDITOR,
    address: { ...NOWHERE, postCode: '1', street: 'A' },
  };
  const transfers = [transfer({ creditor, remittance: { kind: 'text', text: '\u{e000}' } })];
  const xml = messages.writeCreditTransfers('pain.001.001.09', file(batch({ transfers })));
  expect(xml).not.toContain('RmtInf');
  expect(xml).not.toContain('PstlAdr');
});

describe.each(CREDIT_TRANSFER_MESSAGES)('the address of a creditor in a %s', (message) => {
  const address = {
    country: 'CH',
    townName: 'Zürich',
    postCode: '8001',
    street: 'Bahnhofstraße',
    secondLine: null,
    buildingNumber: '1a',
    subdivision: null,
  };
  const written = (over: Partial<PostalAddress> = {}): string => {
    const creditor = { ...CREDITOR, address: { ...address, ...over } };
    const xml = messages.writeCreditTransfers(message, file(batch({ transfers: [transfer({ creditor })] })));
    expect(schemas.deviationsIn(message, xml)).toEqual([]);
    expect(refusedAddressesIn(xml)).toEqual([]);
    return /<PstlAdr>.*<\/PstlAdr>/.exec(xml)?.[0] ?? '';
  };
  const cut = (length: number): string => 'x'.repeat(length);

  test('has an element for each part', () => {
    expect(written()).toBe(
      '<PstlAdr><StrtNm>Bahnhofstrasse</StrtNm><BldgNb>1a</BldgNb><PstCd>8001</PstCd><TwnNm>Zurich</TwnNm><Ctry>CH</Ctry></PstlAdr>',
    );
    expect(written({ street: null, buildingNumber: '', postCode: null, subdivision: 'ZH' })).toBe(
      '<PstlAdr><TwnNm>Zurich</TwnNm><CtrySubDvsn>ZH</CtrySubDvsn><Ctry>CH</Ctry></PstlAdr>',
    );
  });

  test('is cut to the lengths of SEPA', () => {
    const long = cut(100);
    const parts = { street: long, buildingNumber: long, postCode: long, townName: long, subdivision: long };
    expect(written(parts)).toBe(
      `<PstlAdr><StrtNm>${cut(70)}</StrtNm><BldgNb>${cut(16)}</BldgNb><PstCd>${cut(16)}</PstCd><TwnNm>${cut(35)}</TwnNm><CtrySubDvsn>${cut(35)}</CtrySubDvsn><Ctry>CH</Ctry></PstlAdr>`,
    );
  });

  test('is left out without a town, whatever else it has', () => {
    for (const townName of [null, '', '…', '\u{e000}']) {
      expect(written({ townName, secondLine: 'Floor 2' })).toBe('');
      expect(written({ townName, street: null, buildingNumber: null, postCode: null })).toBe('');
    }
  });

  const bare = { buildingNumber: null, postCode: null };
  const around = (street: string, lines = ''): string =>
    `<PstlAdr>${street}<TwnNm>Zurich</TwnNm><Ctry>CH</Ctry>${lines}</PstlAdr>`;

  test('has the second line behind the street, or in its place', () => {
    const street = 'Bahnhofstraße 1a';
    expect(written({ ...bare, street, secondLine: '2. Stock' })).toBe(
      around('<StrtNm>Bahnhofstrasse 1a, 2. Stock</StrtNm>'),
    );
    for (const missing of [null, '', '…'])
      expect(written({ ...bare, street: missing, secondLine: '2. Stock' })).toBe(around('<StrtNm>2. Stock</StrtNm>'));
  });

  test('has a second line that does not fit as the line of a hybrid address', () => {
    expect(written({ ...bare, street: cut(40), secondLine: cut(28) })).toBe(
      around(`<StrtNm>${cut(40)}, ${cut(28)}</StrtNm>`),
    );
    expect(written({ ...bare, street: cut(40), secondLine: cut(29) })).toBe(
      around(`<StrtNm>${cut(40)}</StrtNm>`, `<AdrLine>${cut(29)}</AdrLine>`),
    );
    expect(written({ ...bare, street: cut(255), secondLine: cut(255) })).toBe(
      around(`<StrtNm>${cut(70)}</StrtNm>`, `<AdrLine>${cut(70)}</AdrLine>`),
    );
  });

  test('repeats the town and the country in no line', () => {
    expect(written({ ...bare, street: cut(60), secondLine: 'beim Bahnhof ZÜRICH' })).toBe(
      around(`<StrtNm>${cut(60)}, beim Bah</StrtNm>`),
    );
    expect(written({ ...bare, street: cut(60), secondLine: 'Nordflügel, CH' })).toBe(
      around(`<StrtNm>${cut(60)}, Nordflug</StrtNm>`),
    );
    expect(written({ ...bare, street: cut(60), secondLine: 'Chalet ch' })).toBe(
      around(`<StrtNm>${cut(60)}</StrtNm>`, '<AdrLine>Chalet ch</AdrLine>'),
    );
  });

  test('is refused by no bank, and keeps its second line, for any texts', () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 120 }));
    fc.assert(
      fc.property(text, text, text, (townName, street, secondLine) => {
        const xml = written({ townName, street, secondLine, postCode: street });
        const second = secondLine === null ? null : messages.sepaText(secondLine, 10);
        if (xml !== '' && street === null && second !== null) expect(xml).toContain(second);
      }),
      { seed: 20_022, numRuns: 300 },
    );
  });
});

test('an address of lines alone, without a town, or with a repeated town would be noticed', () => {
  for (const [address, problem] of [
    ['<Ctry>DE</Ctry><AdrLine>Berlin</AdrLine>', 'has no TwnNm'],
    ['<Ctry>DE</Ctry>', 'has no TwnNm'],
    ['<TwnNm>Berlin</TwnNm>', 'has no Ctry'],
    ['<TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>10115 BERLIN</AdrLine>', 'repeats the town in a line'],
    ['<TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>Haus 3, DE</AdrLine>', 'repeats the country in a line'],
    ['<TwnNm>A</TwnNm><Ctry>DE</Ctry><AdrLine>b</AdrLine><AdrLine>c</AdrLine><AdrLine>d</AdrLine>', 'has 3 lines'],
  ] as const)
    expect(refusedAddressesIn(`<Cdtr><PstlAdr>${address}</PstlAdr></Cdtr>`)).toEqual([problem]);
});
