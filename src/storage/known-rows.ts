import type { RunState } from './apply-change.ts';
import type { ChainHead } from './event-chain.ts';

/** A run as this connection last saw it, with the number under which its rows lie. */
export interface KnownRun {
  readonly seq: number;
  readonly state: RunState;
}

/** Whose a chain is, under which number its entries lie, and its last one. */
export interface KnownChain {
  readonly owner: 'run' | 'plan';
  readonly seq: number;
  readonly head: ChainHead;
}

const maxKnown = 1000;

/**
 * What a connection remembers of the rows it has read and written, so that one commit need not read again what the commit
 * before it wrote. It holds as long as no other connection commits, which `data_version` tells under the write lock.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_data_version
 */
export class KnownRows {
  readonly #runs = new Map<string, KnownRun>();
  readonly #chains = new Map<string, KnownChain>();
  #version: number | null = null;

  /** Begins a transaction: what was known before another connection's commit is known no more. */
  begin(version: number): void {
    if (version !== this.#version) this.forget();
    this.#version = version;
  }

  /** For a transaction that was rolled back: what it wrote never was. */
  forget(): void {
    this.#runs.clear();
    this.#chains.clear();
    this.#version = null;
  }

  getRun(id: string): KnownRun | undefined {
    return this.#runs.get(id);
  }

  /** A copy is kept: the caller's own objects may change later. */
  setRun(id: string, { seq, state }: KnownRun): void {
    const { claim, usage } = state;
    const kept = {
      ...state,
      usage: { ...usage },
      claim: claim === null ? null : { ...claim, owner: { ...claim.owner } },
    };
    remember(this.#runs, id, { seq, state: kept });
  }

  getChain(chain: string): KnownChain | undefined {
    return this.#chains.get(chain);
  }

  setChain(chain: string, known: KnownChain): void {
    remember(this.#chains, chain, known);
  }
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key);
  known.set(key, value);
  if (known.size <= maxKnown) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}
