import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { create, put, remove, replace, revision } from '#storage/contract.fixture.js'
import type { Operation, Revision } from '#storage/contract.js'
import { Mutations, unpackMutations } from '#storage/embedded/commit/mutations.js'
import { openEnvironment } from '#storage/embedded/environment.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { testFolder, testStore } from '#storage/embedded/test-folder.fixture.js'
import { verifyDataFolder } from '#storage/embedded/verify.js'
import { ManualClock } from '#util/clock.js'
import { CHECKSUM_BYTES } from './checksum.js'
import { ValueCompression } from './compression.js'
import { META_COMPACTED, META_WATERMARK, revisionBytes } from './layout.js'

const OBJECT = JSON.stringify({
  kind: 'Deployment',
  apiVersion: 'extensions/v1beta1',
  metadata: { name: 'web', namespace: 'default', resourceVersion: '', labels: { app: 'web', tier: 'front' } },
  spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: { spec: { containers: [] } } },
})

for (const format of [1, 2]) {
  describe(`a store of format ${format}`, () => {
    it('is read, and upgraded to the newest format', async (t) => {
      const directory = join(await testFolder(t), 'data')
      await makeOldStore(directory, format, [[create('g/p/gone'), create('g/p/old', OBJECT)]])

      const storage = await openEmbeddedStorage({ directory })
      assert.equal((await storage.get('g/p/old'))?.value.toString(), OBJECT)
      const changed = await put(
        storage,
        replace('g/p/old', revision(2), `${OBJECT} changed`),
        create('g/p/new', OBJECT),
        remove('g/p/gone', revision(2)),
      )
      assert.equal((await storage.get('g/p/old', revision(2)))?.value.toString(), OBJECT)
      await storage.close()
      assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '4\n')

      const again = await testStore(t, { directory })
      assert.deepEqual(await contents(again), [
        ['g/p/new', changed, OBJECT],
        ['g/p/old', changed, `${OBJECT} changed`],
      ])
      assert.deepEqual(await contents(again, revision(2)), [
        ['g/p/gone', 2, 'g/p/gone'],
        ['g/p/old', 2, OBJECT],
      ])
    })

    it('is verified as far as possible, and not changed', async (t) => {
      const directory = join(await testFolder(t), 'data')
      await makeOldStore(directory, format, [[create('g/p/a', OBJECT)], [create('g/p/b')]])
      const before = await readFile(join(directory, 'data.mdb'))
      const { errors, keys, versions, unchecked } = await verifyDataFolder(directory)
      assert.deepEqual(
        { errors, keys, versions, unchecked },
        { errors: [], keys: 2, versions: 2, unchecked: 6 },
      )
      assert.ok((await readFile(join(directory, 'data.mdb'))).equals(before))
      assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), `${format}\n`)
    })

    it('keeps its compacted revision, and can be compacted further', async (t) => {
      const directory = join(await testFolder(t), 'data')
      const clock = new ManualClock()
      const writes = [[create('g/p/a', OBJECT)], [replace('g/p/a', revision(2), 'second')]]
      await makeOldStore(directory, format, writes, (mutations) => {
        mutations.putMeta(META_COMPACTED, revisionBytes(2))
        mutations.putMeta(`${META_WATERMARK}g/p/`, revisionBytes(2))
      })
      const storage = await testStore(t, { directory, clock })
      await assert.rejects(storage.get('g/p/a', revision(1)), { name: 'RevisionUnavailable', limit: 2 })
      await assert.rejects(
        storage.follow(revision(1), () => undefined, 'g/p/'),
        { name: 'RevisionUnavailable' },
      )
      const third = await put(storage, replace('g/p/a', revision(3), 'third'))
      clock.advance(Date.now())
      await storage.compact(0)
      assert.deepEqual(await contents(storage), [['g/p/a', third, 'third']])
      await storage.close()
      const { errors, versions } = await verifyDataFolder(directory)
      assert.deepEqual({ errors, versions }, { errors: [], versions: 1 })
    })
  })
}

describe('a store of format 3', () => {
  it('keeps its checksums, and compresses large values from then on', async (t) => {
    const directory = await testFolder(t)
    const large = OBJECT.repeat(1000)
    const storage = await openEmbeddedStorage({ directory })
    const first = await put(storage, create('g/p/old', OBJECT))
    await storage.close()
    await writeFile(join(directory, 'binnacle-format'), '3\n')

    const again = await openEmbeddedStorage({ directory })
    const second = await put(again, create('g/p/large', large))
    await again.close()
    assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '4\n')
    assert.ok((await readFile(join(directory, 'data.mdb'))).length < large.length)
    const { errors, versions, unchecked } = await verifyDataFolder(directory)
    assert.deepEqual({ errors, versions, unchecked }, { errors: [], versions: 2, unchecked: 0 })
    assert.deepEqual(await contents(await testStore(t, { directory })), [
      ['g/p/large', second, large],
      ['g/p/old', first, OBJECT],
    ])
  })
})

describe('a store of an older format', () => {
  it('is not upgraded while another process has it open', async (t) => {
    const directory = await testFolder(t)
    await testStore(t, { directory })
    await writeFile(join(directory, 'binnacle-format'), '2\n')
    await assert.rejects(openEmbeddedStorage({ directory }), /is in use by/)
    assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '2\n')
  })

  it('is upgraded by the next process when the first one ends before declaring the format', async (t) => {
    const directory = join(await testFolder(t), 'data')
    await makeOldStore(directory, 2, [[create('a', OBJECT)]])
    await (await openEmbeddedStorage({ directory })).close()
    await writeFile(join(directory, 'binnacle-format'), '2\n')
    const storage = await testStore(t, { directory })
    const second = await put(storage, create('b', OBJECT))
    await storage.close()
    const again = await testStore(t, { directory })
    assert.deepEqual(await contents(again), [
      ['a', 2, OBJECT],
      ['b', second, OBJECT],
    ])
  })
})

async function contents(storage: Awaited<ReturnType<typeof openEmbeddedStorage>>, at?: Revision) {
  const { values } = await storage.range('', at === undefined ? {} : { at })
  return values.map(({ key, revision, value }) => [key, revision, value.toString()])
}

/** A store of an older version: without checksums, and in the first format without compression. */
async function makeOldStore(
  directory: string,
  format: number,
  writes: readonly (readonly Operation[])[],
  facts: (mutations: Mutations) => void = () => undefined,
): Promise<void> {
  const mutations = new Mutations()
  const heads = new Map<string, Revision>()
  for (const [index, operations] of writes.entries()) {
    const at = revision(index + 2)
    mutations.addWrite(operations, at, Date.now(), (key) => heads.get(key))
    for (const { key } of operations) heads.set(key, at)
  }
  facts(mutations)
  const { buffer, length } = mutations.take()
  await mkdir(directory)
  const { root, databases } = openEnvironment(directory)
  const compression = new ValueCompression()
  root.transactionSync(() => {
    for (const { database, key, value } of unpackMutations(buffer, length)) {
      const own = value?.subarray(0, value.length - CHECKSUM_BYTES) as Buffer
      const isCompressed = format > 1 && database === 'versions'
      databases[database].putSync(key, isCompressed ? compression.compress(own) : own)
    }
  })
  await root.close()
  await writeFile(join(directory, 'binnacle-format'), `${format}\n`)
}
