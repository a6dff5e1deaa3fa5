import { ADDED_BY_PLATFORM, APPLIED_COLLECTION, applied, created, wholeDeployment } from '../applied.js'
import type { Benchmark } from '../benchmark.js'
import { type Build, HERE } from '../binnacle.js'
import type { Figures, Row } from '../row.js'
import { COLLECTION, type Stock, startStockedWith, untracked } from '../stock.js'
import { APPLY } from '../targets.js'
import { typicalDeployment } from '../typical.js'
import { newFile } from '../workspace.js'
import { measureLoad } from '../wrk.js'

/** The number of objects that the load scripts use. */
const OBJECTS = 1000
const CONNECTIONS = 16

/** A load on a stock of objects. */
interface Side {
  readonly stock: Stock
  /** A script of `bench/load/`. */
  readonly script: string
  readonly path: string
  /** A body for each manager; the script replaces the words in capitals. */
  readonly bodies: readonly object[]
  /** Requests per counted operation. */
  readonly requests: number
}

function applies(name: string, ...bodies: object[]): Side {
  const stock = applied(name, OBJECTS, bodies)
  return { stock, script: 'apply', path: APPLIED_COLLECTION, bodies, requests: 1 }
}

/** Merge patches of objects without managed fields. */
function patches(body: object, path = APPLIED_COLLECTION): Side {
  return { stock: untracked(OBJECTS), script: 'patch', path, bodies: [body], requests: 1 }
}

/** A client that computes the change itself: a get, then a patch. */
function getsAndPatches(body: object): Side {
  return { ...patches(body), script: 'get-and-patch', requests: 2 }
}

async function measure(build: Build, row: Row, side: Side): Promise<Figures> {
  const { stock, script, path, bodies, requests } = side
  const lines = bodies.map((body) => JSON.stringify(body)).join('\n')
  const environment = { BENCH_BODY: await newFile('body', lines) }
  const server = await startStockedWith(build, stock)
  try {
    const { value, cpu = 0 } = await measureLoad(server, {
      ...{ script, path, environment },
      connections: CONNECTIONS,
    })
    return new Map([[row, { value: value / requests, cpu: cpu * requests }]])
  } finally {
    await server.stop()
  }
}

const beside = (row: Row, side: Side, plain: Side): Benchmark => ({
  ours: (build) => measure(build, row, side),
  bare: () => measure(HERE, row, plain),
})

const LABEL = { metadata: { labels: { turn: 'TURN' } } }
const REPLICAS = { spec: { replicas: 'COUNT' } }
const NOTHING = { metadata: { labels: { app: 'web' } } }

const label = applies('label', wholeDeployment({ turn: 'TURN' }))
const replicas = applies('replicas', wholeDeployment({}, 'COUNT'))
const byTwo = applies('by-two', wholeDeployment({ turn: 'TURN' }), ADDED_BY_PLATFORM)
const nothing = applies('nothing', wholeDeployment())
const ofTracked = (body: object): Side => ({ ...nothing, script: 'patch', bodies: [body] })

/** The same writes and lists in the current version, with managed fields, and in the older one, without. */
const creates = (path: string, body: object): Side => ({
  ...{ stock: untracked(OBJECTS), script: 'create', path, bodies: [body], requests: 1 },
})
const ofCreated = created(OBJECTS)
const inApps = (script: string, body: object): Side => ({
  ...{ stock: ofCreated, script, path: APPLIED_COLLECTION, bodies: [body], requests: 1 },
})
const lists: Side = { ...patches({}, COLLECTION), script: 'get' }

/** Applies and patches of objects with managed fields, each with its baseline. */
export const apply = [
  beside(APPLY.label, label, patches(LABEL)),
  beside(APPLY.labelStored, label, patches(LABEL, COLLECTION)),
  beside(APPLY.replicas, replicas, patches(REPLICAS)),
  beside(APPLY.byTwo, byTwo, patches(LABEL)),
  beside(APPLY.nothing, nothing, getsAndPatches(LABEL)),
  beside(APPLY.nothingPatched, nothing, getsAndPatches(NOTHING)),
  beside(APPLY.patch, ofTracked(LABEL), patches(LABEL)),
  beside(APPLY.patchOfSpec, ofTracked(REPLICAS), patches(REPLICAS)),
  beside(
    APPLY.createInApps,
    creates(APPLIED_COLLECTION, wholeDeployment()),
    creates(COLLECTION, typicalDeployment('NAME')),
  ),
  beside(APPLY.patchInApps, inApps('patch', LABEL), patches(LABEL, COLLECTION)),
  beside(APPLY.patchOfSpecInApps, inApps('patch', REPLICAS), patches(REPLICAS, COLLECTION)),
  beside(APPLY.listInApps, { ...lists, path: APPLIED_COLLECTION }, lists),
]
