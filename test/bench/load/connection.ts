import { connect } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One keep-alive connection with one request in flight. It does little work, to leave the CPU to the server. */
export interface Connection {
  /** `request`: head and body in wire format, ASCII only. Rejects if the server closes the connection, or has closed it. */
  send(request: string): Promise<Answer>;
  /** False once the server has closed the connection, as it does when no request came for some seconds. */
  isOpen(): boolean;
  close(): void;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;

const closedByServer = (): Error => new Error('the server closed the connection');

export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, failed) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let isClosed = false;
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
    socket.on('close', () => {
      isClosed = true;
      waiting?.reject(closedByServer());
    });
    socket.on('connect', () =>
      opened({
        send: (request) =>
          new Promise((resolve, reject) => {
            if (isClosed) return reject(closedByServer());
            waiting = { resolve, reject };
            socket.write(request, 'latin1');
          }),
        isOpen: () => !isClosed,
        close: () => {
          socket.removeAllListeners('close');
          socket.destroy();
        },
      }),
    );
  });
}
