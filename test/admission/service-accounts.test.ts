import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type ServerOptions } from '#index.js'
import { type ApiResponse, Client, type Json } from '#test/support/client.js'
import { DURABLE_ENGINES } from '#test/support/server.js'
import { startTestServer } from '#testing.js'

const PODS = '/api/v1/namespaces/default/pods'
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts'
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'

const pod = (name: string, spec: Json = {}, annotations: Json = {}): Json => ({
  metadata: { name, annotations },
  spec: { containers: [{ name: 'main', image: 'a' }], ...spec },
})

async function start(t: TestContext, options: ServerOptions = {}): Promise<Client> {
  const server = await createServer({
    ...{ storage: 'memory', port: 0, logLevel: 'silent', enableAdmissionPlugins: ['ServiceAccount'] },
    ...options,
  })
  t.after(() => server.close())
  return new Client(server.url)
}

async function created(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response
  assert.equal(status, 201, text)
  return body
}

async function messageOf(response: Promise<ApiResponse>): Promise<string> {
  const { status, body, text } = await response
  assert.equal(status, 403, text)
  return body.message
}

const accountOf = async (client: Client): Promise<Json> =>
  (await client.get(`${ACCOUNTS}/default`)).body.metadata

describe('admission of service accounts', () => {
  it('gives a pod the default account and its token', async (t) => {
    const client = await start(t)
    const { spec } = await created(
      client.post(PODS, pod('plain', { initContainers: [{ name: 'first', image: 'a' }] })),
    )
    assert.deepEqual([spec.serviceAccountName, spec.serviceAccount], ['default', 'default'])
    const [{ name, ...volume }, ...others] = spec.volumes
    assert.deepEqual(others, [])
    assert.match(name, /^kube-api-access-[a-z0-9]{5}$/)
    assert.deepEqual(volume, {
      projected: {
        sources: [
          { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
          { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          {
            downwardAPI: {
              items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
            },
          },
        ],
        defaultMode: 420,
      },
    })
    for (const container of [...spec.initContainers, ...spec.containers]) {
      assert.deepEqual(container.volumeMounts, [{ name, readOnly: true, mountPath: MOUNT_PATH }])
    }
  })

  it('works in a namespace that is created with its first pod', async (t) => {
    const client = await start(t)
    const place = '/api/v1/namespaces/fresh'
    const { spec } = await created(client.post(`${place}/pods`, pod('plain')))
    assert.equal(spec.serviceAccountName, 'default')
    const { data } = (await client.get(`${place}/configmaps/kube-root-ca.crt`)).body
    assert.deepEqual(data, { 'ca.crt': '' })
  })

  it('keeps a mount and a token volume that are there', async (t) => {
    const client = await start(t)
    const volumes = [{ name: 'kube-api-access-mine', emptyDir: {} }]
    const mount = { name: 'kube-api-access-mine', mountPath: MOUNT_PATH }
    const containers = [
      { name: 'mounted', image: 'a', volumeMounts: [mount] },
      { name: 'other', image: 'a' },
    ]
    const { spec } = await created(client.post(PODS, pod('mounted', { volumes, containers })))
    assert.deepEqual(spec.volumes, volumes)
    const mounts = spec.containers.map(({ volumeMounts }: Json) => volumeMounts)
    assert.deepEqual(mounts, [[mount], [{ ...mount, readOnly: true }]])
    const bare = { containers: containers.slice(0, 1), volumes }
    assert.deepEqual((await created(client.post(PODS, pod('own', bare)))).spec.volumes, volumes)
  })

  it('mounts no token that pod or account do not want, and the pod decides', async (t) => {
    const client = await start(t)
    await created(client.post(ACCOUNTS, { metadata: { name: 'quiet' }, automountServiceAccountToken: false }))
    const volumesOf = async (name: string, spec: Json) =>
      (await created(client.post(PODS, pod(name, spec)))).spec.volumes?.length
    assert.equal(await volumesOf('a', { automountServiceAccountToken: false }), undefined)
    assert.equal(await volumesOf('b', { serviceAccountName: 'quiet' }), undefined)
    assert.equal(await volumesOf('c', { serviceAccount: 'quiet', automountServiceAccountToken: true }), 1)
  })

  it('gives a pod the image pull secrets of its account, unless it has some', async (t) => {
    const client = await start(t)
    const imagePullSecrets = [{ name: 'one' }, { name: 'two' }]
    await created(client.post(ACCOUNTS, { metadata: { name: 'puller' }, imagePullSecrets }))
    const secretsOf = async (name: string, spec: Json) =>
      (await created(client.post(PODS, pod(name, { serviceAccountName: 'puller', ...spec })))).spec
        .imagePullSecrets
    assert.deepEqual(await secretsOf('a', {}), imagePullSecrets)
    assert.deepEqual(await secretsOf('b', { imagePullSecrets: [{ name: 'own' }] }), [{ name: 'own' }])
  })

  it('rejects a pod whose account does not exist', async (t) => {
    const client = await start(t)
    assert.equal(
      await messageOf(client.post(PODS, pod('lost', { serviceAccountName: 'missing' }))),
      'pods "lost" is forbidden: error looking up service account default/missing: serviceaccount "missing" not found',
    )
  })

  it('gives mirror pods nothing, and rejects those that ask for more', async (t) => {
    const client = await start(t)
    const mirror = (name: string, spec: Json = {}) =>
      client.post(PODS, pod(name, { nodeName: 'n', ...spec }, { 'kubernetes.io/config.mirror': 'x' }))
    const { spec } = await created(mirror('plain'))
    assert.deepEqual([spec.serviceAccountName, spec.volumes], [undefined, undefined])
    const env = [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }]
    const token = { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }
    for (const [asked, why] of [
      [{ serviceAccountName: 'default' }, 'a mirror pod may not reference service accounts'],
      [{ containers: [{ name: 'c', image: 'a', env }] }, 'a mirror pod may not reference secrets'],
      [{ volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
      [
        { volumes: [{ name: 'v', ...token }] },
        'a mirror pod may not use ServiceAccountToken volume projections',
      ],
    ] as const) {
      assert.equal(await messageOf(mirror('greedy', asked)), `pods "greedy" is forbidden: ${why}`)
    }
  })

  it('limits the secrets of pods to those of an account that is annotated so', async (t) => {
    const client = await start(t)
    await created(
      client.post(ACCOUNTS, {
        metadata: { name: 'strict', annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
        secrets: [{ name: 'known' }],
        imagePullSecrets: [{ name: 'pull' }],
      }),
    )
    const ask = (spec: Json) => client.post(PODS, pod('strict', { serviceAccountName: 'strict', ...spec }))
    const env = (name: string) => [{ name: 'A', valueFrom: { secretKeyRef: { name, key: 'k' } } }]
    const container = (more: Json) => ({ name: 'c', image: 'a', ...more })
    const rest = 'is not allowed because service account strict does not reference that'
    for (const [asked, why] of [
      [
        { volumes: [{ name: 'v', secret: { secretName: 'x' } }] },
        `volume with secret.secretName="x" ${rest} secret`,
      ],
      [
        { initContainers: [container({ name: 'i', env: env('x') })] },
        `init container i with envVar A referencing secret.secretName="x" ${rest} secret`,
      ],
      [
        { containers: [container({ env: env('x') })] },
        `container c with envVar A referencing secret.secretName="x" ${rest} secret`,
      ],
      [
        { containers: [container({ envFrom: [{ secretRef: { name: 'x' } }] })] },
        `container c with envFrom referencing secret.secretName="x" ${rest} secret`,
      ],
      [
        { imagePullSecrets: [{ name: 'pull' }, { name: 'x' }] },
        `imagePullSecrets[1].name="x" ${rest} imagePullSecret`,
      ],
    ] as const) {
      assert.equal(await messageOf(ask(asked)), `pods "strict" is forbidden: ${why}`)
    }
    const known = {
      containers: [container({ env: env('known'), envFrom: [{ secretRef: { name: 'known' } }] })],
      imagePullSecrets: [{ name: 'pull' }],
      volumes: [{ name: 'v', secret: { secretName: 'known' } }],
    }
    await created(ask(known))
    const path = `${PODS}/strict/ephemeralcontainers`
    const add = (name: string) => {
      const ephemeralContainers = [{ name: 'debug', image: 'a', env: env(name) }]
      const type = { 'content-type': 'application/strategic-merge-patch+json' }
      return client.send('PATCH', path, { spec: { ephemeralContainers } }, type)
    }
    assert.equal(
      await messageOf(add('x')),
      `pods "strict" is forbidden: ephemeral container debug with envVar A referencing secret.secretName="x" ${rest} secret`,
    )
    assert.equal((await add('known')).status, 200)
  })

  it('gives simulated pods their account, and creates a deleted default account again', async (t) => {
    const options = { enableAdmissionPlugins: ['ServiceAccount'], simulateWorkloads: true }
    const server = await startTestServer(options)
    t.after(() => server.close())
    const client = new Client(server.url)
    await created(client.post(PODS, pod('first')))
    const { uid } = await accountOf(client)
    assert.equal((await client.delete(`${ACCOUNTS}/default`)).status, 200)
    const labels = { app: 'a' }
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const spec = { replicas: 2, selector: { matchLabels: labels }, template }
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    await created(client.post(deployments, { metadata: { name: 'd' }, spec }))
    await server.settled()
    const { items } = (await client.get(`${PODS}?labelSelector=app%3Da`)).body
    assert.deepEqual(
      items.map((item: Json) => item.spec.serviceAccountName),
      ['default', 'default'],
    )
    assert.notEqual((await accountOf(client)).uid, uid)
  })

  it('leaves pods without accounts alone while it is off', async (t) => {
    const client = await start(t, { enableAdmissionPlugins: [] })
    const { spec } = await created(client.post(PODS, pod('plain')))
    assert.deepEqual([spec.serviceAccountName, spec.volumes], [undefined, undefined])
    assert.equal((await client.get(`${ACCOUNTS}/default`)).status, 404)
  })
})

for (const { name, skip, makeHome } of DURABLE_ENGINES) {
  it(`the default account is there for the first pod of a namespace, ${name}`, { skip }, async (t) => {
    const home = await makeHome()
    t.after(() => home.remove())
    const client = await start(t, home.options)
    for (const namespace of ['a', 'b', 'c']) {
      const { spec } = await created(client.post(`/api/v1/namespaces/${namespace}/pods`, pod('plain')))
      assert.equal(spec.serviceAccountName, 'default')
    }
  })
}
