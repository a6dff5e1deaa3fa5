import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put, replace } from '#storage/contract.fixture.js'
import type { Storage } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { aesGcm } from './aes.js'
import { EncryptedStorage } from './encrypted-storage.js'
import { type Encryption, ResourceEncryption } from './encryption.js'
import { type RewriteProgress, rewriteStale } from './rewrite.js'
import { IDENTITY, type Transformer } from './transformer.js'

const OLD = aesGcm('old', Buffer.alloc(32, 1))
const NEW = aesGcm('new', Buffer.alloc(32, 2))
const never = new AbortController().signal
const COUNT = 300

function encryptionOf(...transformers: readonly Transformer[]): Encryption {
  const all = new ResourceEncryption('secrets', transformers, () => undefined)
  return { of: (key) => (key.startsWith('plain') ? undefined : all) }
}

const nameOf = (index: number) => `a/b/${String(index).padStart(4, '0')}`

async function filled(): Promise<Storage> {
  const inner = openMemoryStorage()
  const old = new EncryptedStorage(inner, encryptionOf(OLD))
  for (let index = 0; index < COUNT; index++) await put(old, create(nameOf(index), `value ${index}`))
  await put(inner, create('plain/a', 'open'))
  return inner
}

const rotated = encryptionOf(NEW, OLD)

function rewrite(
  storage: Storage,
  {
    encryption = rotated,
    signal = never,
    rate,
    removesUndecryptable = false,
    onProgress = () => undefined,
  }: {
    readonly encryption?: Encryption
    readonly signal?: AbortSignal
    readonly rate?: number
    readonly removesUndecryptable?: boolean
    readonly onProgress?: (progress: RewriteProgress) => Promise<void> | void
  } = {},
): Promise<RewriteProgress> {
  return rewriteStale(storage, encryption, { rate, removesUndecryptable, signal, onProgress })
}

async function prefixes(storage: Storage): Promise<ReadonlySet<string>> {
  const { values } = await storage.range('')
  return new Set(
    values.map(({ value }) => /^k8s:enc:[^:]*:v1:[^:]*:|/.exec(value.toString('latin1'))?.[0] ?? ''),
  )
}

describe('a rewrite', () => {
  it('stores every value with the first transformer, and does nothing the second time', async () => {
    const inner = await filled()
    const { read, rewritten, undecryptable } = await rewrite(inner)
    assert.deepEqual([read, rewritten, undecryptable], [COUNT, COUNT, 0])
    assert.deepEqual(await prefixes(inner), new Set(['', NEW.prefix]))
    const only = new EncryptedStorage(inner, encryptionOf(NEW))
    assert.equal(String((await only.get(nameOf(17)))?.value), 'value 17')
    const before = await inner.currentRevision()
    assert.equal((await rewrite(inner)).rewritten, 0)
    assert.equal(await inner.currentRevision(), before)
  })

  it('decrypts all values when the first transformer is identity', async () => {
    const inner = await filled()
    await rewrite(inner, { encryption: encryptionOf(IDENTITY, OLD) })
    assert.deepEqual(await prefixes(inner), new Set(['']))
    assert.equal(String((await inner.get(nameOf(0)))?.value), 'value 0')
  })

  it('loses no write that is made meanwhile, by this server or by one with the old key', async () => {
    const inner = await filled()
    const current = new EncryptedStorage(inner, rotated)
    const old = new EncryptedStorage(inner, encryptionOf(OLD, NEW))
    const expected = new Map(Array.from({ length: COUNT }, (_, index) => [nameOf(index), `value ${index}`]))
    let isOver = false
    const write = async (storage: Storage, from: number) => {
      for (let index = from; !isOver; index = (index + 7) % COUNT) {
        const key = nameOf(index)
        const stored = await storage.get(key)
        if (stored === undefined) continue
        const value = `${storage === old ? 'old' : 'new'} ${stored.revision}`
        const { outcome } = await storage.write([replace(key, stored.revision, value)])
        if (outcome === 'written') expected.set(key, value)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const writers = [write(current, 0), write(old, 3)]
    await rewrite(inner, { onProgress: () => new Promise((resolve) => setImmediate(resolve)) })
    isOver = true
    await Promise.all(writers)
    const { values } = await current.range('a/')
    assert.deepEqual(new Map(values.map(({ key, value }) => [key, String(value)])), expected)
  })

  it('stops when it is aborted, and goes on from there', async () => {
    const inner = await filled()
    const abort = new AbortController()
    const onProgress = ({ rewritten }: RewriteProgress) => {
      if (rewritten >= 100) abort.abort(new Error('stopped'))
    }
    await assert.rejects(rewrite(inner, { signal: abort.signal, onProgress }), { message: 'stopped' })
    assert.deepEqual(await prefixes(inner), new Set(['', NEW.prefix, OLD.prefix]))
    const { rewritten } = await rewrite(inner)
    assert.ok(rewritten > 0 && rewritten <= COUNT - 100)
    assert.deepEqual(await prefixes(inner), new Set(['', NEW.prefix]))
  })

  it('leaves values that it cannot decrypt, and names them', async () => {
    const inner = await filled()
    await put(inner, create('a/b/0005x', `${OLD.prefix}nonsense`), create('a/b/open', '{}'))
    // The first transformer's own values are looked at too.
    await put(inner, create('a/b/9999', `${NEW.prefix}nonsense`))
    const { rewritten, undecryptable, undecryptableKeys } = await rewrite(inner)
    assert.deepEqual([rewritten, undecryptable], [COUNT, 3])
    assert.deepEqual(undecryptableKeys, ['a/b/0005x', 'a/b/9999', 'a/b/open'])
    assert.equal(String((await inner.get('a/b/0005x'))?.value), `${OLD.prefix}nonsense`)
  })

  it('deletes values that it cannot decrypt only when asked to', async () => {
    const inner = await filled()
    await put(inner, create('a/b/open', '{}'), create('plain/b', 'k8s:enc:aesgcm:v1:old:'))
    const { rewritten, undecryptableKeys } = await rewrite(inner, { removesUndecryptable: true })
    assert.deepEqual([rewritten, undecryptableKeys], [COUNT, ['a/b/open']])
    assert.equal(await inner.get('a/b/open'), undefined)
    assert.notEqual(await inner.get('plain/b'), undefined)
  })

  it('writes at most as often as its rate allows', async () => {
    const inner = openMemoryStorage()
    const old = new EncryptedStorage(inner, encryptionOf(OLD))
    for (let index = 0; index < 20; index++) await put(old, create(nameOf(index)))
    const begun = performance.now()
    await rewrite(inner, { rate: 100 })
    // Twenty writes have nineteen pauses. A slow machine takes longer.
    assert.ok(performance.now() - begun >= 180)
  })
})
