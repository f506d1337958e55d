import { createApp, createShop } from './app.js';
import { openBook } from './book.js';
import { createCards } from './cards.js';
import { createCorridor } from './corridor.js';
import { createNetwork } from './network.js';
import { createSettlement } from './settlement.js';
import { signer } from './signature.js';

const { env } = process;

/** One secret, or two with a space between while they are exchanged. */
function secretsOf(name) {
  const text = env[name] ?? '';
  if (!text.startsWith('whsec_'))
    throw new Error(`set ${name} to the secret of the processor, which begins with whsec_`);
  return text.split(' ');
}

const name = env.CARDS_NAME ?? 'acme-cards';
const callbackUrl = env.CARDS_CALLBACK_URL ?? `http://127.0.0.1:8080/cards/${name}/callbacks/events`;
const requests = signer(secretsOf('CARDS_SECRET'));
const answers = signer(secretsOf('CARDS_CALLBACK_SECRET'));
const pages = env.CARDS_PAGES ?? `http://127.0.0.1:${env.SHOP_PORT ?? 4041}/page`;

const book = openBook(env.CARDS_BOOK ?? 'cards-book.jsonl');
const cards = createCards(book, pages);
const corridor = createCorridor(callbackUrl, requests, answers);
const settlement = createSettlement(book);
const network = createNetwork(book, cards, settlement, corridor.ask);

const LOOPBACK = '127.0.0.1';
const listen = (app, port, host) =>
  new Promise((resolve, reject) => {
    const server = app.listen(port, host, (error) => (error ? reject(error) : resolve(server.address().port)));
  });

const port = await listen(
  createApp(cards, requests, answers),
  Number(env.CARDS_PORT ?? 4040),
  env.CARDS_HOST ?? LOOPBACK,
);
const shop = await listen(createShop(cards, network, settlement), Number(env.SHOP_PORT ?? 4041), LOOPBACK);
network.recover();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Reports the last day, once, also if nothing was settled. */
function reportLastDay() {
  const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  if (!settlement.isReported(day)) settlement.report({ day });
}
reportLastDay();
setInterval(reportLastDay, HOUR_MS);
corridor.start(network);
console.log(`processor http://${LOOPBACK}:${port} shop http://${LOOPBACK}:${shop}`);
