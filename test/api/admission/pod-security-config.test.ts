import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { createServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const NAMESPACES = '/api/v1/namespaces'
const PRIVILEGED = { securityContext: { privileged: true } }
const pod = (name: string, container: Json = PRIVILEGED, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { ...spec, containers: [{ name: 'main', image: 'a', ...container }] },
})

const podSecurity = (content: Json): Json => ({
  apiVersion: 'pod-security.admission.config.k8s.io/v1',
  kind: 'PodSecurityConfiguration',
  ...content,
})
const admission = (...plugins: Json[]): Json => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins,
})
const configured = (content: Json) => admission({ name: 'PodSecurity', configuration: podSecurity(content) })

describe('the configuration of pod security', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder.remove())

  let files = 0
  async function fileOf(content: Json, others: Readonly<Record<string, Json>> = {}): Promise<string> {
    const path = join(folder.path, `${files++}`, 'admission.yaml')
    await mkdir(dirname(path))
    await writeFile(path, JSON.stringify(content))
    for (const [name, other] of Object.entries(others)) {
      await writeFile(join(dirname(path), name), JSON.stringify(other))
    }
    return path
  }
  const serve = (admissionControlConfigFile: string) =>
    createServer({ storage: 'memory', port: 0, logLevel: 'silent', admissionControlConfigFile })
  async function start(t: TestContext, path: string): Promise<Client> {
    const server = await serve(path)
    t.after(() => server.close())
    return new Client(server.url)
  }
  const create = (client: Client, namespace: string, body: Json) =>
    client.post(`${NAMESPACES}/${namespace}/pods`, body)

  it('has defaults for what the labels of a namespace leave open', async (t) => {
    const defaults = { enforce: 'baseline', 'enforce-version': 'v1.30', warn: 'restricted' }
    const client = await start(t, await fileOf(configured({ defaults })))
    const refused = await create(client, 'default', pod('a'))
    assert.equal(refused.status, 403)
    assert.equal(
      refused.body.message,
      'pods "a" is forbidden: violates PodSecurity "baseline:v1.30": ' +
        'privileged (container "main" must not set securityContext.privileged=true)',
    )
    const warned = await create(client, 'default', pod('b', {}))
    assert.equal(warned.status, 201)
    assert.match(warned.headers.get('warning') ?? '', /would violate PodSecurity \\"restricted:latest\\"/)
    const labels = { 'pod-security.kubernetes.io/enforce': 'privileged' }
    await client.post(NAMESPACES, { metadata: { name: 'free', labels } })
    assert.equal((await create(client, 'free', pod('a'))).status, 201)
  })

  it('exempts namespaces and runtime classes', async (t) => {
    const content = {
      defaults: { enforce: 'restricted' },
      exemptions: { namespaces: ['kube-system'], runtimeClasses: ['sandbox'] },
    }
    const client = await start(t, await fileOf(configured(content)))
    const sandbox = { metadata: { name: 'sandbox' }, handler: 'sandbox' }
    await client.post('/apis/node.k8s.io/v1/runtimeclasses', sandbox)
    assert.equal((await create(client, 'default', pod('a'))).status, 403)
    assert.equal((await create(client, 'kube-system', pod('a'))).status, 201)
    const sandboxed = pod('a', PRIVILEGED, { runtimeClassName: 'sandbox' })
    assert.equal((await create(client, 'default', sandboxed)).status, 201)
  })

  it('exempts users', async (t) => {
    const content = { defaults: { enforce: 'restricted' }, exemptions: { usernames: ['installer'] } }
    const server = await createServer({
      ...{ storage: 'memory', port: 0, logLevel: 'silent' },
      admissionControlConfigFile: await fileOf(configured(content)),
      authentication: {
        tokens: ['installer', 'ann'].map((user) => ({
          token: `secret-of-${user}`,
          user,
          groups: ['system:masters'],
        })),
      },
    })
    t.after(() => server.close())
    const client = new Client(server.url)
    const createAs = (user: string) =>
      client.send('POST', `${NAMESPACES}/default/pods`, pod('a'), {
        'content-type': 'application/json',
        authorization: `Bearer secret-of-${user}`,
      })
    assert.equal((await createAs('ann')).status, 403)
    assert.equal((await createAs('installer')).status, 201)
  })

  it('may be in a file beside the first', async (t) => {
    const first = admission({ name: 'PodSecurity', path: 'pod-security.yaml' })
    const second = podSecurity({ defaults: { enforce: 'baseline' } })
    const client = await start(t, await fileOf(first, { 'pod-security.yaml': second }))
    assert.equal((await create(client, 'default', pod('a'))).status, 403)
  })

  const faults: readonly (readonly [what: string, content: Json, message: RegExp])[] = [
    [
      'a level',
      configured({ defaults: { enforce: 'none' } }),
      /defaults\.enforce: Invalid value: "none": must be one/,
    ],
    [
      'a version',
      configured({ defaults: { 'warn-version': '1.30' } }),
      /defaults\.warn-version: Invalid value/,
    ],
    [
      'a repeated user',
      configured({ exemptions: { usernames: ['a', 'a'] } }),
      /exemptions\.usernames\[1\]: Duplicate value: "a"/,
    ],
    [
      'a namespace',
      configured({ exemptions: { namespaces: ['A'] } }),
      /exemptions\.namespaces\[0\]: Invalid value/,
    ],
    ['an unknown field', configured({ defaults: { deny: 'x' } }), /defaults\.deny: unknown field/],
    [
      'another plugin',
      admission({ name: 'EventRateLimit', configuration: {} }),
      /plugins\[0\]\.configuration: Forbidden: only PodSecurity has a configuration here/,
    ],
    ['an unknown plugin', admission({ name: 'Other' }), /plugins\[0\]\.name: Invalid value: "Other"/],
    ['another kind', podSecurity({}), /kind: expected AdmissionConfiguration/],
    ['a missing file', admission({ name: 'PodSecurity', path: 'none.yaml' }), /ENOENT.*none\.yaml/],
  ]
  for (const [what, content, message] of faults) {
    it(`stops a server from starting because of ${what}`, async () => {
      await assert.rejects(serve(await fileOf(content)), (error: Error) => {
        assert.equal(error.name, 'StartError')
        assert.match(error.message, /^--admission-control-config-file: /)
        assert.match(error.message, message)
        return true
      })
    })
  }
})
