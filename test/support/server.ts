import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { createServer } from '../../src/index.js'
import { startTestServer } from '../../src/testing.js'
import { Client } from './client.js'

/** Runs one behaviour suite against the server on every storage engine. */
export function onEveryEngine(name: string, suite: (client: Client) => void): void {
  describe(`${name}, in memory`, async () => {
    const server = await startTestServer()
    after(() => server.close())
    suite(new Client(server.url))
  })
  describe(`${name}, embedded`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-'))
    const server = await createServer({ storage: 'embedded', dataDir, port: 0, logLevel: 'silent' })
    after(async () => {
      await server.close()
      await rm(dataDir, { recursive: true })
    })
    suite(new Client(server.url))
  })
}
