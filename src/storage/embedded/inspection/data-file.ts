import { closeSync, openSync, readSync } from 'node:fs'
import type { DatabaseName } from '#storage/embedded/format/layout.js'
import { checkFreePages } from './free-pages.js'
import { type MetaPage, readMetaPages, readTree, TREE_BYTES, type Tree } from './meta-page.js'
import { PageFile } from './page-file.js'
import { PageSet } from './page-set.js'
import {
  type Report,
  readTransaction,
  SUBTREE,
  type TreeScope,
  type VisitRecord,
  walkTree,
} from './tree-walk.js'

/** The flags of the tree of free pages, whose keys are numbers, and of all other trees. */
const FREE_FLAGS = 0x08
const TREE_FLAGS = 0

/** Free pages are listed by the transaction that freed them. */
const TRANSACTION_BYTES = 8

/** The end of a file may be missing if its pages are free. More pages than this are never free at the end. */
const MAX_MISSING_PAGES = 2 ** 18

export interface DataFileOptions {
  readonly path: string
  readonly report: Report
  /** Visit the records of each database, in this order. */
  readonly visitors: Readonly<Record<DatabaseName, VisitRecord>>
}

/** The number of the last transaction in a data file; undefined when it cannot be read. */
export function lastTransaction(path: string): number | undefined {
  const metas = readMetas(path)
  return typeof metas === 'string' ? undefined : metas.current.transaction
}

/**
 * Reads all of LMDB's data file without LMDB and without changing it: checks its structure, and visits the records of
 * our databases. Yields regularly, so that its caller can yield to the event loop.
 */
export function* inspectDataFile({ path, report, visitors }: DataFileOptions): Generator<void, void> {
  const metas = readMetas(path)
  if (typeof metas === 'string') {
    report(metas)
    return
  }
  const { current, previous } = metas
  const file = new PageFile(path, current.pageSize)
  try {
    if (current.lastPage >= 2 * file.pages + MAX_MISSING_PAGES) {
      report(`its last page should be ${current.lastPage}, but it ends after ${file.pages} pages`)
      return
    }
    yield* file.fetch()
    const { transaction, lastPage } = current
    const scope: TreeScope = { file, used: new PageSet(file.pages), lastPage, report }
    checkRoots(file, [current, previous], report)
    const trees = yield* databaseTrees(scope, current)
    for (const name of Object.keys(visitors) as DatabaseName[]) {
      const tree = trees.get(name)
      if (tree === undefined) report(`the database ${name} is missing`)
      else yield* walkTree(scope, tree, transaction, { name, visit: visitors[name] })
    }
    yield* checkFreeTree(scope, current)
  } finally {
    file.close()
  }
}

function readMetas(path: string): ReturnType<typeof readMetaPages> {
  const file = openSync(path, 'r')
  try {
    return readMetaPages((position, length) => {
      const bytes = Buffer.alloc(length)
      readSync(file, bytes, 0, length, position)
      return bytes
    })
  } finally {
    closeSync(file)
  }
}

/**
 * Every transaction writes a new root of the main tree. So this detects a meta page with a wrong number, by which
 * LMDB would return an older state.
 */
function checkRoots(file: PageFile, metas: readonly MetaPage[], report: Report): void {
  for (const { main, transaction } of metas) {
    if (main.root === undefined) {
      if (transaction !== 0) report(`transaction ${transaction} has left no databases`)
      continue
    }
    if (main.root >= file.pages) {
      report(`page ${main.root}, the root of transaction ${transaction}, is beyond the end of the file`)
      continue
    }
    file.load(main.root)
    if (readTransaction(file.bytes) !== transaction) {
      report(`page ${main.root} is not the root that transaction ${transaction} has written`)
    }
  }
}

function* databaseTrees(
  scope: TreeScope,
  { main, transaction }: MetaPage,
): Generator<void, Map<string, Tree>> {
  const trees = new Map<string, Tree>()
  if (main.flags !== TREE_FLAGS) scope.report('the tree of databases is of an unknown kind')
  const visit: VisitRecord = (bytes, start, keyEnd, end) => {
    // LMDB's binding ends names with a zero byte.
    const name = bytes.toString('latin1', start, keyEnd - 1)
    const tree = end - keyEnd === TREE_BYTES ? readTree(bytes, keyEnd) : undefined
    if (tree === undefined || tree.flags !== TREE_FLAGS)
      scope.report(`the database ${name} is of an unknown kind`)
    else trees.set(name, tree)
  }
  yield* walkTree(scope, main, transaction, { name: 'databases', visit, nodeFlags: SUBTREE })
  return trees
}

/** Call when all pages in use are known. */
function* checkFreeTree(scope: TreeScope, { free, transaction }: MetaPage): Generator<void, void> {
  if (free.flags !== FREE_FLAGS) scope.report('the tree of free pages is of an unknown kind')
  const { used, lastPage, file } = scope
  const visit: VisitRecord = (bytes, start, keyEnd, end) => {
    if (keyEnd - start !== TRANSACTION_BYTES) scope.report('the list of free pages has an impossible key')
    const error = checkFreePages(bytes.subarray(keyEnd, end), { used, pages: file.pages, lastPage })
    if (error !== undefined) scope.report(`the list of free pages ${error}`)
  }
  yield* walkTree(scope, free, transaction, { name: 'free pages', visit, order: 'numbers' })
}
