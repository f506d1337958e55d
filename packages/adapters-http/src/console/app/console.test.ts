import { expect, test } from 'vitest';
import { startConsole } from '../../testing/console.js';

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
  // The page of the approval has no button for the one who asked.
  const ownPage = await console.get(`${waiting}/approve`, ada);
  expect(ownPage.text).toContain('another operator must approve it');
  expect(ownPage.text).not.toContain('Approve and carry out');
  const own = await console.submit(`${waiting}/approve`, ada);
  expect(own.text).toContain('another operator must approve it');
  const approved = await console.submit(`${waiting}/approve`, grace);
  expect(approved.location).toBe(`${waiting}?done=approvals.approve`);
  expect((await console.get(path, grace)).text).toContain('<dd>Operator</dd>');
  // The change has ended the session of the viewer.
  expect((await console.get(path, viewer)).location).toBe('/console/sign-in');
  const log = await console.get('/console/log.jsonl', grace);
  const entries = log.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const ofTest = entries.filter(({ requestId }) => requestId !== 'test');
  expect(ofTest.map(({ outcome, operatorName }) => [outcome, operatorName])).toEqual([
    ['APPROVED', 'Grace'],
    ['REQUESTED', 'Ada'],
  ]);
});

test('no page is stored, framed, or loads anything from elsewhere', async () => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER');
  for (const path of ['/console/', '/console/log', '/console/nothing', '/console/log.csv']) {
    const { headers } = await console.get(path, viewer);
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    expect(headers.get('cache-control'), path).toBe('no-store');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy'), path).not.toMatch(/script-src|unsafe/);
  }
});

test('a form from another site has no effect', async () => {
  const console = await startConsole();
  const admin = await console.operator('ADMIN');
  const other = await console.operator('VIEWER');
  const path = `/console/operators/${other.account.id}/disable`;
  const asked = await console.post(path, admin, (await console.get(path, admin)).hidden);
  const headers = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://evil.example' },
  ];
  for (const each of headers) expect((await console.post(path, admin, asked.hidden, each)).status).toBe(403);
  expect((await console.get('/console/', other)).status).toBe(200);
  const own = { 'sec-fetch-site': 'same-origin', origin: 'http://console.example' };
  expect((await console.post(path, admin, asked.hidden, own)).status).toBe(303);
  expect((await console.get('/console/', other)).location).toBe('/console/sign-in');
});

test('a session is taken from the cookie alone, and under the name of its scheme', async () => {
  const [plain, secure] = [await startConsole(), await startConsole({ url: 'https://ops.example' })];
  const viewer = await plain.operator('VIEWER');
  const bySession = encodeURIComponent(viewer.session);
  expect((await plain.get(`/console/?session=${bySession}&corridor_console=${bySession}`, null)).status).toBe(303);
  const there = await secure.operator('VIEWER');
  expect((await secure.get('/console/', there)).status).toBe(303);
  const cookie = `__Host-corridor_console=${there.session}`;
  expect((await secure.get('/console/', { ...there, cookie })).status).toBe(200);
});

test('names operators with their platforms, their role in words and their last sign-in', async () => {
  const console = await startConsole();
  const platform = console.play.tenant.split('/')[0] as never;
  const ada = await console.operator('ADMIN', 'Ada');
  await console.operator('VIEWER', 'Vera', [platform]);
  const list = await console.get('/console/operators', ada);
  for (const text of [
    '<div>Play</div>',
    '<div>All, and the service itself</div>',
    '<div>Viewer</div>',
    'Never signed in',
  ])
    expect(list.text).toContain(text);
  const file = await console.get('/console/operators.csv', ada);
  expect(file.text).toMatch(/^Name,Role,Platforms,Status,Created at,Id,Last sign-in\r\n/);
  expect(file.text).toContain(`Vera,VIEWER,${platform},`);
});

test('leads to the waiting request again if a form that asks for an approval is sent twice', async () => {
  const console = await startConsole();
  const [viewer, ada] = [await console.operator('VIEWER', 'Vera'), await console.operator('ADMIN', 'Ada')];
  const path = `/console/operators/${viewer.account.id}/role`;
  const asked = await console.post(path, ada, { ...(await console.get(path, ada)).hidden, role: 'OPERATOR' });
  const [first, second] = [
    await console.post(path, ada, { role: 'OPERATOR', ...asked.hidden }),
    await console.post(path, ada, { role: 'OPERATOR', ...asked.hidden }),
  ];
  expect(first.location).toMatch(/^\/console\/approvals\/Request:.+\?done=requested$/);
  expect(second.location).toBe(first.location);
});

test('names the platform in the title and above the heading, and leads to others by the switcher', async () => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER');
  const { name } = (await console.play.core.operators.reads.platform(console.play.tenant))!;
  const page = (await console.get(`${console.tenantBase}/payments`, viewer)).text;
  expect(page).toMatch(new RegExp(`<title>Payments · ${name} · Sandbox\\s+–\\s+Console</title>`));
  expect(page).toContain(`<li><a href="${console.tenantBase}/">${name} · Sandbox</a></li>`);
  expect(page).toMatch(/class="switcher">[\s\S]*?<a href="\/console\/platforms">All platforms…<\/a>/);
  const settings = (await console.get(`${console.tenantBase}/platform`, viewer)).text;
  expect(settings).toMatch(/aria-current="true">Settings</);
  const house = (await console.get('/console/', viewer)).text;
  expect(house).toMatch(new RegExp(`class="switcher">[\\s\\S]*?href="${console.tenantBase}/">${name} · Sandbox<`));
});
