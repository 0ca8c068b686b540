import { type Cause, CountersignError } from './countersign-error.ts';

/** A compare-and-set found something else than expected. The whole commit was refused; nothing was changed. */
export class ConflictError extends CountersignError {
  override readonly name = 'ConflictError';
  readonly code = 'CONFLICT';
  /** Index of the refused change in the commit. */
  readonly changeIndex: number;

  constructor({ changeIndex, what, cause }: { changeIndex: number; what: string } & Cause) {
    super(`The commit was refused: ${what}. Read again and retry.`, { cause });
    this.changeIndex = changeIndex;
  }
}

/** The storage cannot be opened or written now. No data was touched. */
export class StorageUnavailableError extends CountersignError {
  override readonly name = 'StorageUnavailableError';
  readonly code = 'STORAGE_UNAVAILABLE';
  readonly file: string;

  constructor({ file, reason, advice, cause }: { file: string; reason: string; advice: string } & Cause) {
    super(`The database "${file}" cannot be used: ${reason}. ${advice}`, { cause });
    this.file = file;
  }
}

/** The database was made by a newer version of this package. No data was touched. */
export class StorageVersionError extends CountersignError {
  override readonly name = 'StorageVersionError';
  readonly code = 'STORAGE_VERSION';
  readonly file: string;
  readonly found: number;
  readonly known: number;

  constructor({ file, found, known, cause }: { file: string; found: number; known: number } & Cause) {
    super(
      `The database "${file}" has schema version ${found}; this countersign knows up to ${known}. ` +
        'Install the newer countersign that wrote it, or use another file. No data was touched.',
      { cause },
    );
    this.file = file;
    this.found = found;
    this.known = known;
  }
}

/** The file is no database, or a damaged one, or a row does not parse. Nothing was written. */
export class StorageCorruptError extends CountersignError {
  override readonly name = 'StorageCorruptError';
  readonly code = 'STORAGE_CORRUPT';
  readonly file: string;

  constructor({ file, detail, cause }: { file: string; detail: string } & Cause) {
    super(`The database "${file}" is damaged: ${detail}. Move it away and restore a copy; nothing was written to it.`, {
      cause,
    });
    this.file = file;
  }
}

/** The storage was closed before this call. Nothing was changed. */
export class StorageClosedError extends CountersignError {
  override readonly name = 'StorageClosedError';
  readonly code = 'STORAGE_CLOSED';

  constructor({ cause }: Cause = {}) {
    super('The storage was closed. Open it again before using it.', { cause });
  }
}
