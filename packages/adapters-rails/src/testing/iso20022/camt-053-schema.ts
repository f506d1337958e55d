/**
 * A schema of the part of camt.053.001.08 that is written, made from the message definition: the same names, order,
 * lengths and patterns. The official schema also allows everything else, and may not be redistributed.
 */
export function camt053Schema(): Uint8Array {
  const message = 'camt.053.001.08';
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
  const decimal = (name: string, ...facets: readonly string[]): string =>
    restricted(name, 'decimal', ...facets, '<xs:totalDigits value="18"/>');
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns="urn:iso:std:iso:20022:tech:xsd:${message}" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  elementFormDefault="qualified" targetNamespace="urn:iso:std:iso:20022:tech:xsd:${message}">
  <xs:element name="Document" type="Document"/>` +
      [
        ...[4, 34, 35, 140].map(text),
        restricted('Code', 'string', '<xs:pattern value="[A-Z]{3,3}"/>'),
        restricted('Count', 'string', '<xs:pattern value="[0-9]{1,15}"/>'),
        restricted('Side', 'string', '<xs:enumeration value="CRDT"/>', '<xs:enumeration value="DBIT"/>'),
        decimal('Decimal', '<xs:minInclusive value="0"/>', '<xs:fractionDigits value="5"/>'),
        decimal('Number', '<xs:fractionDigits value="17"/>'),
        `<xs:complexType name="Amount"><xs:simpleContent><xs:extension base="Decimal">
           <xs:attribute name="Ccy" type="Code" use="required"/></xs:extension></xs:simpleContent></xs:complexType>`,
        type('Document', element('BkToCstmrStmt', 'Message')),
        type('Message', element('GrpHdr', 'Header'), element('Stmt', 'Statement', 'maxOccurs="unbounded"')),
        type('Header', element('MsgId', 'Text35'), element('CreDtTm', 'xs:dateTime')),
        type(
          'Statement',
          element('Id', 'Text35'),
          optional('CreDtTm', 'xs:dateTime'),
          optional('FrToDt', 'Period'),
          element('Acct', 'Account'),
          element('Bal', 'Balance', 'maxOccurs="unbounded"'),
          optional('TxsSummry', 'Summary'),
          element('Ntry', 'Entry', 'minOccurs="0" maxOccurs="unbounded"'),
        ),
        type('Period', element('FrDtTm', 'xs:dateTime'), element('ToDtTm', 'xs:dateTime')),
        type('Account', element('Id', 'AccountId'), optional('Ccy', 'Code'), optional('Ownr', 'Named')),
        ...[choice('AccountId', element('Othr', 'Other')), type('Other', element('Id', 'Text34'))],
        type('Named', optional('Nm', 'Text140')),
        type(
          'Balance',
          element('Tp', 'BalanceType'),
          element('Amt', 'Amount'),
          element('CdtDbtInd', 'Side'),
          element('Dt', 'DateChoice'),
        ),
        ...[type('BalanceType', element('CdOrPrtry', 'BalanceCode')), choice('BalanceCode', element('Cd', 'Text4'))],
        choice('DateChoice', element('Dt', 'xs:date'), element('DtTm', 'xs:dateTime')),
        type('Summary', optional('TtlCdtNtries', 'Total'), optional('TtlDbtNtries', 'Total')),
        type('Total', optional('NbOfNtries', 'Count'), optional('Sum', 'Number')),
        type(
          'Entry',
          optional('NtryRef', 'Text35'),
          element('Amt', 'Amount'),
          element('CdtDbtInd', 'Side'),
          element('Sts', 'Status'),
          optional('BookgDt', 'DateChoice'),
          optional('ValDt', 'DateChoice'),
          optional('AcctSvcrRef', 'Text35'),
          element('BkTxCd', 'TransactionCode'),
          element('NtryDtls', 'Details', 'minOccurs="0" maxOccurs="unbounded"'),
        ),
        choice('Status', element('Cd', 'Text4')),
        type('TransactionCode', optional('Prtry', 'Proprietary')),
        type('Proprietary', element('Cd', 'Text35'), optional('Issr', 'Text35')),
        type('Details', element('TxDtls', 'Detail', 'minOccurs="0" maxOccurs="unbounded"')),
        type(
          'Detail',
          optional('Refs', 'References'),
          optional('Amt', 'Amount'),
          optional('CdtDbtInd', 'Side'),
          optional('RltdPties', 'Parties'),
          optional('RmtInf', 'Remittance'),
        ),
        type('References', optional('AcctSvcrRef', 'Text35'), optional('EndToEndId', 'Text35')),
        type('Parties', optional('Dbtr', 'PartyChoice'), optional('Cdtr', 'PartyChoice')),
        choice('PartyChoice', element('Pty', 'Named')),
        type('Remittance', element('Ustrd', 'Text140', 'minOccurs="0" maxOccurs="unbounded"')),
      ].join('\n') +
      '</xs:schema>',
  );
}
