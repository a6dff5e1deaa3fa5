import { PROTOBUF_TYPE } from '#codec/media-type.js'
import { loadBenchmark } from '../load-benchmark.js'
import { PER_SECOND } from '../row.js'
import { COLLECTION } from '../stock.js'

const OBJECTS = 5000

function inProtobuf(title: string, path: string, connections: number) {
  return loadBenchmark({
    row: { title: `${title} in protobuf, ${connections} connections`, unit: PER_SECOND },
    objects: OBJECTS,
    load: { script: 'get', path, connections, environment: { BENCH_ACCEPT: PROTOBUF_TYPE } },
  })
}

/** Reads in protobuf. The baseline is a bare server that sends the same bytes. */
export const codec = [
  inProtobuf('get one', `${COLLECTION}/object-0`, 16),
  inProtobuf('list limit=500', `${COLLECTION}?limit=500`, 4),
  inProtobuf('list all 5,000', COLLECTION, 2),
]
