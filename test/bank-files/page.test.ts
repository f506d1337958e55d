import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listening, paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

/** Serves today's document of the European Central Bank. */
async function ecb(): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='${day}'><Cube currency='USD' rate='1.1000'/></Cube></Cube></gesmes:Envelope>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/xml').end(document));
  opened.push(server);
  return `http://127.0.0.1:${await listening(server)}/eurofxref-daily.xml`;
}

it(
  'the lines of the page about bank files, pasted into a shell, receive money and pay it out',
  async () => {
    const printed = await paste('rails/bank-files.md');
    expect(printed).toContain('"status":"COMPLETED"');
    expect(printed).toMatch(/^OUTGOING_PAYMENT\.COMPLETED Transaction:/m);
    expect(printed).toContain('<InstdAmt Ccy="EUR">100.00</InstdAmt>');
  },
  RUN_MS,
);

it(
  'the lines of the page about two rails, pasted into a shell, pay euros from dollars',
  async () => {
    const printed = await paste('rails/usd-to-eur.md', {
      CORRIDOR_ECB_URL: await ecb(),
      CORRIDOR_ECB_ALLOW_PRIVATE: 'true',
    });
    expect(printed).toContain('"status":"COMPLETED"');
    expect(printed).toContain('<InstdAmt Ccy="EUR">');
    expect(printed).toMatch(/ PRODUCTION clearing:express-bank -500\.00 USD$/m);
  },
  RUN_MS,
);
