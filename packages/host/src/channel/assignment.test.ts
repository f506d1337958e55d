import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../settings/configuration.js';
import { configurationOf, poolShare, processNames } from './assignment.js';
import { processesOf } from '../settings/process-count.js';

const POSTGRES = 'postgres://localhost/corridor';

describe('the processes of a host', () => {
  test.each([
    [2, 1, 1],
    [3, 2, 1],
    [5, 4, 1],
    [6, 4, 2],
    [16, 11, 5],
  ])('of %i processes, %i serve and %i run the workers', (processes, serving, workers) => {
    const roles = processNames(processes, true).map(({ role }) => role);
    expect(roles.filter((role) => role === 'serving')).toHaveLength(serving);
    expect(roles.filter((role) => role === 'workers')).toHaveLength(workers);
  });

  test('all serve if other hosts run the workers', () => {
    expect(processNames(2, false)).toEqual([
      { role: 'serving', number: 1 },
      { role: 'serving', number: 2 },
    ]);
  });

  test('are one for each processor if the setting is auto, and one on SQLite', () => {
    expect(processesOf('auto', true, null)).toBe(availableParallelism());
    expect(processesOf('auto', false, null)).toBe(1);
    // A setting that fits the host also fits a command on a machine with more processors.
    expect([processesOf('auto', true, 2), processesOf('auto', true, 3)]).toEqual([1, 1]);
  });

  test('are refused on SQLite, and with fewer than two connections each', () => {
    expect(() => readConfiguration({ CORRIDOR_PROCESSES: '2' })).toThrow(
      'CORRIDOR_PROCESSES: 2 processes need Postgres, because SQLite has one writer; set CORRIDOR_DATABASE_URL, or CORRIDOR_PROCESSES to 1',
    );
    const small = { CORRIDOR_PROCESSES: '4', CORRIDOR_DATABASE_URL: POSTGRES, CORRIDOR_DATABASE_POOL_SIZE: '7' };
    expect(() => readConfiguration(small)).toThrow(
      'CORRIDOR_DATABASE_POOL_SIZE: 7 connections are too few for 4 processes, which need 2 each; set it to 8 or more, or lower CORRIDOR_PROCESSES',
    );
    expect(readConfiguration({ ...small, CORRIDOR_DATABASE_POOL_SIZE: '8' }).processes).toBe(4);
  });

  test('share the connections and the uploads of the host', () => {
    expect([poolShare(20, 3), poolShare(4, 2), poolShare(null, 1000)]).toEqual([6, 2, 2]);
    const host = readConfiguration({
      CORRIDOR_DATABASE_URL: POSTGRES,
      CORRIDOR_UPLOADS: '10',
      CORRIDOR_CONSOLE_PORT: '0',
      CORRIDOR_CONSOLE_HOST: '::1',
    });
    const assigned = {
      role: 'serving',
      number: 1,
      port: 4000,
      consolePort: 4001,
      poolSize: 5,
      servingProcesses: 3,
      masterKey: null,
    } as const;
    expect(configurationOf(host, assigned)).toMatchObject({
      port: 4000,
      console: { listener: { host: '::1', port: 4001 } },
      database: { poolSize: 5 },
      uploads: { perHost: 3 },
      workers: false,
    });
    expect(configurationOf(host, { ...assigned, role: 'workers' }).workers).toBe(true);
  });

  test('has the master key that the supervisor has read from its program', () => {
    const host = readConfiguration({
      CORRIDOR_DATABASE_URL: POSTGRES,
      CORRIDOR_MASTER_KEY_COMMAND: '["/usr/bin/tool"]',
    });
    const assigned = {
      role: 'serving',
      number: 1,
      port: 1,
      consolePort: null,
      poolSize: 2,
      servingProcesses: 1,
    } as const;
    expect(configurationOf(host, { ...assigned, masterKey: 'ab'.repeat(32) })).toMatchObject({
      masterKey: 'ab'.repeat(32),
      masterKeyCommand: null,
    });
  });
});
