import { toIso } from '@corridor/core';
import { isIban } from '../accounts/bank-numbers.js';
import type { create } from 'xmlbuilder2';
import { formatAmount } from './amount.js';
import { BIC, LETTERS_FIRST } from './bic.js';
import type {
  CreditTransfer,
  CreditTransferBatch,
  CreditTransferFile,
  CreditTransferMessage,
  IdentifiedParty,
  PartyId,
  PostalAddress,
  Remittance,
} from './messages.js';
import { isCreditorReference } from './references.js';
import { SEPA_IDENTIFIER, sepaText, type Transliterate } from './sepa-text.js';
import { isDate } from './target-calendar.js';
import { writeAddress } from './write-address.js';

type Xml = ReturnType<typeof create>;

export interface WriterLibraries {
  readonly create: typeof create;
  readonly transliterate: Transliterate;
}

/** A payment or a file that no bank would accept. `place` names the value, such as `batches[0].debtor.iban`. */
export class InvalidCreditTransfer extends Error {
  readonly place: string;

  constructor(place: string, problem: string) {
    super(`${place} ${problem}`);
    this.name = 'InvalidCreditTransfer';
    this.place = place;
  }
}

const NAME_LENGTH = 70;
const TEXT_LENGTH = 140;
/** The largest amount of a SEPA Credit Transfer: 999,999,999.99 EUR. */
const MAX_AMOUNT = 99_999_999_999n;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What differs between the versions. */
interface Version {
  readonly bic: 'BIC' | 'BICFI';
  /** Whether a BIC may have digits in front. If not, such a BIC is left out: the IBAN names the bank. */
  readonly hasDigitsInBic: boolean;
  readonly hasUetr: boolean;
  readonly hasDateChoice: boolean;
}

type Text = (text: string, maxLength: number) => string | null;

const VERSIONS: Readonly<Record<CreditTransferMessage, Version>> = {
  'pain.001.001.09': { bic: 'BICFI', hasDigitsInBic: true, hasUetr: true, hasDateChoice: true },
  'pain.001.001.03': { bic: 'BIC', hasDigitsInBic: false, hasUetr: false, hasDateChoice: false },
};

/**
 * Writes a pain.001 in UTF-8. Names and texts are transliterated into the SEPA character set and cut to its lengths.
 * Throws `InvalidCreditTransfer` for values that cannot be written.
 */
export function writeCreditTransfers(
  libraries: WriterLibraries,
  message: CreditTransferMessage,
  file: CreditTransferFile,
): string {
  checkFile(libraries, file);
  const text: Text = (value, maxLength) => sepaText(libraries.transliterate, value, maxLength);
  const document = libraries.create({ version: '1.0', encoding: 'UTF-8' });
  const root = document.ele(`urn:iso:std:iso:20022:tech:xsd:${message}`, 'Document').ele('CstmrCdtTrfInitn');
  const transfers = file.batches.flatMap((batch) => batch.transfers);
  const header = root.ele('GrpHdr');
  leaf(header, 'MsgId', file.messageId);
  leaf(header, 'CreDtTm', toIso(file.createdAt).replace(/\.\d+Z$/, 'Z'));
  writeTotals(header, transfers);
  writeParty(header.ele('InitgPty'), file.initiatingParty, text);
  for (const batch of file.batches) writeBatch(root.ele('PmtInf'), { batch, version: VERSIONS[message], text });
  return document.end();
}

function leaf(parent: Xml, name: string, value: string): void {
  parent.ele(name).txt(value);
}

function writeTotals(parent: Xml, transfers: readonly CreditTransfer[]): void {
  leaf(parent, 'NbOfTxs', String(transfers.length));
  leaf(parent, 'CtrlSum', euros(transfers.reduce((sum, { amount }) => sum + amount, 0n)));
}

function writeParty(element: Xml, { name, id }: IdentifiedParty, text: Text): void {
  leaf(element, 'Nm', text(name, NAME_LENGTH)!);
  if (id === null) return;
  const other = element.ele('Id').ele('OrgId').ele('Othr');
  leaf(other, 'Id', id.id);
  if (id.issuer !== null) leaf(other, 'Issr', id.issuer);
}

const euros = (cents: bigint): string => formatAmount(cents, 2);

