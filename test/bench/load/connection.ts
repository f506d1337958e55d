import { connect } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One keep-alive connection with one request in flight. It does little work, to leave the CPU to the server. */
export interface Connection {
  /** `request`: head and body in wire format, ASCII only. */
  send(request: string): Promise<Answer>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;

export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, failed) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | null = null;

    /** An answer is complete when its head and the announced number of bytes have arrived. */
    function take(): Answer | null {
      const head = received.indexOf(HEAD_END);
      if (head < 0) return null;
      const length = Number(LENGTH.exec(received.slice(0, head))?.[1] ?? 0);
      const end = head + HEAD_END.length + length;
      if (received.length < end) return null;
      const answer = { status: Number(received.slice(9, 12)), body: received.slice(head + HEAD_END.length, end) };
      received = received.slice(end);
      return answer;
    }

    socket.setEncoding('latin1');
    socket.on('data', (chunk: unknown) => {
      received += chunk as string;
      const answer = take();
      if (answer === null || waiting === null) return;
      const { resolve } = waiting;
      waiting = null;
      resolve(answer);
    });
    socket.on('error', (error) => {
      failed(error);
      waiting?.reject(error);
    });
    socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
    socket.on('connect', () =>
      opened({
        send: (request) =>
          new Promise((resolve, reject) => {
            waiting = { resolve, reject };
            socket.write(request, 'latin1');
          }),
        close: () => {
          socket.removeAllListeners('close');
          socket.destroy();
        },
      }),
    );
  });
}
