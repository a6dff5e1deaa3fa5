import type { Benchmark } from '../benchmark.js'
import { type Build, HERE } from '../binnacle.js'
import { Client, inParallel } from '../client.js'
import type { Row } from '../row.js'
import { type Side, sideBySide } from '../side-by-side.js'
import { COLLECTION, fill, type Stock, startStockedWith } from '../stock.js'
import { RBAC } from '../targets.js'
import { newFile } from '../workspace.js'
import { type Load, startLoad } from '../wrk.js'

const OBJECTS = 1000
const ROLES = 1000
const BINDINGS = 10_000
const USERS = 500
const CONNECTIONS = 16

const TOKEN = 'b5e0c2a1d8f94763'
const USER = 'user-7'
const RBAC_PATH = '/apis/rbac.authorization.k8s.io/v1/namespaces/bench'

/** Objects, and roles of many users: the user of the load has twenty roles, one of which allows the requests. */
const stock: Stock = {
  name: 'rights',
  fill: async (url) => {
    await fill(url, OBJECTS)
    const client = new Client(url, CONNECTIONS)
    const create = (plural: string, object: object) =>
      client.send({ method: 'POST', path: `${RBAC_PATH}/${plural}`, body: JSON.stringify(object) })
    await inParallel(CONNECTIONS, ROLES, (index) => create('roles', roleOf(index)))
    await inParallel(CONNECTIONS, BINDINGS, (index) => create('rolebindings', bindingOf(index)))
    client.close()
  },
}

const roleOf = (index: number) => ({
  metadata: { name: `role-${index}` },
  rules: [
    { apiGroups: [''], resources: ['configmaps'], resourceNames: [`map-${index}`], verbs: ['get', 'list'] },
    index === USERS + 7
      ? { apiGroups: ['extensions'], resources: ['deployments'], verbs: ['get', 'patch'] }
      : { apiGroups: ['apps'], resources: [`things-${index}`], verbs: ['get'] },
  ],
})

const bindingOf = (index: number) => ({
  metadata: { name: `binding-${index}` },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: `role-${index % ROLES}` },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: `user-${index % USERS}` }],
})

async function start(build: Build, load: Load, hasUsers: boolean): Promise<Side> {
  const file = await newFile('tokens', `${TOKEN},${USER},7,"developers,testers"\n`)
  const flags = hasUsers ? ['--token-auth-file', file] : []
  const BENCH_BODY = await newFile('body', JSON.stringify({ metadata: { labels: { turn: 'TURN' } } }))
  const environment: Record<string, string> = hasUsers ? { BENCH_BODY, BENCH_TOKEN: TOKEN } : { BENCH_BODY }
  const server = await startStockedWith(build, stock, { flags })
  return { server, load: (seconds) => startLoad(server, { ...load, environment }, seconds) }
}

/** A load of a user with RBAC rules. The baseline is the same load on a server without authorization. */
const beside = (row: Row, load: Load): Benchmark =>
  sideBySide(
    row,
    (build) => start(build, load, true),
    () => start(HERE, load, false),
  )

export const rbac = [
  beside(RBAC.get, { script: 'get', path: `${COLLECTION}/object-0`, connections: CONNECTIONS }),
  beside(RBAC.patch, { script: 'patch', path: COLLECTION, connections: CONNECTIONS }),
]
