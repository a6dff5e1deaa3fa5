import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { Balancer } from '../support/balancer.js'
import type { Json } from '../support/client.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { ServerProcess } from '../support/servers/server-process.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
/** Long enough that the balancer notices, and that a busy client sends another request. */
const DELAY = '2s'

/** A client that keeps its connections, and takes everything but success as an error. */
class StrictClient {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })

  constructor(url: string) {
    this.#url = url
  }

  async send(method: string, path: string, body?: unknown): Promise<Json> {
    const response = await this.#open(method, path, body)
    const received = await text(response)
    assert.ok(response.statusCode === 200 || response.statusCode === 201, received)
    return JSON.parse(received)
  }

  /** The events of a watch until the server ends it. */
  async *watch(path: string): AsyncGenerator<Json> {
    const response = await this.#open('GET', path)
    assert.equal(response.statusCode, 200)
    let rest = ''
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line)
    }
    assert.equal(rest, '')
    assert.ok(response.complete)
  }

  close(): void {
    this.#agent.destroy()
  }

  #open(method: string, path: string, body?: unknown) {
    return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const sent = request(this.#url + path, { method, agent: this.#agent, headers }, resolve)
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

describe('a rolling restart of two servers on one etcd', { skip: etcdMissing, timeout: 120_000 }, () => {
  it('loses no write, and shows a client that writes and watches no error', async (t) => {
    const cluster = await EtcdCluster.start()
    t.after(() => cluster.remove())
    const args = [
      '--storage',
      'etcd',
      '--etcd-endpoints',
      cluster.endpoints.join(','),
      '--shutdown-delay',
      DELAY,
    ]
    const balancer = await Balancer.start(t)
    const servers = new Map<string, ServerProcess>()
    const start = async (name: string) => {
      const server = await ServerProcess.start(args)
      servers.set(name, server)
      balancer.backends.set(name, server.url)
    }
    t.after(async () => {
      for (const server of servers.values()) await server.stop('SIGKILL')
    })
    await Promise.all(['a', 'b'].map(start))
    await balancer.uses('a', 'b')

    const client = new StrictClient(balancer.url)
    t.after(() => client.close())
    let isOver = false
    let isWritten = false
    const written: string[] = []
    const write = async () => {
      while (!isOver) {
        const name = `map-${written.length}`
        await client.send('POST', MAPS, { metadata: { name }, data: { text: name } })
        written.push(name)
      }
    }
    const seen: string[] = []
    let watches = 0
    const { metadata } = await client.send('GET', MAPS)
    const watch = async () => {
      let version = metadata.resourceVersion
      while (!isWritten || seen.length < written.length) {
        watches++
        for await (const { type, object } of client.watch(`${MAPS}?watch=true&resourceVersion=${version}`)) {
          assert.equal(type, 'ADDED')
          seen.push(object.metadata.name)
          version = object.metadata.resourceVersion
          if (isWritten && seen.length === written.length) return
        }
      }
    }
    const writing = write()
    const watching = watch()
    const failed = Promise.all([writing, watching]).then(() => new Promise<never>(() => undefined))
    const restart = async () => {
      for (const name of ['a', 'b']) {
        const before = written.length
        assert.equal(await servers.get(name)?.stop('SIGTERM'), 0)
        await start(name)
        await balancer.uses('a', 'b')
        while (written.length < before + 10) await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    await Promise.race([restart(), failed])
    isOver = true
    await writing
    isWritten = true
    // The last event may have come before the last write was acknowledged.
    await Promise.race([watching, seenAll()])
    assert.ok(watches > 1, `${watches} watches`)
    assert.deepEqual(seen, written)
    const { items } = await client.send('GET', MAPS)
    assert.deepEqual(items.map(({ metadata }: Json) => metadata.name).sort(), [...written].sort())

    async function seenAll(): Promise<void> {
      while (seen.length < written.length) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
})
