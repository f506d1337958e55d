import type { WebhookEventType } from '@corridor/client';
import type { Configuration } from '../settings/configuration.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { explained, runningHost } from './running-host.js';
import { SCENES, type Scene } from './scenes/index.js';
import { nearest } from '../terminal/nearest.js';
import { playScene } from './scenes/play.js';
import { requireSandbox, type Stage, stageOf } from './scenes/stage.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { visible, visibleJson } from '../terminal/terminal.js';

type Arguments = Readonly<Record<string, string | boolean | undefined>>;

const TYPES = Object.keys(SCENES) as readonly WebhookEventType[];
const WIDTH = Math.max(...TYPES.map((type) => type.length));

/** The command `trigger`: plays the scene that ends in an event, or lists the scenes. */
export async function trigger(
  configuration: Pick<Configuration, 'remote'>,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { print } = processContext;
  const { type: asked } = given;
  if (given['list'] === true || typeof asked !== 'string') {
    const list = printedList(processContext, given, '');
    for (const type of TYPES)
      list.add({ type, scene: lineOf(SCENES[type]) }, `${type.padEnd(WIDTH)}  ${lineOf(SCENES[type])}`);
    return list.end();
  }
  const type = typeOf(asked);
  const scene = SCENES[type];
  if ('neverSent' in scene) throw new CommandError(`Corridor does not send ${type}: ${scene.neverSent}`);
  const isJson = given['json'] === true;
  const host = runningHost(configuration, given);
  const stage = stageOf(host, (step, id) => {
    if (!isJson) print(visible(id === undefined ? step : `${step}: ${id}`));
  });
  try {
    await requireSandbox(stage);
    return await played(stage, type, scene, processContext, isJson);
  } catch (error) {
    throw explained(error, host);
  }
}

async function played(
  stage: Stage,
  type: WebhookEventType,
  scene: Exclude<Scene, { readonly neverSent: string }>,
  { print }: ProcessContext,
  isJson: boolean,
): Promise<number> {
  if ('prepare' in scene) {
    const commands = await scene.prepare(stage);
    throw new CommandError(
      `${type} follows when ${scene.operator}. Run with the settings of the host:\n${commands.map((line) => `  ${visible(line)}`).join('\n')}`,
    );
  }
  const { event, seconds } = await playScene(stage, type, scene.play);
  if (event === null) throw new CommandError(`gave up: ${type} did not come within ${seconds} seconds after the scene`);
  if (!isJson) print(`${type} after ${seconds} seconds:`);
  print(visibleJson(event));
  return 0;
}

/** The type of the catalogue. A text in lower case is accepted, an unknown one is a usage error. */
function typeOf(text: string): WebhookEventType {
  const found = TYPES.find((type) => type === text.toUpperCase());
  if (found !== undefined) return found;
  const near = nearest(text, TYPES);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'corridor trigger --list prints all types';
  throw new UsageError(`${visible(text)} is not an event type; ${hint}`);
}

const lineOf = (scene: Scene): string =>
  'plays' in scene
    ? scene.plays
    : 'operator' in scene
      ? `not by the API alone: ${scene.operator}`
      : `not sent: ${scene.neverSent}`;
