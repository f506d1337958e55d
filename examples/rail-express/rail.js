import { createApp, createCounter } from './app.js';
import { createBank } from './bank.js';
import { openBook } from './book.js';
import { startReporter } from './reporter.js';
import { signer } from './signature.js';

const { env } = process;

/** One secret, or two with a space between while they are exchanged. */
function secretsOf(name) {
  const text = env[name] ?? '';
  if (!text.startsWith('whsec_')) throw new Error(`set ${name} to the secret of the rail, which begins with whsec_`);
  return text.split(' ');
}

const name = env.RAIL_NAME ?? 'express-bank';
const callbackUrl = env.RAIL_CALLBACK_URL ?? `http://127.0.0.1:8080/rails/${name}/callbacks/events`;
const requests = signer(secretsOf('RAIL_SECRET'));
const answers = signer(secretsOf('RAIL_CALLBACK_SECRET'));
const settleSeconds = Number(env.BANK_SETTLE_SECONDS ?? 2);

const bank = createBank(openBook(env.RAIL_BOOK ?? 'rail-book.jsonl'), name);
const LOOPBACK = '127.0.0.1';
const listen = (app, port, host) =>
  new Promise((resolve, reject) => {
    const server = app.listen(port, host, (error) => (error ? reject(error) : resolve(server.address().port)));
  });

const port = await listen(createApp(bank, requests, answers), Number(env.RAIL_PORT ?? 4010), env.RAIL_HOST ?? LOOPBACK);
const counter = await listen(createCounter(bank), Number(env.BANK_PORT ?? 4011), LOOPBACK);
startReporter(bank, answers, callbackUrl);
if (settleSeconds > 0) setInterval(bank.settle, settleSeconds * 1000);
console.log(`rail http://${LOOPBACK}:${port} bank http://${LOOPBACK}:${counter}`);
