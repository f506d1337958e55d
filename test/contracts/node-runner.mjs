/** The storage contract under Node's test runner, with the built packages, as an external project runs it. */
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { storageContract } from '@corridor/core/testing';
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import * as chai from 'chai';
import { after, before, describe, test } from 'node:test';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

storageContract(
  { describe, test, beforeAll: before, afterAll: after, expect: chai.expect },
  { create: async () => ({ open: async () => createMemoryStorage(), drop: async () => undefined }) },
);
