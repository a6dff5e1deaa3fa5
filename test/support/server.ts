import { after, before, describe } from 'node:test'
import { createServer, type RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from './client.js'
import { EtcdCluster, etcdMissing } from './etcd/member.js'
import { temporaryFolder } from './temporary-folder.js'

type ServerOptions = NonNullable<Parameters<typeof createServer>[0]>

/** The storage of a server that can be restarted. */
export interface DurableHome {
  readonly options: ServerOptions
  remove(): Promise<void>
}

/** The engines that keep objects over a restart. */
export const DURABLE_ENGINES: readonly {
  readonly name: 'embedded' | 'etcd'
  /** Why it is skipped; false if it runs. */
  readonly skip: string | false
  makeHome(): Promise<DurableHome>
}[] = [
  { name: 'embedded', skip: false, makeHome: embeddedHome },
  { name: 'etcd', skip: etcdMissing, makeHome: etcdHome },
]

/** Runs one behaviour suite against the server on every storage engine. */
export function onEveryEngine(name: string, suite: (client: Client) => void): void {
  describe(`${name}, in memory`, async () => {
    const server = await startTestServer()
    after(() => server.close())
    suite(new Client(server.url))
  })
  for (const { name: engine, skip, makeHome } of DURABLE_ENGINES) {
    describe(`${name}, ${engine}`, { skip }, () => {
      let home: DurableHome
      let server: RunningServer
      before(async () => {
        home = await makeHome()
        server = await createServer({ ...home.options, port: 0, logLevel: 'silent' })
      })
      after(async () => {
        await server.close()
        await home.remove()
      })
      suite(new Client(() => server.url))
    })
  }
}

async function embeddedHome(): Promise<DurableHome> {
  const { path, remove } = await temporaryFolder()
  return { options: { storage: 'embedded', dataDir: path }, remove }
}

async function etcdHome(): Promise<DurableHome> {
  const cluster = await EtcdCluster.start()
  return {
    options: { storage: 'etcd', etcdEndpoints: cluster.endpoints },
    remove: () => cluster.remove(),
  }
}
