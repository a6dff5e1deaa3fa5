import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { CLUSTERS, cluster, INGRESSES, ingress } from '#test/support/objects.js'
import { DURABLE_ENGINES, type DurableHome } from '#test/support/server.js'
import { watchEvents } from '#test/support/stream.js'
import { startTestServer } from '#testing.js'

const WINDOW = 300

const MEMORY = {
  name: 'memory',
  skip: false,
  makeHome: async (): Promise<DurableHome> => ({
    options: { storage: 'memory' },
    remove: () => Promise.resolve(),
  }),
} as const

for (const { name: engine, skip, makeHome } of [MEMORY, ...DURABLE_ENGINES]) {
  describe(`compacted history, ${engine}`, { skip }, () => {
    let home: DurableHome
    let server: RunningServer
    before(async () => {
      home = await makeHome()
      server = await start()
    })
    after(async () => {
      await server.close()
      await home.remove()
    })
    const start = () => startTestServer({ ...home.options, historyWindowMs: WINDOW })
    const client = new Client(() => server.url)
    const versionOf = async (path: string) => (await client.get(path)).body.metadata.resourceVersion as string

    /** Updates an object until the earlier history is compacted. */
    const forget = async (isForgotten: () => Promise<boolean>) => {
      for (let turn = 0; !(await isForgotten()); turn++) {
        const body = ingress('busy')
        body.metadata.annotations = { turn: String(turn) }
        await client.put(`${INGRESSES}/busy`, body)
        await pause(WINDOW / 5)
      }
    }

    it('a continue token of a compacted snapshot expires', async () => {
      for (const name of ['busy', 'one', 'two']) await client.post(INGRESSES, ingress(name))
      const { body } = await client.get(`${INGRESSES}?limit=1`)
      const path = `${INGRESSES}?limit=1&continue=${body.metadata.continue}`
      assert.equal((await client.get(path)).status, 200)
      await forget(async () => (await client.get(path)).status !== 200)
      const expired = await client.get(path)
      assert.equal(expired.status, 410)
      assert.equal(expired.body.reason, 'Expired')
      assert.match(expired.body.message, /ResourceExpired.*without the continue/s)
      const rest = await client.get(`${INGRESSES}?continue=${expired.body.metadata.continue}`)
      assert.deepEqual(
        rest.body.items.map(({ metadata }: Json) => metadata.name),
        ['one', 'two'],
      )
      assert.notEqual(rest.body.metadata.resourceVersion, body.metadata.resourceVersion)
    })

    it('a list at a compacted exact version is rejected', async () => {
      const version = await versionOf(`${INGRESSES}/busy`)
      const path = `${INGRESSES}?resourceVersion=${version}&resourceVersionMatch=Exact`
      assert.equal((await client.get(path)).status, 200)
      await forget(async () => (await client.get(path)).status === 410)
      // A limited list treats its version the same.
      const limited = await client.get(`${INGRESSES}?resourceVersion=${version}&limit=500`)
      assert.equal(limited.status, 410)
      assert.equal(limited.body.reason, 'Expired')
    })

    it('a watch from a compacted version gets one ERROR event, then ends', async () => {
      const { body: quiet } = await client.post(CLUSTERS, cluster('quiet'))
      const version = await versionOf(`${INGRESSES}/busy`)
      // The cache drops its events a moment after the store.
      await forget(async () => {
        const watch = `${INGRESSES}?watch=true&resourceVersion=${version}&timeoutSeconds=1`
        return (await watchEvents(server.url + watch)).at(-1)?.type === 'ERROR'
      })
      const expectExpired = async ({ url }: { readonly url: string }) => {
        const events = await watchEvents(`${url}${INGRESSES}?watch=true&resourceVersion=${version}`)
        assert.deepEqual(
          events.map(({ type, object }) => [type, object.kind, object.code, object.reason]),
          [['ERROR', 'Status', 410, 'Expired']],
        )
      }
      await expectExpired(server)

      if (engine === 'memory') return
      await server.close()
      const again = await start()
      await expectExpired(again)

      const onQuiet = `${again.url}${CLUSTERS}?watch=true&resourceVersion=${quiet.metadata.resourceVersion}&timeoutSeconds=1`
      assert.deepEqual(await watchEvents(onQuiet), [], 'on a quiet kind the old version is still good')
      await again.close()
    })
  })
}
