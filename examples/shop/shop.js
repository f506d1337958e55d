import { Corridor } from '@corridor/client';
import { openOrders } from './orders.js';
import { createPayments, ensureSettlementAccount } from './payments.js';
import { createShop } from './server.js';

const ARTICLES = {
  mug: { name: 'A mug', price: 1_490 },
  teapot: { name: 'A teapot', price: 4_950 },
};

const { env } = process;
for (const name of ['CORRIDOR_BASE_URL', 'CORRIDOR_CLIENT_ID', 'CORRIDOR_CLIENT_SECRET']) {
  if (!env[name]) throw new Error(`set ${name}, as the README says`);
}
const port = Number(env.SHOP_PORT ?? 3000);
const url = env.SHOP_URL ?? `http://127.0.0.1:${port}`;
const name = env.SHOP_NAME ?? 'Example Shop';

const corridor = new Corridor({
  baseUrl: env.CORRIDOR_BASE_URL,
  credential: { clientId: env.CORRIDOR_CLIENT_ID, clientSecret: env.CORRIDOR_CLIENT_SECRET },
});
const [{ id: platformId }, { secret: webhookSecret }, accountId] = await Promise.all([
  corridor.getPlatformConfig(),
  corridor.getWebhookSecret(),
  ensureSettlementAccount(corridor, { iban: env.SHOP_IBAN ?? 'DE89370400440532013000', name, country: 'DE' }),
]);

const orders = openOrders(env.SHOP_ORDERS ?? 'orders.jsonl');
const payments = createPayments(corridor, orders, { accountId, platformId });
const server = createShop({ name, articles: ARTICLES, webhookSecret, orders, payments });
await new Promise((resolve, reject) => {
  server.once('error', reject);
  server.listen(port, env.SHOP_HOST ?? '127.0.0.1', resolve);
});
// The shop listens first, because Corridor sends a webhook to a new endpoint at once.
await corridor.updatePlatformConfig({ body: { webhookEndpoint: `${url}/webhooks` } });
console.log(`shop ${url}`);
