import type { UnitOfWork } from '../../kernel/index.js';
import { type BlockReads, blockReads } from './blocks.js';
import { type ChoiceReads, choiceReads } from './choices.js';
import { type ExceptionsOfTenant, exceptionsOfTenant } from './exceptions.js';
import { type HoldReads, holdReads } from './holds.js';
import { type InstallationReads, installationReads } from './installation.js';
import { type LimitReads, limitReads } from './limits.js';
import { type NameReads, nameReads } from './names.js';
import { type NoteReads, noteReads } from './notes.js';
import { type OperatorAccountReads, operatorAccountReads } from './operators.js';
import { type PartyReads, partyReads } from './parties.js';
import { type PaymentReads, paymentReads } from './payments.js';
import { type PlatformReads, platformReads } from './platforms.js';
import { type ReviewReads, reviewReads } from './reviews.js';
import { type TermsReads, termsReads } from './terms.js';

export type { Choosable, RecordChoice } from './choices.js';
export type { HeldMoney, ExceptionsAbout, RetriedPayment } from './held-money.js';
export type { NamedRecord } from './names.js';
export type { WorkEnd } from './ends-of-work.js';
export type { FailedWork, FailedWorkOfRail } from './payments.js';
export type { PlatformWithTokens } from './platforms.js';
export type { ResetOfCustomer } from './reviews.js';

/**
 * Reads of single records and short lists for the console and for commands, which do not name record kinds. Each reads
 * in a unit of its own, and none checks a role. A record of another tenant is absent.
 */
export interface OperatorReads
  extends
    PlatformReads,
    OperatorAccountReads,
    PartyReads,
    PaymentReads,
    ExceptionsOfTenant,
    BlockReads,
    HoldReads,
    ReviewReads,
    InstallationReads,
    ChoiceReads,
    NameReads,
    NoteReads,
    TermsReads,
    LimitReads {}

/** Needs nothing but the storage, so that commands without the master key have the same reads. */
export const operatorReads = (units: UnitOfWork): OperatorReads => ({
  ...platformReads(units),
  ...operatorAccountReads(units),
  ...partyReads(units),
  ...paymentReads(units),
  ...exceptionsOfTenant(units),
  ...blockReads(units),
  ...holdReads(units),
  ...reviewReads(units),
  ...installationReads(units),
  ...choiceReads(units),
  ...nameReads(units),
  ...noteReads(units),
  ...termsReads(units),
  ...limitReads(units),
});
