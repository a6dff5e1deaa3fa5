import { readListOptions } from '../../registry/read/list-options.js'
import type { Exchange } from '../exchange.js'
import { sendList } from '../respond-list.js'
import type { Target } from '../router.js'

/** `GET` of a collection. */
export async function handleList(exchange: Exchange, { store, namespace }: Target): Promise<void> {
  const options = readListOptions(exchange.query, namespace, { watch: false })
  await sendList(exchange, store.renderings, await store.reader.list(options))
}
