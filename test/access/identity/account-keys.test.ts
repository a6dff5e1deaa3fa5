import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { createServer, StartError } from '#index.js'
import type { Json } from '#test/support/client.js'
import { type AccessServer, created, startAccessServer } from '#test/support/servers/access-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const ACCOUNTS = '/api/v1/namespaces/one/serviceaccounts'
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews'
const ISSUER = 'https://api.example.com'
const OLDER_ISSUER = 'kubernetes'

const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
const publicPem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' })
const kidOf = (key: KeyObject) =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64url')

async function files(t: TestContext, contents: Readonly<Record<string, string | Buffer>>) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const paths: Record<string, string> = {}
  for (const [name, content] of Object.entries(contents)) {
    paths[name] = join(path, name)
    await writeFile(join(path, name), content)
  }
  return (name: string) => paths[name] ?? join(path, name)
}

type Authentication = NonNullable<Parameters<typeof startAccessServer>[1]>['authentication']

async function withAccount(t: TestContext, authentication: Authentication) {
  const server = await startAccessServer(t, { authentication })
  const account = await created(server.as('admin').post(ACCOUNTS, { metadata: { name: 'robot' } }))
  return { server, uid: account.metadata.uid as string }
}

const issued = async (server: AccessServer, spec: Json = {}): Promise<Json> =>
  created(server.as('admin').post(`${ACCOUNTS}/robot/token`, { spec }))

const who = async (server: AccessServer, token: string) => (await server.as(token).post(WHO, {})).status

/** A token that another server has signed. */
function signedElsewhere(key: KeyObject, alg: string, uid: string, more: Json = {}): Promise<string> {
  const claims = { namespace: 'one', serviceaccount: { name: 'robot', uid } }
  return new SignJWT({ 'kubernetes.io': claims })
    .setProtectedHeader({ alg, kid: more.kid })
    .setIssuer(more.issuer ?? ISSUER)
    .setAudience(more.audience ?? ISSUER)
    .setSubject('system:serviceaccount:one:robot')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
}

describe('the keys of service account tokens', () => {
  const signing = rsa(2048).privateKey
  const [p384, p521] = [ec('secp384r1').privateKey, ec('secp521r1').privateKey]
  const traditional = ec('prime256v1').privateKey

  it('sign with the key of a file, under the name that Kubernetes gives it', async (t) => {
    const at = await files(t, { 'sa.key': signing.export({ type: 'pkcs1', format: 'pem' }) })
    const options = { serviceAccountIssuer: ISSUER, serviceAccountSigningKeyFile: at('sa.key') }
    const { server } = await withAccount(t, options)
    const { token } = (await issued(server)).status
    assert.deepEqual(decodeProtectedHeader(token), { alg: 'RS256', kid: kidOf(signing) })
    await jwtVerify(token, createPublicKey(signing), { issuer: ISSUER, audience: ISSUER })
    assert.equal(await who(server, token), 201)
  })

  it('verify tokens of other servers, by private and public keys, several in a file', async (t) => {
    const at = await files(t, {
      'sa.pub': [publicPem(signing), publicPem(p384)].join('\n'),
      'p521.key': p521.export({ type: 'pkcs8', format: 'pem' }),
      'ec.key': `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${traditional.export(
        { type: 'sec1', format: 'pem' },
      )}`,
    })
    const serviceAccountKeyFiles = ['sa.pub', 'p521.key', 'ec.key'].map(at)
    const { server, uid } = await withAccount(t, { serviceAccountIssuer: ISSUER, serviceAccountKeyFiles })
    const keys: readonly [KeyObject, string][] = [
      [signing, 'RS256'],
      [p384, 'ES384'],
      [p521, 'ES512'],
      [traditional, 'ES256'],
    ]
    for (const [key, alg] of keys) {
      for (const kid of [undefined, kidOf(key), 'of another server']) {
        assert.equal(await who(server, await signedElsewhere(key, alg, uid, { kid })), 201, `${alg} ${kid}`)
      }
    }
    assert.equal(await who(server, (await issued(server)).status.token), 201)
    const stranger = ec('prime256v1').privateKey
    for (const kid of [undefined, kidOf(traditional)]) {
      assert.equal(await who(server, await signedElsewhere(stranger, 'ES256', uid, { kid })), 401)
    }
    assert.equal(await who(server, await signedElsewhere(traditional, 'ES256', 'another uid')), 401)
  })

  it('are all published', async (t) => {
    const at = await files(t, {
      'sa.key': signing.export({ type: 'pkcs8', format: 'pem' }),
      'sa.pub': publicPem(signing),
      'old.pub': publicPem(p384),
    })
    const { server } = await withAccount(t, {
      serviceAccountIssuer: ISSUER,
      serviceAccountSigningKeyFile: at('sa.key'),
      serviceAccountKeyFiles: [at('sa.pub'), at('old.pub')],
    })
    const admin = server.as('admin')
    const { keys } = JSON.parse((await admin.get('/openid/v1/jwks')).text)
    assert.deepEqual(
      keys.map(({ kid, alg, use, d }: Json) => [kid, alg, use, d]),
      [
        [kidOf(signing), 'RS256', 'sig', undefined],
        [kidOf(p384), 'ES384', 'sig', undefined],
      ],
    )
    const { body } = await admin.get('/.well-known/openid-configuration')
    assert.deepEqual(body.id_token_signing_alg_values_supported, ['ES384', 'RS256'])
    const { token } = (await issued(server)).status
    await jwtVerify(token, createLocalJWKSet({ keys }), { issuer: ISSUER })
  })

  it('must be keys that can sign tokens', async (t) => {
    const at = await files(t, {
      'empty.pem': '',
      'short.key': rsa(1024).privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'other.key': generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'public.pem': publicPem(signing),
    })
    const start = (authentication: Authentication) =>
      createServer({ storage: 'memory', port: 0, logLevel: 'silent', authentication })
    const cases: readonly [Authentication, RegExp][] = [
      [{ serviceAccountKeyFiles: [at('gone')] }, /^--service-account-key-file: ENOENT/],
      [{ serviceAccountKeyFiles: [at('empty.pem')] }, /^--service-account-key-file: .*holds no key in PEM$/],
      [{ serviceAccountKeyFiles: [at('short.key')] }, /it has less than 2048 bits$/],
      [{ serviceAccountKeyFiles: [at('other.key')] }, /neither an RSA key nor one of P-256, P-384 or P-521$/],
      [
        { serviceAccountSigningKeyFile: at('public.pem') },
        /^--service-account-signing-key-file: the key in /,
      ],
    ]
    for (const [options, message] of cases) {
      await assert.rejects(start(options), (error: Error) => {
        assert.ok(error instanceof StartError, String(error))
        assert.match(error.message, message)
        return true
      })
    }
  })
})

