/** How far a step of an export or import has come. */
export interface Progress {
  readonly step: 'reading' | 'checking' | 'writing'
  readonly unit: 'records' | 'bytes'
  readonly done: number
  /** Undefined as long as nobody knows. */
  readonly total: number | undefined
}

/** What a long piece of work tells about itself, and how it is asked to stop. */
export interface Course {
  readonly onProgress: (progress: Progress) => void
  readonly signal: AbortSignal
}
