import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { exitOf } from '../support/exit-of.js'
import { inFlight, openWatches } from '../support/metrics.js'
import { INGRESSES, ingress } from '../support/objects.js'

/** Number of reads of a metric before the test fails. */
const MAX_POLLS = 500

describe('clients that disconnect before their response starts', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)

  const metrics = async () => (await client.get('/metrics', { accept: '*/*' })).text
  /** Waits until only the request for the metrics is left. */
  const expectNothingOpen = async () => {
    for (let poll = 1; poll < MAX_POLLS && inFlight(await metrics()) > 1; poll++) await pause(2)
    assert.equal(inFlight(await metrics()), 1)
    assert.equal(openWatches(await metrics()), 0)
  }
  const send = async (...paths: string[]): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''))
    return socket
  }
  const nextVersion = async () => Number((await client.get(INGRESSES)).body.metadata.resourceVersion) + 1
  const fromVersion = (version: number) =>
    `${INGRESSES}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=${version}`

  it('a watch that waits for a version leaves nothing behind when its client disconnects', async () => {
    const socket = await send(fromVersion(await nextVersion()))
    for (let poll = 1; poll < MAX_POLLS && inFlight(await metrics()) < 2; poll++) await pause(2)
    socket.resetAndDestroy()
    await once(socket, 'close')
    // The server notices that before it reads the next request.
    await client.get('/livez')
    await client.post(INGRESSES, ingress('awaited'))
    await expectNothingOpen()
  })

  for (const [what, path] of [
    ['a watch', `${INGRESSES}?watch=true`],
    ['a list', INGRESSES],
  ] as const) {
    it(`${what} after a watch on the same connection is dropped with the connection`, async () => {
      const socket = await send(`${INGRESSES}?watch=true`, path)
      await once(socket, 'data')
      assert.equal(inFlight(await metrics()), 2)
      assert.equal(openWatches(await metrics()), 1)
      socket.resetAndDestroy()
      await expectNothingOpen()
    })
  }

  it('a process exits by itself after its server has closed', { timeout: 60_000 }, async () => {
    const program = new URL('./abandoned-watch.js', import.meta.url).pathname
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] })
    const impatience = setTimeout(() => child.kill('SIGKILL'), 30_000)
    const [code] = await exitOf(child)
    clearTimeout(impatience)
    assert.equal(code, 0)
  })
})
