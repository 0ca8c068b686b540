import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from '@ai-sdk/provider';
import { assertPaired } from './assert-paired.ts';
import { collectContent, openStream, playStep, type StepContent, type StepPart } from './play-step.ts';
import type { ScriptedStep } from './script.ts';
import { dialectV2, dialectV3, dialectV4, type ScriptedDialect, type ScriptedUsage } from './scripted-dialect.ts';

type CallOptions = LanguageModelV2CallOptions | LanguageModelV3CallOptions | LanguageModelV4CallOptions;

/** One call of the model as it was made; `messages` is the prompt at that moment. */
export type ScriptedRequest = CallOptions & { readonly messages: readonly CallOptions['prompt'][number][] };

/** A step, or how to work it out from the call. */
export type ScriptEntry =
  | ScriptedStep
  | ((request: ScriptedRequest, index: number) => ScriptedStep | Promise<ScriptedStep>);

/** Options of {@link scriptedModel}. */
export interface ScriptedModelOptions {
  /** Throw on a prompt in which a tool call has not exactly one result. Default `false`. */
  readonly strict?: boolean | undefined;
  /** Reported at each step. Default 10 and 20. */
  readonly usage?: ScriptedUsage | undefined;
  /** Default `scripted-model`. */
  readonly modelId?: string | undefined;
}

/** What a scripted model has beside the model contract. */
export interface Script {
  /** The calls made so far, oldest first. */
  readonly requests: readonly ScriptedRequest[];
  /** @throws {Error} steps of the script were never asked for. */
  assertDone(): void;
}

/** The scripted models by version of the contract. */
export interface ScriptedModels {
  readonly v2: LanguageModelV2 & Script;
  readonly v3: LanguageModelV3 & Script;
  readonly v4: LanguageModelV4 & Script;
}

/**
 * A language model that plays a fixed list of steps, one a call, and keeps every prompt it was given.
 * A call after the last step is rejected.
 *
 * @param options.spec - the version of the model contract it speaks; default `v3`.
 */
export function scriptedModel<Spec extends keyof ScriptedModels>(
  steps: readonly ScriptEntry[],
  options: ScriptedModelOptions & { readonly spec: Spec },
): ScriptedModels[Spec];
export function scriptedModel(
  steps: readonly ScriptEntry[],
  options?: ScriptedModelOptions & { readonly spec?: undefined },
): ScriptedModels['v3'];
export function scriptedModel(
  steps: readonly ScriptEntry[],
  options: ScriptedModelOptions & { readonly spec?: keyof ScriptedModels | undefined } = {},
): ScriptedModels[keyof ScriptedModels] {
  switch (options.spec) {
    case 'v2':
      return buildModel(dialectV2, steps, options);
    case 'v4':
      return buildModel(dialectV4, steps, options);
    default:
      return buildModel(dialectV3, steps, options);
  }
}

/** A scripted model in one version of the contract. */
interface BuiltModel<Version, Usage, FinishReason> extends Script {
  readonly specificationVersion: Version;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doStream(options: CallOptions): Promise<{ stream: ReadableStream<StepPart<Usage, FinishReason>> }>;
  doGenerate(options: CallOptions): Promise<StepContent<Usage, FinishReason>>;
}

function buildModel<Version, Usage, FinishReason>(
  dialect: ScriptedDialect<Version, Usage, FinishReason>,
  steps: readonly ScriptEntry[],
  { strict = false, usage = { inputTokens: 10, outputTokens: 20 }, modelId = 'scripted-model' }: ScriptedModelOptions,
): BuiltModel<Version, Usage, FinishReason> {
  const requests: ScriptedRequest[] = [];

  async function play(options: CallOptions): Promise<readonly StepPart<Usage, FinishReason>[]> {
    const index = requests.length;
    const request: ScriptedRequest = { ...options, messages: [...options.prompt] };
    requests.push(request);
    if (strict) assertPaired(options.prompt);
    const step = await readEntry(steps, request, index);
    return playStep(step, index, { dialect, usage, modelId });
  }

  return {
    specificationVersion: dialect.specificationVersion,
    provider: 'scripted',
    modelId,
    supportedUrls: {},
    requests,
    assertDone() {
      const left = steps.length - requests.length;
      if (left > 0)
        throw new Error(
          `The model was called ${requests.length} times; ${left} of its ${steps.length} steps are left.`,
        );
    },
    async doStream(options) {
      return { stream: openStream(await play(options), options.abortSignal) };
    },
    async doGenerate(options) {
      return collectContent(await play(options));
    },
  };
}

async function readEntry(
  steps: readonly ScriptEntry[],
  request: ScriptedRequest,
  index: number,
): Promise<ScriptedStep> {
  const entry = steps[index];
  if (entry === undefined) {
    throw new Error(`The script has ${steps.length} steps and the model was called a ${index + 1}th time.`);
  }
  if (typeof entry !== 'function') return entry;
  return untilAborted(Promise.resolve(entry(request, index)), request.abortSignal);
}

/** What a promise gives, or the signal's reason as soon as that is aborted. */
async function untilAborted<T>(promise: Promise<T>, abortSignal: AbortSignal | undefined): Promise<T> {
  if (abortSignal === undefined) return promise;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(abortSignal.reason);
  if (abortSignal.aborted) abort();
  abortSignal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    abortSignal.removeEventListener('abort', abort);
  }
}
