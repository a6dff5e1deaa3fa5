import type { Operation, Revision, Storage, StoredValue } from '#storage/contract.js'
import { snapshot } from '#transfer/snapshot.js'

/**
 * The writes that make a store hold exactly the given records, which are sorted by key. None if it does already. Few
 * records are in memory at a time.
 */
export async function* differences(
  wanted: AsyncIterable<StoredValue>,
  storage: Storage,
  at: Revision,
): AsyncGenerator<Operation> {
  const present = flat(snapshot(storage, at))
  let next = await present.next()
  for await (const { key, value } of wanted) {
    while (!next.done && next.value.key < key) {
      yield removal(next.value)
      next = await present.next()
    }
    if (next.done || next.value.key !== key) {
      yield { type: 'create', key, value }
      continue
    }
    if (!next.value.value.equals(value)) yield { type: 'replace', key, value, expected: next.value.revision }
    next = await present.next()
  }
  for (; !next.done; next = await present.next()) yield removal(next.value)
}

const removal = ({ key, revision }: StoredValue): Operation => ({ type: 'delete', key, expected: revision })

async function* flat(pages: AsyncIterable<readonly StoredValue[]>): AsyncGenerator<StoredValue, undefined> {
  for await (const page of pages) yield* page
  return undefined
}
