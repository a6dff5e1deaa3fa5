import { createRequire } from 'node:module'
import type { Database, RootDatabase } from 'lmdb'
import { DATABASES, type DatabaseName } from './format/layout.js'

/**
 * Two threads load this package. Its CommonJS build is one file, which loads in half the time of its twenty modules.
 */
const { open } = createRequire(import.meta.url)('lmdb') as typeof import('lmdb')

export type BinaryDatabase = Database<Buffer, Buffer>

/** The open databases of a data folder, in one thread. */
export interface Environment {
  readonly root: RootDatabase<Buffer, Buffer>
  readonly databases: Readonly<Record<DatabaseName, BinaryDatabase>>
}

const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const

/**
 * LMDB's reader table is in a mapped file. This many fit into its first page, which is on disk before LMDB opens it:
 * touching a page that a full disk cannot provide would crash the process.
 */
const MAX_READERS = 16

/**
 * How much address space, not memory, the data file may take. A larger file is mapped again with twice the size, and
 * LMDB's binding keeps the old map: the same pages would count repeatedly.
 */
const MAP_BYTES = 16 * 1024 ** 3

/**
 * Opens the folder. Threads of one process share the environment, so commits of one are visible to the others without
 * copying.
 *
 * The folder must have been checked before (see `data-folder.ts`): on a foreign file LMDB's binding crashes with a
 * segmentation fault.
 */
export function openEnvironment(directory: string): Environment {
  const root: RootDatabase<Buffer, Buffer> = open(directory, {
    ...BINARY,
    // By default a commit returns before it is on disk. Ours are acknowledged to clients.
    overlappingSync: false,
    mapSize: MAP_BYTES,
    maxDbs: DATABASES.length,
    maxReaders: MAX_READERS,
    // Otherwise a folder with a dot in its name would be taken for a file.
    noSubdir: false,
  })
  const entries = DATABASES.map((name) => [name, root.openDB<Buffer, Buffer>({ ...BINARY, name })])
  return { root, databases: Object.fromEntries(entries) as Record<DatabaseName, BinaryDatabase> }
}
