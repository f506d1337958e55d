import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { operatorLogOf, startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';
import { createPeople, type People } from '../../testing/people.js';

let console: TestConsole;
let people: People;
let viewer: TestOperator;
let operator: TestOperator;
let base: string;
const start = async (): Promise<void> => {
  console = await startConsole();
  people = await createPeople(console.play);
  [viewer, operator] = [await console.operator('VIEWER'), await console.operator('OPERATOR')];
  base = console.tenantBase;
};

const shown = async (path: string, by = viewer): Promise<string> => {
  const page = await console.get(path, by);
  expect(page.status, page.text).toBe(200);
  return page.text.replaceAll(/\s+/g, ' ');
};
/** The entries without those of looks at pages. */
const log = async () => (await operatorLogOf(console.play.core)).filter(({ outcome }) => outcome !== 'READ');
const statusOf = async (id: string) =>
  valueOf(await console.play.read(console.play.core.verification.get, { id })).verificationStatus;

describe('the lists of what awaits a decision', () => {
  beforeAll(start);

  it.each([
    ['/review', () => people.verification],
    ['/review', () => people.change],
    ['/review/owners', () => people.owner],
    ['/review/resets', () => people.reset],
  ])('%s has what awaits one, with its platform', async (path, id) => {
    const text = await shown(`/console${path}`);
    expect(text).toContain(id());
    expect(text).toContain('Play');
    expect(await shown(`/console${path}?environment=PRODUCTION`)).not.toContain(id());
    expect((await console.get(`/console${path}.csv`, viewer)).text).toContain(id());
  });

  it('say that nothing waits', async () => {
    const empty = await startConsole();
    const by = await empty.operator('VIEWER');
    for (const [path, text] of [
      ['', 'No verification awaits a decision.'],
      ['/owners', 'No owner awaits a decision.'],
      ['/resets', 'No reset awaits a decision.'],
    ])
      expect((await empty.get(`/console/review${path}`, by)).text).toContain(text);
  });
});

describe('a document', () => {
  beforeAll(start);
  const address = () => `${base}/documents/${people.document}`;

  it('is shown as a picture that is fitted to its place, and each look is logged', async () => {
    const page = await console.get(
      `${base}/verifications/${people.verification}?document=${people.document}`,
      operator,
    );
    expect(page.text).toContain(`<img src="${address()}/content" alt="`);
    expect(page.text).not.toContain('<iframe');
    expect(await log()).toEqual([]);
    const content = await console.get(`${address()}/content`, operator);
    expect(content.headers.get('content-type')).toBe('image/png');
    expect(content.headers.get('content-security-policy')).toContain('sandbox');
    expect(content.headers.get('content-disposition')).toBeNull();
    expect(await log()).toMatchObject([
      { action: 'documents.reveal', subject: people.document, outcome: 'DONE' },
      { action: 'documents.reveal', subject: people.document, outcome: 'STARTED' },
    ]);
  });

  it('of the type PDF is shown as a picture of its first pages, and is downloaded with a name of its id', async () => {
    const page = await shown(`${base}/documents/${people.pdf}?show`, operator);
    expect(page).toContain(`<img src="${base}/documents/${people.pdf}/content" alt="`);
    expect(page).toContain('At most the first three pages are shown.');
    const picture = await console.get(`${base}/documents/${people.pdf}/content`, operator);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    const file = await console.get(`${base}/documents/${people.pdf}/download`, operator);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${people.pdf.replace(':', '-')}.pdf"`);
  });

  it('is neither shown nor sent to a viewer', async () => {
    const before = (await log()).length;
    const page = await shown(`${base}/verifications/${people.verification}?document=${people.document}`);
    expect(page).not.toContain('<img');
    expect(await shown(`${base}/documents/${people.document}?show`)).not.toContain('<img');
    for (const file of ['content', 'download'])
      expect((await console.get(`${address()}/${file}`, viewer)).status).toBe(403);
    expect(await log()).toHaveLength(before);
  });
});

describe('an identifying number', () => {
  beforeAll(start);

  it('is shown once by a form, with an entry in the log that does not have it', async () => {
    const page = await shown(`${base}/verifications/${people.verification}`, operator);
    const path = /href="([^"]+\/numbers)"/.exec(page)![1]!;
    const form = await console.get(path, operator);
    const numbers = await console.post(path, operator, form.hidden);
    expect(numbers.text).toMatch(/Tax number<\/dt>\s*<dd><code>[^<]*6789</);
    expect(await log()).toMatchObject([
      { action: 'numbers.reveal', outcome: 'DONE', after: null },
      { action: 'numbers.reveal', outcome: 'STARTED' },
    ]);
    expect((await console.post(path, operator, form.hidden)).text).not.toContain('6789');
    expect((await console.get(path, viewer)).status).toBe(403);
  });
});

