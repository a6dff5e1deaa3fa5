import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { DEPLOYMENTS, deployment } from '../support/objects.js'

const repeated = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

const withContainers = (name: string, containers: unknown[]) =>
  deployment(name, { template: { metadata: { labels: { app: 'web' } }, spec: { containers } } })

describe('limits', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  it('an object that its defaults make too large for the store is rejected', async () => {
    const containers = repeated(20_000, (index) => ({ name: `c${index}`, image: 'web:1' }))
    const { status, body } = await client.post(DEPLOYMENTS, withContainers('grown', containers))
    assert.equal(status, 413)
    assert.equal(body.reason, 'RequestEntityTooLarge')
    assert.match(body.message, /^the object is too large to be stored: with its defaults /)
    assert.equal((await client.get(`${DEPLOYMENTS}/grown`)).status, 404)
  })

  it('the error of a large body says which limit it exceeds', async () => {
    const labels = Object.fromEntries(repeated(20_000, (index) => [`key-${index}`, 'v']))
    const object = { ...deployment('labelled'), metadata: { name: 'labelled', labels } }
    const { status, body } = await client.post(DEPLOYMENTS, object)
    assert.equal(status, 413)
    assert.match(body.message, /it has more than 10000 different property names$/)
  })

  it('an object of the maximum size can be read, changed and written back', async () => {
    const env = repeated(24_000, (index) => ({ name: `E${index}`, value: 'v' }))
    const created = await client.post(
      DEPLOYMENTS,
      withContainers('large', [{ name: 'main', image: 'web:1', env }]),
    )
    assert.equal(created.status, 201)
    const changed = { ...created.body, metadata: { ...created.body.metadata, labels: { a: 'b' } } }
    assert.equal((await client.put(`${DEPLOYMENTS}/large`, changed)).status, 200)
    const type = { 'content-type': 'application/merge-patch+json' }
    const patched = await client.send(
      'PATCH',
      `${DEPLOYMENTS}/large`,
      { metadata: { labels: { a: 'c' } } },
      type,
    )
    assert.equal(patched.status, 200)
    assert.equal(patched.body.metadata.labels.a, 'c')
    const yaml = await client.get(`${DEPLOYMENTS}/large`, { accept: 'application/yaml' })
    assert.match(yaml.text, /^apiVersion: extensions\/v1beta1\nkind: Deployment\n/)
    assert.match(yaml.text, /\n +- name: "E23999"\n +value: v\n/)
    const list = await client.get(DEPLOYMENTS, { accept: 'application/yaml' })
    assert.match(list.text, /\n- metadata:\n(?: {4}.*\n)*? {4}name: large\n/)
    const more = [...created.body.spec.template.spec.containers, { name: 'other', image: 'web:1', env }]
    const grown = { spec: { template: { spec: { containers: more } } } }
    const rejected = await client.send('PATCH', `${DEPLOYMENTS}/large`, grown, type)
    assert.equal(rejected.status, 413)
  })

  it('warnings are short, however many there are and however long their names', async () => {
    const object = deployment('warned')
    const unknown = Object.fromEntries(repeated(500, (index) => [`${'n'.repeat(300)}${index}`, 1]))
    const { status, headers } = await client.post(`${DEPLOYMENTS}?fieldValidation=Warn`, {
      ...object,
      ...unknown,
    })
    assert.equal(status, 201)
    const warning = headers.get('warning') ?? ''
    assert.ok(warning.length < 5000, `${warning.length} characters`)
    assert.match(warning, /299 - "unknown field \\"n{90}/)
    assert.match(warning, /299 - "\d+ more warnings are left out"$/)
  })

  it('a warning is not truncated while there is room for it', async () => {
    const long = `zusätzlich-${'x'.repeat(80)}`
    const term = {
      topologyKey: 'zone',
      labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', [long]: 1 }] },
    }
    const preferred = [{ weight: 1, podAffinityTerm: term }]
    const affinity = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } }
    const { status, headers } = await client.post(`${DEPLOYMENTS}?fieldValidation=Warn`, {
      metadata: { name: 'fully-warned' },
      spec: {
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers: [{ name: 'a', image: 'a' }], affinity },
        },
      },
    })
    assert.equal(status, 201)
    const warning = Buffer.from(headers.get('warning') ?? '', 'latin1').toString()
    assert.ok(warning.length > 256, warning)
    assert.ok(warning.endsWith(`.labelSelector.matchExpressions[0].${long}\\""`), warning)
  })

  it('errors quote only short values', async () => {
    const long = 'x'.repeat(100_000)
    const bodies = [
      { ...deployment('a'), kind: long },
      { ...deployment('a'), apiVersion: long },
      { ...deployment('a'), metadata: { name: long } },
      { ...deployment('a'), metadata: { name: 'a', namespace: long } },
      { ...deployment('a'), metadata: { name: 'a', labels: { [long]: 1 } } },
      withContainers(
        'a',
        repeated(10_000, () => ({ name: '?', image: long.slice(0, 100) })),
      ),
    ]
    for (const body of bodies) {
      const { status, bytes, text } = await client.post(DEPLOYMENTS, body)
      assert.ok(status >= 400 && status < 500, text.slice(0, 200))
      assert.ok(bytes.length < 130_000, `${bytes.length} bytes: ${text.slice(0, 200)}`)
    }
  })

  it('a selector with too many requirements, values or terms is rejected', async () => {
    const rejected = async (query: Record<string, string>) => {
      const { status, body } = await client.get(`${DEPLOYMENTS}?${new URLSearchParams(query)}`)
      assert.equal(status, 400)
      return body.message
    }
    const requirements = repeated(65, (index) => `a${index}`).join()
    assert.match(await rejected({ labelSelector: requirements }), /at most 64 requirements$/)
    const values = repeated(1001, (index) => index.toString(36)).join()
    assert.match(await rejected({ labelSelector: `a in (${values})` }), /at most 1000 values$/)
    const terms = repeated(65, () => 'metadata.name!=a').join()
    assert.match(await rejected({ fieldSelector: terms }), /at most 64 terms$/)
    const allowed = new URLSearchParams({
      labelSelector: requirements.slice(0, requirements.lastIndexOf(',')),
    })
    assert.equal((await client.get(`${DEPLOYMENTS}?${allowed}`)).status, 200)
  })

  it('many concurrent large bodies are all served', async () => {
    const env = [{ name: 'A', value: 'x'.repeat(200_000) }]
    const create = (index: number) =>
      client.post(DEPLOYMENTS, withContainers(`at-once-${index}`, [{ name: 'main', image: 'web:1', env }]))
    const responses = await Promise.all(repeated(20, create))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
  })

  it('a client that disconnects while its large body waits does not block others', async () => {
    const abort = new AbortController()
    const body = JSON.stringify(
      withContainers('gone', [
        { name: 'main', image: 'x'.repeat(900), env: [{ name: 'A', value: 'x'.repeat(1_000_000) }] },
      ]),
    )
    const headers = { 'content-type': 'application/json' }
    const url = `${server.url}${DEPLOYMENTS}?dryRun=All`
    const gone = repeated(10, () =>
      fetch(url, { method: 'POST', headers, body, signal: abort.signal }).catch(() => undefined),
    )
    setTimeout(() => abort.abort(), 5)
    await Promise.all(gone)
    assert.equal((await client.post(`${DEPLOYMENTS}?dryRun=All`, body)).status, 201)
  })
})
