import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { binnacle, failing, MAPS, privateFolder, serve } from '../backup/support.js'
import type { Client } from '../support/client.js'
import { MAIN, runCommand } from '../support/command.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { exitOf } from '../support/exit-of.js'
import { RBAC, startAccessServer } from '../support/servers/access-server.js'
import { BusyWriters } from './busy-writers.js'

const READ_ONLY = '/binnacle/v1/read-only'

const FILLED_BYTES = 10_000_000

/** Fills a server, so that a migration can stop at many moments. */
async function fill(client: Client): Promise<void> {
  const value = 'x'.repeat(100_000)
  for (let index = 0; index < FILLED_BYTES / value.length; index++) {
    const map = { metadata: { name: `large-${index}` }, data: { value } }
    assert.equal((await client.post(MAPS, map)).status, 201)
  }
}

function migration(t: TestContext, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, 'migrate', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  return child
}

type Forward = () => Promise<IncomingMessage>

/** A proxy in front of a server: `respond` decides what is forwarded, and what becomes of the response. */
async function proxyOf(
  t: TestContext,
  server: string,
  respond: (path: string, response: ServerResponse, forward: Forward) => Promise<void>,
) {
  const proxy = createServer((request, response) => {
    const { method, headers, url = '' } = request
    const forward = async () => {
      const forwarded = httpRequest(new URL(url, server), { method, headers, agent: false })
      response.on('close', () => forwarded.destroy())
      request.pipe(forwarded)
      const [from] = (await once(forwarded, 'response')) as [IncomingMessage]
      from.on('error', () => response.destroy())
      return from
    }
    respond(url, response, forward).catch(() => response.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const close = () => {
    proxy.closeAllConnections()
    proxy.close()
  }
  t.after(close)
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close }
}

/** Keeps the request that moves a server for good, or the response to it. */
async function decisionKeeper(t: TestContext, server: string, kept: 'request' | 'response') {
  const decisions = new EventEmitter()
  const decision = once(decisions, 'kept')
  const proxy = await proxyOf(t, server, async (path, response, forward) => {
    if (!path.includes('movedTo=')) {
      const from = await forward()
      from.pipe(response.writeHead(from.statusCode ?? 0, from.headers))
      return
    }
    if (kept === 'response') await forward()
    decisions.emit('kept')
  })
  return { ...proxy, decision }
}

/** A server whose responses stop for ever after some bytes. */
async function stallingProxy(t: TestContext, server: string, bytes: number) {
  const responses = new EventEmitter()
  const stalled = once(responses, 'stalled')
  let left = bytes
  const proxy = await proxyOf(t, server, async (_path, response, forward) => {
    const from = await forward()
    response.writeHead(from.statusCode ?? 0, from.headers)
    for await (const chunk of from as AsyncIterable<Buffer>) {
      left -= chunk.length
      if (left > 0) response.write(chunk)
      else responses.emit('stalled')
    }
    if (left > 0) response.end()
  })
  return { ...proxy, stalled }
}

async function writable(client: Client): Promise<void> {
  for (;;) {
    const map = { metadata: { generateName: 'probe-' }, data: { value: '' } }
    const { status, text } = await client.post(MAPS, map)
    if (status === 201) return
    assert.equal(status, 503, text)
    await sleep(200)
  }
}

describe('a migration of a running server', () => {
  it('moves every acknowledged write, and leaves the source read-only', async (t) => {
    const folder = await privateFolder(t)
    const source = await serve(t, '--data-dir', folder('source'))
    const writers = new BusyWriters(t, () => source.client)
    writers.start()
    await writers.progress(100)
    const before = Number((await source.client.get(MAPS)).body.metadata.resourceVersion)
    const output = await binnacle('migrate', '--from', source.url, '--to', folder('target'))
    assert.match(output, /^moved \d+ records to .*, with [0-9,]+ changes meanwhile; both stores are equal$/m)
    assert.match(output, /^ {2}binnacle serve --data-dir .*target$/m)
    await sleep(100)
    await writers.stop()
    const rejection = JSON.parse(writers.rejections.at(-1) as string)
    assert.equal(rejection.reason, 'ServiceUnavailable')
    assert.match(
      rejection.message,
      /^the store was moved to .*target at .* and is read-only: write to its new server$/,
    )
    // It would be in vain, and kubectl would retry for minutes.
    assert.equal(rejection.details?.retryAfterSeconds, undefined)
    assert.equal((await source.client.get(MAPS)).status, 200)
    assert.match((await source.client.get('/readyz?verbose')).text, /\[\+\]read-only ok: the store was moved/)
    const target = await serve(t, '--data-dir', folder('target'))
    await writers.check(target.client)
    const watch = await target.client.get(`${MAPS}?watch=1&resourceVersion=${before}&timeoutSeconds=1`)
    assert.match(watch.text, /"code":410/)
    // A restart does not make the source writable.
    await source.stop()
    const again = await serve(t, '--data-dir', folder('source'))
    assert.equal((await again.client.post(MAPS, { metadata: { name: 'late' } })).status, 503)
    assert.match(await binnacle('migrate', '--from', again.url, '--cancel'), /^the source is writable$/m)
    assert.equal((await again.client.post(MAPS, { metadata: { name: 'late' } })).status, 201)
  })

  it('goes to etcd and back', { skip: etcdMissing }, async (t) => {
    const folder = await privateFolder(t)
    const cluster = await EtcdCluster.start()
    t.after(() => cluster.remove())
    const etcd = ['--etcd-endpoints', cluster.endpoints.join()]
    let server = await serve(t, '--data-dir', folder('first'))
    const writers = new BusyWriters(t, () => server.client)
    writers.start()
    await writers.progress(100)
    await binnacle('migrate', '--from', server.url, '--to', 'etcd', ...etcd)
    await writers.stop()
    const first = server
    server = await serve(t, '--storage', 'etcd', ...etcd)
    await first.stop()
    const other = await serve(t, '--storage', 'etcd', ...etcd)
    await writers.check(server.client)
    writers.start()
    await writers.progress(100)
    const back = binnacle('migrate', '--from', server.url, '--to', folder('second'))
    // The other server of the same store takes writes, too.
    const accepted: string[] = []
    for (let index = 0; ; index++) {
      const { status, text } = await other.client.post(MAPS, {
        metadata: { name: `other-${index}` },
        data: { value: '' },
      })
      if (status === 503) break
      assert.equal(status, 201, text)
      accepted.push(`other-${index}`)
    }
    await back
    await writers.stop()
    const last = await serve(t, '--data-dir', folder('second'))
    await writers.check(last.client)
    for (const name of accepted) assert.equal((await last.client.get(`${MAPS}/${name}`)).status, 200, name)
    assert.equal((await other.client.post(MAPS, { metadata: { name: 'late' } })).status, 503)
  })

  it('can be killed at any moment: the source takes writes again, and another run finishes', async (t) => {
    const folder = await privateFolder(t)
    const source = await serve(t, '--data-dir', folder('source'))
    await fill(source.client)
    const writers = new BusyWriters(t, () => source.client)
    writers.start()
    const kill = async (child: ChildProcess) => {
      child.kill('SIGKILL')
      await exitOf(child)
      assert.equal(child.signalCode, 'SIGKILL', 'the migration was over before it could be killed')
    }
    for (let kills = 0; kills < 3; kills++) {
      const proxy = await stallingProxy(t, source.url, Math.random() * FILLED_BYTES)
      const child = migration(t, '--from', proxy.url, '--to', folder('target'))
      await proxy.stalled
      await kill(child)
    }
    const undecided = await decisionKeeper(t, source.url, 'request')
    const readOnly = migration(t, '--from', undecided.url, '--to', folder('target'))
    await undecided.decision
    await kill(readOnly)
    await writable(source.client)
    const refused = await runCommand('export', '--data-dir', folder('target'), '--file', folder('export'))
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /a migration into this store is unfinished; .* run "binnacle migrate" again/)
    await binnacle('migrate', '--from', source.url, '--to', folder('target'))
    await writers.stop()
    const target = await serve(t, '--data-dir', folder('target'))
    await writers.check(target.client)
  })

  it('is finished by another run if it is killed after the decision, before the target is complete', async (t) => {
    const folder = await privateFolder(t)
    const source = await serve(t, '--data-dir', folder('source'))
    assert.equal((await source.client.post(MAPS, { metadata: { name: 'a' } })).status, 201)
    const decided = await decisionKeeper(t, source.url, 'response')
    const child = migration(t, '--from', decided.url, '--to', folder('target'))
    const ended = exitOf(child)
    await decided.decision
    child.kill('SIGKILL')
    await ended
    const late = await source.client.post(MAPS, { metadata: { name: 'late' } })
    assert.match(late.text, /the store was moved to .*target/)
    const refused = await runCommand('serve', '--port', '0', '--data-dir', folder('target'))
    assert.match(refused.stderr, /a migration into this store is unfinished/)
    const other = await failing('migrate', '--from', source.url, '--to', folder('other'))
    assert.match(other.stderr, /has been moved to .*target/)
    const output = await binnacle('migrate', '--from', source.url, '--to', folder('target'))
    assert.match(output, /target/)
    const target = await serve(t, '--data-dir', folder('target'))
    assert.equal((await target.client.get(`${MAPS}/a`)).status, 200)
    assert.equal((await target.client.post(MAPS, { metadata: { name: 'b' } })).status, 201)
    assert.equal((await source.client.post(MAPS, { metadata: { name: 'b' } })).status, 503)
  })

  it('stops when the source is killed while it is read-only, and the source takes writes after a restart', async (t) => {
    const folder = await privateFolder(t)
    const source = await serve(t, '--data-dir', folder('source'))
    const undecided = await decisionKeeper(t, source.url, 'request')
    const child = migration(t, '--from', undecided.url, '--to', folder('target'))
    await undecided.decision
    await source.stop('SIGKILL')
    undecided.close()
    await exitOf(child)
    assert.equal(child.exitCode, 1)
    const again = await serve(t, '--data-dir', folder('source'))
    assert.equal((await again.client.post(MAPS, { metadata: { name: 'again' } })).status, 201)
    const rejected = await runCommand(
      'serve',
      '--port',
      '0',
      '--data-dir',
      folder('target'),
      '--log-level',
      'silent',
    )
    assert.match(rejected.stderr, /a migration into this store is unfinished/)
    await binnacle('migrate', '--from', again.url, '--to', folder('target'))
    const target = await serve(t, '--data-dir', folder('target'))
    assert.equal((await target.client.get(`${MAPS}/again`)).status, 200)
  })

  it('is not possible into a store that is not empty or is in use', async (t) => {
    const folder = await privateFolder(t)
    const source = await serve(t, '--data-dir', folder('source'))
    const other = await serve(t, '--data-dir', folder('other'))
    const into = async (target: string) =>
      (await failing('migrate', '--from', source.url, '--to', folder(target))).stderr
    assert.match(await into('source'), /in use|uses/)
    await other.stop()
    assert.match(await into('other'), /the target is not empty; a migration makes a new store/)
    assert.equal((await source.client.post(MAPS, { metadata: { name: 'a' } })).status, 201)
    assert.equal((await failing('migrate', '--from', source.url)).code, 2)
    assert.equal((await failing('migrate', '--from', source.url, '--to', 'etcd')).code, 2)
  })

  it('moves a data folder that no server uses', async (t) => {
    const folder = await privateFolder(t)
    const source = await serve(t, '--data-dir', folder('source'))
    assert.equal((await source.client.post(MAPS, { metadata: { name: 'a' } })).status, 201)
    const inUse = await failing('migrate', '--from', folder('source'), '--to', folder('target'))
    assert.match(inUse.stderr, /in use|uses/)
    await source.stop()
    await binnacle('migrate', '--from', folder('source'), '--to', folder('target'))
    const target = await serve(t, '--data-dir', folder('target'))
    assert.equal((await target.client.get(`${MAPS}/a`)).status, 200)
    const twice = await failing('migrate', '--from', folder('source'), '--to', folder('third'))
    assert.match(twice.stderr, /has been moved to .*target/)
  })
})

describe('the read-only state of a server', () => {
  it('is only for those who may create it, and names every mistake', async (t) => {
    const { as, anonymous } = await startAccessServer(t)
    const admin = as('admin')
    const post = (query: string) => `${READ_ONLY}?${query}`
    assert.equal((await anonymous.post(post('id=a&seconds=1'), {})).status, 403)
    assert.equal((await as('ann').post(post('id=a&seconds=1'), {})).status, 403)
    for (const query of [
      '',
      'id=a',
      'id=a&seconds=0',
      'id=a&seconds=3601',
      'seconds=1',
      'id=%2F&seconds=1',
      'id=a&movedTo=',
    ]) {
      const { status, text } = await admin.post(post(query), {})
      assert.equal(status, 400, `${query}: ${text}`)
    }
    assert.equal((await admin.post(post('id=a&seconds=1&extend=true'), {})).status, 409)
    const { status, body } = await admin.post(post('id=a&seconds=60'), {})
    assert.equal(status, 200)
    assert.equal(body.readOnly, true)
    const rules = [{ nonResourceURLs: [READ_ONLY], verbs: ['get'] }]
    const role = { metadata: { name: 'reader' }, rules }
    assert.equal((await admin.post(`${RBAC}/clusterroles`, role)).status, 503)
    assert.equal((await admin.post(post('id=b&movedTo=x'), {})).status, 409)
    assert.equal((await admin.delete(`${READ_ONLY}?id=b`)).status, 409)
    assert.equal((await admin.delete(`${READ_ONLY}?id=a`)).status, 200)
    assert.equal((await admin.post(`${RBAC}/clusterroles`, role)).status, 201)
    assert.equal((await admin.get('/binnacle/v1/changes?after=0')).status, 400)
    assert.equal((await admin.get('/binnacle/v1/changes?after=999999999')).status, 504)
  })

  it('ends by itself', async (t) => {
    const { as } = await startAccessServer(t)
    const admin = as('admin')
    assert.equal((await admin.post(`${READ_ONLY}?id=a&seconds=1`, {})).status, 200)
    assert.equal((await admin.post(MAPS, { metadata: { name: 'early' } })).status, 503)
    await writable(admin)
    assert.equal((await admin.get(READ_ONLY)).body.readOnly, false)
  })
})
