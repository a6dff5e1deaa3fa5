import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Revision } from '../contract.js'
import { create, put, replace } from '../contract.support.suite.js'
import { ValueCompression } from './compression.js'
import { DICTIONARY } from './dictionary.js'
import { openEnvironment } from './environment.js'
import { COMPRESSED, DELETED, VALUE } from './layout.js'
import { Mutations, unpackMutations } from './mutations.js'
import { openEmbeddedStorage } from './storage.js'
import { testFolder, testStore } from './test-folder.suite.js'

const OBJECT = JSON.stringify({
  kind: 'Deployment',
  apiVersion: 'extensions/v1beta1',
  metadata: { name: 'web', namespace: 'default', resourceVersion: '', labels: { app: 'web', tier: 'front' } },
  spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: { spec: { containers: [] } } },
})

const version = (value: string) => Buffer.concat([Buffer.of(VALUE), Buffer.from(value)])

describe('the compression of values', () => {
  it('makes an object smaller by much, and gives it back', () => {
    const compression = new ValueCompression()
    const compressed = compression.compress(version(OBJECT))
    assert.ok(compressed.length < OBJECT.length / 2, `${compressed.length} of ${OBJECT.length} bytes`)
    assert.equal(compression.restore(compressed)?.toString(), OBJECT)
  })

  it('leaves alone what would not become smaller, and deletions', () => {
    const compression = new ValueCompression()
    const noise = createHash('shake256', { outputLength: 1000 }).update('noise').digest().toString('latin1')
    for (const value of ['', '{}', 'x'.repeat(100), noise, 'large '.repeat(20_000)]) {
      const before = version(value)
      const after = compression.compress(version(value))
      assert.ok(after.equals(before))
      assert.equal(compression.restore(after)?.toString(), Buffer.from(value).toString())
    }
    assert.equal(compression.restore(compression.compress(Buffer.of(DELETED))), undefined)
  })

  it('refuses what it did not make', () => {
    const compression = new ValueCompression()
    const compressed = compression.compress(version(OBJECT))
    assert.throws(() => compression.restore(compressed.subarray(0, -1)), { name: 'Lz4Error' })
    assert.throws(() => compression.restore(Buffer.of(77, 1, 2, 3)), { name: 'Lz4Error' })
  })

  it('has a dictionary that never changes, for what is stored can be read with this one only', () => {
    assert.equal(
      createHash('sha256').update(DICTIONARY).digest('hex'),
      '3ede01e05223952d2d41deeca5783ca23a8ab392f82a5dd60a757ac4f1dec795',
    )
  })
})

describe('a value that is damaged on disk', () => {
  it('is told by its key, and is not taken for another', async (t) => {
    const directory = await testFolder(t)
    await (await openEmbeddedStorage({ directory })).close()
    await writeAsItIs(directory, 'damaged', OBJECT, COMPRESSED)
    const storage = await testStore(t, { directory })
    await assert.rejects(storage.get('damaged'), /has damaged as of revision 2, but it is damaged$/)
  })
})

describe('a store of the first format, whose values are not compressed', () => {
  it('is read, and is of the newest format from then on', async (t) => {
    const directory = await testFolder(t)
    await (await openEmbeddedStorage({ directory })).close()
    await writeAsItIs(directory, 'old', OBJECT)
    await writeFile(join(directory, 'binnacle-format'), '1\n')

    const storage = await openEmbeddedStorage({ directory })
    assert.equal((await storage.get('old'))?.value.toString(), OBJECT)
    const changed = await put(
      storage,
      replace('old', 2 as Revision, `${OBJECT} changed`),
      create('new', OBJECT),
    )
    assert.equal((await storage.get('old', 2 as Revision))?.value.toString(), OBJECT)
    await storage.close()
    assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '2\n')

    const again = await testStore(t, { directory })
    const { values } = await again.range('')
    assert.deepEqual(
      values.map(({ key, revision, value }) => [key, revision, value.toString()]),
      [
        ['new', changed, OBJECT],
        ['old', changed, `${OBJECT} changed`],
      ],
    )
  })

  it('stays of that format when somebody else has it open', async (t) => {
    const directory = await testFolder(t)
    await testStore(t, { directory })
    await writeFile(join(directory, 'binnacle-format'), '1\n')
    await assert.rejects(openEmbeddedStorage({ directory }), /is in use by/)
    assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '1\n')
  })
})

/** The first write to a store, as the first format has it; or under a tag that does not fit. */
async function writeAsItIs(directory: string, key: string, value: string, tag = VALUE): Promise<void> {
  const mutations = new Mutations()
  mutations.addWrite([create(key, value)], 2 as Revision, Date.now(), () => undefined)
  const { buffer, length } = mutations.take()
  const { root, databases } = openEnvironment(directory)
  root.transactionSync(() => {
    for (const mutation of unpackMutations(buffer, length)) {
      if (mutation.database === 'versions') mutation.value?.writeUInt8(tag)
      databases[mutation.database].putSync(mutation.key, mutation.value as Buffer)
    }
  })
  await root.close()
}
