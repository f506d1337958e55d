import { saying } from '../../operators/index.js';
import { choicesField, err, idField, ok, PERMISSIONS, rules, textField } from '../../kernel/index.js';
import { PLATFORMS, type Platforms, TOKENS } from '../../platforms/index.js';
import { ofRecord } from './records.js';
import { simple } from './simple-action.js';

const LONGEST_NAME = 255;

const ISSUED = {
  name: textField({
    label: 'Name',
    hint: 'What the token is for, such as checkout',
    maxLength: LONGEST_NAME,
    rule: rules.text({ minLength: 1, maxLength: LONGEST_NAME }),
    option: { meaning: 'Its name' },
  }),
  permissions: choicesField(PERMISSIONS, {
    label: 'Permissions',
    hint: 'VIEW reads, TRANSACT moves money, MANAGE changes settings, customers and tokens.',
    min: 1,
    option: { meaning: 'Comma-separated, of VIEW, TRANSACT, MANAGE; default: all' },
  }),
};

const REVOKED = { id: idField('Token', { label: 'API token', option: { meaning: 'The token, as Token:…' } }) };

/**
 * The actions on API tokens. Their input has no credentials, because the log and a request that waits keep it: the service
 * generates them.
 */
export const tokenActions = (platforms: Pick<Platforms, 'createToken' | 'getToken' | 'deleteToken'>) => ({
  'tokens.create': simple({
    title: 'Create an API token',
    words: saying(
      'Create the API token',
      async ({ input: { name: called, permissions }, tenant, name }) =>
        `Create the API token ${called} of ${await name(tenant)}, which may ${permissions.join(', ')}`,
    ),
    role: 'ADMIN',
    effects: ['ISSUES_CREDENTIAL'],
    byMasterKey: true,
    input: ISSUED,
    subject: ({ name }) => name,
    refuses: async (tx, { tenant }) =>
      (await tx.get(PLATFORMS, tenant)) === null ? err('REFERENCE_NOT_FOUND', 'no such platform') : ok(),
    run: platforms.createToken,
    after: ({ token: { id, clientId, permissions } }) => ({ id, clientId, permissions }),
  }),
  'tokens.revoke': simple({
    title: 'Revoke an API token',
    weight: 'danger',
    words: saying(
      'Revoke the API token',
      async ({ input, tenant, name }) =>
        `Revoke ${await name(input.id)} of ${await name(tenant)}: programs that use it are refused at once`,
    ),
    role: 'ADMIN',
    effects: [],
    byMasterKey: true,
    input: REVOKED,
    subject: ({ id }) => id,
    // Tokens are records of the host, so that the plan has to refuse one of another platform.
    refuses: platforms.getToken,
    shows: ofRecord(TOKENS, ['name', 'clientId', 'permissions']),
    run: platforms.deleteToken,
  }),
});
