import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { openSpdy, textOf } from '#test/support/streams/spdy-client.js'
import { WebSocketClient } from '#test/support/streams/websocket-client.js'
import { ManualClock, startTestServer } from '#testing.js'
import type { Json } from '../support/client.js'
import { BEHAVIOUR, Cluster, DEFAULT } from './cluster.js'

const EXEC = 'simulation.binnacle.dev/exec'
const PODS = `${DEFAULT}/pods`
const RESPONSES = `
date: "noon\\n"
ls /none: { stderr: "no such file\\n", exitCode: 2 }
both: { stdout: "out\\n", stderr: "err\\n" }
cat: { echo: true }
`

const pod = (annotations: Json, containers = ['main']): Json => ({
  metadata: { name: 'one', annotations },
  spec: { containers: containers.map((name) => ({ name, image: 'main:1' })) },
})

async function start(t: TestContext, object: Json = pod({ [EXEC]: RESPONSES })) {
  const clock = new ManualClock()
  const server = await startTestServer({ simulateWorkloads: true, clock })
  t.after(() => server.close())
  const cluster = new Cluster(clock, server)
  await cluster.settled()
  await cluster.create(PODS, object)
  const url = (query: string) => `${server.url}${PODS}/one/exec?${query}`
  const failure = async (query: string, ...protocols: readonly string[]) => {
    const opened = await WebSocketClient.open(url(query), protocols)
    assert.ok('status' in opened, 'the upgrade was accepted')
    return [opened.status, JSON.parse(opened.body).message]
  }
  return { server, cluster, url, failure }
}

const codeOf = (result: string | undefined) => {
  const { status, details } = JSON.parse(result ?? '')
  return status === 'Success' ? 0 : Number(details.causes[0].message)
}

