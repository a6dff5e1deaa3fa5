import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aesCbc, aesGcm } from './aes.js'
import { secretbox } from './secretbox.js'
import type { Transformer } from './transformer.js'

const KEY = 'core/secrets/default/db'
const VALUE = Buffer.from('{"kind":"Secret","data":{"password":"aHVudGVyMg=="}}')
const secret = (length: number, fill = 7) => Buffer.alloc(length, fill)

const MAKERS: readonly {
  readonly name: string
  readonly lengths: readonly number[]
  readonly make: (name: string, secret: Buffer) => Transformer
  /** Whether any change shows. */
  readonly isAuthenticated: boolean
}[] = [
  { name: 'aesgcm', lengths: [16, 24, 32], make: aesGcm, isAuthenticated: true },
  { name: 'aescbc', lengths: [16, 24, 32], make: aesCbc, isAuthenticated: false },
  { name: 'secretbox', lengths: [32], make: secretbox, isAuthenticated: true },
]

for (const { name, lengths, make, isAuthenticated } of MAKERS) {
  describe(`the provider ${name}`, () => {
    const transformer = make('key1', secret(32))

    for (const length of lengths) {
      it(`returns what it has encrypted with a key of ${length} bytes`, () => {
        const own = make('key1', secret(length))
        for (const value of [VALUE, Buffer.alloc(0), Buffer.from('{'), Buffer.alloc(100_000, '{"a":1}')]) {
          const stored = own.encrypt(KEY, value)
          assert.deepEqual(own.decrypt(KEY, stored), value)
          assert.equal(stored.toString('latin1', 0, own.prefix.length), `k8s:enc:${name}:v1:key1:`)
          if (value === VALUE) assert.ok(!stored.includes('Secret'))
        }
      })
    }

    it('makes another stored value of the same value each time', () => {
      assert.notDeepEqual(transformer.encrypt(KEY, VALUE), transformer.encrypt(KEY, VALUE))
    })

    it('refuses a value that is truncated anywhere', () => {
      const stored = transformer.encrypt(KEY, VALUE)
      for (let length = transformer.prefix.length; length < stored.length; length++) {
        const truncated = stored.subarray(0, length)
        if (isAuthenticated) assert.throws(() => transformer.decrypt(KEY, truncated), `at ${length}`)
        else assert.notDeepEqual(decryptOrNothing(transformer, truncated), VALUE)
      }
    })

    it('never returns the value when any byte has changed', () => {
      const stored = transformer.encrypt(KEY, VALUE)
      for (let at = transformer.prefix.length; at < stored.length; at++) {
        const tampered = Buffer.from(stored)
        tampered[at] = (tampered[at] as number) ^ 1
        if (isAuthenticated) assert.throws(() => transformer.decrypt(KEY, tampered), `at ${at}`)
        else assert.notDeepEqual(decryptOrNothing(transformer, tampered), VALUE)
      }
    })

    it('never returns the value with another secret', () => {
      const stored = transformer.encrypt(KEY, VALUE)
      const other = make('key1', secret(32, 8))
      if (isAuthenticated) assert.throws(() => other.decrypt(KEY, stored))
      else assert.notDeepEqual(decryptOrNothing(other, stored), VALUE)
    })
  })
}

describe('the provider aesgcm', () => {
  it('refuses a value that was moved to another key', () => {
    const transformer = aesGcm('key1', secret(32))
    const stored = transformer.encrypt(KEY, VALUE)
    assert.throws(() => transformer.decrypt('core/secrets/default/other', stored))
    assert.throws(() => transformer.decrypt('', stored))
  })
})

describe('the provider secretbox', () => {
  it('reads what NaCl has written', () => {
    const key = '1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389'
    const nonce = '69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37'
    const box =
      'f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b' +
      '4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da' +
      '99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5'
    const message =
      'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f4' +
      '1db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52' +
      'f0a089bc76897040e082f937763848645e0705'
    const stored = Buffer.concat([
      Buffer.from('k8s:enc:secretbox:v1:key1:'),
      Buffer.from(nonce, 'hex'),
      Buffer.from(box, 'hex'),
    ])
    const transformer = secretbox('key1', Buffer.from(key, 'hex'))
    assert.equal(transformer.decrypt(KEY, stored).toString('hex'), message)
  })
})

function decryptOrNothing(transformer: Transformer, stored: Buffer): Buffer | undefined {
  try {
    return transformer.decrypt(KEY, stored)
  } catch {
    return undefined
  }
}
