import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { openWatches } from '../support/metrics.js'
import { bodyOf, RawClient, statusOf } from '../support/raw-client.js'
import { grant, MERGE, startAccessServer, TOKENS } from '../support/servers/access-server.js'
import { CONFIG_MAPS, head, hold, metric, TOO_MANY, until } from '../support/servers/held-requests.js'

const ALL = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]

const WRITES_TAKEN = 'apiserver_current_inflight_requests{request_kind="mutating"}'

describe('concurrent requests without priority and fairness', () => {
  const UNFAIR = { enablePriorityAndFairness: false }

  it('are limited: others get 429', async (t) => {
    const server = await startAccessServer(t, { ...UNFAIR, maxMutatingRequestsInflight: 1 })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann')
    const held = await hold(server, 'ann')
    await until(async () => (await metric(server, WRITES_TAKEN)) === 1)

    const rejected = await server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'second' } })
    assert.equal(rejected.status, 429)
    assert.equal(rejected.headers.get('retry-after'), '1')
    assert.deepEqual(rejected.body, TOO_MANY)
    assert.equal(await metric(server, 'binnacle_requests_rejected_total{request_kind="mutating"}'), 1)
    assert.equal((await server.as('ann').post('/api/v1/namespaces/other/configmaps', {})).status, 429)

    // Reads have a limit of their own, and administrators have none.
    const read = await server.as('ann').get(CONFIG_MAPS)
    assert.equal(read.status, 200)
    assert.equal(read.headers.has('x-kubernetes-pf-flowschema-uid'), false)
    assert.equal((await server.as('admin').post(CONFIG_MAPS, { metadata: { name: 'a' } })).status, 201)
    assert.equal(statusOf(await held.finish()), 201)
    assert.equal((await server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'b' } })).status, 201)
    assert.equal(await metric(server, WRITES_TAKEN), 0)
    const dump = '/debug/api_priority_and_fairness/dump_queues'
    assert.equal((await server.as('admin').get(dump)).status, 404)
  })

  it('do not count after their clients disconnect', async (t) => {
    const server = await startAccessServer(t, { ...UNFAIR, maxMutatingRequestsInflight: 1 })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann')
    const held = await hold(server, 'ann')
    await until(async () => (await metric(server, WRITES_TAKEN)) === 1)
    held.leave()
    await until(async () => (await metric(server, WRITES_TAKEN)) === 0)
    assert.equal((await server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'x' } })).status, 201)
  })

  it('are not limited with a limit of 0', async (t) => {
    const server = await startAccessServer(t, {
      ...{ ...UNFAIR, maxRequestsInflight: 0, maxMutatingRequestsInflight: 0 },
    })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann')
    const held = await Promise.all(Array.from({ length: 300 }, () => hold(server, 'ann')))
    await until(async () => (await metric(server, WRITES_TAKEN)) === 300)
    const responses = await Promise.all(held.map(({ finish }) => finish()))
    assert.ok(responses.every((response) => statusOf(response) === 201))
  })

  it('are not limited without authentication, unless a limit is set', async (t) => {
    const open = await startTestServer()
    t.after(() => open.close())
    assert.doesNotMatch(
      (await new Client(open.url).get('/metrics')).text,
      /^apiserver_flowcontrol|^binnacle_requests_rejected/m,
    )
    const limited = await startTestServer({ maxMutatingRequestsInflight: 1 })
    t.after(() => limited.close())
    const held = await hold({ server: limited }, '')
    const client = new Client(limited.url)
    await until(async () => (await client.get('/metrics')).text.includes(`${WRITES_TAKEN} 1\n`))
    assert.equal((await client.post(CONFIG_MAPS, {})).status, 429)
    assert.equal((await client.get('/readyz')).status, 200)
    held.leave()
  })
})

