import { type Alteration, CHANGED, left, sealedEvents, TENANT } from './alterations.js';
import type { PaymentIds } from './altered-history.js';

const setSegment = (change: string): string => `update readable_archive_segments set ${change};`;
const NOT_ITS_FILE = 'archive segment 1 was changed: it does not say what is in its file';

/** Alterations of a history whose events are in the archive. The ids are those before its events were moved. */
export const OF_ARCHIVE: readonly Alteration<PaymentIds>[] = [
  [
    'the segments of the archive deleted',
    () => 'delete from readable_archive_segments;',
    (h) => sealedEvents(h, left(h, 'events', `status in ('DELIVERED', 'STORED')`)),
  ],
  [
    'a segment under another number',
    () => setSegment(`id = 'archive/000000000002', number = 2`),
    () => 'archive segment 2 follows segment 0: the segments between them are missing',
  ],
  ['a segment with fewer events', () => setSegment('rows = rows - 1'), () => NOT_ITS_FILE],
  [
    'a segment that hides the events of a platform',
    () => setSegment(`tenants = '[["Platform:1/SANDBOX", 1]]'`),
    () => NOT_ITS_FILE,
  ],
  ['a segment that hides the events of a payment', () => setSegment(`resources = 'AAAA'`), () => NOT_ITS_FILE],
  ['a segment that hides events by their ids', () => setSegment('first_id = last_id'), () => NOT_ITS_FILE],
  ['a segment that hides events by their times', () => setSegment('last_at = first_at'), () => NOT_ITS_FILE],
  [
    'a segment over other positions',
    () => setSegment('after = after + 1'),
    () => 'archive segment 1 begins after position 1 instead of 0',
  ],
  [
    'an archived event inserted again with another content',
    (
      h,
    ) => `insert into readable_events (position, id, tenant, version, created_at, updated_at, type, resource, snapshot,
        status, queued_at, attempts, next_attempt_at, clock_offset, lease_until)
      values (${String(h.one('select min(position) from readable_events'))},
        '${String(h.one('select id from readable_events order by position limit 1'))}', '${TENANT}', 9, 1700000000000,
        1700000000000, 'TEST', 'Platform:1', '{}', 'DELIVERED', 4000000000000, 1, 0, 0, 0);`,
    (h) => sealedEvents(h, CHANGED),
  ],
  [
    'the key of the archive deleted',
    () => `delete from readable_host_keys where id = 'event-archive';`,
    () => 'the events of the archive count as missing, because it cannot be read without its key',
  ],
  [
    'another key of the archive',
    () => `update readable_host_keys set sealed_private_key = 'mine' where id = 'event-archive';`,
    () => 'the key of the archive cannot be opened: not sealed for sealed:host_keys/event-archive/sealedPrivateKey:',
  ],
];
