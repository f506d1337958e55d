import { expect, test } from 'vitest';
import { startConsole } from '../testing/console.js';

test('leads an operator without a session to the sign-in', async () => {
  const console = await startConsole();
  const page = await console.get('/console/log', null);
  expect([page.status, page.location]).toEqual([303, '/console/sign-in']);
});

test('shows every section to an operator who has signed in', async () => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER', 'Grace');
  for (const path of ['/console/', '/console/approvals', '/console/operators', '/console/log']) {
    const page = await console.get(path, viewer);
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain('Grace');
  }
});

test('changes a role after a second operator has approved it', async () => {
  const console = await startConsole();
  const [viewer, ada, grace] = [
    await console.operator('VIEWER', 'Vera'),
    await console.operator('ADMIN', 'Ada'),
    await console.operator('ADMIN', 'Grace'),
  ];
  const path = `/console/operators/${viewer.account.id}`;
  const requested = await console.submit(`${path}/role`, ada, { role: 'OPERATOR' });
  expect([requested.status, requested.location]).toEqual([303, expect.stringContaining('/console/approvals/Request:')]);
  const waiting = requested.location!.split('?')[0]!;
  const shown = await console.get(requested.location!, grace);
  expect(shown.text).toContain('waits for the approval of a second operator');
  const own = await console.submit(`${waiting}/approve`, ada);
  expect(own.text).toContain('another operator must approve it');
  const approved = await console.submit(`${waiting}/approve`, grace);
  expect(approved.location).toBe('/console/approvals?done=approvals.approve');
  expect((await console.get(path, grace)).text).toContain('<dd>OPERATOR</dd>');
  // The change has ended the session of the viewer.
  expect((await console.get(path, viewer)).location).toBe('/console/sign-in');
  const log = await console.get('/console/log.jsonl', grace);
  const entries = log.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.map(({ outcome, operatorName }) => [outcome, operatorName])).toEqual([
    ['APPROVED', 'Grace'],
    ['REQUESTED', 'Ada'],
  ]);
});
