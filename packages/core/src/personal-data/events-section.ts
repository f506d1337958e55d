import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS } from '../agents/index.js';
import { CARDS } from '../cards/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type EventSubject, EVENTS, type OutboxEvent, subjectOf } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { AnyKind } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { INVITATIONS } from '../uma/index.js';
import { VERIFICATIONS } from '../verification/index.js';
import { paymentForPerson } from './hidden-from-person.js';
import { placeOf } from './personal-data.js';
import type { Audience } from './place.js';
import { readable, readableParts, type ReadableRow } from './readable.js';
import { listed, subjectsOf } from './records-of-customer.js';
import type { ExportedSection, Reading } from './sections.js';

/** The record of the snapshot. Null for events that are about no customer. */
const KIND_OF: Readonly<Record<EventSubject, AnyKind | null>> = {
  CUSTOMER: CUSTOMERS,
  VERIFICATION: VERIFICATIONS,
  INTERNAL_ACCOUNT: INTERNAL_ACCOUNTS,
  EXTERNAL_ACCOUNT: EXTERNAL_ACCOUNTS,
  QUOTE: QUOTES,
  OUTGOING_PAYMENT: TRANSACTIONS,
  INCOMING_PAYMENT: TRANSACTIONS,
  CARD_TRANSACTION: TRANSACTIONS,
  CARD: CARDS,
  AGENT_ACTION: AGENT_ACTIONS,
  INVITATION: INVITATIONS,
  EXCEPTION: EXCEPTIONS,
  PLATFORM: null,
  BULK_UPLOAD: null,
  TEST: null,
};

/** The types of events that report a block or an exception. */
const INTERNAL = /^EXCEPTION\.|\.(BLOCKED|UNBLOCKED|EXCEPTION)$/;

/** The events of the records of the person, by record, oldest first. Lists of events read the archive by themselves. */
export const eventsSection = (reading: Reading, subjects = () => subjectsOf(reading)): ExportedSection => ({
  name: 'events',
  title: 'What each record was when it changed',
  async *rows() {
    const { audience } = reading;
    for await (const resource of subjects()) {
      for await (const event of listed(reading, EVENTS, { where: { resource } })) {
        if (audience === 'PERSON' && INTERNAL.test(event.type)) continue;
        yield { ...readable(EVENTS, event, audience), snapshot: snapshotOf(event, audience) };
      }
    }
  },
});

function snapshotOf({ type, snapshot }: OutboxEvent, audience: Audience): ReadableRow {
  const kind = KIND_OF[subjectOf(type)];
  if (kind === null) return {};
  const { given, withheld } = placeOf(kind);
  const names = ['id', 'createdAt', ...given];
  if (audience === 'AUTHORITY') return readableParts(snapshot, [...names, 'version', 'updatedAt', ...withheld]);
  const shown = readableParts(snapshot, names);
  return kind === TRANSACTIONS ? { ...shown, ...paymentForPerson(snapshot as Partial<Transaction>) } : shown;
}
