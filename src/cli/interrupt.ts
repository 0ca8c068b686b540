const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that a person or a system may end: the first signal aborts it, a second one ends the process as usual. */
export async function withInterrupt<T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => {
    removeListeners();
    controller.abort();
  };
  const removeListeners = (): void => {
    for (const signal of signals) process.off(signal, abort);
  };
  for (const signal of signals) process.on(signal, abort);
  try {
    return await work(controller.signal);
  } finally {
    removeListeners();
  }
}

/** Settles when the signal is aborted. */
export async function untilAborted(abortSignal: AbortSignal): Promise<void> {
  if (abortSignal.aborted) return;
  await new Promise<void>((resolve) => abortSignal.addEventListener('abort', () => resolve(), { once: true }));
}
