import type { InternalAccountView, Page } from '@corridor/core';
import type { ExternalAccount } from '@corridor/core/records';
import { invalidInNewExternalAccount } from '@corridor/core/internal';
import type { Request } from '../../kit/operation.js';
import { pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { externalAccount, externalAccountList, internalAccountList } from './schemas.js';
import { serializeExternalAccount, serializeInternalAccountView } from './serialize.js';

/** What operations that list internal accounts share, for platforms and for agents. */
export const internalAccountPage = {
  responses: { 200: internalAccountList },
  serialize: (page: Page<InternalAccountView>) => pageBody(page, serializeInternalAccountView),
} as const;

/** What operations that list external accounts share, for platforms and for agents. */
export const externalAccountPage = {
  responses: { 200: externalAccountList },
  serialize: (page: Page<ExternalAccount>) => pageBody(page, serializeExternalAccount),
} as const;

/** What operations that add an external account share, for platforms and for agents. */
export const newExternalAccount = {
  responses: { 201: externalAccount },
  invalid: invalidInNewExternalAccount,
  serialize: serializeExternalAccount,
} as const;

/** What operations on one external account share, for platforms and for agents. */
export const ofExternalAccount = {
  params: { externalAccountId: pathId('ExternalAccount', 'REFERENCE_NOT_FOUND') },
  input: ({ params }: Pick<Request<'externalAccountId'>, 'params'>) => ({ id: params.externalAccountId }),
} as const;

/** What operations that read an external account share, for platforms and for agents. */
export const oneExternalAccount = {
  ...ofExternalAccount,
  responses: { 200: externalAccount },
  serialize: serializeExternalAccount,
} as const;

/** What operations that delete an external account share, for platforms and for agents. */
export const deletedExternalAccount = {
  ...ofExternalAccount,
  responses: { 204: null },
  serialize: () => null,
} as const;
