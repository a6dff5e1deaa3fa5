import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { silentLogger } from '#observe/logger.js'
import { OpenIdIssuer } from '#test/access/openid/issuer.js'
import { discoveryUrlOf } from './issuer.js'
import { IssuerKeys, type IssuerTimeouts } from './issuer-keys.js'

const TIMEOUTS: IssuerTimeouts = { refresh: 60_000, retry: 60_000, minInterval: 0, fetch: 5_000 }
const kidsOf = (keys: IssuerKeys) => [...keys.all].map(({ kid }) => kid)

/** Resolves when the condition holds. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('the keys that an issuer publishes', () => {
  let issuer: OpenIdIssuer
  before(async () => {
    // Keys on curves are made in no time.
    issuer = await OpenIdIssuer.start('ES256')
  })
  after(() => issuer.remove())
  beforeEach(async () => {
    issuer.respond = () => false
    issuer.requests = 0
    await issuer.rotate()
  })

  async function open(
    t: TestContext,
    timeouts: Partial<IssuerTimeouts> = {},
    path = '',
  ): Promise<IssuerKeys> {
    const url = issuer.url
    const certificateAuthority = await readFile(issuer.caFile, 'utf8')
    const discoveryUrl = path === '' ? discoveryUrlOf(url) : url + path
    const source = { url, discoveryUrl, certificateAuthority }
    const keys = new IssuerKeys(source, silentLogger, { ...TIMEOUTS, ...timeouts })
    t.after(() => keys.close())
    return keys
  }

  it('are fetched at the start, and again on refresh', async (t) => {
    const keys = await open(t)
    await until(() => keys.all.size > 0)
    const [first] = keys.all
    await keys.refresh()
    assert.deepEqual([...keys.all], [first])
    issuer.published.push({ ...issuer.current.jwk, kid: 'next' })
    await keys.refresh()
    assert.deepEqual(kidsOf(keys), [first?.kid, 'next'])
    assert.ok(first && keys.all.has(first), 'a key that is still there is the same object')
    issuer.published.shift()
    await keys.refresh()
    assert.deepEqual(kidsOf(keys), ['next'])
    issuer.published = []
    await keys.refresh()
    assert.deepEqual(kidsOf(keys), [])
  })

  it('are fetched again by and by, whether they could be fetched or not', async (t) => {
    const keys = await open(t, { refresh: 10, retry: 10 })
    await until(() => keys.all.size > 0)
    await issuer.down()
    await issuer.rotate()
    await issuer.up()
    await until(() => kidsOf(keys)[0] === issuer.current.kid)
  })

  it('are not fetched more often than the issuer can bear', async (t) => {
    const keys = await open(t, { minInterval: 600_000 })
    await Promise.all(Array.from({ length: 50 }, () => keys.refresh()))
    for (let count = 0; count < 50; count++) await keys.refresh()
    assert.equal(issuer.requests, 1)
    const eager = await open(t)
    await Promise.all(Array.from({ length: 50 }, () => eager.refresh()))
    assert.equal(issuer.requests, 2, 'requests at one time are one')
  })

  it('are read beside keys of other kinds', async (t) => {
    const { kid: _, ...nameless } = issuer.current.jwk
    issuer.published = [
      { kty: 'oct', k: 'c2VjcmV0', kid: 'a', alg: 'HS256' },
      { kty: 'of-the-future', kid: 'b' },
      { ...issuer.current.jwk, use: 'enc', kid: 'c' },
      { kty: 'RSA', kid: 'd' },
      nameless,
    ]
    const keys = await open(t)
    await keys.refresh()
    assert.deepEqual(kidsOf(keys), [undefined])
  })

  it('are found from another place than the URL of the issuer, and by redirects', async (t) => {
    issuer.respond = (path, response) => {
      if (path === '/here') response.writeHead(307, { location: '/there' }).end()
      else if (path.startsWith('/.well-known')) response.writeHead(404).end()
      else return false
      return true
    }
    const keys = await open(t, {}, '/here')
    await keys.refresh()
    assert.deepEqual(kidsOf(keys), [issuer.current.kid])
  })

  it('need an issuer whose certificate is trusted', async (t) => {
    const source = {
      url: issuer.url,
      discoveryUrl: discoveryUrlOf(issuer.url),
      certificateAuthority: undefined,
    }
    const keys = new IssuerKeys(source, silentLogger, TIMEOUTS)
    t.after(() => keys.close())
    await keys.refresh()
    assert.deepEqual(kidsOf(keys), [])
  })

  it('stay while the issuer is down', async (t) => {
    const keys = await open(t)
    await keys.refresh()
    await issuer.down()
    await keys.refresh()
    assert.deepEqual(kidsOf(keys), [issuer.current.kid])
    await issuer.up()
  })

  it('are no longer fetched once nobody needs them', async (t) => {
    issuer.respond = () => true
    const keys = await open(t)
    const asked = keys.refresh()
    keys.close()
    await asked
    await keys.refresh()
    assert.equal(issuer.requests, 0)
  })

  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  }
  const pour = (response: ServerResponse) => {
    const chunk = Buffer.alloc(256 * 1024, ' ')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', more)
    }
    more()
  }
  const nonsense: Record<string, (response: ServerResponse) => void> = {
    'what is not JSON': (response) => response.end('<html>'),
    'a list': (response) => response.end('[null]'),
    null: (response) => response.end('null'),
    'keys that are no list': (response) => response.end('{"keys":{"a":1},"issuer":1,"jwks_uri":[]}'),
    'another issuer': (response) =>
      response.end('{"issuer":"https://other","jwks_uri":"https://other/keys"}'),
    'an error': (response) => response.writeHead(503).end(),
    'a redirect without end': (response) => response.writeHead(302, { location: '/again' }).end(),
    'a redirect to what is not encrypted': (response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'a redirect to nowhere': (response) => response.writeHead(302, { location: 'https://' }).end(),
    'a truncated response': (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      setImmediate(() => response.destroy())
    },
    nothing: () => undefined,
    'one byte after the other': drip,
    'more than can be meant': pour,
  }
  for (const [what, respond] of Object.entries(nonsense)) {
    for (const place of ['/.well-known/openid-configuration', '/keys']) {
      it(`stay when the issuer responds with ${what} at ${place}`, async (t) => {
        const keys = await open(t, { fetch: 300 })
        await until(() => keys.all.size > 0)
        let responses = 0
        issuer.respond = (path, response) => {
          if (path !== place && path !== '/again') return false
          responses++
          respond(response)
          return true
        }
        const { kid } = issuer.current
        while (responses === 0) await keys.refresh()
        assert.deepEqual(kidsOf(keys), [kid])
        issuer.respond = () => false
        await issuer.rotate()
        while (kidsOf(keys)[0] === kid) await keys.refresh()
      })
    }
  }
})
