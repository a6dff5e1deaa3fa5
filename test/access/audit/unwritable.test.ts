import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#test/support/client.js'
import { EVERYTHING } from '#test/support/servers/audited-server.js'
import { startTestServer } from '#testing.js'

const MAPS = '/api/v1/namespaces/one/configmaps'

describe('an audit log that cannot be written', () => {
  const stuck = () => new Writable({ write: () => undefined })
  const large = { metadata: { generateName: 'x-' }, data: { key: 'x'.repeat(400_000) } }

  it('drops events with auditOnFull=drop, and requests continue', async (t) => {
    const server = await startTestServer({ audit: { log: stuck(), policy: EVERYTHING, onFull: 'drop' } })
    t.after(() => server.close())
    const client = new Client(server.url)
    const dropped = async () =>
      Number(
        /^apiserver_audit_error_total\{plugin="log"\} (.*)$/m.exec((await client.get('/metrics')).text)?.[1],
      )
    while ((await dropped()) === 0) assert.equal((await client.post(MAPS, large)).status, 201)
  })

  it('blocks requests with auditOnFull=block, but not health checks or the shutdown', async (t) => {
    const server = await startTestServer({ audit: { log: stuck(), policy: EVERYTHING, onFull: 'block' } })
    t.after(() => server.close())
    const client = new Client(server.url)
    const blocked = async () =>
      Number(/^binnacle_audit_requests_blocked_total (.*)$/m.exec((await client.get('/metrics')).text)?.[1])
    const sent: Promise<unknown>[] = []
    for (let count = 0; (await blocked()) === 0; count++) {
      const response = client.post(MAPS, large).catch(() => undefined)
      sent.push(response)
      await Promise.race([response, sleep(50)])
      assert.ok(count < 1000)
    }
    assert.equal((await client.get('/healthz')).status, 200)
    await server.close()
    await Promise.all(sent)
  })
})

describe('a full disk', { skip: !existsSync('/dev/full') && 'there is no /dev/full' }, () => {
  it('is counted; requests continue while the queue has room, and the server can stop', async (t) => {
    const server = await startTestServer({ audit: { log: '/dev/full', policy: EVERYTHING } })
    t.after(() => server.close())
    const client = new Client(server.url)
    const failures = async () =>
      Number(/^binnacle_audit_write_failures_total (.*)$/m.exec((await client.get('/metrics')).text)?.[1])
    assert.equal((await client.post(MAPS, { metadata: { name: 'a' } })).status, 201)
    while ((await failures()) === 0) await sleep(5)
    assert.equal((await client.get(`${MAPS}/a`)).status, 200)
    const large = { metadata: { generateName: 'x-' }, data: { key: 'x'.repeat(400_000) } }
    let response = await client.post(MAPS, large)
    while (response.status === 201) response = await client.post(MAPS, large)
    assert.equal(response.status, 503)
    assert.match(response.body.message, /^the audit log cannot be written/)
    assert.equal((await client.get('/readyz')).status, 200)
  })
})
