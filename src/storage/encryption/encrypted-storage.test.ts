import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bytes, ChangeRecorder, create, put, replace, revision } from '#storage/contract.fixture.js'
import { MAX_VALUE_LENGTH } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { storageContract } from '#storage/storage.contract.js'
import { aesGcm } from './aes.js'
import { EncryptedStorage } from './encrypted-storage.js'
import { type Encryption, ResourceEncryption } from './encryption.js'
import { secretbox } from './secretbox.js'
import { IDENTITY, MAX_OVERHEAD, type Transformer } from './transformer.js'
import { expectDecrypted } from './undecrypted.js'

const ONE = aesGcm('one', Buffer.alloc(32, 1))
const TWO = aesGcm('two', Buffer.alloc(32, 2))
const BOX = secretbox('box', Buffer.alloc(32, 3))

/** Encrypts values whose keys do not begin with `plain`. */
function encryptionOf(...transformers: readonly Transformer[]): Encryption {
  const all = new ResourceEncryption('secrets', transformers, () => undefined)
  return { of: (key) => (key.startsWith('plain') ? undefined : all) }
}

const traits = { isDurable: false, isOnlyWriter: true, maxValueLength: MAX_VALUE_LENGTH - MAX_OVERHEAD }
storageContract('encrypted in memory', traits, async () => ({
  open: async (clock) => new EncryptedStorage(openMemoryStorage({ clock }), encryptionOf(ONE, IDENTITY)),
  remove: async () => undefined,
}))

describe('an encrypted store', () => {
  it('stores no plaintext, except of keys that are not encrypted', async () => {
    const inner = openMemoryStorage()
    const storage = new EncryptedStorage(inner, encryptionOf(BOX))
    await put(storage, create('a', 'hunter2'), create('plain/a', 'open'))
    assert.ok((await inner.get('a'))?.value.toString('latin1').startsWith('k8s:enc:secretbox:v1:box:'))
    assert.ok(!(await inner.get('a'))?.value.includes('hunter2'))
    assert.equal(String((await storage.get('a'))?.value), 'hunter2')
    assert.equal(String((await inner.get('plain/a'))?.value), 'open')
  })

  it('reads values of all its transformers, and writes with the first', async () => {
    const inner = openMemoryStorage()
    await put(new EncryptedStorage(inner, encryptionOf(ONE)), create('one', 'of one'))
    await put(new EncryptedStorage(inner, encryptionOf(BOX)), create('box', 'of box'))
    await put(inner, create('open', 'of nobody'))
    const storage = new EncryptedStorage(inner, encryptionOf(TWO, BOX, ONE, IDENTITY))
    await put(storage, create('two', 'of two'))
    const { values } = await storage.range('')
    assert.deepEqual(
      values.map(({ value }) => String(value)),
      ['of box', 'of one', 'of nobody', 'of two'],
    )
    const stale = await Promise.all(
      ['one', 'box', 'open', 'two', 'nothing', 'plain'].map(storage.isStale.bind(storage)),
    )
    assert.deepEqual(stale, [true, true, true, false, false, false])
  })

  it('does not return a value that was moved, changed or made with another key, and says why', async () => {
    const inner = openMemoryStorage()
    const written = new EncryptedStorage(inner, encryptionOf(ONE))
    await put(written, create('a', 'hunter2'))
    const stored = (await inner.get('a'))?.value as Buffer
    const changed = Buffer.from(stored)
    changed[stored.length - 1] = (changed.at(-1) as number) ^ 1
    await put(inner, { type: 'create', key: 'moved', value: stored })
    await put(inner, { type: 'create', key: 'changed', value: changed })
    await put(inner, create('open', '{"kind":"Secret"}'))
    await put(inner, create('strange', 'k8s:enc:kms:v2:a:b'))
    await put(inner, create('short', 'k8s:enc:aesgcm:v1:one:'))
    const reasonOf = async (storage: EncryptedStorage, key: string) => {
      try {
        expectDecrypted((await storage.get(key))?.value as Buffer)
        return 'readable'
      } catch (error) {
        assert.equal((error as Error).name, 'Undecryptable')
        return (error as Error).message
      }
    }
    const undone =
      'it cannot be decrypted with the key of k8s:enc:aesgcm:v1:one: it was made with another secret, or has been changed or moved'
    assert.equal(await reasonOf(written, 'a'), 'readable')
    for (const key of ['moved', 'changed', 'short']) assert.equal(await reasonOf(written, key), undone)
    assert.equal(
      await reasonOf(written, 'open'),
      'it is not encrypted, and the encryption configuration of secrets has no identity provider',
    )
    assert.equal(
      await reasonOf(written, 'strange'),
      'the encryption configuration of secrets has no key for k8s:enc:kms:v2:a',
    )
    assert.equal(
      await reasonOf(new EncryptedStorage(inner, encryptionOf(TWO, IDENTITY)), 'a'),
      'the encryption configuration of secrets has no key for k8s:enc:aesgcm:v1:one',
    )
    assert.equal(
      await reasonOf(new EncryptedStorage(inner, encryptionOf(aesGcm('one', Buffer.alloc(32)))), 'a'),
      undone,
    )
    assert.equal(
      await reasonOf(new EncryptedStorage(inner, { of: () => undefined }), 'a'),
      'it is encrypted (k8s:enc:aesgcm:v1:one), and the server has no encryption configuration for it',
    )
  })

  it('delivers decrypted changes with their previous values, live and from its history', async () => {
    const storage = new EncryptedStorage(openMemoryStorage(), encryptionOf(ONE))
    const live = new ChangeRecorder()
    await storage.follow(revision(1), live.listen)
    const first = await put(storage, create('a', 'one'))
    const second = await put(storage, replace('a', first, 'two'))
    const replayed = new ChangeRecorder()
    await storage.follow(revision(1), replayed.listen)
    await replayed.reached(second)
    const expected = ['a=one@2 was nothing', 'a=two@3 was a=one@2']
    assert.deepEqual(live.plain, expected)
    assert.deepEqual(replayed.plain, expected)
    const { changes } = await storage.history('', { limit: 10 })
    assert.deepEqual(
      changes.map(({ value, previous }) => `${value} ${previous?.value}`),
      ['two one', 'one undefined'],
    )
  })

  it('takes the same bytes for other values as the store below', async () => {
    const storage = new EncryptedStorage(openMemoryStorage(), encryptionOf(ONE))
    const value = bytes('k8s:enc:aesgcm:v1:one: is no secret')
    await put(storage, { type: 'create', key: 'plain/a', value })
    assert.deepEqual((await storage.get('plain/a'))?.value, value)
  })
})
