/** Doubles and cases for tests: a scripted model, a storage that fails on purpose, and what every storage must do. */

export {
  buildCall,
  buildDecision,
  buildDelivery,
  buildDraft,
  buildPlan,
  buildReview,
  buildRun,
  buildSource,
  builtAt,
} from './build-records.ts';
export type { Faults, FaultyStorage } from './faulty-storage.ts';
export { faultyStorage } from './faulty-storage.ts';
export type { ScriptedFinish, ScriptedPart, ScriptedStep } from './script.ts';
export { callTool, fail, finish, say, think } from './script.ts';
export type { ScriptedUsage } from './scripted-dialect.ts';
export type { Script, ScriptEntry, ScriptedModelOptions, ScriptedModels, ScriptedRequest } from './scripted-model.ts';
export { scriptedModel } from './scripted-model.ts';
export type { StorageCase } from './storage-case.ts';
export { storageConformance } from './storage-conformance.ts';
