import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { Client } from '#test/support/client.js'
import { type AccessServer, created, grant, startAccessServer } from '#test/support/servers/access-server.js'

const ACCOUNTS = '/api/v1/namespaces/one/serviceaccounts'
const PODS = '/api/v1/namespaces/one/pods'
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews'
const ISSUER = 'https://kubernetes.default.svc'

const request = (admin: Client, spec: object = {}, name = 'robot') =>
  admin.post(`${ACCOUNTS}/${name}/token`, { spec })

async function withAccount(t: TestContext): Promise<AccessServer & { admin: Client; token: string }> {
  const server = await startAccessServer(t)
  const admin = server.as('admin')
  await created(admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
  const { status } = await created(request(admin))
  return { ...server, admin, token: status.token }
}

const who = async (server: AccessServer, token: string) => (await server.as(token).post(WHO, {})).status

describe('a token of a service account', () => {
  it('is issued on request, by default for this server and one hour', async (t) => {
    const { admin } = await withAccount(t)
    const { kind, metadata, spec, status } = await created(request(admin))
    assert.equal(kind, 'TokenRequest')
    assert.deepEqual([metadata.name, metadata.namespace], ['robot', 'one'])
    assert.deepEqual(spec, { audiences: [ISSUER], expirationSeconds: 3600 })
    const seconds = (Date.parse(status.expirationTimestamp) - Date.parse(metadata.creationTimestamp)) / 1000
    assert.equal(seconds, 3600)
  })

  it('authenticates its bearer as the service account, with its groups', async (t) => {
    const server = await withAccount(t)
    const { body } = await server.as(server.token).post(WHO, {})
    const { username, uid, groups, extra } = body.status.userInfo
    assert.equal(username, 'system:serviceaccount:one:robot')
    assert.equal(uid, (await server.admin.get(`${ACCOUNTS}/robot`)).body.metadata.uid)
    assert.deepEqual(groups, ['system:serviceaccounts', 'system:serviceaccounts:one', 'system:authenticated'])
    assert.match(extra['authentication.kubernetes.io/credential-id'][0], /^JTI=/)
  })

  it('can be verified with the published keys', async (t) => {
    const { admin, anonymous, as, token } = await withAccount(t)
    assert.equal((await anonymous.get('/openid/v1/jwks')).status, 403)
    const { body } = await as(token).get('/.well-known/openid-configuration')
    assert.equal(body.issuer, ISSUER)
    const published = await admin.get('/openid/v1/jwks')
    assert.equal(published.headers.get('content-type'), 'application/jwk-set+json')
    const keys = JSON.parse(published.text)
    assert.equal(keys.keys[0].d, undefined)
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: ISSUER, audience: ISSUER })
    assert.equal(payload.sub, 'system:serviceaccount:one:robot')
  })

  it('expires with its account, also if another one gets the same name', async (t) => {
    const server = await withAccount(t)
    assert.equal(await who(server, server.token), 201)
    await server.admin.delete(`${ACCOUNTS}/robot`)
    assert.equal(await who(server, server.token), 401)
    await created(server.admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
    assert.equal(await who(server, server.token), 401)
  })

  it('expires with the pod that it is bound to, and its watches end', async (t) => {
    const server = await withAccount(t)
    const { admin } = server
    const pod = {
      metadata: { name: 'p' },
      spec: { serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] },
    }
    await created(admin.post(PODS, pod))
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'p' }
    const { token } = (await created(request(admin, { boundObjectRef }))).status
    assert.equal(await who(server, token), 201)
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['watch'] }]
    await grant(admin, 'one', 'watcher', rules, 'system:serviceaccount:one:robot')
    const watch = await server.as(token).open(`${PODS}?watch=true`)
    assert.equal(watch.status, 200)
    await admin.delete(`${PODS}/p`, { gracePeriodSeconds: 0 })
    await watch.text()
    assert.equal(await who(server, token), 401)
    assert.equal(await who(server, server.token), 201)
  })

  it('for other audiences is rejected by this server, but valid in a review for them', async (t) => {
    const server = await withAccount(t)
    const { token } = (await created(request(server.admin, { audiences: ['vault'] }))).status
    assert.equal(await who(server, token), 401)
    const review = async (audiences?: readonly string[]) =>
      (await created(server.admin.post(REVIEWS, { spec: { token, audiences } }))).status
    assert.equal((await review()).authenticated, undefined)
    const known = await review(['other', 'vault'])
    assert.deepEqual([known.authenticated, known.audiences], [true, ['vault']])
  })

  it('is invalid if anything in it is changed', async (t) => {
    const server = await withAccount(t)
    const [head = '', body = '', signature = ''] = server.token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = [
      `${head}.${encode({ ...claims, sub: 'system:serviceaccount:one:root' })}.${signature}`,
      `${encode({ alg: 'none' })}.${body}.`,
      `${encode({ alg: 'none' })}.${body}.${signature}`,
      `${encode({ alg: 'HS256' })}.${body}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `${head}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      `${head}.${body}`,
    ]
    for (const token of forged) assert.equal(await who(server, token), 401, token)
  })
})

