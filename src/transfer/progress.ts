/** How far a step of an export or import has come. */
export interface Progress {
  readonly step: 'reading' | 'checking' | 'writing'
  readonly unit: 'records' | 'bytes'
  readonly done: number
  /** Undefined as long as it is not known. */
  readonly total: number | undefined
}

/** How a long piece of work reports its progress, and how it is asked to stop. */
export interface Course {
  readonly onProgress: (progress: Progress) => void
  readonly signal: AbortSignal
}

/** Something stands in the way of an export or import, and the user can do something about it. One line for them. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}
