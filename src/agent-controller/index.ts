/** Modes: what an agent may do before and after a plan is approved. */
export type { Mode, ModeSet } from './mode.ts';
export { createModeSet } from './mode.ts';
