import { describe, expect, it } from 'vitest';
import { planOf, proofsIn } from '../../.ci/test-plan.mjs';

describe('a command that runs tests', () => {
  it('checks the sources and runs the first tier without arguments', () => {
    expect(planOf('test', [])).toEqual({ setUp: ['--check'], vitest: ['run'], env: { CORRIDOR_TEST_TIER: 'test' } });
  });

  it('checks nothing again for a further tier', () => {
    expect(planOf('hosts', [])).toEqual({ setUp: [], vitest: ['run'], env: { CORRIDOR_TEST_TIER: 'hosts' } });
  });

  it.each(['test', 'hosts'])(
    'runs the named files of every tier without checks of sources and types, as %s',
    (tier) => {
      expect(planOf(tier, ['test/e2e', 'packages/core/src/quotes'])).toEqual({
        setUp: ['--untyped'],
        vitest: ['run', 'test/e2e', 'packages/core/src/quotes'],
        env: { CORRIDOR_TEST_TIER: 'all' },
      });
    },
  );

  it.each([[['-t', 'expired']], [['--testNamePattern', 'expired']], [['--testNamePattern=expired']], [['--bail=1']]])(
    'stays in its tier with the options %j',
    (args) => {
      expect(planOf('test', args)).toMatchObject({ setUp: ['--check'], env: { CORRIDOR_TEST_TIER: 'test' } });
    },
  );

  it('writes the durations on request', () => {
    expect(planOf('hosts', ['--durations'])).toEqual({
      setUp: [],
      vitest: ['run'],
      env: { CORRIDOR_TEST_TIER: 'hosts', CORRIDOR_TEST_DURATIONS: 'write' },
    });
    expect(planOf('hosts', ['--durations', 'test/e2e']).env).toMatchObject({ CORRIDOR_TEST_TIER: 'all' });
  });

  it('finds proofs in the sources only', () => {
    const paths = ['budgets/figures.proof.ts', 'dist/test/a.proof.ts', 'node_modules/x/b.proof.ts', 'e2e/c.test.ts'];
    expect([...proofsIn(paths)]).toEqual([['figures', 'test/budgets/figures.proof.ts']]);
  });
});
