import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { kubeconfig } from '#access/certificates/kubeconfig.js'
import { type RecordOptions, record } from '#recording/record.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const SECRETS = '/api/v1/namespaces/test/secrets'
const SERVICES = '/api/v1/namespaces/test/services'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/test/deployments'
const SHIPS = '/apis/fleet.example.com/v1/namespaces/test/ships'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const WEBHOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'

const DEFINITION = {
  metadata: { name: 'ships.fleet.example.com' },
  spec: {
    group: 'fleet.example.com',
    scope: 'Namespaced',
    names: { kind: 'Ship', plural: 'ships' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const deployment = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'nginx' }] },
    },
  },
}

/** A server that stands for a cluster, and its recorder. */
async function cluster(t: TestContext) {
  const server = await startTestServer()
  const folder = await temporaryFolder()
  t.after(async () => {
    await server.close()
    await folder.remove()
  })
  const file = join(folder.path, 'kubeconfig')
  const credentials = { token: 'admin' }
  await writeFile(file, kubeconfig({ server: server.url, ca: undefined, user: 'admin', credentials }))
  const out = join(folder.path, 'recording')
  const recordAll = (options: Partial<RecordOptions> = {}) =>
    record({
      ...{ kubeconfig: file, context: '', out, kinds: [], namespace: '', durationMs: 0, version: '0' },
      ...{ includeSecretValues: false, signal: new AbortController().signal, note: () => undefined },
      ...options,
    })
  return { client: new Client(server.url), out, recordAll }
}

async function served(t: TestContext, from: string) {
  const server = await startTestServer({ from })
  t.after(() => server.close())
  return new Client(server.url)
}

