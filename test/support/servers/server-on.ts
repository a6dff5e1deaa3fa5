import type { TestContext } from 'node:test'
import { alwaysLeading } from '#controllers/controller.js'
import { defaultConfig } from '#server/config.js'
import { startServer } from '#server/server.js'
import type { Storage } from '#storage/contract.js'
import { Client } from '../client.js'

/** Starts a server on the store of the test. It is closed after the test. */
export async function serverOn(storage: Storage, t: TestContext) {
  const opened = { storage, leadership: alwaysLeading }
  const server = await startServer({ ...defaultConfig, port: 0, logLevel: 'silent' }, async () => opened)
  t.after(() => server.close())
  return { server, client: new Client(server.url) }
}
