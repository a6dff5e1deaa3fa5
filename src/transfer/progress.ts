/** The progress of one step of an export or import. */
export interface Progress {
  readonly step: 'reading' | 'checking' | 'writing'
  readonly unit: 'records' | 'bytes'
  readonly done: number
  /** Undefined while unknown. */
  readonly total: number | undefined
}

/** Progress reports and cancellation of an export or import. */
export interface TransferContext {
  readonly onProgress: (progress: Progress) => void
  readonly signal: AbortSignal
}

/** An error that the user can fix, as one line. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}
