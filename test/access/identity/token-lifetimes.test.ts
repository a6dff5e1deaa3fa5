import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { decodeJwt } from 'jose'
import { StartError } from '#index.js'
import type { Json } from '#test/support/client.js'
import { type AccessOptions, created, startAccessServer } from '#test/support/servers/access-server.js'
import { EVERYTHING } from '#test/support/servers/audited-server.js'
import { metric, until } from '#test/support/servers/held-requests.js'
import { ManualClock } from '#util/clock.js'

const CORE = '/api/v1/namespaces/one'
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const HOUR = 60 * 60
const YEAR = 365 * 24 * HOUR
/** What the volumes of pods ask for. */
const VOLUME = HOUR + 7

async function start(t: TestContext, options: AccessOptions = {}) {
  const server = await startAccessServer(t, options)
  const admin = server.as('admin')
  await created(admin.post(`${CORE}/serviceaccounts`, { metadata: { name: 'robot' } }))
  const containers = [{ name: 'c', image: 'i' }]
  const pod = { metadata: { name: 'p' }, spec: { serviceAccountName: 'robot', containers } }
  await created(admin.post(`${CORE}/pods`, pod))
  const request = async (spec: Json) => {
    const response = await admin.post(`${CORE}/serviceaccounts/robot/token`, { spec })
    assert.equal(response.status, 201, response.text)
    const { body, headers } = response
    const { exp = 0, iat = 0, ...claims } = decodeJwt<Json>(body.status.token)
    const promised = (Date.parse(body.status.expirationTimestamp) - iat * 1000) / 1000
    return {
      ...{ body, token: body.status.token, lifetime: exp - iat, promised, jti: claims.jti },
      warning: headers.get('warning'),
      warnAfter:
        (claims['kubernetes.io'] as Json).warnafter && (claims['kubernetes.io'] as Json).warnafter - iat,
    }
  }
  return { ...server, request }
}

const POD = { kind: 'Pod', apiVersion: 'v1', name: 'p' }

describe('the token of a pod', () => {
  it('is accepted for a year if it is what volumes ask for, and to be renewed as asked', async (t) => {
    const { request } = await start(t)
    const token = await request({ boundObjectRef: POD, expirationSeconds: VOLUME })
    assert.deepEqual([token.lifetime, token.promised, token.warnAfter], [YEAR, VOLUME, VOLUME])
    const others = [
      { expirationSeconds: VOLUME },
      { boundObjectRef: POD, expirationSeconds: HOUR },
      { boundObjectRef: POD, expirationSeconds: VOLUME, audiences: ['vault'] },
    ]
    for (const spec of others) {
      const { lifetime, warnAfter } = await request(spec)
      assert.deepEqual([lifetime, warnAfter], [spec.expirationSeconds, undefined], JSON.stringify(spec))
    }
  })

  it('is not extended if that is switched off', async (t) => {
    const { request } = await start(t, { serviceAccountExtendTokenExpiration: false })
    const token = await request({ boundObjectRef: POD, expirationSeconds: VOLUME })
    assert.deepEqual([token.lifetime, token.warnAfter], [VOLUME, undefined])
  })

  it('is audited and counted when it is used later than asked', async (t) => {
    const events: Json[] = []
    const log = (event: object) => void events.push(event)
    const clock = new ManualClock(Date.now())
    const server = await start(t, { clock, audit: { log, policy: EVERYTHING } })
    const { token, jti } = await server.request({ boundObjectRef: POD, expirationSeconds: VOLUME })
    const issued = 'authentication.kubernetes.io/issued-credential-id'
    await until(async () => events.some(({ annotations }) => annotations?.[issued] === `JTI=${jti}`))
    const who = async () => (await server.as(token).post(WHO, {})).status
    const counts = () =>
      Promise.all(['valid', 'stale'].map((name) => metric(server, `serviceaccount_${name}_tokens_total`)))
    assert.equal(await who(), 201)
    assert.deepEqual(await counts(), [1, 0])
    clock.advance((VOLUME + 60) * 1000)
    assert.equal(await who(), 201)
    assert.deepEqual(await counts(), [1, 1])
    const stale = () => events.map(({ annotations }) => annotations?.['authentication.k8s.io/stale-token'])
    await until(async () => stale().some((text) => text !== undefined))
    assert.match(
      stale().find((text) => text !== undefined),
      /^subject: system:serviceaccount:one:robot, seconds after warning threshold: 6[01]$/,
    )
    clock.advance(YEAR * 1000)
    assert.equal(await who(), 401)
  })
})

describe('the longest lifetime of tokens', () => {
  it('shortens longer ones, with a warning', async (t) => {
    const { request } = await start(t, { serviceAccountMaxTokenExpirationMs: 2 * HOUR * 1000 })
    const long = await request({ expirationSeconds: 3 * HOUR })
    assert.deepEqual([long.lifetime, long.promised, long.body.spec.expirationSeconds], [7200, 7200, 7200])
    assert.equal(long.warning, '299 - "requested expiration of 10800 seconds shortened to 7200 seconds"')
    const short = await request({ expirationSeconds: HOUR })
    assert.deepEqual([short.lifetime, short.warning], [HOUR, null])
  })

  it('is at least an hour', async (t) => {
    const started = startAccessServer(t, { serviceAccountMaxTokenExpirationMs: 60_000 })
    await assert.rejects(started, (error: Error) => {
      assert.ok(error instanceof StartError)
      return /--service-account-max-token-expiration must be between 1 hour and 2\^32 seconds/.test(
        error.message,
      )
    })
  })
})

describe('the published configuration', () => {
  it('names the given place of the keys', async (t) => {
    const serviceAccountJwksUri = 'https://keys.example.com/jwks'
    const { as } = await startAccessServer(t, { serviceAccountJwksUri })
    const { body } = await as('admin').get('/.well-known/openid-configuration')
    assert.equal(body.jwks_uri, serviceAccountJwksUri)
  })
})