describe('the issuers of service account tokens', () => {
  const key = ec('prime256v1').privateKey

  it('are all accepted, and the first is that of new tokens', async (t) => {
    const at = await files(t, { 'sa.key': key.export({ type: 'pkcs8', format: 'pem' }) })
    const { server, uid } = await withAccount(t, {
      serviceAccountIssuer: [ISSUER, OLDER_ISSUER],
      serviceAccountSigningKeyFile: at('sa.key'),
    })
    const { status, spec } = await issued(server)
    assert.deepEqual(spec.audiences, [ISSUER, OLDER_ISSUER])
    const { payload } = await jwtVerify(status.token, createPublicKey(key))
    assert.equal(payload.iss, ISSUER)
    const older = await signedElsewhere(key, 'ES256', uid, { issuer: OLDER_ISSUER, audience: OLDER_ISSUER })
    assert.equal(await who(server, older), 201)
    const other = await signedElsewhere(key, 'ES256', uid, { issuer: 'https://other.example.com' })
    assert.equal(await who(server, other), 401)
  })

  it('publish nothing if the first is no https URL', async (t) => {
    const { server } = await withAccount(t, { serviceAccountIssuer: OLDER_ISSUER })
    assert.equal((await server.as('admin').get('/.well-known/openid-configuration')).status, 404)
    assert.equal(await who(server, (await issued(server)).status.token), 201)
  })

  it('must be URLs or strings without a colon, and different', async () => {
    const start = (serviceAccountIssuer: string | string[]) =>
      createServer({
        storage: 'memory',
        port: 0,
        logLevel: 'silent',
        authentication: { serviceAccountIssuer },
      })
    await assert.rejects(start(['a', 'a']), /--service-account-issuer "a" is duplicated/)
    await assert.rejects(start([]), /--service-account-issuer must name an issuer/)
    for (const issuer of ['', 'a b', ':a']) {
      await assert.rejects(start(issuer), /authentication\.serviceAccountIssuer: expected a URL/)
    }
  })
})

describe('the audiences of the API', () => {
  it('are what tokens must be for, and are for by default', async (t) => {
    const apiAudiences = ['api', 'https://api.example.com/']
    const { server } = await withAccount(t, { apiAudiences })
    const byDefault = await issued(server)
    assert.deepEqual(byDefault.spec.audiences, apiAudiences)
    assert.equal(await who(server, byDefault.status.token), 201)
    for (const [audience, code] of [
      ['api', 201],
      ['https://kubernetes.default.svc', 401],
    ] as const) {
      const { token } = (await issued(server, { audiences: [audience] })).status
      assert.equal(await who(server, token), code, audience)
    }
    const review = async (spec: Json) => (await created(server.as('admin').post(REVIEWS, { spec }))).status
    assert.deepEqual((await review({ token: byDefault.status.token })).audiences, apiAudiences)
    assert.deepEqual((await review({ token: 'ann' })).audiences, apiAudiences)
    assert.deepEqual((await review({ token: 'ann', audiences: ['api', 'x'] })).audiences, ['api'])
  })
})
