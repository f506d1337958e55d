import { Corridor, type Options } from '@corridor/client';
import { toolsOfAgent } from './agent-tools.js';
import { sandboxTools } from './sandbox-tools.js';
import { shown, type View } from './shown.js';
import { type Failure, failureOf, invalidArguments, sayFailure } from './tool-error.js';
import { type Call, parseArguments, type Tool } from './tool.js';
import { writeKey } from './write-key.js';

/** The address of the service, and the credential with which it is called. */
export type Access = Pick<Options, 'baseUrl' | 'credential'>;

/** All attempts together end before clients of the protocol give up, which is usually after a minute. */
const PATIENCE = { timeout: 10_000, retries: 2 };

/** What a call of a tool returns to the client. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: { readonly [name: string]: unknown };
  readonly isError?: true;
  readonly [name: string]: unknown;
}

/** One client with one credential. Sessions share nothing. */
export interface Session {
  /** Whose credential it is. */
  readonly actor: string;
  readonly tools: readonly Tool[];
  /** Calls a tool; null if the session does not have it. `message` identifies the message of the client. */
  call(name: string, given: unknown, message: string): Promise<ToolResult> | null;
  /** Resolves when no call is running. */
  idle(): Promise<void>;
}

/** Opens a session of an agent, with the tools that its policy permits now. Throws errors of the client. */
export async function agentSession(access: Access): Promise<Session> {
  const agent = await new Corridor({ ...access, ...PATIENCE }).getAgentMe();
  return sessionOf(access, agent.id, toolsOfAgent(agent));
}

/**
 * Opens a session of a platform in the sandbox. The service reads the test clock for tokens of the sandbox only, and this
 * is how the session knows that the token is one. Throws errors of the client: FORBIDDEN for a token of production.
 */
export async function sandboxSession(access: Access): Promise<Session> {
  const corridor = new Corridor({ ...access, ...PATIENCE });
  await corridor.getSandboxClock();
  const { id } = await corridor.getPlatformConfig();
  return sessionOf(access, id, sandboxTools);
}

function sessionOf(access: Access, actor: string, tools: readonly Tool[]): Session {
  const running = new Set<Promise<unknown>>();
  const corridor = new Corridor({ ...access, ...PATIENCE });
  return {
    actor,
    tools,
    call(name, given, message) {
      const called = tools.find((tool) => tool.name === name);
      if (called === undefined) return null;
      const result = run(called, given, callOf(called, message, access, corridor));
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    idle: async () => void (await Promise.allSettled(running)),
  };
}

async function run(called: Tool, given: unknown, call: Call): Promise<ToolResult> {
  const parsed = parseArguments(called, given);
  if (!parsed.ok) return failed(invalidArguments(parsed.invalid));
  try {
    const view = shown(await called.run(call, parsed.input)) as View;
    return { content: [{ type: 'text', text: called.say(view) }], structuredContent: view };
  } catch (error) {
    return failed(failureOf(error, called));
  }
}

const failed = (failure: Failure): ToolResult => ({
  isError: true,
  content: [{ type: 'text', text: sayFailure(failure) }],
  structuredContent: { error: failure },
});

const callOf = (called: Tool, message: string, access: Access, corridor: Corridor): Call => ({
  corridor,
  message: { by: 'message', id: message },
  async write(sameness, send) {
    const headers = { 'Idempotency-Key': writeKey(called.name, sameness) };
    let mayHaveWritten = false;
    let isRepeated = false;
    const own = new Corridor({
      ...access,
      ...PATIENCE,
      async fetch(url, init) {
        const earlier = mayHaveWritten;
        mayHaveWritten = true;
        const response = await globalThis.fetch(url, init);
        if (response.status >= 400 && response.status < 500) mayHaveWritten = earlier;
        // A stored answer after a lost one can be that of this call.
        isRepeated = !earlier && response.headers.get('idempotent-replayed') === 'true';
        return response;
      },
    });
    const answer = await send(own, headers);
    return { answer, isRepeated };
  },
});
