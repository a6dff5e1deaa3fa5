import assert from 'node:assert/strict'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer, type RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
/** More listeners than Node warns about. */
const SERVERS = 12

describe('a process with embedded servers', () => {
  it('gets no warning about listeners, and has as many afterwards as before', async () => {
    const warnings: string[] = []
    const onWarning = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`)
    process.on('warning', onWarning)
    // The modules that the first server loads may keep listeners.
    const folders = await Promise.all(Array.from({ length: SERVERS }, () => temporaryFolder()))
    const start = (dataDir: string) =>
      createServer({ storage: 'embedded', dataDir, port: 0, logLevel: 'silent' })
    const [first, ...others] = folders as [(typeof folders)[0], ...typeof folders]
    await (await start(first.path)).close()
    const before = process.listenerCount('exit')
    const servers: RunningServer[] = []
    try {
      for (const { path } of [first, ...others]) servers.push(await start(path))
    } finally {
      await Promise.all(servers.map((server) => server.close()))
      await Promise.all(folders.map((folder) => folder.remove()))
      await pause(0)
      process.off('warning', onWarning)
    }
    assert.deepEqual(warnings, [])
    assert.equal(process.listenerCount('exit'), before)
  })

  describe('that receives many definitions', async () => {
    const v8 = createRequire(import.meta.url)('node:v8') as typeof import('node:v8')
    const { setFlagsFromString } = v8
    const flags: string[] = []
    v8.setFlagsFromString = (flag) => void flags.push(flag)
    syncBuiltinESMExports()
    const server = await startTestServer()
    after(async () => {
      await server.close()
      v8.setFlagsFromString = setFlagsFromString
      syncBuiltinESMExports()
    })

    it('keeps its V8 flags', async () => {
      const client = new Client(server.url)
      for (let index = 0; index < 60; index++) {
        const { status } = await client.post(DEFINITIONS, {
          metadata: { name: `hulks${index}.example.com` },
          spec: {
            group: 'example.com',
            scope: 'Cluster',
            names: { plural: `hulks${index}`, kind: `Hulk${index}` },
            versions: [
              { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
            ],
          },
        })
        assert.equal(status, 201)
      }
      // By then, all deferred work is done.
      await pause(2500)
      assert.deepEqual(flags, [])
    })
  })
})
