import { ConfigurationError, isRecord } from '../core/index.ts';
import type { LanguageModel } from './agent-options.ts';

/** Whether a value speaks a version of the provider contract that this package reads. */
export function isLanguageModel(value: unknown): value is LanguageModel {
  return (
    isRecord(value) &&
    typeof value['doStream'] === 'function' &&
    ['v2', 'v3', 'v4'].includes(String(value['specificationVersion']))
  );
}

/**
 * The model to call. A string goes to the AI SDK's default provider, which is imported only now.
 *
 * @throws {ConfigurationError} the string cannot be resolved, with what to install or set.
 */
export async function resolveModel(model: LanguageModel | string): Promise<LanguageModel> {
  if (typeof model !== 'string') return model;
  const provider = await findDefaultProvider(model);
  const found = provider.languageModel(model);
  if (!isLanguageModel(found))
    throw new ConfigurationError({
      message: `"${model}" did not resolve to a language model of contract v2, v3 or v4.`,
    });
  return found;
}

interface ModelProvider {
  languageModel(id: string): unknown;
}

async function findDefaultProvider(model: string): Promise<ModelProvider> {
  const set: unknown = Reflect.get(globalThis, 'AI_SDK_DEFAULT_PROVIDER');
  if (isProvider(set)) return set;
  const name = 'ai';
  const loaded: unknown = await import(name).catch((cause: unknown) => {
    const message = `The model string "${model}" needs the AI SDK. Install it beside countersign (npm i ai), or pass a language model object.`;
    throw new ConfigurationError({ message, cause });
  });
  const gateway = isRecord(loaded) ? loaded['gateway'] : undefined;
  if (isProvider(gateway)) return gateway;
  throw new ConfigurationError({
    message: `The installed \`ai\` has no gateway that could resolve "${model}". Pass a language model object.`,
  });
}

function isProvider(value: unknown): value is ModelProvider {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && 'languageModel' in value;
}
