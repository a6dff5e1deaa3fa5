import { loadBenchmark } from '../load-benchmark.js'
import type { Row } from '../row.js'
import { COLLECTION } from '../stock.js'
import { TARGETS } from '../targets.js'

const OBJECTS = 5000
const SELECTED = `${COLLECTION}?labelSelector=rare%3Dyes`

function read(row: Row, path: string, connections: number, environment: Record<string, string> = {}) {
  return loadBenchmark({ row, objects: OBJECTS, load: { script: 'get', path, connections, environment } })
}

/** Gets of one object. The baseline is a bare server that sends the same bytes. */
export const get = [read(TARGETS.get, `${COLLECTION}/object-0`, 16)]

/** Lists. The baseline is a bare server that sends the same bytes. */
export const list = [
  read(TARGETS.listChunk, `${COLLECTION}?limit=500`, 4),
  read(TARGETS.listAll, COLLECTION, 2),
  read(TARGETS.listSelected, SELECTED, 4),
]
