/** The command `countersign`: reads words, wires rooms, prints. */
export { errorExitCodes, exitCodes, type Outcome, outcomeExitCodes } from './exit-codes.ts';
export { main } from './main.ts';
