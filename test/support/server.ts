import { after, describe } from 'node:test'
import { createServer } from '../../src/index.js'
import { startTestServer } from '../../src/testing.js'
import { Client } from './client.js'
import { temporaryFolder } from './temporary-folder.js'

/** Runs one behaviour suite against the server on every storage engine. */
export function onEveryEngine(name: string, suite: (client: Client) => void): void {
  describe(`${name}, in memory`, async () => {
    const server = await startTestServer()
    after(() => server.close())
    suite(new Client(server.url))
  })
  describe(`${name}, embedded`, async () => {
    const folder = await temporaryFolder()
    const server = await createServer({
      storage: 'embedded',
      dataDir: folder.path,
      port: 0,
      logLevel: 'silent',
    })
    after(async () => {
      await server.close()
      await folder.remove()
    })
    suite(new Client(server.url))
  })
}
