import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { RawClient, statusOf } from '#test/support/raw-client.js'
import { sized } from '#test/support/scope.js'
import { startAccessServer } from '#test/support/servers/access-server.js'

const TOKEN = 'Zm9v-4711.secret_token'
const TOKENS = `${TOKEN},admin,1,system:masters\n"a b",blank,2,system:masters\nann,ann,3\n`

/** A valid token with something changed, removed, added or moved. */
function nearlyToken(random: Random): string {
  const at = random.below(TOKEN.length)
  const changes: readonly (() => string)[] = [
    () => TOKEN.slice(0, at) + random.text(1) + TOKEN.slice(at + 1),
    () => TOKEN.slice(0, at),
    () => TOKEN.slice(at + 1),
    () => TOKEN + random.text(1 + random.below(5)),
    () => TOKEN.toUpperCase(),
    () => `${TOKEN},admin`,
    () => `"${TOKEN}"`,
    () => encodeURIComponent(`${TOKEN} `),
    () => Buffer.from(TOKEN).toString('base64'),
    () => random.text(random.below(2_000)),
    () => ['__proto__', 'constructor', 'undefined', 'null', '*', 'hasOwnProperty'][random.below(6)] as string,
    () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
  ]
  for (;;) {
    const text = random.pick(changes)()
    // The server ignores what follows a blank.
    if (text.trim().split(' ', 1)[0] !== TOKEN) return text
  }
}

const SCHEMES = [
  'Bearer ',
  'bearer ',
  'Bearer\t',
  'Bearer  ',
  'Basic ',
  'Token ',
  '',
  'Digest ',
  'Bearer,',
  'Bearer',
]

/** Header values without line breaks, which would be other headers. */
const oneLine = (text: string) => text.replaceAll(/[\r\n\0]/g, '?')

function randomHeaders(random: Random): string[] {
  const headers: string[] = []
  if (random.chance(0.9))
    headers.push(`Authorization: ${oneLine(random.pick(SCHEMES) + nearlyToken(random))}`)
  if (random.chance(0.1)) headers.push(`Authorization: ${oneLine(nearlyToken(random))}`)
  if (random.chance(0.3))
    headers.push(`Impersonate-User: ${oneLine(random.pick(['admin', 'system:masters', random.text(9)]))}`)
  while (random.chance(0.3))
    headers.push(`Impersonate-Group: ${oneLine(random.pick(['system:masters', random.text(9)]))}`)
  if (random.chance(0.1)) headers.push(`Impersonate-Uid: ${oneLine(random.text(5))}`)
  if (random.chance(0.2))
    headers.push(`Impersonate-Extra-${random.text(4, 'ab%2F1-_')}: ${oneLine(random.text(5))}`)
  if (random.chance(0.3)) {
    const id = random.chance(0.5)
      ? random.bytes(random.below(90)).toString('latin1')
      : random.text(random.below(300))
    headers.push(`Audit-Id: ${oneLine(id)}`)
  }
  return headers
}

/** Paths that neither anonymous users nor users without a role may read. */
const PATHS = [
  ['GET', '/api/v1/namespaces'],
  ['GET', '/apis/apps/v1/deployments?watch=true'],
  ['GET', '/api/v1/namespaces/%E0%A4%A'],
  ['GET', '/api/v1/namespaces/default/secrets?fieldSelector=metadata.name%3D'],
  ['DELETE', '/api/v1/namespaces/default'],
  ['POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'],
  ['GET', '/metrics'],
  ['GET', '//api/v1/secrets'],
  ['PROPFIND', '/api/v1/secrets'],
  ['OPTIONS', '/'],
] as const

describe('invalid credentials', () => {
  it('are rejected, and never cause a server error', async (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    const { server } = await startAccessServer(t, {}, TOKENS)
    const client = new RawClient(server.url)
    const tally = new Map<number, number>()
    for (let round = 0; round < sized(3_000, 300); round++) {
      const [method, path] = random.pick(PATHS)
      const lines = [
        `${method} ${path} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        ...randomHeaders(random),
        '',
        '',
      ]
      const response = await client.ask(Buffer.from(lines.join('\r\n'), 'latin1'))
      const status = statusOf(response)
      tally.set(status, (tally.get(status) ?? 0) + 1)
      const isTurnedAway = status === 401 || status === 403 || status === 400 || status === 431
      assert.ok(isTurnedAway, `seed ${seed}: ${response.slice(0, 200)} for ${JSON.stringify(lines)}`)
    }
    for (const status of [401, 403])
      assert.ok((tally.get(status) ?? 0) > sized(50, 5), JSON.stringify([...tally]))
  })

  it('are distinguished from valid credentials', async (t) => {
    const { as } = await startAccessServer(t, {}, TOKENS)
    assert.equal((await as(TOKEN).get('/api/v1/namespaces')).status, 200)
    assert.equal((await as('ann').get('/api/v1/namespaces')).status, 403)
    assert.equal((await as(`${TOKEN}x`).get('/api/v1/namespaces')).status, 401)
  })
})
