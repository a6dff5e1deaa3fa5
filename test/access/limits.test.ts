import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { bodyOf, RawClient, statusOf } from '../support/raw-client.js'
import {
  type AccessServer,
  grant,
  MERGE,
  startAccessServer,
  TOKENS,
} from '../support/servers/access-server.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const ALL = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]

const head = (line: string, token: string, ...headers: readonly string[]) =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    '',
    '',
  ].join('\r\n')

/** A request that is in flight until its body is complete. */
async function hold(server: AccessServer, user: string): Promise<{ readonly finish: () => Promise<string> }> {
  const body = JSON.stringify({ metadata: { generateName: 'slow-' } })
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close']
  const socket = await new RawClient(server.server.url).open(
    head(`POST ${CONFIG_MAPS}`, user, ...lines) + body.slice(0, 5),
  )
  return {
    finish: async () => {
      socket.write(body.slice(5))
      let text = ''
      for await (const chunk of socket) text += String(chunk)
      return text
    },
  }
}

async function metric(server: AccessServer, line: string): Promise<number> {
  const { text } = await server.as('admin').get('/metrics')
  return Number(
    text
      .split('\n')
      .find((candidate) => candidate.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  )
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10)
}

const WRITES_TAKEN = 'binnacle_seats_taken{kind="write"}'
const WRITES_WAITING = 'binnacle_requests_waiting{kind="write"}'

describe('concurrent requests', () => {
  it('are limited: a few more wait, and others get 429', async (t) => {
    const server = await startAccessServer(t, { maxMutatingRequestsInflight: 1 })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann', 'ben')
    const held = await hold(server, 'ann')
    await until(async () => (await metric(server, WRITES_TAKEN)) === 1)
    const waiting = server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'second' } })
    await until(async () => (await metric(server, WRITES_WAITING)) === 1)

    const rejected = await server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'third' } })
    assert.equal(rejected.status, 429)
    assert.equal(rejected.headers.get('retry-after'), '1')
    assert.deepEqual(rejected.body, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Too many requests, please try again later.',
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 1 },
      code: 429,
    })
    assert.equal(await metric(server, 'binnacle_requests_rejected_total{kind="write"}'), 1)

    // Reads have their own seats, and administrators are not limited.
    assert.equal((await server.as('ann').get(CONFIG_MAPS)).status, 200)
    assert.equal((await server.as('admin').post(CONFIG_MAPS, { metadata: { name: 'a' } })).status, 201)
    const other = server.as('ben').post(CONFIG_MAPS, { metadata: { name: 'ben' } })
    assert.equal(statusOf(await held.finish()), 201)
    assert.equal((await waiting).status, 201)
    assert.equal((await other).status, 201)
    assert.deepEqual([await metric(server, WRITES_TAKEN), await metric(server, WRITES_WAITING)], [0, 0])
  })

  it('of one user leave seats to others', async (t) => {
    const server = await startAccessServer(t, { maxMutatingRequestsInflight: 2 })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann', 'ben')
    const held = await hold(server, 'ann')
    const alsoHeld = await hold(server, 'ann')
    await until(async () => (await metric(server, WRITES_WAITING)) === 1)
    assert.equal((await server.as('ben').post(CONFIG_MAPS, { metadata: { name: 'ben' } })).status, 201)
    assert.deepEqual((await Promise.all([held.finish(), alsoHeld.finish()])).map(statusOf), [201, 201])
  })

  it('do not count after their clients disconnect', async (t) => {
    const server = await startAccessServer(t, { maxMutatingRequestsInflight: 1 })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann')
    const raw = new RawClient(server.server.url)
    const lines = ['Content-Type: application/json', 'Content-Length: 100']
    const sockets = [
      await raw.open(head(`POST ${CONFIG_MAPS}`, 'ann', ...lines)),
      await raw.open(head(`POST ${CONFIG_MAPS}`, 'ann', ...lines)),
    ]
    await until(async () => (await metric(server, WRITES_WAITING)) === 1)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await metric(server, WRITES_TAKEN)) === 0)
    assert.equal((await server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'x' } })).status, 201)
  })

  it('are limited before authorization, and probes never are', async (t) => {
    const server = await startAccessServer(t, { maxRequestsInflight: 1, maxMutatingRequestsInflight: 1 })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann')
    const held = await hold(server, 'ann')
    await until(async () => (await metric(server, WRITES_TAKEN)) === 1)
    const waiting = server.as('ann').post('/api/v1/namespaces/other/configmaps', {})
    await until(async () => (await metric(server, WRITES_WAITING)) === 1)
    assert.equal((await server.as('ann').post('/api/v1/namespaces/other/configmaps', {})).status, 429)
    assert.equal((await server.anonymous.get('/readyz')).status, 200)
    assert.equal(statusOf(await held.finish()), 201)
    assert.equal((await waiting).status, 403)
  })

  it('are not limited with a limit of 0', async (t) => {
    const server = await startAccessServer(t, { maxRequestsInflight: 0, maxMutatingRequestsInflight: 0 })
    await grant(server.as('admin'), 'test', 'all', ALL, 'ann')
    const held = await Promise.all(Array.from({ length: 300 }, () => hold(server, 'ann')))
    await until(async () => (await metric(server, WRITES_TAKEN)) === 300)
    const responses = await Promise.all(held.map(({ finish }) => finish()))
    assert.ok(responses.every((response) => statusOf(response) === 201))
  })

  it('are not limited without authentication, unless a limit is set', async (t) => {
    const open = await startTestServer()
    t.after(() => open.close())
    assert.doesNotMatch((await new Client(open.url).get('/metrics')).text, /seats/)
    const limited = await startTestServer({ maxMutatingRequestsInflight: 1 })
    t.after(() => limited.close())
    const lines = ['Content-Type: application/json', 'Content-Length: 100']
    const raw = new RawClient(limited.url)
    const held = await Promise.all([1, 2].map(() => raw.open(head(`POST ${CONFIG_MAPS}`, '', ...lines))))
    const client = new Client(limited.url)
    await until(async () => (await client.get('/metrics')).text.includes(`${WRITES_WAITING} 1\n`))
    assert.equal((await client.post(CONFIG_MAPS, {})).status, 429)
    for (const socket of held) socket.destroy()
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
    await until(async () => (await metric(server, 'binnacle_watchers')) === 0)
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
