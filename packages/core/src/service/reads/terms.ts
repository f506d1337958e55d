import type { Environment, UnitOfWork } from '../../kernel/index.js';
import { readAllTerms, type Terms } from '../../terms/index.js';

export interface TermsReads {
  /** Every record of terms, oldest first; of one environment if it is given. */
  terms(environment?: Environment): Promise<readonly Terms[]>;
}

export const termsReads = (units: UnitOfWork): TermsReads => ({
  terms: (environment) => units.read(null, (reads) => readAllTerms(reads, environment)),
});