describe('a request for a token', () => {
  it('needs an account, a valid lifetime and a kind that tokens can be bound to', async (t) => {
    const { admin, as } = await withAccount(t)
    const errorOf = async (spec: object, name?: string) => {
      const { status, body } = await request(admin, spec, name)
      return [status, body.message]
    }
    assert.deepEqual(await errorOf({}, 'none'), [404, 'serviceaccounts "none" not found'])
    const [code, message] = await errorOf({ expirationSeconds: 60 })
    assert.equal(code, 422)
    assert.match(message, /may not specify a duration less than 10 minutes/)
    const bound = (kind: string, name: string, uid?: string) => ({
      boundObjectRef: { kind, apiVersion: 'v1', name, uid },
    })
    assert.deepEqual(await errorOf(bound('Service', 'x')), [
      400,
      'cannot bind token to object of type /v1, Kind=Service',
    ])
    assert.equal(
      (await errorOf(bound('secret', 'x')))[1],
      'cannot bind token to object of type /v1, Kind=secret',
    )
    assert.equal(
      (await errorOf({ boundObjectRef: { kind: 'Pod', apiVersion: 'apps/v1', name: 'x' } }))[1],
      'cannot bind token to object of type apps/v1, Kind=Pod',
    )
    assert.deepEqual(await errorOf(bound('Secret', 'x')), [404, 'secrets "x" not found'])
    await created(admin.post('/api/v1/namespaces/one/secrets', { metadata: { name: 's' } }))
    assert.deepEqual(await errorOf(bound('Secret', 's', 'other')), [
      409,
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (other) does not match the UID in record. The object might have been deleted and then recreated',
    ])
    assert.equal((await request(admin, { boundObjectRef: { kind: 'Secret', name: 's' } })).status, 201)
    assert.equal((await request(admin, bound('Secret', 's'))).status, 201)
    assert.equal((await request(as('ann'))).status, 403)
  })

  it('names its account in the path; a body with another name is rejected', async (t) => {
    const { admin } = await withAccount(t)
    const sent = (metadata: object) => admin.post(`${ACCOUNTS}/robot/token`, { metadata, spec: {} })
    const other = await sent({ name: 'other' })
    assert.equal(other.status, 422)
    assert.equal(
      other.body.message,
      'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified',
    )
    assert.equal((await sent({ namespace: 'other' })).status, 400)
    assert.equal((await sent({ name: 'robot', namespace: 'one' })).status, 201)
  })

  it('for a pod includes its node, but does not depend on it', async (t) => {
    const server = await withAccount(t)
    const { admin } = server
    const pod = (name: string, nodeName: string) =>
      admin.post(PODS, {
        metadata: { name },
        spec: { serviceAccountName: 'robot', nodeName, containers: [{ name: 'c', image: 'i' }] },
      })
    const node = await created(admin.post('/api/v1/nodes', { metadata: { name: 'n' } }))
    await created(pod('p', 'n'))
    await created(pod('q', 'unknown'))
    const boundTo = async (name: string): Promise<string> =>
      (await created(request(admin, { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name } }))).status
        .token
    const extraOf = async (token: string) =>
      (await created(server.as(token).post(WHO, {}))).status.userInfo.extra
    const token = await boundTo('p')
    const extra = await extraOf(token)
    assert.deepEqual(extra['authentication.kubernetes.io/node-name'], ['n'])
    assert.deepEqual(extra['authentication.kubernetes.io/node-uid'], [node.metadata.uid])
    const unknown = await extraOf(await boundTo('q'))
    assert.deepEqual(unknown['authentication.kubernetes.io/node-name'], ['unknown'])
    assert.equal(unknown['authentication.kubernetes.io/node-uid'], undefined)
    await admin.delete('/api/v1/nodes/n')
    assert.equal(await who(server, token), 201)
  })
})
