import type {
  LanguageModelV2FinishReason,
  LanguageModelV2Usage,
  LanguageModelV3FinishReason,
  LanguageModelV3Usage,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { ScriptedFinish } from './script.ts';

/** Tokens that each scripted step reports. */
export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** In what the versions of the model contract differ, as far as a script goes. */
export interface ScriptedDialect<Version, Usage, FinishReason> {
  readonly specificationVersion: Version;
  writeUsage(usage: ScriptedUsage): Usage;
  writeFinish(reason: ScriptedFinish): FinishReason;
}

/** The dialect of `LanguageModelV2`. */
export const dialectV2: ScriptedDialect<'v2', LanguageModelV2Usage, LanguageModelV2FinishReason> = {
  specificationVersion: 'v2',
  writeUsage: ({ inputTokens, outputTokens }) => ({
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
  }),
  writeFinish: (reason) => reason,
};

/** The dialect of `LanguageModelV3`. */
export const dialectV3: ScriptedDialect<'v3', LanguageModelV3Usage, LanguageModelV3FinishReason> = {
  specificationVersion: 'v3',
  writeUsage: writeDetailedUsage,
  writeFinish: (reason) => ({ unified: reason, raw: reason }),
};

/** The dialect of `LanguageModelV4`. */
export const dialectV4: ScriptedDialect<'v4', LanguageModelV4Usage, LanguageModelV4FinishReason> = {
  specificationVersion: 'v4',
  writeUsage: writeDetailedUsage,
  writeFinish: (reason) => ({ unified: reason, raw: reason }),
};

function writeDetailedUsage({ inputTokens, outputTokens }: ScriptedUsage): LanguageModelV3Usage {
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
  };
}
