import { after, before, describe } from 'node:test'
import { createServer } from '../../src/index.js'
import { startTestServer } from '../../src/testing.js'
import { Client } from './client.js'
import { EtcdCluster, etcdMissing } from './etcd/member.js'
import { temporaryFolder } from './temporary-folder.js'

type ServerOptions = NonNullable<Parameters<typeof createServer>[0]>

/** A server that a test talks to, and the way to be rid of it. */
export interface ServerUnderTest {
  readonly url: string
  close(): Promise<void>
}

/** The engines that are not in memory, with what each needs around it. */
export const DURABLE_ENGINES: readonly {
  readonly name: string
  /** Why it cannot be tested here; false when it can. */
  readonly skip: string | false
  start(options?: ServerOptions): Promise<ServerUnderTest>
}[] = [
  { name: 'embedded', skip: false, start: startEmbedded },
  { name: 'on etcd', skip: etcdMissing, start: startOnEtcd },
]

/** Runs one behaviour suite against the server on every storage engine. */
export function onEveryEngine(name: string, suite: (client: Client) => void): void {
  describe(`${name}, in memory`, async () => {
    const server = await startTestServer()
    after(() => server.close())
    suite(new Client(server.url))
  })
  for (const engine of DURABLE_ENGINES) {
    describe(`${name}, ${engine.name}`, { skip: engine.skip }, () => {
      let server: ServerUnderTest
      before(async () => {
        server = await engine.start()
      })
      after(() => server.close())
      suite(new Client(() => server.url))
    })
  }
}

async function startEmbedded(options: ServerOptions = {}): Promise<ServerUnderTest> {
  const folder = await temporaryFolder()
  const server = await createServer({
    storage: 'embedded',
    dataDir: folder.path,
    port: 0,
    logLevel: 'silent',
    ...options,
  })
  return {
    url: server.url,
    close: async () => {
      await server.close()
      await folder.remove()
    },
  }
}

async function startOnEtcd(options: ServerOptions = {}): Promise<ServerUnderTest> {
  const cluster = await EtcdCluster.start()
  const etcdEndpoints = cluster.endpoints
  const server = await createServer({
    storage: 'etcd',
    etcdEndpoints,
    port: 0,
    logLevel: 'silent',
    ...options,
  })
  return {
    url: server.url,
    close: async () => {
      await server.close()
      await cluster.remove()
    },
  }
}