describe('a burst of requests of one user', () => {
  const CONNECTIONS = 300
  const OBJECTS = 300

  /** Sends requests on open connections. */
  const sendOn = (sockets: readonly Socket[], text: string) => {
    for (const socket of sockets) socket.write(text)
  }

  it('does not delay the gets of another', async (t) => {
    const server = await startAccessServer(t)
    const admin = server.as('admin')
    await grant(admin, 'test', 'all', ALL, 'ann', 'ben')
    for (let first = 0; first < OBJECTS; first += 100) {
      const create = (index: number) =>
        admin.post(CONFIG_MAPS, { metadata: { name: `c${first + index}`, labels: { app: 'web' } } })
      await Promise.all(Array.from({ length: 100 }, (_, index) => create(index)))
    }
    const raw = new RawClient(server.server.url)
    const open = (count: number, user: string) =>
      Promise.all(Array.from({ length: count }, () => raw.open(head('GET /livez', user))))
    const storming = await open(CONNECTIONS, 'ann')
    const [calm] = (await open(1, 'ben')) as [Socket]
    await Promise.all([calm, ...storming].map((socket) => once(socket, 'data')))

    let responses = 0
    for (const socket of storming) socket.on('data', (chunk) => chunk.includes('HTTP/1.1 200') && responses++)
    const patch = JSON.stringify({ metadata: { labels: { turn: '1' } } })
    const requests = [
      head(`GET ${CONFIG_MAPS}`, 'ann', 'Accept: application/json;as=Table;v=v1;g=meta.k8s.io'),
      head(`GET ${CONFIG_MAPS}`, 'ann'),
      head(
        `PATCH ${CONFIG_MAPS}/c1`,
        'ann',
        `Content-Type: ${MERGE['content-type']}`,
        `Content-Length: ${patch.length}`,
      ) + patch,
    ]
    for (const request of requests) {
      responses = 0
      sendOn(storming, request)
      // Sent last, in the same turn of the event loop.
      calm.write(head(`GET ${CONFIG_MAPS}/c0`, 'ben'))
      const [response] = (await once(calm, 'data')) as [Buffer]
      assert.equal(statusOf(String(response)), 200)
      const line = request.slice(0, request.indexOf('\r'))
      assert.ok(responses < CONNECTIONS / 2, `${responses} responses to ${line} came before`)
      await until(async () => responses === CONNECTIONS)
    }
    for (const socket of [calm, ...storming]) socket.destroy()
  })
})

describe('watches', () => {
  it('are limited per user, and free their seat when they end', async (t) => {
    const server = await startAccessServer(t, { maxWatchesPerUser: 2, maxRequestsInflight: 1 }, TOKENS)
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann', 'ben')
    const path = `${CONFIG_MAPS}?watch=true`
    const abort = new AbortController()
    const watch = (user: string, signal?: AbortSignal) =>
      fetch(server.server.url + path, {
        headers: { authorization: `Bearer ${user}` },
        ...(signal && { signal }),
      })
    const open = await Promise.all([watch('ann', abort.signal), watch('ann', abort.signal)])
    assert.deepEqual(
      open.map(({ status }) => status),
      [200, 200],
    )
    const third = await server.as('ann').get(path)
    assert.equal(third.status, 429)
    assert.equal(third.headers.get('retry-after'), '1')
    assert.equal(third.body.reason, 'TooManyRequests')
    assert.match(third.body.message, /^user "ann" has 2 watches open/)
    assert.equal((await server.as('ann').get(`/api/v1/watch/namespaces/test/configmaps`)).status, 429)
    // Other users and other requests are not affected.
    assert.equal((await server.as('ann').get(CONFIG_MAPS)).status, 200)
    const other = new AbortController()
    assert.equal((await watch('ben', other.signal)).status, 200)
    other.abort()
    abort.abort()
    await until(async () => openWatches((await server.as('admin').get('/metrics')).text) === 0)
    const again = new AbortController()
    assert.equal((await watch('ann', again.signal)).status, 200)
    again.abort()
  })

  it('without permission do not count', async (t) => {
    const server = await startAccessServer(t, { maxWatchesPerUser: 1 })
    for (let turn = 0; turn < 3; turn++) {
      const response = await server.as('ann').get(`${CONFIG_MAPS}?watch=true`)
      assert.equal(response.status, 403)
    }
    const raw = await new RawClient(server.server.url).ask(
      head(`GET ${CONFIG_MAPS}?watch=1`, 'ann', 'Connection: close'),
    )
    assert.equal(JSON.parse(bodyOf(raw)).code, 403)
  })
})
