import { ConfigurationError, type JsonObject } from '../core/index.ts';

/** What an agent may do and is told while a session is in it. */
export interface Mode {
  readonly id: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Told to the model after the agent's own instructions. */
  readonly instructions?: string | undefined;
  /** The mode after an approved plan. Default: the controller's default mode. */
  readonly transitionsTo?: string | undefined;
  /** Names of the tools that may run in it; `[]`: none; absent: all. */
  readonly availableTools?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** The modes of one controller, checked. */
export interface ModeSet {
  readonly defaultMode: Mode;
  find(modeId: string): Mode | undefined;
  /** The mode after a plan that was submitted in `mode` is approved; the default mode when its target is gone. */
  resolveTransition(mode: Mode): Mode;
}

/**
 * Checks the modes of a controller. The default is `defaultModeId`, else the first with `metadata.default: true`, else the first.
 *
 * @throws {ConfigurationError} no modes, two of one id, a `defaultModeId` or `transitionsTo` that is no mode, or a mode that goes to itself.
 */
export function createModeSet(modes: readonly Mode[], defaultModeId?: string): ModeSet {
  const byId = new Map<string, Mode>();
  for (const mode of modes) {
    if (byId.has(mode.id)) throw refuse(`two modes have the id "${mode.id}". Give one of them another id`);
    byId.set(mode.id, mode);
  }
  for (const mode of modes) checkTransition(mode, byId);
  const defaultMode = findDefault(modes, byId, defaultModeId);
  return {
    defaultMode,
    find: (modeId) => byId.get(modeId),
    resolveTransition: (mode) => byId.get(mode.transitionsTo ?? defaultMode.id) ?? defaultMode,
  };
}

function checkTransition(mode: Mode, byId: ReadonlyMap<string, Mode>): void {
  if (mode.transitionsTo === undefined) return;
  if (mode.transitionsTo === mode.id)
    throw refuse(`the mode "${mode.id}" transitions to itself. Name another mode, or leave transitionsTo out`);
  if (byId.has(mode.transitionsTo)) return;
  throw refuse(
    `the mode "${mode.id}" transitions to "${mode.transitionsTo}", which is no mode. Known: ${[...byId.keys()].join(', ')}`,
  );
}

function findDefault(modes: readonly Mode[], byId: ReadonlyMap<string, Mode>, defaultModeId: string | undefined): Mode {
  if (defaultModeId !== undefined) {
    const named = byId.get(defaultModeId);
    if (named === undefined)
      throw refuse(`defaultModeId is "${defaultModeId}", which is no mode. Known: ${[...byId.keys()].join(', ')}`);
    return named;
  }
  const found = modes.find((mode) => mode.metadata?.['default'] === true) ?? modes[0];
  if (found === undefined) throw refuse('there are no modes. Give it at least one');
  return found;
}

function refuse(what: string): ConfigurationError {
  return new ConfigurationError({ message: `The controller cannot be built: ${what}.` });
}
