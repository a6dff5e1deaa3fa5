import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client } from '#test/support/client.js'
import { DEPLOYMENTS, deployment, INGRESSES, ingress, KINDS } from '#test/support/objects.js'
import { startTestServer } from '#testing.js'

const CURL = { 'user-agent': 'curl/7.88.1' }
const PEOPLE = ['curl/7.88.1', 'curl', 'Wget/1.21', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0']
const PROGRAMS = ['kubectl/v1.30.0', 'Go-http-client/1.1', 'my curl', 'wget/1.21', 'Mozilla/4.0']
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

const isIndented = (text: string) => text.startsWith('{\n  "')

describe('indentation', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    for (const { path, make } of KINDS) await client.post(path, make('one'))
  })
  after(() => server.close())

  const expectIndented = async (path: string, headers: Record<string, string>, expected: boolean) => {
    const { text } = await client.get(path, headers)
    assert.equal(isIndented(text), expected, `${path} ${JSON.stringify(headers)}: ${text.slice(0, 60)}`)
  }

  it('is the default for browsers, curl and wget', async () => {
    for (const agent of PEOPLE) await expectIndented(`${INGRESSES}/one`, { 'user-agent': agent }, true)
  })

  it('is not the default for other clients', async () => {
    for (const agent of PROGRAMS) await expectIndented(`${INGRESSES}/one`, { 'user-agent': agent }, false)
  })

  it('is turned on and off by the query, for every client', async () => {
    for (const value of ['1', 't', 'T', 'true', 'TRUE', 'True']) {
      await expectIndented(`${INGRESSES}/one?pretty=${value}`, {}, true)
    }
    for (const value of ['0', 'false', 'F', 'yes', 'tRuE']) {
      await expectIndented(`${INGRESSES}/one?pretty=${value}`, CURL, false)
    }
    // An empty value is ignored.
    await expectIndented(`${INGRESSES}/one?pretty=`, CURL, true)
    await expectIndented(`${INGRESSES}/one?pretty=`, {}, false)
  })

  it('is turned on by the media type', async () => {
    await expectIndented(INGRESSES, { accept: 'application/json;pretty=1' }, true)
    await expectIndented(INGRESSES, { accept: '*/*;pretty=1' }, true)
    await expectIndented(INGRESSES, { accept: 'application/json;pretty=0' }, false)
    await expectIndented(INGRESSES, { accept: `${TABLE};pretty=1` }, true)
    // If the query has both values, true wins.
    await expectIndented(`${INGRESSES}?pretty=false`, { accept: 'application/json;pretty=1' }, true)
  })

  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: applies to objects, lists, tables and metadata, and changes nothing else`, async () => {
      for (const target of [`${path}/one`, path, `${path}/none`, `${path}?limit=-`, `${path}?limit=1`]) {
        const compact = await client.get(target)
        const indented = await client.get(target, CURL)
        assert.equal(indented.status, compact.status)
        assert.deepEqual(indented.body, compact.body)
        assert.equal(indented.text, `${JSON.stringify(compact.body, null, 2)}\n`)
        assert.equal(indented.headers.get('content-type'), 'application/json')
        assert.equal(indented.headers.get('content-length'), String(indented.bytes.length))
      }
      await expectIndented(path, { ...CURL, accept: TABLE }, true)
      const metadata = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
      await expectIndented(`${path}/one`, { ...CURL, accept: metadata }, true)
    })
  }

  it('applies to responses of writes and deletes', async () => {
    const name = 'written'
    const responses = [
      await client.post(DEPLOYMENTS, deployment(name), CURL),
      await client.post(DEPLOYMENTS, deployment(name), CURL),
      await client.post(DEPLOYMENTS, deployment('NOT A NAME'), CURL),
      await client.post(DEPLOYMENTS, '{', CURL),
      await client.put(`${DEPLOYMENTS}/${name}`, deployment(name, { replicas: 3 }), CURL),
      await client.send('PATCH', `${DEPLOYMENTS}/${name}`, {}, CURL),
      await client.send('PATCH', `${DEPLOYMENTS}/${name}`, '{"metadata":{"labels":{"a":"b"}}}', {
        ...CURL,
        'content-type': 'application/merge-patch+json',
      }),
      await client.get(`${DEPLOYMENTS}/${name}/scale`, CURL),
      await client.get(`${DEPLOYMENTS}/${name}/status`, CURL),
      await client.send('DELETE', `${DEPLOYMENTS}/${name}`, undefined, CURL),
      await client.send('DELETE', `${INGRESSES}?labelSelector=none`, undefined, CURL),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 409, 422, 400, 200, 415, 200, 200, 200, 200, 200],
    )
    for (const { text } of responses) assert.ok(isIndented(text), text)
  })

  it('applies to discovery and to paths that do not exist', async () => {
    for (const path of ['/', '/version', '/api', '/apis', '/apis/extensions/v1beta1', '/apis/none']) {
      await expectIndented(path, CURL, true)
      await expectIndented(path, {}, false)
    }
    await expectIndented('/apis', { ...CURL, accept: AGGREGATED }, true)
    await expectIndented('/apis', { accept: AGGREGATED }, false)
    await expectIndented(INGRESSES, { ...CURL, accept: 'text/html' }, true)
  })

  it('does not apply to watch events, but to a rejected watch', async () => {
    await client.post(INGRESSES, ingress('streamed'))
    const stream = `${server.url}${INGRESSES}?watch=true&timeoutSeconds=1&pretty=true`
    const events = (await (await fetch(stream, { headers: CURL })).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      events.map(({ type }) => type),
      events.map(() => 'ADDED'),
    )
    assert.ok(events.length >= 2)
    await expectIndented(`${INGRESSES}?watch=true&resourceVersion=abc`, CURL, true)
  })

  it('does not change YAML and protobuf', async () => {
    for (const accept of ['application/yaml', 'application/vnd.kubernetes.protobuf']) {
      const plain = await client.get(`${INGRESSES}/one`, { accept })
      const people = await client.get(`${INGRESSES}/one?pretty=true`, { ...CURL, accept })
      assert.deepEqual(people.bytes, plain.bytes)
    }
  })
})
