/**
 * A schema of the part of pain.001 that is written, made from the message definition: the same names, order, lengths and
 * patterns. The official schema also allows everything else, and may not be redistributed.
 */
export function pain001Schema(message: 'pain.001.001.09' | 'pain.001.001.03'): Uint8Array {
  const isNew = message === 'pain.001.001.09';
  const element = (name: string, type: string, more = ''): string =>
    `<xs:element name="${name}" type="${type}"${more === '' ? '' : ` ${more}`}/>`;
  const optional = (name: string, type: string): string => element(name, type, 'minOccurs="0"');
  const type = (name: string, ...elements: readonly string[]): string =>
    `<xs:complexType name="${name}"><xs:sequence>${elements.join('')}</xs:sequence></xs:complexType>`;
  const choice = (name: string, ...elements: readonly string[]): string =>
    `<xs:complexType name="${name}"><xs:choice>${elements.join('')}</xs:choice></xs:complexType>`;
  const restricted = (name: string, base: string, ...facets: readonly string[]): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${facets.join('')}</xs:restriction></xs:simpleType>`;
  const text = (length: number): string =>
    restricted(`Text${length}`, 'string', '<xs:minLength value="1"/>', `<xs:maxLength value="${length}"/>`);
  const pattern = (name: string, expression: string): string =>
    restricted(name, 'string', `<xs:pattern value="${expression}"/>`);
  const fixed = (name: string, ...values: readonly string[]): string =>
    restricted(name, 'string', ...values.map((value) => `<xs:enumeration value="${value}"/>`));
  const bic = isNew ? 'BICFI' : 'BIC';
  // BICFIDec2014Identifier and BICIdentifier.
  const bicForm = isNew
    ? '[A-Z0-9]{4,4}[A-Z]{2,2}[A-Z0-9]{2,2}([A-Z0-9]{3,3}){0,1}'
    : '[A-Z]{6,6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3,3}){0,1}';
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns="urn:iso:std:iso:20022:tech:xsd:${message}" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  elementFormDefault="qualified" targetNamespace="urn:iso:std:iso:20022:tech:xsd:${message}">
  <xs:element name="Document" type="Document"/>` +
      [
        ...[16, 35, 70, 140].map(text),
        pattern('Iban', '[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}'),
        pattern('Bic', bicForm),
        pattern('Count', '[0-9]{1,15}'),
        pattern('Country', '[A-Z]{2,2}'),
        pattern('Uuid', '[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}'),
        restricted('Purpose', 'string', '<xs:minLength value="1"/>', '<xs:maxLength value="4"/>'),
        restricted(
          'Decimal',
          'decimal',
          '<xs:minInclusive value="0"/>',
          '<xs:fractionDigits value="2"/>',
          '<xs:totalDigits value="18"/>',
        ),
        ...[fixed('Trf', 'TRF'), fixed('Slev', 'SLEV'), fixed('Sepa', 'SEPA'), fixed('Inst', 'INST')],
        ...[fixed('Scor', 'SCOR'), fixed('Eur', 'EUR'), fixed('Unknown', 'NOTPROVIDED')],
        `<xs:complexType name="Amount"><xs:simpleContent><xs:extension base="Decimal">
           <xs:attribute name="Ccy" type="Eur" use="required"/></xs:extension></xs:simpleContent></xs:complexType>`,
        type('Document', element('CstmrCdtTrfInitn', 'Initiation')),
        type('Initiation', element('GrpHdr', 'Header'), element('PmtInf', 'Batch', 'maxOccurs="unbounded"')),
        type(
          'Header',
          element('MsgId', 'Text35'),
          element('CreDtTm', 'xs:dateTime'),
          element('NbOfTxs', 'Count'),
          element('CtrlSum', 'Decimal'),
          element('InitgPty', 'Named'),
        ),
        type('Named', element('Nm', 'Text70'), optional('Id', 'PartyId')),
        ...[type('PartyId', element('OrgId', 'Organisation')), type('Organisation', element('Othr', 'Numbered'))],
        type('Numbered', element('Id', 'Text35'), optional('Issr', 'Text35')),
        type(
          'Batch',
          element('PmtInfId', 'Text35'),
          element('PmtMtd', 'Trf'),
          element('BtchBookg', 'xs:boolean'),
          element('NbOfTxs', 'Count'),
          element('CtrlSum', 'Decimal'),
          element('PmtTpInf', 'PaymentType'),
          element('ReqdExctnDt', isNew ? 'DateChoice' : 'xs:date'),
          element('Dbtr', 'Located'),
          element('DbtrAcct', 'DebtorAccount'),
          element('DbtrAgt', 'DebtorAgent'),
          optional('UltmtDbtr', 'Named'),
          element('ChrgBr', 'Slev'),
          element('CdtTrfTxInf', 'Transfer', 'maxOccurs="unbounded"'),
        ),
        type('PaymentType', element('SvcLvl', 'ServiceLevel'), optional('LclInstrm', 'Instrument')),
        ...[type('ServiceLevel', element('Cd', 'Sepa')), type('Instrument', element('Cd', 'Inst'))],
        type('DateChoice', element('Dt', 'xs:date')),
        ...[
          type('DebtorAccount', element('Id', 'AccountId'), element('Ccy', 'Eur')),
          type('AccountId', element('IBAN', 'Iban')),
        ],
        type('DebtorAgent', element('FinInstnId', 'DebtorInstitution')),
        choice('DebtorInstitution', element(bic, 'Bic'), element('Othr', 'Other')),
        type('Other', element('Id', 'Unknown')),
        type(
          'Transfer',
          element('PmtId', 'Ids'),
          element('Amt', 'AmountChoice'),
          optional('CdtrAgt', 'Agent'),
          element('Cdtr', 'Located'),
          element('CdtrAcct', 'CreditorAccount'),
          optional('Purp', 'PurposeChoice'),
          optional('RmtInf', 'RemittanceChoice'),
        ),
        type(
          'Ids',
          element('InstrId', 'Text35'),
          element('EndToEndId', 'Text35'),
          ...(isNew ? [element('UETR', 'Uuid')] : []),
        ),
        type('AmountChoice', element('InstdAmt', 'Amount')),
        ...[type('Agent', element('FinInstnId', 'Institution')), type('Institution', element(bic, 'Bic'))],
        type('Located', element('Nm', 'Text70'), optional('PstlAdr', 'Address')),
        type(
          'Address',
          ...[optional('StrtNm', 'Text70'), optional('BldgNb', 'Text16'), optional('PstCd', 'Text16')],
          ...[element('TwnNm', 'Text35'), optional('CtrySubDvsn', 'Text35'), element('Ctry', 'Country')],
          element('AdrLine', 'Text70', 'minOccurs="0" maxOccurs="2"'),
        ),
        type('CreditorAccount', element('Id', 'AccountId')),
        type('PurposeChoice', element('Cd', 'Purpose')),
        choice('RemittanceChoice', element('Ustrd', 'Text140'), element('Strd', 'Structured')),
        ...[
          type('Structured', element('CdtrRefInf', 'Reference')),
          type('Reference', element('Tp', 'RefType'), element('Ref', 'Text35')),
        ],
        ...[
          type('RefType', element('CdOrPrtry', 'RefCode'), element('Issr', 'Text35')),
          type('RefCode', element('Cd', 'Scor')),
        ],
      ].join('\n') +
      '</xs:schema>',
  );
}
