import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Client } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { ServerProcess } from '../support/servers/server-process.js'
import { malformedRequest, stillServes } from './malformed.js'

const ROUNDS = sized(4, 2)
const REQUESTS_PER_ROUND = sized(3000, 1500)
const CONNECTIONS = 8
/** Allowed growth of the heap after the first round. */
const LASTING_GROWTH = 64 * 1024 * 1024

/** Sends the bytes and resolves to the status code of the response, or 0 without a response. */
function context(port: number, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.setTimeout(20_000, () => socket.destroy(new Error('no response in time')))
    socket.on('data', (chunk) => {
      if (response.length < 32) response += chunk.toString('latin1')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close the connection while a rejected body is still being sent.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(statusOf(response))
      else reject(error)
    })
    socket.on('close', () => resolve(statusOf(response)))
  })
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0)

describe('malformed requests', () => {
  const seed = testSeed()
  let server: ServerProcess
  before(async () => {
    server = await ServerProcess.start(['--storage', 'memory'])
  })
  after(() => server.stop())

  it(`${ROUNDS * REQUESTS_PER_ROUND} of them cause no 5xx, no crash and no memory leak (seed ${seed})`, async () => {
    const random = new Random(seed)
    const port = Number(new URL(server.url).port)
    const tally = new Map<number, number>()
    let heapAfterFirst = 0
    for (let round = 0; round < ROUNDS; round++) {
      let sent = 0
      const connection = async () => {
        while (sent < REQUESTS_PER_ROUND) {
          sent++
          const bytes = malformedRequest(random)
          const status = await context(port, bytes)
          tally.set(status, (tally.get(status) ?? 0) + 1)
          assert.ok(
            status < 500,
            `${status} for ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`,
          )
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, connection))
      assert.ok(await stillServes(server.url), 'the server still responds')
      const heap = await heapUsed(server.url)
      if (round === 0) heapAfterFirst = heap
      else
        assert.ok(heap - heapAfterFirst < LASTING_GROWTH, `the heap went from ${heapAfterFirst} to ${heap}`)
    }
    const rejected = [...tally].filter(([status]) => status >= 400).reduce((sum, [, count]) => sum + count, 0)
    assert.ok(rejected > (ROUNDS * REQUESTS_PER_ROUND) / 2, 'most of them were rejected with a 4xx')
    assert.ok((tally.get(0) ?? 0) < ROUNDS * REQUESTS_PER_ROUND * 0.05, 'nearly all requests got a response')
    assert.ok(server.isRunning)
  })
})

async function heapUsed(url: string): Promise<number> {
  const { text } = await new Client(url).get('/metrics', { accept: '*/*' })
  const match = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)
  assert.ok(match, 'the metrics hold the size of the heap')
  return Number(match[1])
}
