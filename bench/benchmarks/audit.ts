import { join } from 'node:path'
import type { Benchmark } from '../benchmark.js'
import { type Build, HERE } from '../binnacle.js'
import type { Row } from '../row.js'
import { type Side, sideBySide } from '../side-by-side.js'
import { COLLECTION, startStocked } from '../stock.js'
import { AUDIT } from '../targets.js'
import { newFile, newFolder } from '../workspace.js'
import { type Load, startLoad } from '../wrk.js'

const OBJECTS = 1000
const CONNECTIONS = 16

/** Audit events of every request, at its start and its end. */
const EVERYTHING = { kind: 'Policy', apiVersion: 'audit.k8s.io/v1', rules: [{ level: 'Metadata' }] }

async function start(build: Build, load: Load, isAudited: boolean): Promise<Side> {
  const log = join(await newFolder('audit'), 'audit.log')
  const policy = await newFile('policy', JSON.stringify(EVERYTHING))
  const flags = isAudited ? ['--audit-log', log, '--audit-policy-file', policy] : []
  const BENCH_BODY = await newFile('body', JSON.stringify({ metadata: { labels: { turn: 'TURN' } } }))
  const server = await startStocked(build, OBJECTS, { flags })
  return { server, load: (seconds) => startLoad(server, { ...load, environment: { BENCH_BODY } }, seconds) }
}

/** A load with an audit log. The baseline is the same load without one. */
const beside = (row: Row, load: Load): Benchmark =>
  sideBySide(
    row,
    (build) => start(build, load, true),
    () => start(HERE, load, false),
  )

export const audited = [
  beside(AUDIT.get, { script: 'get', path: `${COLLECTION}/object-0`, connections: CONNECTIONS }),
  beside(AUDIT.patch, { script: 'patch', path: COLLECTION, connections: CONNECTIONS }),
]
