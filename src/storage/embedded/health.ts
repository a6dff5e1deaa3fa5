import { statfsSync } from 'node:fs'
import { getSystemErrorMap } from 'node:util'
import type { StoreHealth } from '#storage/contract.js'
import { CommitFailed } from './commit/commit-thread-handle.js'

/** A disk with slower commits is faulty, even if it completes them in the end. */
const SLOW_COMMIT_MS = 10_000

/** The copied branch pages of a transaction, beside its values. */
const SLACK_BYTES = 64 * 1024

/** Whether the store can write, by its last attempts. */
export class Health {
  #trouble: string | undefined
  #failedBytes = 0
  #commitStarted: number | undefined

  get well(): boolean {
    return this.#trouble === undefined
  }

  /** The size of the last failed write. */
  get failedBytes(): number {
    return this.#failedBytes
  }

  commitStarts(): void {
    this.#commitStarted = performance.now()
  }

  commitEnds(): void {
    this.#commitStarted = undefined
  }

  recovered(): void {
    this.#trouble = undefined
  }

  failed(reason: string, bytes = 0): void {
    this.#trouble = reason
    this.#failedBytes = bytes
  }

  report(): StoreHealth {
    if (this.#trouble !== undefined) return { writable: false, reason: this.#trouble }
    const waiting = this.#commitStarted === undefined ? 0 : performance.now() - this.#commitStarted
    if (waiting < SLOW_COMMIT_MS) return { writable: true }
    return {
      writable: false,
      reason: `a commit has been waiting for the disk for ${Math.floor(waiting / 1000)} s`,
    }
  }
}

/** Why a commit of so many bytes failed, as one line for the user. */
export function commitFailureReason(error: unknown, directory: string, bytes: number): string {
  const [name, text] = systemError(error)
  if (name === 'EIO' && freeBytes(directory) < 2 * bytes + SLACK_BYTES) {
    // A disk with space for only a part of a write accepts that part, and LMDB reports an I/O error.
    return 'the store cannot write: no space left on device'
  }
  return `the store cannot write: ${text}`
}

function systemError(error: unknown): readonly [name: string | undefined, text: string] {
  if (error instanceof CommitFailed && error.code !== undefined) {
    const known = getSystemErrorMap().get(-error.code)
    if (known !== undefined) return known
  }
  return [undefined, error instanceof Error ? error.message : String(error)]
}

function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch (error) {
    if (error instanceof Error) return Number.POSITIVE_INFINITY
    throw error
  }
}
