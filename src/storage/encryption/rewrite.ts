import { setTimeout as pause } from 'node:timers/promises'
import type { Operation, RangeResult, Storage, StoredValue } from '#storage/contract.js'
import { TimeSlices } from '#util/event-loop.js'
import type { Encryption } from './encryption.js'
import { expectDecrypted } from './undecrypted.js'

export interface RewriteOptions {
  /** Writes per second; undefined for no limit. */
  readonly rate: number | undefined
  /** Whether values that cannot be decrypted are deleted. Otherwise they stay as they are. */
  readonly removesUndecryptable: boolean
  readonly signal: AbortSignal
  readonly onProgress: (progress: RewriteProgress) => Promise<void> | void
}

/** Counts of values. */
export interface RewriteProgress {
  /** Values of encrypted resources that were looked at. */
  readonly read: number
  readonly rewritten: number
  /** Values that cannot be decrypted. */
  readonly undecryptable: number
  /** The keys of the first of them. */
  readonly undecryptableKeys: readonly string[]
}

/** About how many bytes are in memory. */
const PAGE_BYTES = 2 * 1024 * 1024
const FIRST_PAGE = 32
const MAX_PAGE = 500
/** So many writes share a commit. */
const CONCURRENCY = 16
const NAMED_KEYS = 10
/** How often a value is tried again that somebody else has written meanwhile. */
const MAX_ATTEMPTS = 10

/**
 * Decrypts all values, and writes those anew that the encryption would store otherwise today. Each write is conditional, so
 * that no other write is lost. Values that are up to date are not written, so an interrupted rewrite goes on where it was.
 *
 * `storage` keeps the encrypted values.
 */
export async function rewriteStale(
  storage: Storage,
  encryption: Encryption,
  options: RewriteOptions,
): Promise<RewriteProgress> {
  const rewrite = new Rewrite(storage, encryption, options)
  let after: string | undefined
  for (let limit = FIRST_PAGE; ; ) {
    const page: RangeResult = await storage.range('', { after, limit })
    await rewrite.page(page.values)
    if (!page.more) return rewrite.progress
    after = page.values.at(-1)?.key
    limit = nextLimit(page)
  }
}

function nextLimit({ values }: RangeResult): number {
  const bytes = values.reduce((sum, { value }) => sum + value.length, 1)
  return Math.max(1, Math.min(MAX_PAGE, Math.floor((values.length * PAGE_BYTES) / bytes)))
}

class Rewrite {
  progress: RewriteProgress = { read: 0, rewritten: 0, undecryptable: 0, undecryptableKeys: [] }
  readonly #storage: Storage
  readonly #encryption: Encryption
  readonly #options: RewriteOptions
  readonly #slices = new TimeSlices()
  /** When the next write may be made, on the clock of `performance`. */
  #next = 0

  constructor(storage: Storage, encryption: Encryption, options: RewriteOptions) {
    this.#storage = storage
    this.#encryption = encryption
    this.#options = options
  }

  async page(values: readonly StoredValue[]): Promise<void> {
    const { onProgress, signal } = this.#options
    const own = values.filter(({ key }) => this.#encryption.of(key) !== undefined)
    this.#count({ read: own.length })
    const step = this.#options.rate === undefined ? CONCURRENCY : 1
    for (let start = 0; start < own.length; start += step) {
      signal.throwIfAborted()
      await Promise.all(own.slice(start, start + step).map((stored) => this.#renew(stored)))
      await onProgress(this.progress)
      await this.#slices.next()
    }
    signal.throwIfAborted()
    await onProgress(this.progress)
  }

  /** A value that somebody else has written is up to date, unless another server still encrypts as before. */
  async #renew(first: StoredValue): Promise<void> {
    let stored: StoredValue | undefined = first
    for (let attempt = 1; stored !== undefined && attempt <= MAX_ATTEMPTS; attempt++) {
      const operation = this.#renewal(stored)
      if (operation === undefined) return
      await this.#turn()
      const { outcome } = await this.#storage.write([operation])
      if (outcome === 'written') {
        this.#count(operation.type === 'delete' ? { undecryptable: 1, key: first.key } : { rewritten: 1 })
        return
      }
      stored = await this.#storage.get(first.key)
    }
  }

  /** Undefined if there is nothing to write. */
  #renewal({ key, value: stored, revision: expected }: StoredValue): Operation | undefined {
    const encryption = this.#encryption.of(key)
    if (encryption === undefined) return undefined
    const value = encryption.decrypt(key, stored)
    try {
      expectDecrypted(value)
    } catch {
      if (this.#options.removesUndecryptable) return { type: 'delete', key, expected }
      this.#count({ undecryptable: 1, key })
      return undefined
    }
    if (!encryption.isStale(stored)) return undefined
    return { type: 'replace', key, value: encryption.encrypt(key, value), expected }
  }

  async #turn(): Promise<void> {
    const { rate, signal } = this.#options
    if (rate === undefined) return
    const now = performance.now()
    const at = Math.max(this.#next, now)
    this.#next = at + 1000 / rate
    if (at > now) await pause(at - now, undefined, { signal })
  }

  #count({ read = 0, rewritten = 0, undecryptable = 0, key }: Counts): void {
    const { progress } = this
    const keys = progress.undecryptableKeys
    this.progress = {
      read: progress.read + read,
      rewritten: progress.rewritten + rewritten,
      undecryptable: progress.undecryptable + undecryptable,
      undecryptableKeys: key === undefined || keys.length === NAMED_KEYS ? keys : [...keys, key],
    }
  }
}

interface Counts {
  readonly read?: number
  readonly rewritten?: number
  readonly undecryptable?: number
  readonly key?: string
}
