import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeKeyPair } from './key-files.js'
import { SealWriter } from './seal-writer.js'
import { isSealed, unsealed } from './unseal.js'
import type { Opener, Sealer } from './wrapped-key.js'

const pair = makeKeyPair()
const recipient = createPublicKey(pair.publicKey)
const privateKey = createPrivateKey(pair.privateKey)
const PARTS = ['one', '', 'x'.repeat(3_000_000), 'four'].map((text) => Buffer.from(text))

async function sealed(sealer: Sealer, parts = PARTS) {
  const writer = await SealWriter.start(sealer)
  return { header: writer.header, body: parts.map((part) => writer.seal(part)), end: writer.end() }
}

async function wholeFile(sealer: Sealer): Promise<Buffer> {
  const { header, body, end } = await sealed(sealer)
  return Buffer.concat([header, ...body, end])
}

async function opened(bytes: Buffer, opener: Opener, mayBeTorn = false): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
  }
  const parts: Buffer[] = []
  for await (const part of unsealed(chunks(), { name: 'file', opener, mayBeTorn })) parts.push(part)
  return Buffer.concat(parts)
}

describe('an encrypted file', () => {
  it('is opened by its passphrase or its private key', async () => {
    const bytes = await wholeFile({ passphrase: 'open sesame', recipient })
    assert.ok(isSealed(bytes))
    assert.ok(!bytes.includes('four'))
    assert.deepEqual(await opened(bytes, { passphrase: 'open sesame' }), Buffer.concat(PARTS))
    assert.deepEqual(await opened(bytes, { privateKey }), Buffer.concat(PARTS))
  })

  it('is not opened by others, and the error says what is needed', async () => {
    const forKey = await wholeFile({ recipient })
    const stranger = createPrivateKey(makeKeyPair().privateKey)
    await assert.rejects(opened(forKey, {}), { message: 'file is encrypted: add --private-key-file' })
    await assert.rejects(opened(forKey, { privateKey: stranger }), {
      message: 'file cannot be opened: it is encrypted for another key',
    })
    const forPassphrase = await wholeFile({ passphrase: 'a' })
    await assert.rejects(opened(forPassphrase, {}), { message: 'file is encrypted: add --passphrase-file' })
    await assert.rejects(opened(forPassphrase, { passphrase: 'b' }), {
      message: 'file cannot be opened: it is encrypted for another passphrase',
    })
  })

  it('is rejected when a byte of it has changed', async () => {
    const bytes = await wholeFile({ recipient })
    const ends = [0, 5, bytes.indexOf('"x25519"') + 2, bytes.indexOf('\n') + 2, 5000, bytes.length - 1]
    for (const at of ends) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 1
      await assert.rejects(opened(changed, { privateKey }))
    }
  })

  it('is rejected when it ends early, or continues after its end', async () => {
    const { header, body, end } = await sealed({ recipient })
    const whole = Buffer.concat([header, ...body, end])
    for (const bytes of [Buffer.concat([header, ...body]), whole.subarray(0, -1), header]) {
      await assert.rejects(opened(bytes, { privateKey }), {
        message: 'file is truncated: its last encrypted part is missing',
      })
    }
    await assert.rejects(opened(Buffer.concat([whole, end]), { privateKey }), {
      message: 'file is damaged: there is data after its end',
    })
  })

  it('is rejected when its parts are reordered or left out', async () => {
    const { header, body, end } = await sealed({ recipient }, [Buffer.from('a'), Buffer.from('b')])
    const [first, second] = body as [Buffer, Buffer]
    for (const parts of [[second, first], [second], [first, first, second]]) {
      await assert.rejects(opened(Buffer.concat([header, ...parts, end]), { privateKey }), /is damaged/)
    }
  })

  it('that is still written is read up to its last whole part', async () => {
    const { header, body } = await sealed({ recipient }, [Buffer.from('a'), Buffer.from('b')])
    const [first, second] = body as [Buffer, Buffer]
    const torn = Buffer.concat([header, first, second.subarray(0, -1)])
    assert.equal(String(await opened(torn, { privateKey }, true)), 'a')
    const overwritten = Buffer.concat([header, first, randomBytes(second.length)])
    assert.equal(String(await opened(overwritten, { privateKey }, true)), 'a')
    assert.equal(String(await opened(Buffer.concat([header, first, second]), { privateKey }, true)), 'ab')
  })
})
