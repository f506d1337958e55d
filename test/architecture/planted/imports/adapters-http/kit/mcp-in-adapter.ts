import { Server } from '@modelcontextprotocol/sdk/server/index.js';

export const server = new Server({ name: 'adapter', version: '1' });
