import type { CreateConnection } from '@corridor/core/ports';
import { readInWorker } from '../iso20022/index.js';
import { createBankFiles } from './connection.js';
import { createIncomingReports } from './incoming/index.js';

/** The type `bank-files` of the connections file: SEPA credit transfers as ISO 20022 files, in a folder or over SFTP. */
export const bankFiles: CreateConnection = createBankFiles(createIncomingReports, readInWorker());
