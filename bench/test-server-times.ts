import { pathToFileURL } from 'node:url'
import type { startTestServer, TestServer } from '#testing.js'
import { Client, inParallel } from './client.js'

/**
 * `node test-server-times.js ROOT OBJECTS` prints how long the test server of a build takes, in milliseconds, as JSON. It
 * runs in its own process, because a test server lives in the process of the test.
 */
const [root = '', objects = '0'] = process.argv.slice(2)
const ROUNDS = 15
const SERVERS = 100
const CHANGES = 20
const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'

const library = (await import(`${pathToFileURL(root)}/dist/testing.js`)) as {
  startTestServer: typeof startTestServer
}

/** The median of some rounds, after one that compiles the code. */
async function timed(action: () => Promise<unknown>, before = async () => {}): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await before()
    const start = performance.now()
    await action()
    if (round > 0) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] as number
}

const open: TestServer[] = []
const closeAll = async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
}
const start = await timed(async () => open.push(await library.startTestServer()), closeAll)
await closeAll()

const empty = process.memoryUsage().rss
for (let index = 0; index < SERVERS; index++) open.push(await library.startTestServer())
const megabytes = (process.memoryUsage().rss - empty) / 1e6
await closeAll()

const server = await library.startTestServer()
const client = new Client(server.url, 32)
const create = (name: string) =>
  client.send({
    method: 'POST',
    path: CONFIG_MAPS,
    body: JSON.stringify({ metadata: { name }, data: { text: 'x'.repeat(500) } }),
  })
await inParallel(32, Number(objects), (index) => create(`object-${index}`))
await server.settled()
// A fork resets to the state that it was made with.
const stocked = await server.fork()
const stockedClient = new Client(stocked.url, 1)
const change = async () => {
  for (let index = 0; index < CHANGES; index++) {
    await stockedClient.send({
      method: 'POST',
      path: CONFIG_MAPS,
      body: JSON.stringify({ metadata: { name: `change-${index}` } }),
    })
  }
}
const reset = await timed(() => stocked.reset(), change)
const fork = await timed(async () => open.push(await server.fork()), closeAll)
await closeAll()
const snapshot = await timed(async () => server.snapshot())
stockedClient.close()
client.close()
await stocked.close()
await server.close()
console.log(JSON.stringify({ start, megabytes, reset, fork, snapshot }))
