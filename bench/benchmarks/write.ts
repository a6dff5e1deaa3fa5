import { startBareStore } from '../bare.js'
import { loadBenchmark } from '../load-benchmark.js'
import { PER_SECOND, type Row } from '../row.js'
import { COLLECTION } from '../stock.js'
import { TARGETS } from '../targets.js'
import { typicalDeployment } from '../typical.js'

const OBJECTS = 5000
/** More than can be deleted in the given time; see `bench/load/delete.lua`. */
const DELETABLE = 40_000

const CREATE = { script: 'create', connections: 32, body: typicalDeployment('NAME') }
const REPLACE = { script: 'replace', connections: 16, body: typicalDeployment('NAME', { turn: 'TURN' }) }
const PATCH = { script: 'patch', connections: 16, body: { metadata: { labels: { turn: 'TURN' } } } }
const DELETE = { script: 'delete', connections: 32, body: {} }

interface Writing {
  readonly script: string
  readonly connections: number
  readonly body: object
}

/** Durable writes. The baseline is a bare server that stores nothing and sends as many bytes. */
function wanted(row: Row, { script, connections, body }: Writing, code: number) {
  const load = { script, connections, path: COLLECTION }
  return loadBenchmark({ row, objects: OBJECTS, load, body, code, response: `${COLLECTION}/object-0` })
}

export const create = [wanted(TARGETS.create, CREATE, 201)]
export const patch = [wanted(TARGETS.patch, PATCH, 200)]

/** These and other writes. The baseline is a bare server that parses the body and puts it into lmdb. */
function beside(title: string, { script, connections, body }: Writing, objects = OBJECTS) {
  const row = { title: `${title}, ${connections} connections, beside a bare store`, unit: PER_SECOND }
  const load = { script, connections, path: COLLECTION }
  return loadBenchmark({ row, objects, load, body, startLimit: startBareStore })
}

export const store = [beside('create', CREATE), beside('merge patch over 1,000 objects', PATCH)]
export const replace = [beside('replace over 1,000 objects', REPLACE)]
export const remove = [beside('delete', DELETE, DELETABLE)]
