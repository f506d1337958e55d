import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSecret } from '../support/example-rails.js';

interface Message {
  readonly kind: string;
  readonly messageId: string;
  readonly authorizationId: string;
}
type Act = (id: string, body?: object) => Promise<{ readonly authorizationId: string }>;

/** A module of the example, whose programs have no types. */
const load = (name: string): Promise<Readonly<Record<string, (...with_: readonly unknown[]) => never>>> =>
  import(new URL(`../../examples/card-processor/${name}.js`, import.meta.url).href);

const CARD = 'Card:1';
const URL_OF_HOST = 'http://127.0.0.1:9/cards/acme-cards/callbacks/events';

let folder: string;
let close: () => void;
let network: Readonly<Record<string, Act>> & { readonly unsent: () => readonly unknown[] };
let settlement: { readonly report: (of?: object) => readonly { readonly lines: number }[] };
/** How Corridor replies to a question, and the status with which it answers what the example tells. */
let replies: (message: Message) => Promise<object | null>;
let statusOf: (message: Message) => number;
let told: Message[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-example-cards-'));
  const { openBook } = await load('book');
  const { createCards } = await load('cards');
  const { createCorridor } = await load('corridor');
  const { createNetwork } = await load('network');
  const { createSettlement } = await load('settlement');
  const { signer } = await load('signature');
  const book: { readonly close: () => void } = openBook!(join(folder, 'book'));
  close = () => book.close();
  const cards: { readonly order: (cardId: string, order: object) => unknown } = createCards!(book, 'http://page');
  cards.order(CARD, { cardId: CARD, currency: 'USD', cardholder: { name: 'Ada' } });
  replies = async () => ({ outcome: 'APPROVED', amount: '1000' });
  statusOf = () => 200;
  told = [];
  settlement = createSettlement!(book);
  network = createNetwork!(book, cards, settlement, (message: Message) => replies(message));
  const requests: { readonly headers: (id: string, body: string) => Readonly<Record<string, string>> } = signer!([
    makeSecret(),
  ]);
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    async (_url: string, init: { readonly headers: Record<string, string>; readonly body: string }) => {
      const message = JSON.parse(init.body) as Message;
      const status = statusOf(message);
      if (status === 200) told.push(message);
      const body = JSON.stringify({ outcome: 'BOOKED', messageId: message.messageId });
      return new Response(body, { status, headers: requests.headers(init.headers['webhook-id']!, body) });
    },
  );
  const corridor: { readonly start: (network: unknown) => void } = createCorridor!(
    URL_OF_HOST,
    requests,
    signer!([makeSecret()]),
  );
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  corridor.start(network);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  close();
  rmSync(folder, { recursive: true, force: true });
});

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const bought = async () => (await network['purchase']!(CARD, { amount: '1000' })).authorizationId;
const toldAbout = (id: string) => told.filter(({ authorizationId }) => authorizationId === id).map(({ kind }) => kind);

describe('the example of a card processor', () => {
  it('sends what it has to tell about other uses of a card while Corridor refuses a message', async () => {
    const [refused, other] = [await bought(), await bought()];
    statusOf = ({ authorizationId }) => (authorizationId === refused ? 404 : 200);
    await network['clear']!(refused, {});
    await network['clear']!(other, {});
    await pass(1);
    expect([toldAbout(refused), toldAbout(other)]).toEqual([[], ['clearing']]);
    statusOf = () => 200;
    await pass(120);
    expect(toldAbout(refused)).toEqual(['clearing']);
  });

  it('keeps the order of messages about one use', async () => {
    const use = await bought();
    statusOf = ({ kind }) => (kind === 'clearing' ? 503 : 200);
    await network['clear']!(use, {});
    await network['refund']!(use, {});
    await pass(1);
    expect(toldAbout(use)).toEqual([]);
    statusOf = () => 200;
    await pass(120);
    expect(toldAbout(use)).toEqual(['clearing', 'return']);
  });

  it('puts a message aside that is refused again and again, and sends the next ones and later this one', async () => {
    const use = await bought();
    statusOf = ({ kind }) => (kind === 'reversal' ? 409 : 200);
    await network['reverse']!(use, {});
    await network['clear']!(use, {});
    await pass(3_600);
    expect(toldAbout(use)).toEqual(['clearing']);
    const refused = (
      network['refused'] as unknown as () => readonly { readonly id: string; readonly status: number }[]
    )();
    expect(refused).toMatchObject([{ status: 409 }]);
    statusOf = () => 200;
    network['sendAgain']!(refused[0]!.id);
    await pass(1);
    expect(toldAbout(use)).toEqual(['clearing', 'reversal']);
  });

  it('keeps what is cleared while Corridor decides about an increment', async () => {
    const use = await bought();
    const answers = deferred<object>();
    replies = () => answers.promise as Promise<object>;
    const increment = network['increment']!(use, { amount: '500' });
    await network['clear']!(use, { amount: '400' });
    answers.resolve({ outcome: 'APPROVED', amount: '500' });
    await increment;
    expect((network['uses'] as unknown as () => unknown)()).toMatchObject([{ authorized: '1500', cleared: '400' }]);
  });

  it('tells what is authorized now if no answer about an increment came', async () => {
    const use = await bought();
    const answers = deferred<object | null>();
    replies = () => answers.promise;
    const increment = network['increment']!(use, { amount: '500' });
    await network['reverse']!(use, { amount: '300' });
    answers.resolve(null);
    await increment;
    await pass(1);
    expect(told.map(({ kind, ...rest }) => [kind, (rest as { amount?: string }).amount])).toEqual([
      ['reversal', '300'],
      ['advice', '700'],
    ]);
  });

  it('reports what it settled, each line once', async () => {
    const use = await bought();
    await network['clear']!(use, {});
    await network['refund']!(use, { amount: '300' });
    await network['give']!(CARD, { amount: '50' });
    expect(settlement.report().map(({ lines }) => lines)).toEqual([3, 0]);
    expect(settlement.report().map(({ lines }) => lines)).toEqual([0, 0]);
    await pass(1);
    const [dollars] = told.filter(({ kind }) => kind === 'settlement');
    expect(dollars).toMatchObject({
      ...{ currency: 'USD', part: 1, parts: 1 },
      lines: [{ amount: '-1000' }, { amount: '300' }, { amount: '50' }],
      totals: { interchange: '15', fees: [{ amount: '2' }], net: '-637' },
    });
  });
});
