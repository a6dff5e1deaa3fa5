import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random, testSeed } from '#test/support/random.js'
import { RawClient } from '#test/support/raw-client.js'
import { sized } from '#test/support/scope.js'
import { startAccessServer } from '#test/support/servers/access-server.js'
import { EVERYTHING } from '#test/support/servers/audited-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
const PATHS = [
  '/api/v1/namespaces/one/configmaps',
  '/api/v1/namespaces/%22%0A/configmaps/%5C%E2%80%A8',
  '/apis/a"b/v1/%F0%9F%98%80',
  '/apis/apps/v1/namespaces/\\/deployments/x/scale',
  '/healthz',
  '/%E0%A4%A',
]

/** Valid header bytes: all except line breaks and zero. */
function headerBytes(random: Random): string {
  const bytes = random
    .bytes(random.below(60))
    .map((byte) => ((byte < 32 && byte !== 9) || byte === 127 ? 34 : byte))
  return Buffer.from(bytes).toString('latin1')
}

function randomPath(random: Random): string {
  const tail = random.chance(0.5) ? `?${random.text(random.below(30), 'abc=&%22\\"\'{}+;é')}` : ''
  const path = random.pick(PATHS) + (random.chance(0.3) ? `/${random.text(5, '%2Fab"\\~é')}` : '') + tail
  return path.replaceAll(' ', '%20')
}

const BODIES = [
  '{"metadata":{"name":"a","uid":"\\u2028\\n\\""},"data":{"k":"\u2028é"}}',
  '{\r\n"metadata":\n{"generateName":"x-"}}',
  '[{"op":"add","path":"/data","value":{"a":"b\\n"}}]',
  '{"metadata":{"name":{"not":"text"}}}',
  'null',
  '"text\\n"',
  '[]',
  '{"kind":["odd"],"metadata":5}',
]

function randomRequest(random: Random): Buffer {
  const body = random.chance(0.6) ? Buffer.from(random.pick(BODIES)) : Buffer.alloc(0)
  const types = [
    'application/json',
    'application/yaml',
    'application/json-patch+json',
    'application/merge-patch+json',
  ]
  const head = [
    `${random.pick(METHODS)} ${randomPath(random)} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Length: ${body.length}`,
    `Content-Type: ${random.pick(types)}`,
    ...(random.chance(0.8) ? ['Authorization: Bearer admin'] : []),
    ...(random.chance(0.5) ? [`User-Agent: ${headerBytes(random)}`] : []),
    ...(random.chance(0.4) ? [`X-Forwarded-For: ${headerBytes(random)}, 1.2.3.4`] : []),
    ...(random.chance(0.3) ? [`Audit-Id: ${headerBytes(random)}`] : []),
    ...(random.chance(0.2) ? [`Impersonate-User: ${headerBytes(random)}`] : []),
    ...(random.chance(0.2)
      ? [`Impersonate-Extra-${random.text(4, 'ab%2F1-_')}: ${headerBytes(random)}`]
      : []),
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body])
}

describe('malformed requests', () => {
  it('are each recorded as one line of JSON, with the Audit-Id of the response', async (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const log = join(path, 'audit.log')
    const { server } = await startAccessServer(t, { audit: { log, policy: EVERYTHING } })
    const client = new RawClient(server.url)
    const sentIds: string[] = []
    for (let round = 0; round < sized(2_000, 200); round++) {
      const response = await client.ask(randomRequest(random))
      assert.ok(!/^HTTP\/1\.1 5/.test(response), `seed ${seed}: ${response.slice(0, 300)}`)
      const id = /^audit-id: (.*?)\r$/im.exec(response)?.[1]
      if (id !== undefined) sentIds.push(id.trim())
    }
    await sleep(0)
    await server.close()
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
    const ids = new Set<string>()
    for (const line of lines) {
      const event = JSON.parse(line)
      assert.equal(event.kind, 'Event', `seed ${seed}`)
      assert.equal(typeof event.requestURI, 'string')
      ids.add(event.auditID.trim())
    }
    assert.ok(sentIds.length > 50)
    for (const id of sentIds) assert.ok(ids.has(id), `seed ${seed}: ${JSON.stringify(id)}`)
  })
})
