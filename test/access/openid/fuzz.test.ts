import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { RawClient, statusOf } from '#test/support/raw-client.js'
import { sized } from '#test/support/scope.js'
import { type AccessServer, created, startAccessServer } from '#test/support/servers/access-server.js'
import { assembled, makeSigningKey, OpenIdIssuer, type SigningKey } from './issuer.js'

const ACCOUNT_ISSUER = 'https://kubernetes.default.svc'
const NAMESPACES = '/api/v1/namespaces'
const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

interface Material {
  /** Valid tokens. */
  readonly good: readonly string[]
  readonly issuer: OpenIdIssuer
  /** A key that nobody trusts. */
  readonly stranger: SigningKey
}

const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const now = () => Math.floor(Date.now() / 1000)

/** Valid claims with one of them changed. */
function nearlyClaims(random: Random, { good }: Material): object {
  const claims = decoded(random.pick(good).split('.')[1])
  const key = random.pick([...Object.keys(claims), 'nbf', 'groups', 'email', '__proto__', 'kubernetes.io'])
  const values = [
    null,
    0,
    -1,
    1e308,
    '',
    'system:admin',
    [],
    {},
    true,
    now() - 10,
    ['system:masters'],
    random.text(5),
  ]
  return Object.assign(Object.create(null), claims, { [key]: random.pick(values) })
}

function nearlyHeader(random: Random, { good, stranger }: Material): Record<string, unknown> {
  const header = decoded(random.pick(good).split('.')[0])
  const changes: readonly object[] = [
    {
      alg: random.pick([
        'none',
        'HS256',
        'HS512',
        'RS256',
        'ES256',
        'PS256',
        'EdDSA',
        '',
        'rs256',
        null,
        1,
        ['RS256'],
      ]),
    },
    { kid: random.pick(['', 'x', '../key', null, 7, stranger.kid, '__proto__', random.text(20)]) },
    { jwk: stranger.jwk },
    { jku: 'https://127.0.0.1:1/keys', x5u: 'https://127.0.0.1:1/keys' },
    { x5c: [random.text(20)] },
    { crit: random.pick([['b64'], ['exp'], [], 'b64', [1]]), b64: false },
    { zip: 'DEF' },
    { typ: 'JWE', enc: 'A256GCM' },
    {},
  ]
  return { ...header, ...random.pick(changes) }
}

/** A string that resembles a token. */
async function nearlyToken(random: Random, material: Material): Promise<string> {
  const { good, issuer, stranger } = material
  const token = random.pick(good)
  const other = random.pick(good)
  const at = random.below(token.length)
  const [head = '', body = '', signature = ''] = token.split('.')
  const changes: readonly (() => string | Promise<string>)[] = [
    () => token.slice(0, at) + random.text(1, LETTERS) + token.slice(at + 1),
    () => token.slice(0, -1) + random.text(1, LETTERS),
    () => token.slice(0, at) + token.slice(at + 1),
    () => token.slice(0, at),
    () => token + random.text(1 + random.below(4), `${LETTERS}=.`),
    () => `${head}.${body}.`,
    () => `${head}.${body}`,
    () => `.${body}.${signature}`,
    () => `${head}..${signature}`,
    () => `${head}.${body}.${signature}.${signature}.${head}`,
    () => `${other.split('.')[0]}.${body}.${signature}`,
    () => `${head}.${other.split('.')[1]}.${signature}`,
    () => `${head}.${body}.${other.split('.')[2]}`,
    () => `${token}=`,
    () => token.replaceAll('-', '+').replaceAll('_', '/'),
    () => `${head}=.${body}.${signature}`,
    () => assembled(nearlyHeader(random, material), nearlyClaims(random, material), signature),
    () => assembled(nearlyHeader(random, material), decoded(body), random.pick(['', 'AA', signature])),
    () => assembled(decoded(head), nearlyClaims(random, material), random.bytes(random.pick([0, 64, 256]))),
    () => issuer.token({ ...decoded(body) }, nearlyKid(random, stranger), stranger),
    () => issuer.token({ ...decoded(body), iss: ACCOUNT_ISSUER }, { kid: decoded(head).kid }, stranger),
    () => issuer.token({ sub: 'admin', exp: now() - random.below(1000) - 1 }),
    () =>
      issuer.token({ sub: 'admin', iss: random.pick([ACCOUNT_ISSUER, 'https://x', `${issuer.url}/`, '']) }),
    () =>
      issuer.token({
        sub: 'admin',
        aud: random.pick(['', 'Binnacle', [], ['x'], [['binnacle']], { binnacle: 1 }]),
      }),
    () => issuer.token({ sub: random.pick([null, '', 1, ['admin'], { a: 1 }, true]) }),
    () => `${head}.${Buffer.from('['.repeat(5_000)).toString('base64url')}.${signature}`,
    () => `${Buffer.from('{"a":'.repeat(2_000)).toString('base64url')}.${body}.${signature}`,
    () =>
      `${head}.${Buffer.from(random.pick(['null', '1', '"a"', '[]', '{', ''])).toString('base64url')}.${signature}`,
    () => random.bytes(random.below(100)).toString('latin1'),
    () => `${random.text(20, LETTERS)}.${random.text(200, LETTERS)}.${random.text(86, LETTERS)}`,
  ]
  for (;;) {
    const text = await random.pick(changes)()
    // The server ignores what follows a blank.
    if (!good.includes(text.trim().split(' ', 1)[0] as string)) return text
  }
}

