import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe } from 'vitest';
import { railStoreCases } from '../testing/rail-store-cases.js';

describe('the store of a rail connection', () => {
  railStoreCases(async () => createMemoryStorage());
});
