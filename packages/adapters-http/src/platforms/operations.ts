import { invalidInConfig } from '@corridor/core/internal';
import { command, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { platformConfig, platformConfigUpdate } from './schemas.js';
import { serializePlatform } from './serialize.js';

const TAG = 'Platform Configuration';

export const platformOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/config',
    operationId: 'getPlatformConfig',
    tag: TAG,
    summary: 'Read the platform configuration',
    permission: 'VIEW',
    responses: { 200: platformConfig },
    reads: (core) => core.platforms.getConfig,
    input: () => undefined,
    serialize: serializePlatform,
  }),
  command({
    method: 'PATCH',
    path: '/config',
    operationId: 'updatePlatformConfig',
    tag: TAG,
    summary: 'Change the platform configuration',
    permission: 'MANAGE',
    body: platformConfigUpdate,
    responses: { 200: platformConfig },
    errors: [501],
    useCase: (core) => core.platforms.updateConfig,
    input: ({ body }) => body,
    invalid: invalidInConfig,
    serialize: serializePlatform,
  }),
];
