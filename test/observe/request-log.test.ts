import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { silentLogger } from '#observe/logger.js'
import { startTestServer, type TestServerOptions } from '#testing.js'
import { CONFIG_MAPS, expectStatus, WebhookHost, webhook } from '../admission/webhook-host.js'
import { Client, type Json } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** A logger that keeps what is logged. */
function keepingLogger() {
  const lines: Json[] = []
  const keep = (level: string) => (fields: object, msg: string) => void lines.push({ ...fields, level, msg })
  const logger = {
    trace: keep('trace'),
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  }
  return { logger, lines, named: (name: string) => lines.filter(({ msg }) => msg === name) }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'

async function startLogging(t: TestContext, options: TestServerOptions = {}) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const accessLog = join(path, 'access.log')
  const server = await startTestServer({ accessLog, ...options })
  t.after(() => server.close())
  const lines = async (): Promise<Json[]> => {
    await server.close()
    return (await readFile(accessLog, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return { server, client: new Client(server.url), lines }
}

describe('the access log of a server', () => {
  it('has a line for each request: who asked for what, and what came of it', async (t) => {
    const users = { ann: ['dev'], admin: ['system:masters'] }
    const { client, lines } = await startLogging(t, { users })
    const as = (user: string) => ({ authorization: `Bearer ${user}`, 'accept-encoding': 'identity' })
    const traceparent = `00-${TRACE}-b7ad6b7169203331-00`
    const responses = [
      await client.post(CONFIG_MAPS, { metadata: { name: 'a' } }, { ...as('admin'), traceparent }),
      await client.get(`${CONFIG_MAPS}?limit=1`, as('ann')),
      await client.get(CONFIG_MAPS, as('mallory')),
      await client.get(`${CONFIG_MAPS}/none`, as('admin')),
      await client.get('/openapi/v2', as('admin')),
      await client.send('HEAD', CONFIG_MAPS, undefined, as('admin')),
      await client.get('/nothing', as('admin')),
    ]
    const logged = await lines()
    assert.deepEqual(
      logged.map(({ method, path, user, code, traceId }) => [method, path, user, code, traceId]),
      [
        ['POST', CONFIG_MAPS, 'admin', 201, TRACE],
        ['GET', `${CONFIG_MAPS}?limit=1`, 'ann', 403, undefined],
        ['GET', CONFIG_MAPS, undefined, 401, undefined],
        ['GET', `${CONFIG_MAPS}/none`, 'admin', 404, undefined],
        ['GET', '/openapi/v2', 'admin', 200, undefined],
        ['HEAD', CONFIG_MAPS, 'admin', 200, undefined],
        ['GET', '/nothing', 'admin', 404, undefined],
      ],
    )
    for (const [index, { auditId, durationMs }] of logged.entries()) {
      assert.equal(auditId, responses[index]?.headers.get('audit-id'))
      assert.ok(durationMs > 0)
    }
    const sizes = responses.map(({ bytes, headers }) => Number(headers.get('content-length') ?? bytes.length))
    sizes[5] = 0
    assert.deepEqual(
      logged.map(({ bytes }) => bytes),
      sizes,
    )
  })

  it('counts the bytes of lists, watches and compressed bodies', async (t) => {
    const { client, lines } = await startLogging(t)
    for (let count = 0; count < 40; count++) {
      const data = { text: 'x'.repeat(20_000) }
      expectStatus(201, await client.post(CONFIG_MAPS, { metadata: { name: `m-${count}` }, data }))
    }
    const list = await client.get(CONFIG_MAPS, { 'accept-encoding': 'identity' })
    await client.get(CONFIG_MAPS, { 'accept-encoding': 'gzip' })
    const watch = await client.open(`${CONFIG_MAPS}?watch=true&timeoutSeconds=1&resourceVersion=0`)
    const watched = await watch.arrayBuffer()
    const [plain, packed, last] = (await lines()).slice(-3)
    assert.equal(plain.bytes, list.bytes.length)
    assert.ok(packed.bytes > 100 && packed.bytes < list.bytes.length / 10, String(packed.bytes))
    assert.ok(last.bytes >= watched.byteLength, `${last.bytes} of ${watched.byteLength}`)
  })

  it('has requests that are refused because of their host', async (t) => {
    const { client, lines } = await startLogging(t)
    expectStatus(403, await client.get('/version', { origin: 'https://elsewhere.example' }))
    assert.deepEqual(
      (await lines()).map(({ path, code }) => [path, code]),
      [['/version', 403]],
    )
  })
})

describe('the log of a server', () => {
  it('has every request at the level debug, also if that is set later', async (t) => {
    const { logger, named } = keepingLogger()
    const server = await startTestServer({ logger })
    t.after(() => server.close())
    const client = new Client(server.url)
    await client.get('/version')
    assert.deepEqual(named('request'), [])
    server.setLogLevel('debug')
    await client.get('/readyz')
    assert.deepEqual(
      named('request').map(({ path, code, level }) => [path, code, level]),
      [['/readyz', 200, 'debug']],
    )
  })

  it('says that a request was slow, and which webhook took the time', async (t) => {
    const { logger, named } = keepingLogger()
    const host = await WebhookHost.start(t, { logger, slowRequestThresholdMs: 30 })
    const slow = host.hooks.on('/slow', async () => {
      await delay(60)
      return {}
    })
    await host.validate('hooks', webhook('slow', slow), webhook('quick', host.hooks.on('/quick')))
    expectStatus(201, await host.client.post(CONFIG_MAPS, { metadata: { name: 'a' } }))
    const [line] = named('slow request').filter(({ path }) => path === CONFIG_MAPS)
    assert.deepEqual([line.level, line.method, line.code], ['warn', 'POST', 201])
    assert.ok(line.durationMs >= line.steps['webhook slow.example.com'])
    assert.ok(line.steps.admission >= line.steps['webhook slow.example.com'])
    assert.ok(line.steps['webhook slow.example.com'] >= 30, JSON.stringify(line.steps))
    assert.ok('commit' in line.steps)
    assert.ok('webhook quick.example.com' in line.steps)
  })

  it('does not call a watch slow', async (t) => {
    const { logger, named } = keepingLogger()
    const server = await startTestServer({ logger, slowRequestThresholdMs: 1 })
    t.after(() => server.close())
    const client = new Client(server.url)
    await client.get(`${CONFIG_MAPS}?watch=true&timeoutSeconds=1`)
    assert.deepEqual(
      named('slow request').filter(({ path }) => path.includes('watch')),
      [],
    )
  })

  it('says when the server starts, serves and stops, and why', async () => {
    const { logger, lines } = keepingLogger()
    const server = await startTestServer({ logger })
    await server.close('the test is over')
    assert.deepEqual(
      lines.map(({ level, msg, reason }) => [level, msg, reason]),
      [
        ['info', 'starting', undefined],
        ['info', 'serving', undefined],
        ['info', 'stopping', 'the test is over'],
        ['info', 'stopped', undefined],
      ],
    )
  })

  it('says that the access log cannot be opened', async () => {
    await assert.rejects(startTestServer({ accessLog: '/nowhere/access.log', logger: silentLogger }), {
      name: 'StartError',
      message: /^the access log cannot be opened: ENOENT/,
    })
  })
})
