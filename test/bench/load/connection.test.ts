import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection } from './connection.js';

/** A server that answers each request with its body, and the sockets of its clients. */
async function startServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', (request) => {
      const body = String(request);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return { port: address.port, sockets };
}

test('a connection that the server closes while it is idle says so, and refuses the next request', async () => {
  const { port, sockets } = await startServer();
  const connection = await openConnection(port);
  expect(await connection.send('one')).toEqual({ status: 200, body: 'one' });
  expect(connection.isOpen()).toBe(true);

  sockets[0]!.end();
  await expect.poll(() => connection.isOpen()).toBe(false);

  await expect(connection.send('two')).rejects.toThrow('the server closed the connection');
});

test('a connection that the server breaks off rejects the request that is under way', async () => {
  const { port, sockets } = await startServer();
  const connection = await openConnection(port);
  expect(await connection.send('one')).toEqual({ status: 200, body: 'one' });

  sockets[0]!.pause();
  const answer = connection.send('two');
  sockets[0]!.destroy();

  await expect(answer).rejects.toThrow();
});
