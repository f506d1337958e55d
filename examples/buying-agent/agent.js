// The side of the agent: it starts `corridor mcp`, and buys what is on its list until its limit stops it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const { CORRIDOR_COMMAND = 'corridor', AGENT_CREDENTIAL = 'agent.json' } = process.env;

/** What is to be bought. The order number is the agent's own, so that running it again buys nothing twice. */
const ORDERS = [
  { order: 'order-1', item: 'printer paper', shop: 'paper-mill', price: 2_500 },
  { order: 'order-2', item: 'toner', shop: 'office-shop', price: 6_000 },
  { order: 'order-3', item: 'a chair', shop: 'office-shop', price: 30_000 },
  { order: 'order-4', item: 'a desk lamp', shop: 'office-shop', price: 4_500 },
  { order: 'order-5', item: 'printer paper', shop: 'paper-mill', price: 2_500 },
  { order: 'order-6', item: 'a keyboard', shop: 'office-shop', price: 4_000 },
  { order: 'order-7', item: 'pencils', shop: 'paper-mill', price: 500 },
];

const client = new Client({ name: 'buying-agent', version: '0.1.0' });
await client.connect(
  new StdioClientTransport({ command: CORRIDOR_COMMAND, args: ['mcp', '--credential', AGENT_CREDENTIAL] }),
);

/** Calls a tool. An error of the tool is a value: the agent decides what it means. */
async function call(name, args = {}) {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
  return { isError, text: content[0].text, ...structuredContent };
}

/** The order to make next; null to stop. A model would be asked here, with the results so far. */
function decide(orders, refusal) {
  // The day is used up: trying smaller things would only look for a gap in the policy.
  if (refusal === 'DAILY_LIMIT_EXCEEDED') return null;
  return orders[0] ?? null;
}

/** What became of an order, in words. */
function outcomeOf({ isError, error, isRepeated, status, transferDetails }) {
  if (isError) return `refused: ${error.reason ?? error.code}`;
  if (isRepeated) return `was made before, and is ${status}`;
  if (status === 'PENDING_APPROVAL') return `waits for an approval of ${transferDetails.amountText}`;
  return `bought for ${transferDetails.amountText}`;
}

try {
  const me = await call('get_policy');
  if (me.isError) throw new Error(me.text);
  console.log(me.text);
  const { data: accounts } = await call('list_accounts', { currency: 'USD' });
  const { data: shops } = await call('list_external_accounts', { currency: 'USD' });

  const orders = [...ORDERS];
  let refusal = null;
  for (let next = decide(orders, refusal); next !== null; next = decide(orders, refusal)) {
    orders.shift();
    const result = await call('send_transfer', {
      fromAccountId: accounts[0].id,
      toAccountId: shops.find(({ platformAccountId }) => platformAccountId === next.shop).id,
      amount: next.price,
      requestId: next.order,
      remittanceInformation: `${next.order} ${next.item}`,
    });
    refusal = result.error?.reason ?? null;
    console.log(`${next.order}, ${next.item}: ${outcomeOf(result)}`);
  }
  for (const { order, item } of orders) console.log(`${order}, ${item}: left for another day`);

  const { usage } = await call('get_policy');
  console.log(`spent today: ${usage.dailySpendText}`);
  console.log((await call('list_waiting_approvals')).text);
} finally {
  await client.close();
}