describe('a verification', () => {
  beforeEach(start);
  const path = () => `${base}/verifications/${people.verification}`;
  const change = () => `${base}/verifications/${people.change}`;

  it('shows who the customer is, the owners and the documents, with numbers only by their ends', async () => {
    const text = await shown(path());
    expect(text).toContain('REG-001');
    expect(text).toContain('…6789');
    expect(text).toContain('…0298');
    expect(text).not.toContain('913-66-0298');
    expect(text).toContain('Shareholder register');
    expect(text).not.toContain('/decide');
  });

  it('leads by name to the customer and its payments', async () => {
    const text = await shown(path());
    expect(text).toContain(`<a href="${base}/customers/${people.business}">Lovelace Ltd</a>`);
    expect(text).toContain(`${base}/customers/${people.business}/payments`);
  });

  it('names the operator who decided it, with a link to the entry of the log', async () => {
    expect(await shown(change())).not.toContain('/console/log/');
    await console.submit(`${change()}/decide`, operator, { decision: 'APPROVED' });
    expect(await shown(change())).toMatch(/Decided by<\/dt> <dd> ?<a href="\/console\/log\/OperatorLog:[0-9a-f-]+">/);
  });

  it('shows a change of the identity before and after', async () => {
    const text = await shown(change(), operator);
    for (const part of ['Ada Lovelace', 'Ada King 001', '1990-12-10', '1990-12-11']) expect(text).toContain(part);
    expect(text).toContain('/decide?decision=APPROVED');
  });

  it('is approved, with an entry in the log', async () => {
    const done = await console.submit(`${change()}/decide`, operator, { decision: 'APPROVED' });
    expect(done.location, done.text).toContain('/console/review?done=');
    expect(await statusOf(people.change)).toBe('APPROVED');
    const { customer } = valueOf(await console.play.read(console.play.core.customers.get, { id: people.person }));
    expect(customer.fullName).toBe('Ada King 001');
    expect((await log())[0]).toMatchObject({
      action: 'verification.decide',
      subject: people.change,
      before: { verificationStatus: 'PENDING_MANUAL_REVIEW' },
      after: { verificationStatus: 'APPROVED' },
    });
  });

  it('is rejected, or sent back with the type, the field and the reason', async () => {
    await console.submit(`${change()}/decide`, operator, { decision: 'REJECTED', reason: 'not the same person' });
    expect(await statusOf(people.change)).toBe('REJECTED');
    await console.submit(`${path()}/decide`, operator, {
      decision: 'RESOLVE_ERRORS',
      about: people.business,
      type: 'INVALID_FIELD',
      field: 'address.postalCode',
      reason: 'does not exist',
    });
    const { verificationStatus, errors } = valueOf(
      await console.play.read(console.play.core.verification.get, { id: people.verification }),
    );
    expect([verificationStatus, errors]).toEqual([
      'RESOLVE_ERRORS',
      [expect.objectContaining({ type: 'INVALID_FIELD', field: 'address.postalCode', reason: 'does not exist' })],
    ]);
  });

  it('shows what is wrong beside its field, keeps what was entered, and decides nothing', async () => {
    const fields = { decision: 'APPROVED', type: 'INVALID_FIELD', reason: 'because' };
    const wrong = await console.submit(`${path()}/decide`, operator, fields);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Type of the error does not apply to an approval');
    expect(wrong.text).toContain('Reason does not apply to an approval');
    expect(wrong.text).toContain('because</textarea>');
    const missing = await console.submit(`${path()}/decide`, operator, { decision: 'RESOLVE_ERRORS' });
    expect(missing.text).toContain('Reason is required');
    expect(await statusOf(people.verification)).toBe('PENDING_MANUAL_REVIEW');
    expect(await log()).toEqual([]);
  });

  it('asks for what belongs to the decision that the link names, with its own button', async () => {
    const approval = await console.get(`${path()}/decide?decision=APPROVED`, operator);
    for (const name of ['decision', 'about', 'type', 'field', 'reason'])
      expect(approval.text, name).not.toMatch(new RegExp(`<(select|input|textarea)[^>]* id="${name}"`));
    expect(approval.text).toMatch(/<button class="primary">\s*Approve</);
    const more = await console.get(`${path()}/decide?decision=RESOLVE_ERRORS`, operator);
    expect(more.text).not.toContain('Not for an approval');
    expect(more.text).toMatch(/<option value="MISSING_FIELD"[^>]*>\s*Missing field</);
    const rejection = await console.get(`${path()}/decide?decision=REJECTED`, operator);
    expect(rejection.text).toMatch(/<button class="danger">\s*Reject</);
    const asked = await console.post(`${path()}/decide?decision=REJECTED`, operator, {
      ...rejection.hidden,
      reason: 'not the same person',
    });
    expect(asked.text).toContain('<h1>Reject the verification</h1>');
    expect(await statusOf(people.verification)).toBe('PENDING_MANUAL_REVIEW');
  });

  it('is not decided by a viewer', async () => {
    expect((await console.get(`${path()}/decide`, viewer)).status).toBe(403);
  });
});

describe('an owner and a reset', () => {
  beforeAll(start);

  it('are decided, each with an entry in the log', async () => {
    const path = `${base}/owners/${people.owner}`;
    expect(await shown(path, operator)).toContain('/decide?decision=REJECTED');
    const owner = await console.submit(`${path}/decide`, operator, { decision: 'REJECTED' });
    expect(owner.location, owner.text).toContain('/console/review/owners?done=');
    expect((await log())[0]).toMatchObject({ subject: people.owner, after: { kycStatus: 'REJECTED' } });
    expect(await shown(path, operator)).not.toContain('/decide');

    const at = `${base}/resets/${people.reset}`;
    expect(await shown(at, operator)).toContain('/decide?verdict=PASSED');
    const open = await console.get(`${at}/decide`, operator);
    expect(open.text).toMatch(/<button class="quiet">\s*Decide/);
    const reject = await console.get(`${at}/decide?verdict=REJECTED`, operator);
    expect(reject.text).toMatch(/<button class="danger">\s*Reject the check/);
    expect(reject.hidden).toMatchObject({ verdict: 'REJECTED' });
    const wrong = await console.submit(`${at}/decide`, operator, {});
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('must be chosen')]);
    const reset = await console.submit(`${at}/decide`, operator, { verdict: 'PASSED' });
    expect(reset.location, reset.text).toContain('/console/review/resets?done=');
    expect((await log())[0]).toMatchObject({
      action: 'resets.decide',
      subject: people.reset,
      after: { status: 'LIVENESS_PASSED' },
    });
  });
});
