import {
  type AccountReport,
  loadBankMessages,
  type MessageProblem,
  type ReadOptions,
  type StatementEntry,
  type StatusReport,
} from '../../iso20022/index.js';

interface Read {
  readonly message: AccountReport | StatusReport;
  readonly deviations: readonly string[];
}

/** Reads documents of a bank, and throws if the outcome is not the one that the test asks for. */
export interface DocumentReader {
  read(document: string | Uint8Array): Read;
  readReport(document: string | Uint8Array): AccountReport;
  readStatus(document: string): StatusReport;
  entriesOf(document: string): readonly StatementEntry[];
  problemOf(document: string | Uint8Array, options?: ReadOptions): MessageProblem;
}

export async function openDocumentReader(): Promise<DocumentReader> {
  const { readBankMessage } = await loadBankMessages();
  const bytesOf = (document: string | Uint8Array): Uint8Array =>
    typeof document === 'string' ? new TextEncoder().encode(document) : document;
  const reader: DocumentReader = {
    read: (document) => {
      const outcome = readBankMessage(bytesOf(document));
      if (!outcome.ok) throw new Error(`${outcome.problem.code} ${outcome.problem.message} ${outcome.problem.place}`);
      return outcome;
    },
    readReport: (document) => {
      const { message } = reader.read(document);
      if (message.kind === 'status') throw new Error('a status report');
      return message;
    },
    readStatus: (document) => {
      const { message } = reader.read(document);
      if (message.kind !== 'status') throw new Error('an account report');
      return message;
    },
    entriesOf: (document) => reader.readReport(document).statements.flatMap(({ entries }) => entries),
    problemOf: (document, options) => {
      const outcome = readBankMessage(bytesOf(document), options);
      if (outcome.ok) throw new Error('the message was read');
      return outcome.problem;
    },
  };
  return reader;
}
