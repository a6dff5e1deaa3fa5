import { join } from 'node:path'
import { type Build, HERE } from '../binnacle.js'
import type { Figures, Row } from '../row.js'
import { COLLECTION, startStocked } from '../stock.js'
import { AUDIT } from '../wanted.js'
import type { Work } from '../work.js'
import { newFile, newFolder } from '../workspace.js'
import { type Load, measureLoad } from '../wrk.js'

const OBJECTS = 1000
const CONNECTIONS = 16

/** Who asked for what and what came of it, of every request, when it has come and when it is answered. */
const EVERYTHING = { kind: 'Policy', apiVersion: 'audit.k8s.io/v1', rules: [{ level: 'Metadata' }] }

async function measure(build: Build, row: Row, load: Load, isAudited: boolean): Promise<Figures> {
  const log = join(await newFolder('audit'), 'audit.log')
  const policy = await newFile('policy', JSON.stringify(EVERYTHING))
  const flags = isAudited ? ['--audit-log', log, '--audit-policy-file', policy] : []
  const BENCH_BODY = await newFile('body', JSON.stringify({ metadata: { labels: { turn: 'TURN' } } }))
  const server = await startStocked(build, OBJECTS, { flags })
  try {
    return new Map([[row, await measureLoad(server, { ...load, environment: { BENCH_BODY } })]])
  } finally {
    await server.stop()
  }
}

/** A load of which everything is recorded, beside the same load on a server that records nothing. */
const beside = (row: Row, load: Load): Work => ({
  ours: (build) => measure(build, row, load, true),
  bare: () => measure(HERE, row, load, false),
})

export const audited = [
  beside(AUDIT.get, { script: 'get', path: `${COLLECTION}/object-0`, connections: CONNECTIONS }),
  beside(AUDIT.patch, { script: 'patch', path: COLLECTION, connections: CONNECTIONS }),
]