describe('a recording of a cluster', () => {
  it('is served with the objects as they were, and can be written to', async (t) => {
    const { client, out, recordAll } = await cluster(t)
    const definition = await client.post(DEFINITIONS, DEFINITION)
    assert.equal(definition.status, 201, definition.text)
    await client.post(DEPLOYMENTS, deployment)
    const ship = await client.post(SHIPS, {
      ...{ apiVersion: 'fleet.example.com/v1', kind: 'Ship' },
      metadata: { name: 'sun', labels: { port: 'Riga' } },
      spec: { masts: 3 },
    })
    assert.equal(ship.status, 201, ship.text)
    await recordAll()
    const copy = await served(t, out)
    for (const path of [`${SHIPS}/sun`, `${DEPLOYMENTS}/web`, '/api/v1/namespaces/test']) {
      assert.deepEqual((await copy.get(path)).body, (await client.get(path)).body, path)
    }
    const changed = await copy.send(
      'PATCH',
      `${SHIPS}/sun`,
      { spec: { masts: 2 } },
      { 'content-type': 'application/merge-patch+json' },
    )
    assert.equal(changed.status, 200, changed.text)
    assert.equal(changed.body.spec.masts, 2)
    assert.equal((await copy.post(CONFIG_MAPS, { metadata: { name: 'new' } })).status, 201)
    assert.equal((await copy.delete(`${DEPLOYMENTS}/web`)).status, 200)
  })

  it('has the recorded changes: a watch from the start sees them in order', async (t) => {
    const { client, out, recordAll } = await cluster(t)
    await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    const start = (await client.get(CONFIG_MAPS)).body.metadata.resourceVersion
    const end = new AbortController()
    let onWatching: (() => void) | undefined
    const watching = new Promise<void>((resolve) => {
      onWatching = resolve
    })
    let onDeleted: (() => void) | undefined
    const deleted = new Promise<void>((resolve) => {
      onDeleted = resolve
    })
    const recording = recordAll({
      durationMs: 60_000,
      signal: end.signal,
      note: () => onWatching?.(),
      onEvent: ({ type }) => type === 'DELETED' && onDeleted?.(),
    })
    await watching
    await client.post(CONFIG_MAPS, { metadata: { name: 'b' } })
    await client.put(`${CONFIG_MAPS}/b`, { metadata: { name: 'b' }, data: { key: 'value' } })
    await client.delete(`${CONFIG_MAPS}/a`)
    const last = (await client.get(CONFIG_MAPS)).body.metadata.resourceVersion
    await deleted
    end.abort()
    assert.equal((await recording).events >= 3, true)

    const copy = await served(t, out)
    const events = await copy.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${start}`, 3)
    assert.deepEqual(
      events.map(({ type, object }) => [type, object.metadata.name]),
      [
        ['ADDED', 'b'],
        ['MODIFIED', 'b'],
        ['DELETED', 'a'],
      ],
    )
    assert.equal(events.at(-1)?.object.metadata.resourceVersion, last)
  })

  it('has no values of Secrets, unless they are asked for', async (t) => {
    const { client, out, recordAll } = await cluster(t)
    const applied = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"key":"c2VjcmV0"}}' }
    await client.post(SECRETS, { metadata: { name: 's', annotations: applied }, data: { key: 'c2VjcmV0' } })
    await recordAll()
    const { body } = await (await served(t, out)).get(`${SECRETS}/s`)
    assert.deepEqual(body.data, { key: Buffer.from('redacted').toString('base64') })
    assert.equal(body.metadata.annotations, undefined)
    await recordAll({ out: `${out}-whole`, includeSecretValues: true })
    const whole = await (await served(t, `${out}-whole`)).get(`${SECRETS}/s`)
    assert.deepEqual(whole.body.data, { key: 'c2VjcmV0' })
  })

  it('has only the kinds that are asked for, and keeps objects whose owners are missing', async (t) => {
    const { client, out, recordAll } = await cluster(t)
    const { body: owner } = await client.post(CONFIG_MAPS, { metadata: { name: 'owner' } })
    const { name, uid } = owner.metadata
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }]
    await client.post(SECRETS, { metadata: { name: 'owned', ownerReferences } })
    await recordAll({ kinds: ['secrets'] })
    const copy = await served(t, out)
    assert.equal((await copy.get(`${SECRETS}/owned`)).status, 200)
    assert.equal((await copy.get(`${CONFIG_MAPS}/owner`)).status, 404)
  })

  it('calls no webhooks of the cluster', async (t) => {
    const { client, out, recordAll } = await cluster(t)
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['*'] }]
    await client.post(WEBHOOKS, {
      metadata: { name: 'hook' },
      webhooks: [
        {
          ...{ name: 'hook.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], rules },
          clientConfig: { url: 'https://127.0.0.1:1/' },
        },
      ],
    })
    await recordAll()
    const copy = await served(t, out)
    assert.equal((await copy.post(CONFIG_MAPS, { metadata: { name: 'new' } })).status, 201)
  })

  it('never replaces a file', async (t) => {
    const { recordAll } = await cluster(t)
    await recordAll({ kinds: ['secrets'] })
    await assert.rejects(recordAll(), /cannot write .*: there is such a file already/)
  })

  it('keeps the cluster IPs and node ports of its Services', async (t) => {
    const { client, out, recordAll } = await cluster(t)
    const service = (name: string, clusterIP?: string, nodePort?: number) => ({
      metadata: { name },
      spec: { type: 'NodePort', clusterIP, ports: [{ port: 80, nodePort }] },
    })
    const created = await client.post(SERVICES, service('web', '10.96.7.7', 30_777))
    assert.equal(created.status, 201, created.text)
    await recordAll()
    const copy = await served(t, out)
    const sameAddress = await copy.post(SERVICES, service('a', '10.96.7.7'))
    assert.match(sameAddress.body.message, /provided IP is already allocated/)
    const samePort = await copy.post(SERVICES, service('b', undefined, 30_777))
    assert.match(samePort.body.message, /provided port is already allocated/)
    await copy.delete(`${SERVICES}/web`)
    assert.equal((await copy.post(SERVICES, service('c', '10.96.7.7', 30_777))).status, 201)
  })

  it('that is damaged is refused, with the file and the place', async (t) => {
    const { client, out, recordAll } = await cluster(t)
    for (const name of ['a', 'b', 'c']) await client.post(CONFIG_MAPS, { metadata: { name } })
    await recordAll({ kinds: ['configmaps'] })
    const whole = await readFile(out)
    const lines = gunzipSync(whole).toString().trimEnd().split('\n')
    const write = (content: Buffer | string) => writeFile(out, content)
    const compressed = (...changed: string[]) => write(gzipSync(`${changed.join('\n')}\n`))
    const error = async () => {
      const { message } = await startTestServer({ from: out }).then(
        (server) => server.close().then(() => assert.fail('it was served')),
        (error: Error) => error,
      )
      assert.ok(message.includes(out), message)
      return message.replaceAll(out, 'FILE')
    }
    await write(whole.subarray(0, whole.length - 20))
    assert.match(
      await error(),
      new RegExp(`^FILE is not complete: it ends at byte ${whole.length - 20}, after line \\d+$`),
    )
    await compressed(...lines.slice(0, -1))
    assert.equal(await error(), `FILE is not complete: it ends after line ${lines.length - 1}`)
    await compressed(...lines.filter((line) => !line.includes('"name":"b"')))
    assert.match(await error(), /^FILE, line \d+: expected \d+ objects and 0 events before the end$/)
    await compressed(lines[0] as string, '{"list": ', ...lines.slice(2))
    assert.equal(await error(), 'FILE, line 2: expected an object in JSON')
    await compressed(lines[0] as string, '{"object":{"metadata":{}}}')
    assert.equal(await error(), 'FILE, line 2: an object before the first list')
    await compressed(lines[0] as string, lines[1] as string, '{"object":{"metadata":{}}}')
    assert.equal(await error(), 'FILE, line 3: an object without a name or a resourceVersion')
    await write('text')
    assert.equal(await error(), 'FILE is not a recording: it is not compressed with gzip')
    await compressed('{"binnacle":"export"}')
    assert.equal(await error(), 'FILE is not a recording')
    await rm(out)
    assert.match(await error(), /^cannot read the recording FILE: ENOENT/)
  })

  it('is served from memory only', async () => {
    const wrong = startTestServer({ from: 'cluster.recording', storage: 'embedded' })
    await assert.rejects(wrong, /serves a recording from memory, not from the embedded storage/)
  })
})
