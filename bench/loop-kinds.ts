import { PROTOBUF_TYPE } from '#codec/media-type.js'
import type { Request } from './client.js'
import { LOOP_BLOCKED, type Row } from './row.js'
import { COLLECTION } from './stock.js'
import { typicalDeployment } from './typical.js'

/**
 * Requests that are sent one after the other on each connection, to measure how long each blocks the event loop.
 */
export interface LoopKind {
  readonly row: Row
  readonly connections: number
  /** The request of a round; every round has another. */
  readonly request: (round: number) => Request
}

const alone = (title: string, request: (round: number) => Request): LoopKind => ({
  row: { title: `event loop blocked at most: ${title}`, unit: LOOP_BLOCKED },
  connections: 1,
  request,
})

const MANY = 16
const onMany = (kind: LoopKind): LoopKind => ({
  ...kind,
  row: { ...kind.row, title: `${kind.row.title}, on ${MANY} connections` },
  connections: MANY,
})

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const MERGE = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
/** A resource version at which about half of the objects existed. */
const EARLIER = 'resourceVersion=50000'

const object = (round: number) => `${COLLECTION}/object-${(round * 7919) % 100_000}`
const selected = (selector: string) => `${COLLECTION}?labelSelector=${encodeURIComponent(selector)}`
const named = (name: string) => `${COLLECTION}?fieldSelector=metadata.name%3D${name}`
const label = (round: number) => JSON.stringify({ metadata: { labels: { turn: `loop-${round}` } } })
const patch = (type: string) => (round: number) => ({
  method: 'PATCH',
  path: object(round),
  type,
  body: label(round),
})
const creation = (round: number) => ({
  method: 'POST',
  path: COLLECTION,
  body: JSON.stringify(typicalDeployment(`loop-${round}`, { loop: 'yes' })),
})

const CHUNK = `${COLLECTION}?limit=500`
const WATCH = `${COLLECTION}?watch=true&timeoutSeconds=2`
const tables = alone('lists of 500 as tables', () => ({ path: CHUNK, accept: TABLE }))
const largeTables = alone('lists of all 100,000 as tables', () => ({ path: COLLECTION, accept: TABLE }))
const commonLabel = alone('lists by a label that all have', (round) => ({
  path: selected(`app=web,turn!=${round}`),
}))
const READS = [
  alone('gets', (round) => ({ path: object(round) })),
  alone('lists of 500', () => ({ path: CHUNK })),
  tables,
  onMany(tables),
  alone('lists of 500 in protobuf', () => ({ path: CHUNK, accept: PROTOBUF_TYPE })),
  alone('lists of 500 as of earlier', () => ({ path: `${CHUNK}&${EARLIER}&resourceVersionMatch=Exact` })),
  alone('lists of all 100,000', () => ({ path: COLLECTION })),
  largeTables,
  onMany(largeTables),
  alone('lists by an indexed label', (round) => ({ path: selected(`rare=yes,turn!=${round}`) })),
  alone('lists by a label not selected by before', (round) => ({ path: selected(`new-${round}=yes`) })),
  commonLabel,
  onMany(commonLabel),
  alone('lists by a label that none lacks', (round) => ({ path: selected(`!app,turn!=${round}`) })),
  alone('lists by a name that nobody has', (round) => ({ path: named(`nobody-${round}`) })),
  alone('watches that begin with all 100,000', () => ({ path: WATCH })),
  alone('watches that begin 50,000 changes ago', () => ({ path: `${WATCH}&${EARLIER}` })),
]
/** In this order: later requests delete what earlier ones create. */
const WRITES = [
  alone('creations', creation),
  alone('merge patches', patch(MERGE)),
  alone('strategic merge patches', patch(STRATEGIC)),
  alone('deletions of all that was created', () => ({ method: 'DELETE', path: selected('loop=yes') })),
]
const DOCUMENTS = [
  alone('metrics', () => ({ path: '/metrics', accept: '*/*' })),
  alone('OpenAPI 2, made on first demand', () => ({ path: '/openapi/v2' })),
  alone('OpenAPI 3, made on first demand', () => ({ path: '/openapi/v3/apis/extensions/v1beta1' })),
]

export const LOOP_KINDS: readonly LoopKind[] = [...READS, ...WRITES, ...DOCUMENTS]