const nearlyKid = (random: Random, { kid }: SigningKey) => ({
  kid: random.pick([kid, 'key-1', '', undefined]),
})

/** Header values without line breaks, which would be other headers. */
const oneLine = (text: string) => text.replaceAll(/[\r\n\0]/g, '?')

async function prepare({ as }: AccessServer, issuer: OpenIdIssuer): Promise<Material> {
  const admin = as('admin')
  await created(admin.post('/api/v1/namespaces/web/serviceaccounts', { metadata: { name: 'robot' } }))
  const request = await created(
    admin.post('/api/v1/namespaces/web/serviceaccounts/robot/token', { spec: {} }),
  )
  const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'
  await created(
    admin.post(bindings, {
      metadata: { name: 'everyone' },
      roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'Group', name: 'system:authenticated' }],
    }),
  )
  const claims = { sub: 'ann', groups: ['dev'], jti: 'x' }
  return {
    good: [request.status.token, await issuer.token(claims), await issuer.token({ sub: 'ben' })],
    issuer,
    stranger: await makeSigningKey('ES256'),
  }
}

describe('tokens without a valid signature', () => {
  it('are rejected, and never cause a server error', async (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    const issuer = await OpenIdIssuer.start('ES256')
    t.after(() => issuer.remove())
    const access = await startAccessServer(t, {
      oidcIssuerUrl: issuer.url,
      oidcClientId: 'binnacle',
      oidcCaFile: issuer.caFile,
      oidcSigningAlgs: ['RS256', 'ES256'],
      oidcGroupsClaim: 'groups',
    })
    const material = await prepare(access, issuer)
    for (const token of material.good) assert.equal((await access.as(token).get(NAMESPACES)).status, 200)
    const client = new RawClient(access.server.url)
    for (let round = 0; round < sized(4_000, 400); round++) {
      const token = await nearlyToken(random, material)
      const about = `seed ${seed}, round ${round}: ${JSON.stringify(token.slice(0, 2_000))}`
      const lines = [
        `GET ${NAMESPACES} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        `Authorization: Bearer ${oneLine(token)}`,
      ]
      const response = await client.ask(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
      // A leading blank makes it no token, and the request anonymous.
      assert.ok([400, 401, 403, 431].includes(statusOf(response)), `${about}: ${response.slice(0, 200)}`)
      if (round % 4 !== 0) continue
      const { status, body } = await access.as('admin').post(REVIEWS, { spec: { token } })
      if (status === 400) assert.equal(token, '', about)
      else assert.equal(status, 201, about)
      assert.notEqual(body.status?.authenticated, true, about)
    }
    for (const token of material.good) assert.equal((await access.as(token).get(NAMESPACES)).status, 200)
  })
})
