/** Argument checks that all engines share. */
import {
  type HistoryOptions,
  MAX_KEY_LENGTH,
  MAX_VALUE_LENGTH,
  type Operation,
  type RangeOptions,
  type Revision,
  RevisionUnavailable,
  type WriteOutcome,
  WriteTooLarge,
} from './contract.js'

const PRINTABLE_ASCII = /^[ -~]*$/

/** Whether the key follows our rules, which keys of other programs may not. */
export function isKey(text: string): boolean {
  return text.length > 0 && text.length <= MAX_KEY_LENGTH && PRINTABLE_ASCII.test(text)
}

export function checkKey(key: string): void {
  if (key.length === 0) throw new TypeError('a key is empty')
  checkPrefix(key)
}

function checkPrefix(text: string): void {
  if (text.length > MAX_KEY_LENGTH) throw new TypeError(`a key is longer than ${MAX_KEY_LENGTH} characters`)
  if (!PRINTABLE_ASCII.test(text))
    throw new TypeError(`a key is not printable ASCII: ${JSON.stringify(text)}`)
}

export function checkRevision(revision: Revision, what: string): void {
  if (!Number.isSafeInteger(revision) || revision < 1) {
    throw new TypeError(`${what} is not a revision: ${revision}`)
  }
}

export function checkOperations(operations: readonly Operation[]): void {
  const [first] = operations
  if (first === undefined) throw new TypeError('a write without operations')
  for (const operation of operations) {
    checkKey(operation.key)
    if (operation.type !== 'create') checkRevision(operation.expected, `expected of ${operation.key}`)
    if (operation.type !== 'delete' && operation.value.length > MAX_VALUE_LENGTH) {
      throw new WriteTooLarge(`the value of ${operation.key} is larger than ${MAX_VALUE_LENGTH} bytes`)
    }
  }
  // Nearly all writes have one key, and need no set.
  if (operations.length > 1 && new Set(operations.map(({ key }) => key)).size < operations.length) {
    throw new TypeError('a write names a key twice')
  }
}

export function checkRange(prefix: string, options: RangeOptions): void {
  checkPrefix(prefix)
  if (options.after !== undefined) checkPrefix(options.after)
  if (options.at !== undefined) checkRevision(options.at, 'at')
  if (options.limit !== undefined) checkLimit(options.limit)
}

export function checkHistory(prefix: string, { after, upTo, limit }: HistoryOptions): void {
  checkPrefix(prefix)
  if (after !== undefined) checkRevision(after, 'after')
  if (upTo !== undefined) checkRevision(upTo, 'upTo')
  checkLimit(limit)
}

function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new TypeError(`limit is not a positive integer: ${limit}`)
  }
}

export function checkCompaction(age: number, keep: Revision | undefined): void {
  if (!Number.isFinite(age) || age < 0) throw new TypeError(`age is not a number of milliseconds: ${age}`)
  if (keep !== undefined) checkRevision(keep, 'keep')
}

/** Throws unless the revision is between `oldest` and `current`. */
export function checkAvailable(asked: Revision, oldest: Revision, current: Revision, what = 'at'): void {
  checkRevision(asked, what)
  if (asked < oldest) throw new RevisionUnavailable('compacted', asked, oldest)
  if (asked > current) throw new RevisionUnavailable('future', asked, current)
}

/**
 * The first failed precondition of a write, or undefined. `headOf` returns the revision of a key's last write,
 * undefined for an absent key.
 */
export function failedPrecondition(
  operations: readonly Operation[],
  headOf: (key: string) => Revision | undefined,
): WriteOutcome | undefined {
  for (const operation of operations) {
    const { key } = operation
    const actual = headOf(key)
    if (operation.type === 'create') {
      if (actual !== undefined) return { outcome: 'exists', key, actual }
    } else {
      if (actual === undefined) return { outcome: 'missing', key }
      if (actual !== operation.expected) return { outcome: 'conflict', key, actual }
    }
  }
  return undefined
}
