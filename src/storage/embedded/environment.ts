import { createRequire } from 'node:module'
import type { Database, RootDatabase } from 'lmdb'
import { DATABASES, type DatabaseName } from './format/layout.js'

/** Two threads load this package. Its CommonJS build is one file, which takes half as long as its twenty modules. */
const { open } = createRequire(import.meta.url)('lmdb') as typeof import('lmdb')

export type BinaryDatabase = Database<Buffer, Buffer>

/** The databases of a data folder, open in one thread. */
export interface Environment {
  readonly root: RootDatabase<Buffer, Buffer>
  readonly databases: Readonly<Record<DatabaseName, BinaryDatabase>>
}

const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const

/**
 * LMDB's table of readers lies in a file that is mapped into memory. Few enough to fit into its first page, which
 * is on disk before LMDB opens it: touching a page that a full disk cannot provide would end the process.
 */
const MAX_READERS = 16

/**
 * How much of the address space the data file may take; not of the memory. A file that outgrows it is mapped anew, twice as
 * large, and LMDB's binding keeps what was mapped before: the same pages would count, and take room in page tables, again
 * and again.
 */
const MAP_BYTES = 16 * 1024 ** 3

/**
 * Opens the folder. Threads of one process share the environment underneath, so what one of them commits is
 * there for the others without any copying.
 *
 * The folder must have been looked at before (see `data-folder.ts`): given a file that is not its own, LMDB's
 * binding ends the process with a segmentation fault.
 */
export function openEnvironment(directory: string): Environment {
  const root: RootDatabase<Buffer, Buffer> = open(directory, {
    ...BINARY,
    // By default a commit returns before it is on disk. Ours are acknowledged to clients.
    overlappingSync: false,
    mapSize: MAP_BYTES,
    maxDbs: DATABASES.length,
    maxReaders: MAX_READERS,
    // A folder whose name has a dot would else be taken for a file.
    noSubdir: false,
  })
  const entries = DATABASES.map((name) => [name, root.openDB<Buffer, Buffer>({ ...BINARY, name })])
  return { root, databases: Object.fromEntries(entries) as Record<DatabaseName, BinaryDatabase> }
}
