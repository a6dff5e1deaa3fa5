import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { FORMAT_VERSION } from '#storage/embedded/format/layout.js'
import { Client } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer, TestClock, type TestServer } from '#testing.js'

/** `scripts/make-upgrade-data.mjs` makes these: data files of earlier releases, and what their servers said. */
const DATA = fileURLToPath(new URL('../../../test/upgrades/data/', import.meta.url))

interface Facts {
  readonly format: number
  /** When the data was written. */
  readonly written: string
  /** The path of a Deployment with three revisions. */
  readonly deployment: string
  /** Of a service account that may read config maps. Undefined if the release had none. */
  readonly accountToken?: string
  readonly objects: readonly {
    readonly path: string
    readonly uid: string
    readonly resourceVersion: string
    readonly creationTimestamp: string
  }[]
}

const names = readdirSync(DATA)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

for (const name of names) {
  const facts = JSON.parse(readFileSync(join(DATA, `${name}.json`), 'utf8')) as Facts

  describe(`a store of format ${facts.format}, written by an earlier release`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    let dataDir: string
    let server: TestServer
    let client: Client
    const admin = { authorization: 'Bearer admin' }

    before(async () => {
      folder = await temporaryFolder()
      dataDir = join(folder.path, 'data')
      await mkdir(dataDir)
      await writeFile(
        join(dataDir, 'data.mdb'),
        brotliDecompressSync(readFileSync(join(DATA, `${name}.mdb.br`))),
      )
      await writeFile(join(dataDir, 'binnacle-format'), `${facts.format}\n`)
      const users = { admin: ['system:masters'] }
      // Tokens are not valid before they are signed, whatever the clock of this machine says.
      const clock = new TestClock(Math.max(0, Date.parse(facts.written) + 60_000 - Date.now()))
      server = await startTestServer({ storage: 'embedded', dataDir, users, clock })
      client = new Client(server.url)
    })
    after(async () => {
      await server.close()
      await folder.remove()
    })

    it('has every object, with its uid, resourceVersion and creationTimestamp', async () => {
      assert.ok(facts.objects.length >= 2)
      for (const { path, ...expected } of facts.objects) {
        const { status, body } = await client.get(path, admin)
        assert.equal(status, 200, path)
        const { uid, resourceVersion, creationTimestamp } = body.metadata
        assert.deepEqual({ uid, resourceVersion, creationTimestamp }, expected, path)
      }
    })

    it('has the newest format, and a backup of the older one', async () => {
      assert.equal(await readFile(join(dataDir, 'binnacle-format'), 'utf8'), `${FORMAT_VERSION}\n`)
      const backups = (await readdir(dataDir)).filter((entry) => entry.startsWith('backup-'))
      const isOlder = facts.format < FORMAT_VERSION
      assert.deepEqual(backups, isOlder ? [`backup-of-format-${facts.format}-to-${FORMAT_VERSION}`] : [])
    })

    it('can be watched from its current version on', async () => {
      const collection = facts.deployment.slice(0, facts.deployment.lastIndexOf('/'))
      const { body: list } = await client.get(collection, admin)
      const watched = client.watch(
        `${collection}?watch=true&resourceVersion=${list.metadata.resourceVersion}`,
        1,
        admin,
      )
      const { body } = await client.get(facts.deployment, admin)
      body.metadata.annotations = { ...body.metadata.annotations, upgraded: 'yes' }
      assert.equal((await client.put(facts.deployment, body, admin)).status, 200)
      const [{ type, object }] = await watched
      assert.deepEqual([type, object.metadata.annotations.upgraded], ['MODIFIED', 'yes'])
    })

    // Releases before tokens did not keep revisions either.
    if (facts.accountToken === undefined) return

    it('lets a Deployment go back to its first revision', async () => {
      const rollback = { kind: 'DeploymentRollback', apiVersion: 'extensions/v1beta1', name: 'web' }
      const { status } = await client.post(
        `${facts.deployment}/rollback`,
        { ...rollback, rollbackTo: { revision: 1 } },
        admin,
      )
      assert.ok(status === 200 || status === 201, String(status))
      await server.until(
        'deployment/web',
        ({ spec }) => spec?.template.spec?.containers[0]?.image === 'web:1',
        { namespace: 'shop' },
      )
    })

    it('accepts its tokens', async () => {
      const account = { authorization: `Bearer ${facts.accountToken}` }
      const { status, body } = await client.get('/api/v1/namespaces/shop/configmaps/web', account)
      assert.equal(status, 200)
      assert.equal(body.data.text.length, 10_000)
      assert.equal((await client.get('/api/v1/namespaces/shop/secrets/web', account)).status, 403)
    })
  })
}
