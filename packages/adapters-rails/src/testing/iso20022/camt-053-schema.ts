/**
 * A schema of the part of camt.053.001.08 that is written, made from the message definition: the same names, order,
 * lengths and patterns. The official schema also allows everything else, and may not be redistributed.
 */
export function camt053Schema(): Uint8Array {
  const message = 'camt.053.001.08';
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
        type('Document', one('BkToCstmrStmt', 'Message')),
        type('Message', one('GrpHdr', 'Header'), one('Stmt', 'Statement', 'maxOccurs="unbounded"')),
        type('Header', one('MsgId', 'Text35'), one('CreDtTm', 'xs:dateTime')),
        type(
          'Statement',
          one('Id', 'Text35'),
          optional('CreDtTm', 'xs:dateTime'),
          optional('FrToDt', 'Period'),
          one('Acct', 'Account'),
          one('Bal', 'Balance', 'maxOccurs="unbounded"'),
          optional('TxsSummry', 'Summary'),
          one('Ntry', 'Entry', 'minOccurs="0" maxOccurs="unbounded"'),
        ),
        type('Period', one('FrDtTm', 'xs:dateTime'), one('ToDtTm', 'xs:dateTime')),
        type('Account', one('Id', 'AccountId'), optional('Ccy', 'Code'), optional('Ownr', 'Named')),
        ...[choice('AccountId', one('Othr', 'Other')), type('Other', one('Id', 'Text34'))],
        type('Named', optional('Nm', 'Text140')),
        type(
          'Balance',
          one('Tp', 'BalanceType'),
          one('Amt', 'Amount'),
          one('CdtDbtInd', 'Side'),
          one('Dt', 'DateChoice'),
        ),
        ...[type('BalanceType', one('CdOrPrtry', 'BalanceCode')), choice('BalanceCode', one('Cd', 'Text4'))],
        choice('DateChoice', one('Dt', 'xs:date'), one('DtTm', 'xs:dateTime')),
        type('Summary', optional('TtlCdtNtries', 'Total'), optional('TtlDbtNtries', 'Total')),
        type('Total', optional('NbOfNtries', 'Count'), optional('Sum', 'Number')),
        type(
          'Entry',
          optional('NtryRef', 'Text35'),
          one('Amt', 'Amount'),
          one('CdtDbtInd', 'Side'),
          one('Sts', 'Status'),
          optional('BookgDt', 'DateChoice'),
          optional('ValDt', 'DateChoice'),
          optional('AcctSvcrRef', 'Text35'),
          one('BkTxCd', 'TransactionCode'),
          one('NtryDtls', 'Details', 'minOccurs="0" maxOccurs="unbounded"'),
        ),
        choice('Status', one('Cd', 'Text4')),
        type('TransactionCode', optional('Prtry', 'Proprietary')),
        type('Proprietary', one('Cd', 'Text35'), optional('Issr', 'Text35')),
        type('Details', one('TxDtls', 'Detail', 'minOccurs="0" maxOccurs="unbounded"')),
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
        choice('PartyChoice', one('Pty', 'Named')),
        type('Remittance', one('Ustrd', 'Text140', 'minOccurs="0" maxOccurs="unbounded"')),
      ].join('\n') +
      '</xs:schema>',
  );
}
