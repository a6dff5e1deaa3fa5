import { STORE_RECORDS } from '#registry/keys.js'
import type { Operation, Revision, Storage, StoredValue } from '#storage/contract.js'
import type { ExportTrailer } from './format.js'
import { TransferError } from './progress.js'

/** The key of the mark. While it exists the store holds a partial import, and must not be served. */
export const IMPORT_MARK = `${STORE_RECORDS}/import`

export interface ImportState {
  /** The digest in the trailer of the export; of a migration its id. */
  readonly digest: string
  readonly records: number
  /** At least so many records are in the store. */
  readonly done: number
  /** The command that writes them. */
  readonly command: ImportCommand
}

/** An import adds to a store, a restore and a migration make a new one. */
export type ImportCommand = 'import' | 'restore' | 'migrate'

const COMMANDS: readonly ImportCommand[] = ['import', 'restore', 'migrate']

/** Undefined when the value is not an import mark. */
function readImportState({ value }: StoredValue): ImportState | undefined {
  try {
    const { digest, records, done, command } = JSON.parse(value.toString()) as ImportState
    const isState = typeof digest === 'string' && Number.isInteger(records) && Number.isInteger(done)
    return isState
      ? { digest, records, done, command: COMMANDS.includes(command) ? command : 'import' }
      : undefined
  } catch {
    return undefined
  }
}

/** Why a store with this mark is not usable yet, as one line for the user; undefined when it is not a mark. */
export function unfinishedImport(mark: StoredValue): string | undefined {
  const state = readImportState(mark)
  if (state === undefined) return undefined
  const { done, records, command } = state
  if (command === 'migrate') {
    return 'a migration into this store is unfinished; if it is not running, run "binnacle migrate" again with the same flags'
  }
  return (
    `${command === 'import' ? 'an import into' : 'a restore of'} this store is unfinished (${done} of ${records} records); ` +
    `if it is not running, run "binnacle ${command}" again with the same file`
  )
}

/** The progress of an import, stored in the target store. */
export class ImportMark {
  readonly #storage: Storage
  #state: ImportState
  #revision: Revision

  /** Undefined when no import has started, or it is finished. */
  static async find(storage: Storage): Promise<ImportMark | undefined> {
    const stored = await storage.get(IMPORT_MARK)
    if (stored === undefined) return undefined
    const state = readImportState(stored)
    if (state !== undefined) return new ImportMark(storage, state, stored.revision)
    throw new TransferError(`the value under ${IMPORT_MARK} is not an import mark: remove it from the store`)
  }

  static async create(
    storage: Storage,
    { digest, records }: ExportTrailer,
    command: ImportCommand = 'import',
  ): Promise<ImportMark> {
    const state: ImportState = { digest, records, done: 0, command }
    const revision = await write(storage, { type: 'create', key: IMPORT_MARK, value: encode(state) })
    return new ImportMark(storage, state, revision)
  }

  private constructor(storage: Storage, state: ImportState, revision: Revision) {
    this.#storage = storage
    this.#state = state
    this.#revision = revision
  }

  get state(): ImportState {
    return this.#state
  }

  /** All completed records were written before this revision, all others after it. */
  get revision(): Revision {
    return this.#revision
  }

  async advance(done: number): Promise<void> {
    const state = { ...this.#state, done }
    const expected = this.#revision
    this.#revision = await write(this.#storage, {
      type: 'replace',
      key: IMPORT_MARK,
      value: encode(state),
      expected,
    })
    this.#state = state
  }

  /** Begins anew, with another digest. */
  async restart(digest: string): Promise<void> {
    this.#state = { ...this.#state, digest }
    await this.advance(0)
  }

  async remove(): Promise<void> {
    await write(this.#storage, { type: 'delete', key: IMPORT_MARK, expected: this.#revision })
  }
}

function encode(state: ImportState): Buffer {
  return Buffer.from(JSON.stringify(state))
}

async function write(storage: Storage, operation: Operation): Promise<Revision> {
  const outcome = await storage.write([operation])
  if (outcome.outcome === 'written') return outcome.revision
  throw new TransferError('another import into this store is running')
}
