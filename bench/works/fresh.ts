import { loadWork } from '../load-work.js'
import { PER_SECOND } from '../row.js'
import { COLLECTION } from '../stock.js'

const OBJECTS = 5000

/** No two lists are the same, so that nothing that was put together for one serves another. */
function fresh(title: string, path: string, connections: number) {
  return loadWork({
    row: { title: `${title} asked for the first time, ${connections} connections`, unit: PER_SECOND },
    objects: OBJECTS,
    load: { script: 'fresh', path, connections },
  })
}

export const freshLists = [
  fresh('list limit=500', `${COLLECTION}?limit=500&labelSelector=app`, 4),
  fresh('list all 5,000', `${COLLECTION}?labelSelector=app`, 2),
  fresh('list by a selector that matches 10 of 5,000', `${COLLECTION}?labelSelector=rare%3Dyes`, 4),
]
