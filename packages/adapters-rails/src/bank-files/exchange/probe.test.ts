import { describe, expect, it } from 'vitest';
import { type ProbeCalls, probing } from './probe.js';

type Call = keyof ProbeCalls;

function other(refused: Call | null = null) {
  const files = new Set<string>();
  const calls: Call[] = [];
  let refuses = refused;
  const asked = (call: Call): void => {
    calls.push(call);
    if (call === refuses) throw new Error('EACCES');
  };
  const probeCalls: ProbeCalls = {
    list: async () => asked('list'),
    write: async (_, name) => {
      asked('write');
      files.add(name);
    },
    rename: async (_, from, to) => {
      asked('rename');
      files.delete(from);
      files.add(to);
    },
    remove: async (_, name) => {
      asked('remove');
      files.delete(name);
    },
  };
  return { probeCalls, files, calls, refuse: (call: Call | null) => (refuses = call) };
}

const FOLDERS = [
  { member: 'outgoing', path: '/out', isWritten: true },
  { member: 'incoming', path: '/in', isWritten: false },
] as const;

describe('a probe of the folders', () => {
  it('writes, renames and deletes a hidden file where the host writes, and lists elsewhere', async () => {
    const { probeCalls, calls, files } = other();
    expect(await probing(FOLDERS).problems(probeCalls)).toEqual([]);
    expect(calls).toEqual(['list', 'write', 'rename', 'remove', 'list']);
    expect([...files]).toEqual([]);
  });

  it.each([
    ['list', 'list files', ['outgoing', 'incoming']],
    ['write', 'write a file', ['outgoing']],
    ['rename', 'rename a file', ['outgoing']],
    ['remove', 'delete a file', ['outgoing']],
  ] as const)('names the folder that refuses to %s, and why', async (call, verb, members) => {
    const { probeCalls } = other(call);
    expect(await probing(FOLDERS).problems(probeCalls)).toEqual(
      members.map((member) => {
        const path = member === 'outgoing' ? '/out' : '/in';
        return `the ${member} folder ${path} does not allow the host to ${verb}: EACCES`;
      }),
    );
  });

  it('leaves no file behind that cannot be renamed, and two at most if none can be deleted', async () => {
    const renaming = other('rename');
    await probing(FOLDERS).problems(renaming.probeCalls);
    expect([...renaming.files]).toEqual([]);
    const deleting = other('remove');
    const probes = probing(FOLDERS);
    for (let time = 0; time < 5; time += 1) await probes.problems(deleting.probeCalls);
    expect([...deleting.files].every((name) => /^\.corridor-probe\.[0-9a-f]{8}(\.2)?\.tmp$/.test(name))).toBe(true);
    expect(deleting.files.size).toBeLessThanOrEqual(2);
  });

  it('is not repeated within minutes if all went well, and at once after a problem', async () => {
    const { probeCalls, calls, refuse } = other('write');
    const probes = probing(FOLDERS);
    expect(await probes.problems(probeCalls)).toHaveLength(1);
    refuse(null);
    expect(await probes.problems(probeCalls)).toEqual([]);
    const before = calls.length;
    expect(await probes.problems(probeCalls)).toEqual([]);
    expect(calls).toHaveLength(before);
  });
});
