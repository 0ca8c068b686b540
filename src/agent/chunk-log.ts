/**
 * Items in the order they were said, for any number of readers: each sees all of them, whenever it begins to read.
 * Nobody has to read: writing never waits.
 */
export class ChunkLog<T> {
  readonly #items: T[] = [];
  #isClosed = false;
  #wake: (() => void)[] = [];

  /** Adds an item. After {@link close} it is dropped. */
  push(item: T): void {
    if (this.#isClosed) return;
    this.#items.push(item);
    this.#wakeReaders();
  }

  /** Says that nothing follows. */
  close(): void {
    this.#isClosed = true;
    this.#wakeReaders();
  }

  /** The items said so far. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** A new reader, from the first item on; `select` maps an item, `undefined` leaves it out. */
  stream<R>(select: (item: T) => R | undefined): ReplayStream<R> {
    return new ReplayStream(() => this.#read(select));
  }

  async *#read<R>(select: (item: T) => R | undefined): AsyncGenerator<R, undefined, undefined> {
    for (let index = 0; ; index += 1) {
      while (index >= this.#items.length) {
        if (this.#isClosed) return undefined;
        await new Promise<void>((resolve) => this.#wake.push(resolve));
      }
      const item = this.#items[index];
      const selected = item === undefined ? undefined : select(item);
      if (selected !== undefined) yield selected;
    }
  }

  #wakeReaders(): void {
    if (this.#wake.length === 0) return;
    const woken = this.#wake;
    this.#wake = [];
    for (const resolve of woken) resolve();
  }
}

/**
 * A `ReadableStream` that can also be iterated. Leaving an iteration early ends that reader only, not the run.
 * Iterating goes past the stream's queue, which costs several times as much as the log itself.
 */
export class ReplayStream<T> extends ReadableStream<T> {
  readonly #open: () => AsyncGenerator<T, undefined, undefined>;

  constructor(open: () => AsyncGenerator<T, undefined, undefined>) {
    let reader: AsyncGenerator<T, undefined, undefined> | undefined;
    super(
      {
        async pull(controller) {
          reader ??= open();
          const { value, done } = await reader.next();
          if (done === true) controller.close();
          else if (value !== undefined) controller.enqueue(value);
        },
        async cancel() {
          await reader?.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
    this.#open = open;
  }

  override [Symbol.asyncIterator](): ReadableStreamAsyncIterator<T> {
    // An AsyncGenerator is what a ReadableStreamAsyncIterator describes; the standard library types the two apart.
    return this.#open() as unknown as ReadableStreamAsyncIterator<T>;
  }
}
