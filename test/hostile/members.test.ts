import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Json } from '../support/client.js'
import { loopDelay, loopUnwatchable, WATCH_LOOP } from '../support/measure/loop-watch.js'
import { isWithinLimit } from '../support/measure/processor-time.js'
import { StubMember } from '../support/members/stub-member.js'
import { ServerProcess } from '../support/servers/server-process.js'

/** Maximum time, in milliseconds of processor time, that a response may hold the host's main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
const PATIENCE_MS = 30_000

const CLUSTERS = '/apis/federation/v1beta1/clusters'
const MAPS = '/api/v1/namespaces/shop/configmaps'
const MIB = 1024 * 1024
const TYPE = '"kind":"ConfigMap","apiVersion":"v1"'

/** The response of an honest member. */
interface HostileMember {
  readonly name: string
  /** The items of the response to a list of ConfigMaps. */
  readonly items?: () => string
  /** The first events of a watch of ConfigMaps. */
  readonly events?: () => string
  /** The response to a write of a ConfigMap. */
  readonly written?: () => string
  /** The items of the response to a list of nodes. */
  readonly nodes?: () => string
  /** The condition message of the Cluster in the end. */
  readonly message: RegExp
}

const VERSION = '"resourceVersion":"5"'
const metadata = (name: string) =>
  `"metadata":{"name":"${name}","namespace":"shop","uid":"u-${name}",${VERSION}}`
const many = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))
const map = (name: string, more: string) => `{${TYPE},${metadata(name)}${more}}`
const event = (object: string) =>
  `{"type":"MODIFIED","object":${object.replace(VERSION, '"resourceVersion":"6"')}}\n`
const largeMap = () => map('a', `,"data":{"x":"${many('x', 40 * MIB)}"}`)
/** Within the size limit of an object, but slow to parse. */
const manyValues = () => map('a', `,"data":[${many('{},', 2.9 * MIB)}1]`)
/** The maximum number of bytes and values that the host parses. */
const largestMap = () => {
  const keys = Array.from({ length: 38_000 }, (_, index) => `"key-${index}":"${'x'.repeat(60)}"`)
  return map('a', `,"data":{${keys.join()}}`)
}
const nested = () => map('a', `,"data":${many('[', MIB)}${many(']', MIB)}`)

const SHAPES: readonly HostileMember[] = [
  {
    name: 'an object of 40 MiB as the response to a write',
    written: largeMap,
    message: /has more than \d+ bytes/,
  },
  { name: 'an object of the maximum size', written: largestMap, message: /responded with ok/ },
  { name: 'an object of a million values', written: manyValues, message: /more than \d+ values/ },
  { name: 'an object that nests a million times', written: nested, message: /nests deeper/ },
  {
    name: 'a rejection of 40 MiB',
    written: () => `{"kind":"Status","message":"${many('no', 40 * MIB)}"}`,
    message: /has more than \d+ bytes/,
  },
  { name: 'a list with an object of 40 MiB', items: largeMap, message: /an object has more than \d+ bytes/ },
  { name: 'a list with an object of a million values', items: manyValues, message: /more than \d+ values/ },
  { name: 'a list with an object that nests a million times', items: nested, message: /nests deeper/ },
  {
    name: 'a list of very many objects',
    items: () => `${many(`${map('b', '')},`, 10 * MIB)}${map('c', '')}`,
    message: /responded with ok/,
  },
  {
    name: 'a list without an end',
    items: () => many(`${map('b', `,"data":{"x":"${many('x', MIB)}"}`)},`, 70 * MIB),
    message: /has more than \d+ bytes/,
  },
  { name: '40 MiB that are not a list', items: () => many('1,', 40 * MIB), message: /responded with ok/ },
  { name: 'a line of 40 MiB', events: () => event(largeMap()), message: /an object has more than \d+ bytes/ },
  { name: 'a line without an end', events: () => many('x', 40 * MIB), message: /responded with ok/ },
  { name: 'a line of a million values', events: () => event(manyValues()), message: /more than \d+ values/ },
  { name: 'a line that nests a million times', events: () => event(nested()), message: /nests deeper/ },
  {
    name: 'very many events',
    events: () => many(event(map('b', ',"data":{"x":"y"}')), 5 * MIB),
    message: /responded with ok/,
  },
  { name: 'a node of a million values', nodes: manyValues, message: /nodes: .* more than \d+ values/ },
  {
    name: 'nodes in very many zones',
    nodes: () => {
      let number = 0
      const node = `{"metadata":{"labels":{"topology.kubernetes.io/region":"r","topology.kubernetes.io/zone":"z#"}}}`
      return many(`${node},`, 10 * MIB)
        .replaceAll('#', () => String(number++))
        .slice(0, -1)
    },
    message: /responded with ok/,
  },
]

