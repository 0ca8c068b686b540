/** Those who want to know when something was committed. Several commits in a row tell them once. */
export class CommitWatch {
  readonly #listeners = new Set<{ readonly listener: () => void }>();
  #isScheduled = false;

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns a function that ends it. */
  add(listener: () => void): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  /** Tells all listeners, once the current work of the event loop is done. */
  notify(): void {
    if (this.#isScheduled || !this.isWatched) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const { listener } of [...this.#listeners]) callListener(listener);
    });
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** A listener that throws keeps no other from being told; its error surfaces as any uncaught one. */
function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
