import { ACCOUNT_PASS, BALANCE_PASS, CUSTOMER_PASS, EXTERNAL_ACCOUNT_PASS } from './accounts.js';
import { AGENT_USAGE_PASS, inspectActions } from './agents.js';
import { ARRIVAL_PASS } from './arrivals.js';
import { BLOCK_PASS, inspectPlatformMark } from './blocks.js';
import { type Inspected, type PaidBooks, type UnclaimedBooks, walk } from './books.js';
import { inspectDisputes } from './card-disputes.js';
import { inspectReturns } from './card-returns.js';
import { CARD_PASS, inspectReserves } from './cards.js';
import { BOOKING_PASS } from './exceptions.js';
import { IMPORT_PASS } from './imports.js';
import { INVITATION_PASS } from './invitations.js';
import { DEPOSIT_PASS } from './deposits.js';
import { SETTLEMENT_PASS } from './settlements.js';
import { LIMIT_USAGE_PASS } from './limits.js';
import { STABLECOIN_OPERATION_PASS, STABLECOIN_PASS, STABLECOIN_QUOTE_PASS } from './stablecoins.js';
import { TERMS_PASS } from './terms.js';
import { findingsOf } from './uninspectable.js';
import { VERIFICATION_PASS } from './verification.js';
import { inspectUsed, VOLUME_PASS } from './volumes.js';

/** Inspects the records that no earlier pass has inspected. */
export async function inspectRecords(books: PaidBooks): Promise<Omit<Inspected<UnclaimedBooks>, 'count'>> {
  const findings = [
    ...(await walk(books, DEPOSIT_PASS)).findings,
    ...(await walk(books, BOOKING_PASS)).findings,
    ...(await walk(books, SETTLEMENT_PASS)).findings,
    ...(await walk(books, CARD_PASS)).findings,
    ...(await findingsOf(`the card reserves of ${books.tenant}`, () => inspectReserves(books))),
    ...(await findingsOf(`the returns of cards of ${books.tenant}`, () => inspectReturns(books))),
    ...(await findingsOf(`the disputes of cards of ${books.tenant}`, () => inspectDisputes(books))),
    ...(await walk(books, ARRIVAL_PASS)).findings,
    ...(await walk(books, VOLUME_PASS)).findings,
    ...(await walk(books, ACCOUNT_PASS)).findings,
    ...(await walk(books, BALANCE_PASS)).findings,
    ...(await walk(books, EXTERNAL_ACCOUNT_PASS)).findings,
    ...(await walk(books, CUSTOMER_PASS)).findings,
    ...(await walk(books, BLOCK_PASS)).findings,
    ...(await findingsOf(`the block of ${books.tenant}`, () => inspectPlatformMark(books))),
    ...(await walk(books, INVITATION_PASS)).findings,
    ...(await walk(books, TERMS_PASS)).findings,
    ...(await walk(books, VERIFICATION_PASS)).findings,
    ...(await walk(books, IMPORT_PASS)).findings,
    ...(await walk(books, STABLECOIN_PASS)).findings,
    ...(await walk(books, STABLECOIN_OPERATION_PASS)).findings,
    ...(await walk(books, STABLECOIN_QUOTE_PASS)).findings,
    ...(await walk(books, LIMIT_USAGE_PASS)).findings,
  ];
  const acted = await inspectActions(books);
  const used = await walk(acted.books, AGENT_USAGE_PASS);
  const { cardMoves, volumes, limits, announced, agentSpend, entries, events } = used.books;
  return {
    books: {
      cardMoves,
      volumes,
      limits,
      announced,
      agentSpend,
      unclaimedEntries: entries.rest(),
      unclaimedEvents: events.rest(),
    },
    findings: [...findings, ...acted.findings, ...used.findings],
  };
}

/** Reports the journal entries, events and sums that no record has claimed from the audit's state. */
export function inspectUnclaimed(books: UnclaimedBooks): readonly string[] {
  const { cardMoves, unclaimedEntries, unclaimedEvents, volumes, limits, agentSpend, announced } = books;
  const findings: string[] = [];
  for (const [cause, moves] of cardMoves)
    findings.push(`no record accounts for the entries ${[...moves.keys()].join(', ')} of ${cause}`);
  for (const [cause, kinds] of unclaimedEntries)
    findings.push(`no record accounts for the entries ${kinds.join(', ')} of ${cause}`);
  for (const [resource, types] of unclaimedEvents)
    findings.push(`no record accounts for the events ${types.join(', ')} of ${resource}`);
  findings.push(...inspectUsed(volumes));
  for (const id of limits.keys()) findings.push(`payments have used ${id}, which does not exist`);
  for (const id of agentSpend.keys()) findings.push(`actions have used the limits of ${id}, which does not exist`);
  for (const account of announced.keys()) findings.push(`events announce balances of ${account}, which does not exist`);
  return findings;
}
