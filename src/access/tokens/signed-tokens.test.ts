import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Identity } from '#meta/user.js'
import { SignedTokens } from './signed-tokens.js'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (issuer: unknown, signature = 'AAAA') =>
  `${part({ alg: 'ES256' })}.${part({ iss: issuer })}.${signature}`

/** Issuers that accept and record every token. */
class Issuers {
  readonly asked: string[] = []
  isValid = true

  get(url: string) {
    if (!url.startsWith('https://')) return undefined
    return {
      verify: async (): Promise<Identity> => {
        this.asked.push(url)
        const user = { name: url, groups: [], extra: {} }
        return { user, isValid: () => this.isValid }
      },
    }
  }
}

describe('signed tokens', () => {
  it('are verified by the issuer that they name, once', async () => {
    const issuers = new Issuers()
    const tokens = new SignedTokens((url) => issuers.get(url))
    const found = tokens.identify(tokenOf('https://one'))
    assert.ok(found instanceof Promise)
    assert.equal((await found)?.user.name, 'https://one')
    assert.equal(tokens.identify(tokenOf('https://one')), await found, 'without waiting')
    assert.equal((await tokens.identify(tokenOf('https://two')))?.user.name, 'https://two')
    assert.deepEqual(issuers.asked, ['https://one', 'https://two'])
  })

  it('are verified again when they do not hold any more', async () => {
    const issuers = new Issuers()
    const tokens = new SignedTokens((url) => issuers.get(url))
    await tokens.identify(tokenOf('https://one'))
    issuers.isValid = false
    assert.equal(await tokens.identify(tokenOf('https://one')), undefined)
    issuers.isValid = true
    assert.ok((await tokens.identify(tokenOf('https://one'))) !== undefined)
    assert.equal(issuers.asked.length, 3)
  })

  it('are not accepted without an issuer, or in a non-canonical encoding', () => {
    const issuers = new Issuers()
    const tokens = new SignedTokens((url) => issuers.get(url))
    const good = tokenOf('https://one')
    const [head, body] = good.split('.')
    for (const text of [
      ...[
        '',
        'a',
        '..',
        'a.b',
        'a.b.c.d',
        'admin',
        `${head}.${body}`,
        `${head}.${body}.`,
        `${good}=`,
        ` ${good}`,
      ],
      ...[tokenOf('http://one'), tokenOf(undefined), tokenOf(1), tokenOf(['https://one']), tokenOf({})],
      ...[`${head}.${part(null)}.AAAA`, `${head}.${part('a')}.AAAA`, `${head}.AAAA.AAAA`, `${head}.a.AAAA`],
      // The last bits of these signatures count for nothing.
      ...[tokenOf('https://one', 'AB'), tokenOf('https://one', 'AAB')],
      `${head}.${part({ iss: 'https://one', long: 'x'.repeat(70_000) })}.AAAA`,
    ]) {
      assert.equal(tokens.identify(text), undefined, text.slice(0, 100))
    }
    assert.deepEqual(issuers.asked, [])
  })

  it('are remembered up to a number', async () => {
    const issuers = new Issuers()
    const tokens = new SignedTokens((url) => issuers.get(url))
    for (let count = 0; count <= 10_000; count++) await tokens.identify(tokenOf(`https://${count}`))
    assert.ok(tokens.identify(tokenOf('https://0')) instanceof Promise, 'the oldest is forgotten')
    assert.ok(!(tokens.identify(tokenOf('https://10000')) instanceof Promise))
    assert.ok(!(tokens.identify(tokenOf('https://2')) instanceof Promise))
  })
})
