export * from './case.js';
export * from './decide-match.js';
export { matchToWithdraw, withdrawConfirmation } from './withdraw-confirmation.js';
export * from './screening.js';
export * from './screening-states.js';
export * from './ports.js';
export * from './screening-connection.js';
export * from './shaped-provider.js';
export * from './continuations.js';
export * from './released-money.js';
export * from './identity.js';
export { endHit } from './hit.js';
export { areClear } from './known-parties.js';
export { undecidedScreening, whatIsUndecided } from './undecided.js';
export { isCleared, type MatchDetails, matchDetails, matchesOf } from './matches.js';
export { type RecordPorts } from './record-answer.js';
export { approvals } from './approval.js';
export { type HearScreening } from './hear.js';
export { type OtherParty, partyNow } from './party-now.js';
export { screenedUnits } from './screened-units.js';
export { releaseCleared } from './release.js';
export { presentRound } from './rounds.js';
export { screeningWork } from './screening-work.js';
export { screeningGate, type GateQuestion, type ScreeningGate } from './gate.js';
export { screeningFor, type ScreeningStanding } from './screening-for.js';
export {
  askNow,
  dropQuestions,
  MOST_PARTIES,
  type NewQuestion,
  questionOf,
  type QuestionPorts,
  shownQuestion,
  storeQuestion,
} from './store-question.js';