const RESOURCES = { resources: [{ name: 'configmaps', kind: 'ConfigMap', namespaced: true }] }

async function start(shape: HostileMember): Promise<StubMember> {
  const member = await StubMember.start()
  const json = (response: ServerResponse, status: number, body: string) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  const list = (items = '') =>
    `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[${items}]}`
  // Built before the host waits for them.
  const [items, events, written, nodes] = [shape.items, shape.events, shape.written, shape.nodes].map(
    (make) => make?.(),
  )
  member.handler = ({ url = '', method }, response) => {
    if (url === '/readyz') response.end('ok')
    else if (url === '/api/v1') json(response, 200, JSON.stringify(RESOURCES))
    else if (url.startsWith('/api/v1/nodes')) json(response, 200, list(nodes))
    else if (url.startsWith('/api/v1/configmaps?') && url.includes('watch=')) {
      response.writeHead(200).flushHeaders()
      if (events !== undefined) response.write(events)
    } else if (url.startsWith('/api/v1/configmaps?')) json(response, 200, list(items))
    else if (url.startsWith(MAPS) && method === 'PATCH') {
      const status = written?.includes('"kind":"Status"') ? 422 : 200
      json(response, status, written ?? map('a', ''))
    } else json(response, 404, JSON.stringify({ kind: 'Status', code: 404, details: { name: 'a' } }))
  }
  return member
}

describe('no member blocks its host', { skip: loopUnwatchable }, () => {
  let host: ServerProcess
  let client: Client
  before(async () => {
    const flags = ['--storage', 'memory', '--federation', '--cluster-probe-interval', '200ms']
    host = await ServerProcess.start(flags, WATCH_LOOP)
    client = new Client(host.url)
  })
  after(() => host.stop())

  for (const [index, shape] of SHAPES.entries()) {
    test(`with ${shape.name}`, async (context) => {
      const name = `c${index}`
      await client.post(MAPS, { metadata: { name: 'a' } })
      const member = await start(shape)
      await loopDelay(host)
      try {
        await client.post(CLUSTERS, {
          metadata: { name },
          spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }] },
        })
        await asked(member, shape)
        // The host has read the response, unless it refused it before the end.
        await member.served()
        await reported(name, shape.message)
        const { busiest } = await loopDelay(host)
        const figures = `${busiest.toFixed(0)} ms without yielding`
        context.diagnostic(figures)
        assert.ok(host.isRunning)
        assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
      } finally {
        await client.delete(`${CLUSTERS}/${name}`)
        await member.close()
      }
    })
  }

  /** Resolves when the host has requested the hostile response. */
  async function asked({ paths }: StubMember, { items, events, written }: HostileMember): Promise<void> {
    const list = '/api/v1/configmaps?'
    const isAsked = (path: string) => {
      if (written !== undefined) return path.startsWith(MAPS)
      if (events !== undefined) return path.startsWith(list) && path.includes('watch=')
      return path.startsWith(items === undefined ? '/api/v1/nodes' : list)
    }
    while (!paths.some(isAsked)) await pause(20)
  }

  /** Resolves when the Cluster has a condition with this message. */
  async function reported(name: string, text: RegExp): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const { conditions = [] } = (await client.get(`${CLUSTERS}/${name}`)).body.status
      const messages = conditions.map(({ message }: Json) => message)
      if (messages.some((message: string) => text.test(message))) return
      assert.ok(Date.now() < end, `the cluster says: ${messages.join('; ')}`)
      await pause(50)
    }
  }
})
