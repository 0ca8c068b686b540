/** What a live leg can be told from outside its loop. */
interface LiveLeg {
  abort(reason: string): void;
}

const registryKey = Symbol.for('countersign.liveLegs');

/**
 * The legs at work in this process, by run and token. One list a process, also when two copies of the package are loaded,
 * so that neither takes over a run on which the other still works.
 */
function getRegistry(): Map<string, LiveLeg> {
  const holder: { [registryKey]?: Map<string, LiveLeg> } = globalThis as never;
  holder[registryKey] ??= new Map();
  return holder[registryKey];
}

/** Notes that this process works on a run. @returns a function that notes the end of it. */
export function registerLeg(runId: string, token: number, leg: LiveLeg): () => void {
  const registry = getRegistry();
  const key = `${runId}#${token}`;
  registry.set(key, leg);
  return () => registry.delete(key);
}

/** The leg of this process under that token, if it is still at work. */
export function findLiveLeg(runId: string, token: number): LiveLeg | undefined {
  return getRegistry().get(`${runId}#${token}`);
}
