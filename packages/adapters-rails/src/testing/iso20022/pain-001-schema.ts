/**
 * A schema of the part of pain.001 that is written, made from the message definition: the same names, order, lengths and
 * patterns. The official schema also allows everything else, and may not be redistributed.
 */
export function pain001Schema(message: 'pain.001.001.09' | 'pain.001.001.03'): Uint8Array {
  const isNew = message === 'pain.001.001.09';
  const one = (name: string, type: string, more = ''): string =>
    `<xs:element name="${name}" type="${type}"${more === '' ? '' : ` ${more}`}/>`;
  const optional = (name: string, type: string): string => one(name, type, 'minOccurs="0"');
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
        type('Document', one('CstmrCdtTrfInitn', 'Initiation')),
        type('Initiation', one('GrpHdr', 'Header'), one('PmtInf', 'Batch', 'maxOccurs="unbounded"')),
        type(
          'Header',
          one('MsgId', 'Text35'),
          one('CreDtTm', 'xs:dateTime'),
          one('NbOfTxs', 'Count'),
          one('CtrlSum', 'Decimal'),
          one('InitgPty', 'Named'),
        ),
        type('Named', one('Nm', 'Text70'), optional('Id', 'PartyId')),
        ...[type('PartyId', one('OrgId', 'Organisation')), type('Organisation', one('Othr', 'Numbered'))],
        type('Numbered', one('Id', 'Text35'), optional('Issr', 'Text35')),
        type(
          'Batch',
          one('PmtInfId', 'Text35'),
          one('PmtMtd', 'Trf'),
          one('BtchBookg', 'xs:boolean'),
          one('NbOfTxs', 'Count'),
          one('CtrlSum', 'Decimal'),
          one('PmtTpInf', 'PaymentType'),
          one('ReqdExctnDt', isNew ? 'DateChoice' : 'xs:date'),
          one('Dbtr', 'Located'),
          one('DbtrAcct', 'DebtorAccount'),
          one('DbtrAgt', 'DebtorAgent'),
          optional('UltmtDbtr', 'Named'),
          one('ChrgBr', 'Slev'),
          one('CdtTrfTxInf', 'Transfer', 'maxOccurs="unbounded"'),
        ),
        type('PaymentType', one('SvcLvl', 'ServiceLevel'), optional('LclInstrm', 'Instrument')),
        ...[type('ServiceLevel', one('Cd', 'Sepa')), type('Instrument', one('Cd', 'Inst'))],
        type('DateChoice', one('Dt', 'xs:date')),
        ...[type('DebtorAccount', one('Id', 'AccountId'), one('Ccy', 'Eur')), type('AccountId', one('IBAN', 'Iban'))],
        type('DebtorAgent', one('FinInstnId', 'DebtorInstitution')),
        choice('DebtorInstitution', one(bic, 'Bic'), one('Othr', 'Other')),
        type('Other', one('Id', 'Unknown')),
        type(
          'Transfer',
          one('PmtId', 'Ids'),
          one('Amt', 'AmountChoice'),
          optional('CdtrAgt', 'Agent'),
          one('Cdtr', 'Located'),
          one('CdtrAcct', 'CreditorAccount'),
          optional('Purp', 'PurposeChoice'),
          optional('RmtInf', 'RemittanceChoice'),
        ),
        type('Ids', one('InstrId', 'Text35'), one('EndToEndId', 'Text35'), ...(isNew ? [one('UETR', 'Uuid')] : [])),
        type('AmountChoice', one('InstdAmt', 'Amount')),
        ...[type('Agent', one('FinInstnId', 'Institution')), type('Institution', one(bic, 'Bic'))],
        type('Located', one('Nm', 'Text70'), optional('PstlAdr', 'Address')),
        type(
          'Address',
          ...[optional('StrtNm', 'Text70'), optional('BldgNb', 'Text16'), optional('PstCd', 'Text16')],
          ...[one('TwnNm', 'Text35'), optional('CtrySubDvsn', 'Text35'), one('Ctry', 'Country')],
          one('AdrLine', 'Text70', 'minOccurs="0" maxOccurs="2"'),
        ),
        type('CreditorAccount', one('Id', 'AccountId')),
        type('PurposeChoice', one('Cd', 'Purpose')),
        choice('RemittanceChoice', one('Ustrd', 'Text140'), one('Strd', 'Structured')),
        ...[
          type('Structured', one('CdtrRefInf', 'Reference')),
          type('Reference', one('Tp', 'RefType'), one('Ref', 'Text35')),
        ],
        ...[type('RefType', one('CdOrPrtry', 'RefCode'), one('Issr', 'Text35')), type('RefCode', one('Cd', 'Scor'))],
      ].join('\n') +
      '</xs:schema>',
  );
}
