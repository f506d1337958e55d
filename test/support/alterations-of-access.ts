import { type Alteration, another, CHANGED, gone, left, OTHER, sealedLog, set, TENANT } from './alterations.js';
import type { PaymentIds } from './altered-history.js';

const LAST = 'its last entry in the operator log says';
const NONE = 'and no entry of the operator log says so';
const REPLACED = 'is not the one that its last entry in the operator log states';
const firstToken = ({ one, reader }: PaymentIds): string =>
  String(one(`select id from readable_tokens where id <> '${reader}' order by created_at, id limit 1`));
const OTHER_TOKEN = 'Token:018bcfe5-6800-7000-8000-000000000009';

export const OF_ACCESS: readonly Alteration<PaymentIds>[] = [
  ['the operator log emptied', () => 'delete from readable_operator_log;', (h) => sealedLog(h, '0 remain')],
  [
    'the operator log emptied, with the whole chain of seals and its key',
    () => `delete from readable_operator_log; delete from readable_seals; delete from readable_seal_heads;
      delete from readable_host_keys where id = 'journal-seals';`,
    (h) => `the access of ${h.reader} is VIEW in ${TENANT}, ${NONE}`,
  ],
  [
    'an entry of the operator log deleted',
    (h) => `delete from readable_operator_log where subject = '${h.disabled}' and action = 'operators.disable';`,
    (h) => sealedLog(h, left(h, 'operator_log', `subject = '${h.disabled}' and action = 'operators.disable'`)),
  ],
  [
    'an entry of the operator log under the name of another operator',
    () => `update readable_operator_log set operator_name = 'Ann' where operator_name = 'root';`,
    (h) => sealedLog(h, CHANGED),
  ],
  [
    'an entry of the operator log with another content',
    (h) => `update readable_operator_log set after = replace(after, 'VIEW', 'MANAGE') where subject = '${h.reader}';`,
    (h) => sealedLog(h, CHANGED),
  ],
  [
    'the role of an operator raised',
    (h) => set('operators', h.viewer, `role = 'ADMIN'`),
    (h) => `the access of ${h.viewer} is ADMIN and ACTIVE, ${LAST} VIEWER and ACTIVE`,
  ],
  [
    'the role of an operator raised, with a time outside of the range of dates',
    (h) => set('operators', h.viewer, `role = 'ADMIN', lapsed_at = 9000000000000000`),
    (h) => `the access of ${h.viewer} is ADMIN and ACTIVE, ${LAST} VIEWER and ACTIVE`,
  ],
  [
    'a disabled operator enabled again',
    (h) => set('operators', h.disabled, `status = 'ACTIVE'`),
    (h) => `the access of ${h.disabled} is ADMIN and ACTIVE, ${LAST} ADMIN and DISABLED`,
  ],
  [
    'an operator deleted',
    (h) => gone('operators', h.viewer),
    (h) => `${h.viewer} does not exist, ${LAST} VIEWER and ACTIVE`,
  ],
  [
    'the permissions of a token raised',
    (h) => set('tokens', h.reader, `permissions = '["VIEW","TRANSACT"]'`),
    (h) => `the access of ${h.reader} is VIEW, TRANSACT in ${TENANT}, ${LAST} VIEW in ${TENANT}`,
  ],
  [
    'the secret of a token replaced',
    (h) => set('tokens', h.reader, `secret_digest = '${'0'.repeat(64)}'`),
    (h) => `the credential of ${h.reader} ${REPLACED}`,
  ],
  [
    'the client id of a token replaced',
    (h) => set('tokens', h.reader, `client_id = 'mine'`),
    (h) => `the credential of ${h.reader} ${REPLACED}`,
  ],
  [
    'the credentials of two tokens exchanged',
    (h) => `create temp table other as select id, client_id, secret_digest from readable_tokens;
      update readable_tokens set client_id = 'free' where id = '${h.reader}';
      ${set(
        'tokens',
        firstToken(h),
        `client_id = (select client_id from other where id = '${h.reader}'),
        secret_digest = (select secret_digest from other where id = '${h.reader}')`,
      )}
      ${set(
        'tokens',
        h.reader,
        `client_id = (select client_id from other where id = '${firstToken(h)}'),
        secret_digest = (select secret_digest from other where id = '${firstToken(h)}')`,
      )}
      drop table other;`,
    (h) => `the credential of ${h.reader} ${REPLACED}`,
  ],
  [
    'a token moved to another tenant',
    (h) => set('tokens', h.reader, `tenant = '${OTHER}'`),
    (h) => `the access of ${h.reader} is VIEW in ${OTHER}, ${LAST} VIEW in ${TENANT}`,
  ],
  [
    'a token deleted behind the log',
    (h) => gone('tokens', h.reader),
    (h) => `${h.reader} does not exist, ${LAST} VIEW in ${TENANT}`,
  ],
  [
    'a deleted token brought back',
    (h) => another('tokens', `id = '${h.reader}'`, `id = '${h.revoked}', client_id = 'back'`),
    (h) => `the access of ${h.revoked} is VIEW in ${TENANT}, ${LAST} that it was deleted`,
  ],
  [
    'a token created behind the log',
    (h) => another('tokens', `id = '${h.reader}'`, `id = '${OTHER_TOKEN}', client_id = 'new'`),
    () => `the access of ${OTHER_TOKEN} is VIEW in ${TENANT}, ${NONE}`,
  ],
];

export const OF_SEALS: readonly Alteration<PaymentIds>[] = [
  [
    'the newest seal deleted',
    () => 'delete from readable_seals where number = 3;',
    () => 'the seal chain ends with seal 2, but its head names seal 3: the newest seals are missing',
  ],
  [
    'the first seal deleted',
    () => 'delete from readable_seals where number = 1;',
    () => 'seal 2 follows seal 0: the seals between them are missing',
  ],
  [
    'all seals deleted',
    () => 'delete from readable_seals;',
    () => 'the seal chain ends with seal 0, but its head names seal 3: the newest seals are missing',
  ],
  [
    'all seals deleted with their head',
    () => 'delete from readable_seals; delete from readable_seal_heads;',
    () => 'all seals are missing, but the seal key exists',
  ],
  ['the head deleted', () => 'delete from readable_seal_heads;', () => 'the head of the seal chain is missing'],
  [
    'the head changed',
    () => `update readable_seal_heads set ends = replace(ends, '"events":', '"events":1');`,
    () => 'the head of the seal chain is not signed with the seal key',
  ],
  [
    'a seal over fewer rows',
    () => 'update readable_seals set up_to = up_to - 1, rows = rows - 1 where number = 1;',
    () => 'seal 1 or the seal before it was changed',
  ],
  [
    'a seal without a signature',
    () => `update readable_seals set mac = '' where number = 1;`,
    () => 'seal 1 is not signed with the seal key',
  ],
  [
    'the key of the seals deleted',
    () => `delete from readable_host_keys where id = 'journal-seals';`,
    () => 'the seal key is missing',
  ],
  [
    'another key of the seals',
    () => `update readable_host_keys set sealed_private_key = 'mine' where id = 'journal-seals';`,
    () => 'the seal key cannot be opened: not sealed for sealed:host_keys/journal-seals/sealedPrivateKey:',
  ],
];