interface Writing {
  readonly version: Version;
  readonly text: Text;
}

function writeBatch(element: Xml, { batch, version, text }: Writing & { readonly batch: CreditTransferBatch }): void {
  leaf(element, 'PmtInfId', batch.paymentInformationId);
  leaf(element, 'PmtMtd', 'TRF');
  leaf(element, 'BtchBookg', String(batch.isBookedAsSum));
  writeTotals(element, batch.transfers);
  const type = element.ele('PmtTpInf');
  leaf(type.ele('SvcLvl'), 'Cd', 'SEPA');
  if (batch.scheme === 'SEPA_INSTANT') leaf(type.ele('LclInstrm'), 'Cd', 'INST');
  leaf(
    version.hasDateChoice ? element.ele('ReqdExctnDt') : element,
    version.hasDateChoice ? 'Dt' : 'ReqdExctnDt',
    batch.requestedExecutionDate,
  );
  const debtor = element.ele('Dbtr');
  leaf(debtor, 'Nm', text(batch.debtor.name, NAME_LENGTH)!);
  if (batch.debtor.address !== null) writeAddress(debtor, batch.debtor.address, text);
  const account = element.ele('DbtrAcct');
  leaf(account.ele('Id'), 'IBAN', batch.debtor.iban);
  leaf(account, 'Ccy', 'EUR');
  const institution = element.ele('DbtrAgt').ele('FinInstnId');
  const debtorBic = writtenBic(version, batch.debtor.bic);
  if (debtorBic === null) leaf(institution.ele('Othr'), 'Id', 'NOTPROVIDED');
  else leaf(institution, version.bic, debtorBic);
  if (batch.ultimateDebtor !== null) writeParty(element.ele('UltmtDbtr'), batch.ultimateDebtor, text);
  leaf(element, 'ChrgBr', 'SLEV');
  for (const transfer of batch.transfers) writeTransfer(element.ele('CdtTrfTxInf'), { transfer, version, text });
}

function writeTransfer(
  element: Xml,
  { transfer, version, text }: Writing & { readonly transfer: CreditTransfer },
): void {
  const ids = element.ele('PmtId');
  leaf(ids, 'InstrId', transfer.instructionId);
  leaf(ids, 'EndToEndId', transfer.endToEndId);
  if (version.hasUetr && transfer.uetr !== null) leaf(ids, 'UETR', transfer.uetr);
  element.ele('Amt').ele('InstdAmt', { Ccy: 'EUR' }).txt(euros(transfer.amount));
  const { name, iban, address } = transfer.creditor;
  const bic = writtenBic(version, transfer.creditor.bic);
  if (bic !== null) leaf(element.ele('CdtrAgt').ele('FinInstnId'), version.bic, bic);
  const creditor = element.ele('Cdtr');
  leaf(creditor, 'Nm', text(name, NAME_LENGTH)!);
  if (address !== null) writeAddress(creditor, address, text);
  leaf(element.ele('CdtrAcct').ele('Id'), 'IBAN', iban);
  if (transfer.purposeCode !== null) leaf(element.ele('Purp'), 'Cd', transfer.purposeCode);
  if (transfer.remittance !== null) writeRemittance(element, transfer.remittance, text);
}

function writeRemittance(element: Xml, remittance: Remittance, text: Text): void {
  if (remittance.kind === 'creditor-reference') {
    const information = element.ele('RmtInf').ele('Strd').ele('CdtrRefInf');
    const type = information.ele('Tp');
    leaf(type.ele('CdOrPrtry'), 'Cd', 'SCOR');
    leaf(type, 'Issr', 'ISO');
    leaf(information, 'Ref', remittance.reference);
    return;
  }
  const written = text(remittance.text, TEXT_LENGTH);
  if (written !== null) leaf(element.ele('RmtInf'), 'Ustrd', written);
}

const writtenBic = ({ hasDigitsInBic }: Version, bic: string | null): string | null =>
  bic === null || hasDigitsInBic || LETTERS_FIRST.test(bic) ? bic : null;

