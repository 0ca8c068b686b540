import type { ReviewHost } from '../review/index.ts';

const heartbeatMs = 15_000;
// Several commits in a row are one look for the page.
const settleMs = 20;

/**
 * The open event streams of one server: one watch of the host for all of them, none while nobody listens. A stream says
 * `changed` soon after anything changed. It never says what: the page asks.
 */
export class EventStreams {
  readonly #host: Pick<ReviewHost, 'watch'>;
  readonly #streams = new Set<EventStream>();
  #endWatch: (() => void) | null = null;
  #settling: NodeJS.Timeout | null = null;

  constructor(host: Pick<ReviewHost, 'watch'>) {
    this.#host = host;
  }

  /** How many pages listen now. */
  get count(): number {
    return this.#streams.size;
  }

  /** Answers with a stream that lasts until the page leaves or the server closes. */
  open(request: Request): Response {
    const stream = new EventStream(() => this.#remove(stream));
    this.#streams.add(stream);
    this.#endWatch ??= this.#host.watch(() => this.#announce());
    request.signal.addEventListener('abort', () => stream.end(), { once: true });
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
    return new Response(stream.body, { headers });
  }

  /** Ends all streams. */
  closeAll(): void {
    for (const stream of [...this.#streams]) stream.end();
  }

  #announce(): void {
    if (this.#settling !== null) return;
    this.#settling = setTimeout(() => {
      this.#settling = null;
      for (const stream of this.#streams) stream.send(changed);
    }, settleMs);
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#endWatch?.();
    this.#endWatch = null;
  }
}

const changed = 'event: changed\ndata: {}\n\n';

/** One page that listens. */
class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#leave(),
    });
    this.#heartbeat = setInterval(() => this.send(': still here\n\n'), heartbeatMs);
    this.#heartbeat.unref();
    // What changed while nobody listened is asked for at once.
    this.send(`retry: 1000\n${changed}`);
  }

  send(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  end(): void {
    this.#controller?.close();
    this.#leave();
  }

  #leave(): void {
    if (this.#controller === null) return;
    this.#controller = null;
    clearInterval(this.#heartbeat);
    this.#onEnd();
  }
}
