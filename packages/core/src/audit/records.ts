import { ACCOUNT_PASS, BALANCE_PASS, CUSTOMER_PASS, EXTERNAL_ACCOUNT_PASS } from './accounts.js';
import { AGENT_USAGE_PASS, inspectActions } from './agents.js';
import { ARRIVAL_PASS } from './arrivals.js';
import { type Inspected, type PaidBooks, type UnclaimedBooks, walk } from './books.js';
import { CARD_PASS, inspectRefunds, inspectReserves } from './cards.js';
import { BOOKING_PASS } from './exceptions.js';
import { IMPORT_PASS } from './imports.js';
import { INVITATION_PASS } from './invitations.js';
import { DEPOSIT_PASS } from './payments.js';
import { STABLECOIN_OPERATION_PASS, STABLECOIN_QUOTE_PASS } from './stablecoins.js';
import { VERIFICATION_PASS } from './verification.js';
import { VOLUME_PASS } from './volumes.js';

/** All records that no pass before has looked at. */
export async function inspectRecords(books: PaidBooks): Promise<Omit<Inspected<UnclaimedBooks>, 'count'>> {
  const findings = [
    ...(await walk(books, DEPOSIT_PASS)).findings,
    ...(await walk(books, BOOKING_PASS)).findings,
    ...(await walk(books, CARD_PASS)).findings,
    ...(await inspectReserves(books)),
    ...(await inspectRefunds(books)),
    ...(await walk(books, ARRIVAL_PASS)).findings,
    ...(await walk(books, VOLUME_PASS)).findings,
    ...(await walk(books, ACCOUNT_PASS)).findings,
    ...(await walk(books, BALANCE_PASS)).findings,
    ...(await walk(books, EXTERNAL_ACCOUNT_PASS)).findings,
    ...(await walk(books, CUSTOMER_PASS)).findings,
    ...(await walk(books, INVITATION_PASS)).findings,
    ...(await walk(books, VERIFICATION_PASS)).findings,
    ...(await walk(books, IMPORT_PASS)).findings,
    ...(await walk(books, STABLECOIN_OPERATION_PASS)).findings,
    ...(await walk(books, STABLECOIN_QUOTE_PASS)).findings,
  ];
  const acted = await inspectActions(books);
  const used = await walk(acted.books, AGENT_USAGE_PASS);
  const { cardMoves, volumes, announced, agentSpend, entries, events } = used.books;
  return {
    books: {
      cardMoves,
      volumes,
      announced,
      agentSpend,
      unclaimedEntries: entries.rest(),
      unclaimedEvents: events.rest(),
    },
    findings: [...findings, ...acted.findings, ...used.findings],
  };
}

/** A record takes from the books what it accounts for; what is left when all have is of nobody. */
export function inspectUnclaimed(books: UnclaimedBooks): readonly string[] {
  const { cardMoves, unclaimedEntries, unclaimedEvents, volumes, agentSpend, announced } = books;
  const findings: string[] = [];
  for (const [cause, moves] of cardMoves)
    findings.push(`entries ${[...moves.keys()].join(', ')} have no cause: ${cause}`);
  for (const [cause, kinds] of unclaimedEntries) findings.push(`entries ${kinds.join(', ')} have no cause: ${cause}`);
  for (const [resource, types] of unclaimedEvents)
    findings.push(`events ${types.join(', ')} are about nothing: ${resource}`);
  for (const [id, taken] of volumes) findings.push(`payments have taken ${taken} of ${id}, which does not exist`);
  for (const id of agentSpend.keys()) findings.push(`actions have taken of ${id}, which does not exist`);
  for (const account of announced.keys()) findings.push(`balances are announced of nothing: ${account}`);
  return findings;
}
