import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A separate process with one task, started on request, so that neither side of a ratio slows the other down. */
export interface Child<I, O> {
  ask(input: I): Promise<O>;
  stop(): Promise<void>;
}

type Reply = { readonly answer: unknown } | { readonly error: string };

/** Starts a module that calls `serve`. `module` is a URL beside the caller's own. */
export function startChild<I, O>(module: URL): Child<I, O> {
  const child = fork(module, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    async ask(input) {
      child.send(input as object);
      const reply = await answerOf(child);
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer as O;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function answerOf(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      child.off('exit', onExit);
      resolve(message as Reply);
    };
    const onExit = (code: number | null): void => {
      child.off('message', onMessage);
      resolve({ error: `a process of the benchmark exited with code ${code}` });
    };
    child.once('message', onMessage).once('exit', onExit);
  });
}

/** Answers the parent's requests one after another, and exits with the parent. */
export function serve<I, O>(handle: (input: I) => O | Promise<O>): void {
  process.on('message', (input) => {
    Promise.resolve(input as I)
      .then(handle)
      .then(
        (answer) => process.send!({ answer } satisfies Reply),
        (error: unknown) =>
          process.send!({ error: error instanceof Error ? error.stack! : String(error) } satisfies Reply),
      );
  });
  process.on('disconnect', () => process.exit(0));
}