/** What is wrong with one payment, as `creditor.name is missing`; null if it can be written. */
export function invalidInCreditTransfer(transliterate: Transliterate, transfer: CreditTransfer): string | null {
  const { instructionId, endToEndId, uetr, amount, creditor, purposeCode, remittance } = transfer;
  if (!SEPA_IDENTIFIER.test(instructionId)) return 'instructionId is not an identifier of SEPA';
  if (!SEPA_IDENTIFIER.test(endToEndId)) return 'endToEndId is not an identifier of SEPA';
  if (uetr !== null && !UUID_V4.test(uetr)) return 'uetr is not a uuid v4 in small letters';
  if (amount <= 0n || amount > MAX_AMOUNT) return 'amount is not between 0.01 and 999999999.99';
  if (sepaText(transliterate, creditor.name, NAME_LENGTH) === null) return 'creditor.name has no letter or digit';
  if (!isIban(creditor.iban)) return 'creditor.iban is not an IBAN';
  if (creditor.bic !== null && !BIC.test(creditor.bic)) return 'creditor.bic is not a BIC';
  if (!isCountryOf(creditor.address)) return 'creditor.address.country is not a country code';
  if (purposeCode !== null && !/^[A-Z0-9]{4}$/.test(purposeCode)) return 'purposeCode is not an ISO purpose code';
  if (remittance?.kind === 'creditor-reference' && !isCreditorReference(remittance.reference)) {
    return 'remittance.reference is not an ISO 11649 reference';
  }
  return null;
}

const isCountryOf = (address: PostalAddress | null): boolean => address === null || /^[A-Z]{2}$/.test(address.country);

const isPartyId = (id: PartyId | null): boolean =>
  id === null || (SEPA_IDENTIFIER.test(id.id) && (id.issuer === null || SEPA_IDENTIFIER.test(id.issuer)));

function checkFile({ transliterate }: WriterLibraries, file: CreditTransferFile): void {
  const require = (isValid: boolean, place: string, problem: string): void => {
    if (!isValid) throw new InvalidCreditTransfer(place, problem);
  };
  const isName = (name: string): boolean => sepaText(transliterate, name, NAME_LENGTH) !== null;
  require(SEPA_IDENTIFIER.test(file.messageId), 'messageId', 'is not an identifier of SEPA');
  const requireParty = ({ name, id }: IdentifiedParty, place: string): void => {
    require(isName(name), `${place}.name`, 'has no letter or digit');
    require(isPartyId(id), `${place}.id`, 'is not an identifier of SEPA');
  };
  requireParty(file.initiatingParty, 'initiatingParty');
  require(file.batches.length > 0, 'batches', 'is empty');
  const seen = new Set<string>();
  const requireNew = (kind: string, id: string, place: string): void => {
    require(!seen.has(`${kind}${id}`), place, 'comes more than once in the file');
    seen.add(`${kind}${id}`);
  };
  for (const [index, batch] of file.batches.entries()) {
    const place = `batches[${index}]`;
    const { paymentInformationId, debtor, ultimateDebtor, requestedExecutionDate, transfers } = batch;
    require(SEPA_IDENTIFIER.test(
      paymentInformationId,
    ), `${place}.paymentInformationId`, 'is not an identifier of SEPA');
    requireNew('batch ', paymentInformationId, `${place}.paymentInformationId`);
    require(isName(debtor.name), `${place}.debtor.name`, 'has no letter or digit');
    require(isIban(debtor.iban), `${place}.debtor.iban`, 'is not an IBAN');
    require(debtor.bic === null || BIC.test(debtor.bic), `${place}.debtor.bic`, 'is not a BIC');
    require(isCountryOf(debtor.address), `${place}.debtor.address.country`, 'is not a country code');
    if (ultimateDebtor !== null) requireParty(ultimateDebtor, `${place}.ultimateDebtor`);
    require(isDate(requestedExecutionDate), `${place}.requestedExecutionDate`, 'is not a date');
    require(transfers.length > 0, `${place}.transfers`, 'is empty');
    for (const [at, transfer] of transfers.entries()) {
      const problem = invalidInCreditTransfer(transliterate, transfer);
      require(problem === null, `${place}.transfers[${at}]:`, problem ?? '');
      requireNew('instruction ', transfer.instructionId, `${place}.transfers[${at}].instructionId`);
      requireNew('end to end ', transfer.endToEndId, `${place}.transfers[${at}].endToEndId`);
    }
  }
}
