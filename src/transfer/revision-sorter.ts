import { randomBytes } from 'node:crypto'
import { type FileHandle, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredValue } from '#storage/contract.js'
import { openOwnerOnly } from '#util/owner-only.js'
import { ByteReader } from './files/byte-reader.js'
import { encodeRecord, MAX_LINE_LENGTH, parseRecordHeader } from './format.js'

/** The size of a run, which is sorted in memory. */
const RUN_BYTES = 16 * 1024 * 1024

/** The read buffer of each run during the merge. */
const READ_BYTES = 64 * 1024

/** The memory of a record beside its value, in bytes. */
const RECORD_OVERHEAD = 500

/** A sorted run in the file, and its next record. */
interface Run {
  next: StoredValue
  readonly rest: AsyncIterator<StoredValue>
}

/**
 * An external merge sort by revision: sorts runs in memory, writes them to a file and merges them. The file is
 * unlinked, so nothing is left of it however the process ends.
 */
export class RevisionSorter {
  readonly #folder: string
  readonly #runBytes: number
  #held: StoredValue[] = []
  #heldBytes = 0
  #file: FileHandle | undefined
  #ends: number[] = []
  #count = 0

  /** The file is created in this folder, if one is needed. */
  constructor(folder: string, runBytes = RUN_BYTES) {
    this.#folder = folder
    this.#runBytes = runBytes
  }

  get count(): number {
    return this.#count
  }

  async add(record: StoredValue): Promise<void> {
    this.#held.push(record)
    this.#heldBytes += record.value.length + RECORD_OVERHEAD
    this.#count++
    if (this.#heldBytes >= this.#runBytes) await this.#spill()
  }

  /** All records, sorted. No record may be added afterwards. */
  async *inOrder(): AsyncGenerator<StoredValue> {
    if (this.#file === undefined) {
      yield* this.#held.sort(compare)
      return
    }
    await this.#spill()
    yield* merge(await this.#openRuns(this.#file))
  }

  async close(): Promise<void> {
    this.#held = []
    await this.#file?.close()
  }

  async #spill(): Promise<void> {
    if (this.#held.length === 0) return
    this.#file ??= await openNameless(this.#folder)
    const run = Buffer.concat(this.#held.sort(compare).flatMap(encodeRecord))
    this.#held = []
    this.#heldBytes = 0
    await this.#file.appendFile(run)
    this.#ends.push((this.#ends.at(-1) ?? 0) + run.length)
  }

  async #openRuns(file: FileHandle): Promise<Run[]> {
    const runs: Run[] = []
    for (const [index, end] of this.#ends.entries()) {
      const rest = readRun(file, this.#ends[index - 1] ?? 0, end)
      const first = await rest.next()
      if (first.done !== true) runs.push({ next: first.value, rest })
    }
    return runs.sort((one, other) => compare(one.next, other.next))
  }
}

/** By revision, then by key. */
function compare(one: StoredValue, other: StoredValue): number {
  return one.revision - other.revision || (one.key < other.key ? -1 : 1)
}

/** The run with the lowest next record is always first. */
async function* merge(runs: Run[]): AsyncGenerator<StoredValue> {
  for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
    yield run.next
    const following = await run.rest.next()
    if (following.done === true) continue
    run.next = following.value
    runs.splice(placeOf(run.next, runs), 0, run)
  }
}

function placeOf(record: StoredValue, runs: readonly Run[]): number {
  let low = 0
  for (let high = runs.length; low < high; ) {
    const middle = (low + high) >> 1
    if (compare((runs[middle] as Run).next, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}

async function* readRun(file: FileHandle, start: number, end: number): AsyncGenerator<StoredValue> {
  const bytes = new ByteReader(readSpan(file, start, end))
  while (!(await bytes.isAtEnd())) {
    const head = parseRecordHeader((await bytes.line(MAX_LINE_LENGTH))?.toString('latin1') ?? '')
    const framed = head && (await bytes.bytes(head.length + 1))
    if (head === undefined || framed === undefined) throw new Error('cannot read the file of sorted runs')
    yield { key: head.key, revision: head.revision, value: framed.subarray(0, head.length) }
  }
}

async function* readSpan(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const length = Math.min(READ_BYTES, end - position)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `.binnacle-sort-${process.pid}-${randomBytes(6).toString('hex')}`)
  const file = await openOwnerOnly(path, 'wx+')
  await rm(path, { force: true })
  return file
}
