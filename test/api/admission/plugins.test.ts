import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type ServerOptions } from '#index.js'
import { Client, type Json } from '#test/support/client.js'

const PODS = '/api/v1/namespaces/test/pods'
const CLAIMS = '/api/v1/namespaces/test/persistentvolumeclaims'
const LIMITS = '/api/v1/namespaces/test/limitranges'

const pod = (name: string, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'a' }], ...spec },
})
const claim = {
  metadata: { name: 'disk' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

async function start(t: TestContext, options: ServerOptions): Promise<Client> {
  const server = await createServer({ storage: 'memory', port: 0, logLevel: 'silent', ...options })
  t.after(() => server.close())
  return new Client(server.url)
}

const without = (t: TestContext, ...disableAdmissionPlugins: string[]) =>
  start(t, { disableAdmissionPlugins })

async function stored(client: Client, path: string, body: Json): Promise<Json> {
  const response = await client.post(path, body)
  assert.equal(response.status, 201, response.text)
  return response.body
}

describe('an admission plugin that is disabled', () => {
  it('changes no objects', async (t) => {
    const client = await without(
      t,
      ...['DefaultTolerationSeconds', 'TaintNodesByCondition', 'StorageObjectInUseProtection', 'Priority'],
    )
    const { spec } = await stored(client, PODS, pod('plain'))
    assert.deepEqual(
      [spec.tolerations, spec.priority, spec.preemptionPolicy],
      [undefined, undefined, undefined],
    )
    assert.equal((await stored(client, '/api/v1/nodes', { metadata: { name: 'n' } })).spec.taints, undefined)
    assert.equal((await stored(client, CLAIMS, claim)).metadata.finalizers, undefined)
  })

  it('rejects nothing', async (t) => {
    const client = await without(t, 'LimitRanger', 'NamespaceLifecycle')
    const limits = [{ type: 'Container', max: { cpu: '1' } }]
    await stored(client, LIMITS, { metadata: { name: 'small' }, spec: { limits } })
    const limitless = await stored(client, PODS, pod('limitless'))
    assert.deepEqual(limitless.spec.containers[0].resources, {})
    assert.equal((await client.delete('/api/v1/namespaces/default')).status, 200)
  })

  it('leaves the others as they are', async (t) => {
    const client = await without(t, 'DefaultTolerationSeconds')
    assert.equal((await stored(client, PODS, pod('plain'))).spec.priority, 0)
    const missing = await client.post(PODS, pod('unknown', { priorityClassName: 'missing' }))
    assert.equal(
      missing.body.message,
      'pods "unknown" is forbidden: no PriorityClass with name missing was found',
    )
  })
})

describe('the names of admission plugins', () => {
  it('are those of kube-apiserver, also of those without an effect', async (t) => {
    const lines: unknown[] = []
    const ignore = () => undefined
    const warn = (...line: unknown[]) => lines.push(line)
    const logger = { ...console, debug: ignore, info: ignore, warn }
    const enableAdmissionPlugins = ['AlwaysAdmit', 'EventRateLimit', 'Priority']
    const client = await start(t, { enableAdmissionPlugins, logger, logLevel: 'warn' })
    assert.equal((await stored(client, PODS, pod('plain'))).spec.priority, 0)
    const warning = { plugins: ['AlwaysAdmit', 'EventRateLimit'] }
    assert.deepEqual(lines, [[warning, 'admission plugins without an effect']])
  })

  it('are checked', async (t) => {
    await assert.rejects(
      without(t, 'Priorities'),
      /^StartError: disableAdmissionPlugins: expected .*NodeRestriction/,
    )
    await assert.rejects(
      start(t, { enableAdmissionPlugins: ['Priority'], disableAdmissionPlugins: ['Priority'] }),
      /^StartError: Priority is in both --enable-admission-plugins and --disable-admission-plugins$/,
    )
  })
})

describe('the default tolerations of pods', () => {
  it('last as long as configured', async (t) => {
    const seconds = { defaultNotReadyTolerationSeconds: 60, defaultUnreachableTolerationSeconds: 0 }
    const client = await start(t, seconds)
    const { spec } = await stored(client, PODS, pod('plain'))
    assert.deepEqual(
      spec.tolerations.map(({ key, tolerationSeconds }: Json) => [key, tolerationSeconds]),
      [
        ['node.kubernetes.io/not-ready', 60],
        ['node.kubernetes.io/unreachable', 0],
      ],
    )
  })
})
