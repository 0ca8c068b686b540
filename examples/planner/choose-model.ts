import type { LanguageModel } from 'countersign/agent';
import { createScriptedPlanner } from './scripted-planner.ts';

/** The model to plan with, and one line that says which it is. */
export interface ChosenModel {
  readonly model: LanguageModel;
  readonly description: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Providers whose packages come with a clone. Each is loaded only when it is asked for. */
const providers = new Map([
  ['openai', { key: 'OPENAI_API_KEY', load: async () => (await import('@ai-sdk/openai')).createOpenAI }],
  ['anthropic', { key: 'ANTHROPIC_API_KEY', load: async () => (await import('@ai-sdk/anthropic')).createAnthropic }],
]);

/**
 * Chooses by the environment:
 *
 * - nothing set: the scripted planner;
 * - `COUNTERSIGN_MODEL=openai/gpt-5` or `anthropic/…`, with that provider's key;
 * - `COUNTERSIGN_BASE_URL` and `COUNTERSIGN_MODEL=<name>`: any server that speaks OpenAI's chat protocol, such as Ollama
 *   at `http://127.0.0.1:11434/v1`; `COUNTERSIGN_API_KEY` where it wants one.
 *
 * @throws {Error} with what is missing.
 */
export async function chooseModel(env: Environment): Promise<ChosenModel> {
  const { COUNTERSIGN_MODEL: name, COUNTERSIGN_BASE_URL: baseURL } = env;
  if (isSet(baseURL)) return chooseCompatible(env, baseURL);
  if (isSet(name)) return chooseProvider(env, name);
  return {
    model: createScriptedPlanner(),
    description:
      'a scripted one, no key needed. For a real one: COUNTERSIGN_MODEL=openai/gpt-5 (or anthropic/…) and its key.',
  };
}

async function chooseCompatible(env: Environment, baseURL: string): Promise<ChosenModel> {
  const { COUNTERSIGN_MODEL: name, COUNTERSIGN_API_KEY: apiKey } = env;
  if (!isSet(name))
    throw new Error('COUNTERSIGN_BASE_URL is set; name a model of that server in COUNTERSIGN_MODEL, too.');
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({ name: 'compatible', baseURL, ...(isSet(apiKey) ? { apiKey } : {}) });
  return { model: provider.chatModel(name), description: `${name} at ${baseURL}` };
}

async function chooseProvider(env: Environment, name: string): Promise<ChosenModel> {
  const [providerName = '', ...rest] = name.split('/');
  const provider = providers.get(providerName);
  if (provider === undefined || rest.length === 0) {
    const known = [...providers.keys()].map((each) => `${each}/…`).join(' or ');
    throw new Error(`COUNTERSIGN_MODEL is "${name}"; it must be ${known}. For other servers set COUNTERSIGN_BASE_URL.`);
  }
  const apiKey = env[provider.key];
  if (!isSet(apiKey)) throw new Error(`COUNTERSIGN_MODEL is "${name}", but ${provider.key} is not set.`);
  const create = await provider.load();
  return { model: create({ apiKey })(rest.join('/')), description: name };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
