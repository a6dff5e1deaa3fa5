import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { put } from '#storage/contract.fixture.js'
import { sumOf } from '../support/metrics.js'
import {
  aescbc,
  aesgcm,
  configure,
  configureFor,
  createSecret,
  ENGINES,
  IDENTITY,
  isOnDisk,
  key,
  MAPS,
  mapOf,
  markerIn,
  newMarker,
  SECRETS,
  secretbox,
  secretOf,
  start,
  storedPrefix,
} from './support.js'

const DB = `${SECRETS}/db`
const DB_KEY = 'core/secrets/default/db'

for (const { name: engine, skip, make } of ENGINES) {
  describe(`a server with --encryption-config on ${engine}`, { skip }, () => {
    for (const [provider, make_] of [
      ['aesgcm', aesgcm],
      ['aescbc', aescbc],
      ['secretbox', secretbox],
    ] as const) {
      it(`stores Secrets only encrypted with ${provider}, and serves them`, async (t) => {
        const home = await make(t)
        const config = await configure(home.file('config'), make_(key('one')), IDENTITY)
        const [secret, changed, open] = [newMarker(), newMarker(), newMarker()]
        const server = await start(t, home, config)
        const { client } = server
        const created = await createSecret(client, 'db', secret)
        await client.post(MAPS, mapOf('open', open))
        assert.equal(markerIn(await client.get(DB)), secret)
        assert.equal((await client.put(DB, secretOf('db', changed))).status, 200)
        const [event] = await client.watch(`${SECRETS}?watch=1&resourceVersion=${created}`, 1)
        assert.equal(Buffer.from(event.object.data.password, 'base64').toString(), changed)
        // An earlier version comes from the history of the store.
        const past = `${SECRETS}?resourceVersion=${created}&resourceVersionMatch=Exact`
        assert.equal(
          markerIn({ ...(await client.get(past)), body: (await client.get(past)).body.items[0] }),
          secret,
        )
        const metrics = (await client.get('/metrics')).text
        const labels = { resource: 'secrets', status: 'OK', transformation_type: 'to_storage' }
        assert.equal(sumOf(metrics, 'apiserver_storage_transformation_operations_total', labels), 2)
        assert.equal(await server.stop(), 0)
        assert.equal(await isOnDisk(home.folder, secret), false)
        assert.equal(await isOnDisk(home.folder, changed), false)
        // Otherwise the search would prove nothing.
        assert.equal(await isOnDisk(home.folder, open), true)
        const again = await start(t, home, config)
        assert.equal(markerIn(await again.client.get(DB)), changed)
      })
    }

    it('reads what was written with an older key, and changes no resource version by that', async (t) => {
      const home = await make(t)
      const [one, two] = [key('one'), key('two')]
      const marker = newMarker()
      const plain = await start(t, home)
      const open = await createSecret(plain.client, 'open', marker)
      await plain.stop()
      const first = await start(t, home, await configure(home.file('config'), aesgcm(one), IDENTITY))
      const version = await createSecret(first.client, 'db', marker)
      await first.stop()
      const second = await start(
        t,
        home,
        await configure(home.file('config'), secretbox(two), aesgcm(one), IDENTITY),
      )
      const { body } = await second.client.get(SECRETS)
      assert.deepEqual(
        body.items.map(({ metadata }: { metadata: { resourceVersion: string } }) => metadata.resourceVersion),
        [version, open],
      )
      // An update without changes is written, once.
      const { body: secret } = await second.client.get(DB)
      const dry = await second.client.put(`${DB}?dryRun=All`, secret)
      assert.equal(dry.body.metadata.resourceVersion, version)
      const written = await second.client.put(DB, secret)
      assert.notEqual(written.body.metadata.resourceVersion, version)
      assert.equal(markerIn(await second.client.get(DB)), marker)
      const again = await second.client.put(DB, { ...secret, metadata: written.body.metadata })
      assert.equal(again.body.metadata.resourceVersion, written.body.metadata.resourceVersion)
      const patch = { 'content-type': 'application/merge-patch+json' }
      const patched = await second.client.send('PATCH', `${SECRETS}/open`, {}, patch)
      assert.equal(patched.status, 200)
      assert.notEqual(patched.body.metadata.resourceVersion, open)
      await second.stop()
      assert.equal(await storedPrefix(home, DB_KEY), 'k8s:enc:secretbox:v1:two:')
      assert.equal(await storedPrefix(home, 'core/secrets/default/open'), 'k8s:enc:secretbox:v1:two:')
      const third = await start(t, home, await configure(home.file('config'), secretbox(two)))
      assert.equal(markerIn(await third.client.get(DB)), marker)
    })

    it('reads its file again on SIGHUP, and keeps the old one if the new one is wrong', async (t) => {
      const home = await make(t)
      const [one, two] = [key('one'), key('two')]
      const config = await configure(home.file('config'), aesgcm(one))
      const server = await start(t, home, config)
      const marker = newMarker()
      await createSecret(server.client, 'db', marker)
      const reload = async () => {
        const output = server.child.stdout as NodeJS.ReadableStream
        server.child.kill('SIGHUP')
        let said = ''
        while (!said.includes('reloaded its configuration')) said += String((await once(output, 'data'))[0])
        return said
      }
      await configure(config, { aesgcm: { keys: [{ name: 'two', secret: 'short' }] } })
      assert.match(
        await reload(),
        /still encrypts as before: --encryption-config: .*resources\[0\]\.providers\[0\]\.aesgcm\.keys\[0\]\.secret: Invalid value: must be base64/,
      )
      await configure(config, aesgcm(two, one))
      assert.match(await reload(), /reloaded its configuration/)
      await createSecret(server.client, 'other', marker)
      assert.equal(markerIn(await server.client.get(DB)), marker)
      await server.stop()
      assert.equal(await storedPrefix(home, DB_KEY), 'k8s:enc:aesgcm:v1:one:')
      assert.equal(await storedPrefix(home, 'core/secrets/default/other'), 'k8s:enc:aesgcm:v1:two:')
    })

    it('leaves out what it cannot decrypt, says so, and loses nothing', async (t) => {
      const home = await make(t)
      const [one, two] = [key('one'), key('two')]
      const marker = newMarker()
      const right = await configure(home.file('right'), aesgcm(one))
      const first = await start(t, home, right)
      await createSecret(first.client, 'db', marker)
      const owner = (await first.client.get(DB)).body.metadata
      const owned = mapOf('owned', 'x')
      const ownerReferences = [{ apiVersion: 'v1', kind: 'Secret', name: 'db', uid: owner.uid }]
      assert.equal(
        (await first.client.post(MAPS, { ...owned, metadata: { name: 'owned', ownerReferences } })).status,
        201,
      )
      await first.stop()
      for (const config of [
        await configure(home.file('lost'), aesgcm(two), IDENTITY),
        await configure(home.file('other'), aesgcm({ ...two, name: 'one' })),
        undefined,
      ]) {
        const server = await start(t, home, config)
        const { client } = server
        assert.deepEqual((await client.get(SECRETS)).body.items, [])
        const { status, body } = await client.get(DB)
        assert.equal(status, 500)
        assert.ok(body.message.includes(DB_KEY), body.message)
        assert.equal((await client.put(DB, secretOf('db', 'x'))).status, 500)
        assert.equal((await client.delete(DB)).status, 500)
        assert.equal((await client.post(SECRETS, secretOf('db', 'x'))).status, 409)
        const ready = await client.get('/readyz?verbose')
        assert.equal(ready.status, 200)
        assert.match(
          ready.text,
          /left out because their values cannot be read: "core\/secrets\/default\/db"; controllers wait/,
        )
        assert.equal(sumOf((await client.get('/metrics')).text, 'binnacle_store_unreadable_values'), 1)
        // The owner counts as unknown, not as deleted. The collector waits a second before it deletes.
        await new Promise((resolve) => setTimeout(resolve, 1500))
        assert.equal((await client.get(`${MAPS}/owned`)).status, 200)
        await server.stop()
      }
      const last = await start(t, home, right)
      assert.equal(markerIn(await last.client.get(DB)), marker)
      assert.equal((await last.client.delete(DB)).status, 200)
      // Controllers work again.
      for (let status = 200; status !== 404; ) ({ status } = await last.client.get(`${MAPS}/owned`))
    })

    it('refuses a value that was moved to another key, or is not encrypted where it must be', async (t) => {
      const home = await make(t)
      const config = await configure(home.file('config'), aesgcm(key('one')))
      const server = await start(t, home, config)
      await createSecret(server.client, 'db', newMarker())
      await server.stop()
      const storage = await home.open()
      const stored = await storage.get(DB_KEY)
      const moved = {
        type: 'create',
        key: 'core/secrets/default/moved',
        value: stored?.value as Buffer,
      } as const
      const value = Buffer.from(
        '{"kind":"Secret","apiVersion":"v1","metadata":{"name":"open","namespace":"default","resourceVersion":"",' +
          '"creationTimestamp":"2024-01-01T00:00:00Z"},"type":"Opaque"}',
      )
      await put(storage, moved, { type: 'create', key: 'core/secrets/default/open', value })
      await storage.close()
      const again = await start(t, home, config)
      const { body } = await again.client.get(SECRETS)
      assert.deepEqual(
        body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name),
        ['db'],
      )
      assert.equal((await again.client.get(`${SECRETS}/moved`)).status, 500)
      assert.equal((await again.client.get(`${SECRETS}/open`)).status, 500)
    })

    it('encrypts all resources, custom ones and earlier templates of workloads included', async (t) => {
      const home = await make(t)
      const config = await configureFor(home.file('config'), ['*.*'], aesgcm(key('one')))
      const server = await start(t, home, config)
      const { client } = server
      const [custom, first, second] = [newMarker(), newMarker(), newMarker()]
      const definition = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'pandas.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'pandas', kind: 'Panda' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
            },
          ],
        },
      }
      assert.equal(
        (await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)).status,
        201,
      )
      const pandas = '/apis/example.com/v1/namespaces/default/pandas'
      const panda = {
        apiVersion: 'example.com/v1',
        kind: 'Panda',
        metadata: { name: 'bao' },
        spec: { custom },
      }
      for (let status = 404; status !== 201; ) ({ status } = await client.post(pandas, panda))
      const deployments = '/apis/apps/v1/namespaces/default/deployments'
      const deployment = (marker: string) => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: {
          selector: { matchLabels: { app: 'web' } },
          template: {
            metadata: { labels: { app: 'web' } },
            spec: { containers: [{ name: 'web', image: 'web', env: [{ name: 'A', value: marker }] }] },
          },
        },
      })
      assert.equal((await client.post(deployments, deployment(first))).status, 201)
      assert.equal((await client.put(`${deployments}/web`, deployment(second))).status, 200)
      assert.equal((await client.get(`${pandas}/bao`)).body.spec.custom, custom)
      await server.stop()
      for (const marker of [custom, first, second]) assert.equal(await isOnDisk(home.folder, marker), false)
      const again = await start(t, home, config)
      assert.equal((await again.client.get(`${pandas}/bao`)).body.spec.custom, custom)
      const { body } = await again.client.get('/apis/apps/v1/namespaces/default/replicasets')
      assert.ok(JSON.stringify(body).includes(first))
    })
  })
}
