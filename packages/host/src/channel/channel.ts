/**
 * Messages between the supervisor of a host and one of its processes. A subject has one meaning in each direction;
 * contents are values that JSON can represent.
 */
export interface Channel {
  /** Sends a message without an answer. A message to a process that has ended is dropped. */
  tell(subject: string, content: unknown): void;
  /** Sends a question. Rejects if the other side has no answer to the subject, refuses it, or ends before it answers. */
  ask(subject: string, content: unknown): Promise<unknown>;
  /** Receives the messages of a subject that the other side tells. */
  onTold(subject: string, receive: (content: unknown) => void): void;
  /** Answers the questions of a subject. */
  onAsked(subject: string, answer: (content: unknown) => unknown): void;
}

/** One end of the IPC connection that `node:cluster` opens: `process` in a process, a `Worker` in the supervisor. */
export interface Connection {
  send(message: unknown): void;
  onMessage(receive: (message: unknown) => void): void;
  onDisconnect(ended: () => void): void;
}

/** Other messages pass over the same connection, such as those of prom-client, so each of ours has this mark. */
interface Envelope {
  readonly corridor: 'tell' | 'ask' | 'answer' | 'refusal';
  readonly subject: string;
  /** Number of the question; 0 for a message without an answer. */
  readonly question: number;
  readonly content?: unknown;
}

const KINDS: readonly unknown[] = ['tell', 'ask', 'answer', 'refusal'] satisfies Envelope['corridor'][];

const isEnvelope = (message: unknown): message is Envelope =>
  typeof message === 'object' && message !== null && 'corridor' in message && KINDS.includes(message.corridor);

export function openChannel(connection: Connection): Channel {
  const receivers = new Map<string, (content: unknown) => void>();
  const answers = new Map<string, (content: unknown) => unknown>();
  const asked = new Map<number, { resolve: (content: unknown) => void; reject: (cause: Error) => void }>();
  let lastQuestion = 0;
  let isOpen = true;

  const send = (envelope: Envelope): void => {
    if (isOpen) connection.send(envelope);
  };

  async function answer({ subject, question, content }: Envelope): Promise<void> {
    const found = answers.get(subject);
    try {
      if (found === undefined) throw new Error(`no answer to ${subject}`);
      send({ corridor: 'answer', subject, question, content: await found(content) });
    } catch (cause) {
      send({ corridor: 'refusal', subject, question, content: cause instanceof Error ? cause.message : String(cause) });
    }
  }

  connection.onMessage((message) => {
    if (!isEnvelope(message)) return;
    const { corridor, subject, question, content } = message;
    if (corridor === 'tell') return receivers.get(subject)?.(content);
    if (corridor === 'ask') return void answer(message);
    const waiting = asked.get(question);
    asked.delete(question);
    if (corridor === 'answer') waiting?.resolve(content);
    else waiting?.reject(new Error(`${subject}: ${String(content)}`));
  });
  connection.onDisconnect(() => {
    isOpen = false;
    for (const { reject } of asked.values()) reject(new Error('the other process has ended'));
    asked.clear();
  });

  return {
    tell: (subject, content) => send({ corridor: 'tell', subject, question: 0, content }),
    ask(subject, content) {
      if (!isOpen) return Promise.reject(new Error('the other process has ended'));
      return new Promise((resolve, reject) => {
        lastQuestion += 1;
        asked.set(lastQuestion, { resolve, reject });
        send({ corridor: 'ask', subject, question: lastQuestion, content });
      });
    },
    onTold: (subject, receive) => void receivers.set(subject, receive),
    onAsked: (subject, answerTo) => void answers.set(subject, answerTo),
  };
}