describe('exec in a simulated pod', { timeout: 60_000 }, () => {
  it('has the output and the exit code of an annotation, over each WebSocket protocol', async (t) => {
    const { url } = await start(t)
    for (const name of ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io']) {
      const date = await WebSocketClient.connect(url('command=date&stdout=true&stderr=true'), 'unknown', name)
      assert.equal(date.protocol, name)
      const { 1: out, 3: result } = await date.channels()
      assert.deepEqual([out, codeOf(result)], ['noon\n', 0])
      const query = 'command=ls&command=/none&stdout=true&stderr=true'
      const channels = await (await WebSocketClient.connect(url(query), name)).channels()
      assert.deepEqual([channels[1], channels[2], codeOf(channels[3])], ['', 'no such file\n', 2])
    }
    for (const offered of [[], ['channel.k8s.io'], ['base64.channel.k8s.io']]) {
      const failed = await WebSocketClient.connect(url('command=ls&command=/none&stderr=true'), ...offered)
      assert.deepEqual(await failed.channels(), {
        2: 'no such file\n',
        3: 'command terminated with non-zero exit code: exit code 2',
      })
    }
  })

  it('passes input in frames of any length, and its end', async (t) => {
    const { url } = await start(t)
    const client = await WebSocketClient.connect(
      url('command=cat&stdin=true&stdout=true'),
      'v5.channel.k8s.io',
    )
    const large = 'x'.repeat(200_000)
    client.send(Buffer.from(`\0${large}`))
    client.send(Buffer.from('\0par'), { isLast: false })
    client.send(Buffer.from('ts'), { opcode: 0, isLast: false })
    client.send(Buffer.from('ping'), { opcode: 9 })
    client.send(Buffer.alloc(0), { opcode: 0 })
    client.send(Buffer.from([255, 0]))
    let text = ''
    let result = ''
    let pongs = 0
    for (let next = await client.next(); next && 'data' in next; next = await client.next()) {
      if (next.data.toString() === 'ping') pongs++
      else if (next.data[0] === 3) result += next.data.subarray(1)
      else text += next.data.subarray(1)
    }
    assert.deepEqual([text.length, text.endsWith('parts'), pongs, codeOf(result)], [200_005, true, 1, 0])
  })

  it('takes input in base64', async (t) => {
    const { url } = await start(t)
    const name = 'v4.base64.channel.k8s.io'
    const client = await WebSocketClient.connect(url('command=cat&stdin=true&stdout=true'), name)
    client.send(`0${Buffer.from('hello').toString('base64')}`)
    let text = ''
    while (text.length < 5) {
      const next = await client.next()
      assert.ok(next && 'data' in next)
      text += Buffer.from(next.data.subarray(1).toString(), 'base64')
    }
    assert.equal(text, 'hello')
    client.socket.destroy()
  })

  it('works over SPDY, as old clients open it', async (t) => {
    const { url } = await start(t)
    for (const name of ['v4.channel.k8s.io', 'v2.channel.k8s.io']) {
      const { protocol, session } = await openSpdy(url('command=both&stdout=true&stderr=true'), [name, 'v9'])
      assert.equal(protocol, name)
      const streams = await Promise.all(
        ['error', 'stdout', 'stderr'].map((streamType) => session.open({ streamType })),
      )
      const [result, out, err] = await Promise.all(streams.map(textOf))
      assert.deepEqual([out, err], ['out\n', 'err\n'])
      if (name.startsWith('v4')) assert.equal(codeOf(result), 0)
      else assert.equal(result, '')
      await session.closed
    }
    const { session } = await openSpdy(url('command=cat&stdin=true&stdout=true'), ['v4.channel.k8s.io'])
    const [error, stdin, stdout] = await Promise.all(
      ['error', 'stdin', 'stdout'].map((streamType) => session.open({ streamType })),
    )
    const large = 'y'.repeat(300_000)
    ;(stdin as Duplex).end(large)
    assert.equal(await textOf(stdout as Duplex), large)
    assert.equal(codeOf(await textOf(error as Duplex)), 0)
  })

  it('names a command without a response, and an annotation that cannot be read', async (t) => {
    const { url, cluster, failure } = await start(t)
    const client = await WebSocketClient.connect(url('command=none&stderr=true'), 'v4.channel.k8s.io')
    const { 2: err = '', 3: result } = await client.channels()
    assert.equal(codeOf(result), 127)
    assert.match(err, /has a response to "none"/)
    for (const [text, why] of [
      ['[', /is not YAML/],
      ['text', /is not a map/],
      ['date: 1', /has a response to "date" that is neither/],
      ['date: { exitCode: 300 }', /neither/],
      ['a: &x {}\nb: *x', /is not YAML/],
      [`a: ${'b'.repeat(20_000)}`, /too long for YAML/],
    ] as const) {
      await cluster.change(`${PODS}/one`, { metadata: { annotations: { [EXEC]: text } } })
      const [status, message] = await failure('command=date&stdout=true', 'v4.channel.k8s.io')
      assert.equal(status, 500)
      assert.match(message, why)
    }
    await cluster.change(`${PODS}/one`, { metadata: { annotations: { [EXEC]: '"*": any' } } })
    const any = await WebSocketClient.connect(url('command=what&stdout=true'), 'v4.channel.k8s.io')
    assert.equal((await any.channels())[1], 'any')
  })

  it('needs a container that runs, and an upgrade', async (t) => {
    const annotations = { 'exec.simulation.binnacle.dev/b': 'date: of b' }
    const { server, cluster, url, failure } = await start(t, pod(annotations, ['a', 'b']))
    const V4 = 'v4.channel.k8s.io'
    const client = await WebSocketClient.connect(url('command=date&stdout=true&container=b'), V4)
    assert.equal((await client.channels())[1], 'of b')
    assert.deepEqual(await failure('command=date&stdout=true', V4), [
      400,
      'a container name must be specified for pod one, choose one of: [a b]',
    ])
    assert.deepEqual(await failure('command=date&stdout=true&container=c', V4), [
      400,
      'container c is not valid for pod one',
    ])
    assert.equal((await failure('command=date&container=a', V4))[0], 400)
    assert.deepEqual(await failure('command=date&stdout=true&container=a', 'other'), [
      400,
      'none of the subprotocols is supported: other',
    ])
    const plain = await fetch(url('command=date&stdout=true&container=a'), { method: 'POST' })
    assert.deepEqual(
      [plain.status, ((await plain.json()) as Json).message],
      [400, 'Upgrade request required'],
    )
    const pending = pod({ [BEHAVIOUR]: 'pending' })
    await cluster.create(PODS, { ...pending, metadata: { ...pending.metadata, name: 'pending' } })
    const opened = await WebSocketClient.open(`${server.url}${PODS}/pending/exec?command=date&stdout=true`, [
      V4,
    ])
    assert.ok('status' in opened)
    assert.deepEqual(
      [opened.status, JSON.parse(opened.body).message],
      [400, 'pod pending does not have a host assigned'],
    )
  })

  it('closes a connection that breaks the protocol, and at the end of the server', async (t) => {
    const { server, url } = await start(t)
    const V5 = 'v5.channel.k8s.io'
    const broken = await WebSocketClient.connect(url('command=cat&stdin=true&stdout=true'), V5)
    broken.send(Buffer.from('x'), { opcode: 0 })
    let next = await broken.next()
    while (next !== undefined && 'data' in next) next = await broken.next()
    assert.deepEqual(next, { code: 1002 })
    const idle = await WebSocketClient.connect(url('command=cat&stdin=true&stdout=true'), V5)
    const spdy = await openSpdy(url('command=cat&stdin=true&stdout=true'), ['v4.channel.k8s.io'])
    const gone = once(idle.socket, 'close')
    idle.socket.resume()
    await Promise.all([server.close(), gone, spdy.session.closed])
  })
})
