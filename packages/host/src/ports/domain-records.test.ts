import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { domainRecords } from './domain-records.js';

/** A name server that knows one name; with `isSilent` it never answers. */
async function nameServer(records: readonly (readonly string[])[], isSilent = false) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port }) => {
    if (isSilent) return;
    // Copies the question, which ends after its type and class.
    const end = query.indexOf(0, 12) + 5;
    const found = query.subarray(12, end).toString('latin1').includes('_corridor');
    const answers = found ? records : [];
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(found ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt16BE(0, 8);
    header.writeUInt16BE(0, 10);
    const rows = answers.map((parts) => {
      const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
      const row = Buffer.alloc(12);
      row.writeUInt16BE(0xc00c, 0);
      row.writeUInt16BE(16, 2);
      row.writeUInt16BE(1, 4);
      row.writeUInt16BE(data.length, 10);
      return Buffer.concat([row, data]);
    });
    socket.send(Buffer.concat([header, query.subarray(12, end), ...rows]), port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

test('reads each TXT record of a name as one text, and no record for an unknown name', async () => {
  const server = await nameServer([['Platform:', '018bcfe5'], ['something else']]);
  try {
    const records = domainRecords([server.address]);
    expect(await records.txt('_corridor.pay.example')).toEqual(['Platform:018bcfe5', 'something else']);
    expect(await records.txt('pay.example')).toEqual([]);
  } finally {
    server.close();
  }
});

test('returns null if the name server does not answer in time', async () => {
  const server = await nameServer([], true);
  try {
    expect(await domainRecords([server.address]).txt('_corridor.pay.example')).toBeNull();
  } finally {
    server.close();
  }
}, 15_000);
