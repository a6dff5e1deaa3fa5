import { loadBenchmark } from '../load-benchmark.js'
import { PER_SECOND } from '../row.js'
import { COLLECTION } from '../stock.js'

const OBJECTS = 5000

/** Every list differs, so that no cached response is reused. */
function fresh(title: string, path: string, connections: number) {
  return loadBenchmark({
    row: { title: `${title} without a cached response, ${connections} connections`, unit: PER_SECOND },
    objects: OBJECTS,
    load: { script: 'fresh', path, connections },
  })
}

export const freshLists = [
  fresh('list limit=500', `${COLLECTION}?limit=500&labelSelector=app`, 4),
  fresh('list all 5,000', `${COLLECTION}?labelSelector=app`, 2),
  fresh('list by a selector that matches 10 of 5,000', `${COLLECTION}?labelSelector=rare%3Dyes`, 4),
]
