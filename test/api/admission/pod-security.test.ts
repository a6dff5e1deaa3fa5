import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer, type TestServer } from '#testing.js'

const NAMESPACES = '/api/v1/namespaces'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' }
const GOOD = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }
const labelled = (labels: Json) =>
  Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]),
  )
const pod = (spec: Json, securityContext?: Json, metadata: Json = {}): Json => ({
  metadata: { name: 'web', ...metadata },
  spec: { containers: [{ name: 'main', image: 'a', securityContext }], ...spec },
})
/** A pod that no standard forbids. */
const good = (spec: Json = {}, securityContext: Json = {}): Json =>
  pod(
    {
      ...spec,
      securityContext: {
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
        ...spec.securityContext,
      },
    },
    {
      ...GOOD,
      ...securityContext,
    },
  )

describe('pod security', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  const namespace = (name: string, labels: Json) =>
    client.post(NAMESPACES, { metadata: { name, labels: labelled(labels) } })
  const relabel = (name: string, labels: Json) =>
    client.send('PATCH', `${NAMESPACES}/${name}`, { metadata: { labels: labelled(labels) } }, MERGE)
  const create = (name: string, body: Json) => client.post(`${NAMESPACES}/${name}/pods`, body)
  const warnings = (response: Awaited<ReturnType<Client['get']>>) => response.headers.get('warning') ?? ''

  const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/main'
  const forbidden: readonly (readonly [level: string, body: Json, violation: string])[] = [
    [
      'baseline',
      pod({ securityContext: { appArmorProfile: { type: 'Unconfined' } } }),
      'forbidden AppArmor profiles (pod and annotation must not set AppArmor profile type to "Unconfined", "container.apparmor.security.beta.kubernetes.io/main="unconfined"")',
    ],
    [
      'baseline',
      pod({}, { capabilities: { add: ['SYS_TIME', 'KILL', 'NET_RAW'] } }),
      'non-default capabilities (container "main" must not include "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)',
    ],
    [
      'baseline',
      pod({ hostNetwork: true, hostPID: true, hostIPC: true }),
      'host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)',
    ],
    ['baseline', pod({ volumes: [{ name: 'v', hostPath: { path: '/' } }] }), 'hostPath volumes (volume "v")'],
    [
      'baseline',
      pod({
        containers: [
          { name: 'a', image: 'a', ports: [{ containerPort: 80, hostPort: 80 }] },
          { name: 'b', image: 'a', ports: [{ containerPort: 1, hostPort: 443 }] },
        ],
      }),
      'hostPort (containers "a", "b" use hostPorts 443, 80)',
    ],
    [
      'baseline',
      pod({}, { privileged: true }),
      'privileged (container "main" must not set securityContext.privileged=true)',
    ],
    [
      'baseline',
      pod({ hostUsers: false }, { procMount: 'Unmasked' }),
      'procMount (container "main" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      'baseline',
      pod(
        { securityContext: { seLinuxOptions: { type: 'x' } } },
        { seLinuxOptions: { user: 'u', role: 'r' } },
      ),
      'seLinuxOptions (pod and container "main" set forbidden securityContext.seLinuxOptions: type "x"; user may not be set; role may not be set)',
    ],
    [
      'baseline',
      pod({}, { seccompProfile: { type: 'Unconfined' } }),
      'seccompProfile (container "main" must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [
      'baseline:v1.18',
      pod({}, {}, { annotations: { [SECCOMP]: 'unconfined' } }),
      `seccompProfile (forbidden annotation ${SECCOMP}="unconfined")`,
    ],
    [
      'baseline',
      pod({ securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }),
      'forbidden sysctls (kernel.msgmax)',
    ],
    [
      'baseline:v1.28',
      pod({ securityContext: { sysctls: [{ name: 'net.ipv4.tcp_fin_timeout', value: '1' }] } }),
      'forbidden sysctls (net.ipv4.tcp_fin_timeout)',
    ],
    [
      'baseline',
      pod({
        hostNetwork: true,
        securityContext: { windowsOptions: { hostProcess: true } },
        os: { name: 'windows' },
      }),
      'host namespaces (hostNetwork=true), hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
    ],
    [
      'restricted',
      good({}, { allowPrivilegeEscalation: true }),
      'allowPrivilegeEscalation != false (container "main" must set securityContext.allowPrivilegeEscalation=false)',
    ],
    [
      'restricted',
      good({}, { capabilities: { add: ['KILL'] } }),
      'unrestricted capabilities (container "main" must set securityContext.capabilities.drop=["ALL"]; container "main" must not include "KILL" in securityContext.capabilities.add)',
    ],
    [
      'restricted',
      good({ volumes: [{ name: 'v', hostPath: { path: '/' } }] }),
      'restricted volume types (volume "v" uses restricted volume type "hostPath")',
    ],
    [
      'restricted',
      good({ securityContext: { runAsNonRoot: false } }),
      'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)',
    ],
    [
      'restricted',
      good({ securityContext: { runAsNonRoot: undefined } }),
      'runAsNonRoot != true (pod or container "main" must set securityContext.runAsNonRoot=true)',
    ],
    ['restricted', good({}, { runAsUser: 0 }), 'runAsUser=0 (container "main" must not set runAsUser=0)'],
    [
      'restricted',
      good({ securityContext: { seccompProfile: undefined } }),
      'seccompProfile (pod or container "main" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    ],
  ]
  for (const [index, [standard, body, violation]] of forbidden.entries()) {
    it(`${standard} forbids: ${violation}`, async () => {
      const [level = '', version = 'latest'] = standard.split(':')
      const name = `forbidden-${index}`
      await namespace(name, { enforce: level, 'enforce-version': version })
      const response = await create(name, body)
      assert.equal(response.status, 403, response.text)
      const named = `"${level}:${version}"`
      assert.equal(
        response.body.message,
        `pods "web" is forbidden: violates PodSecurity ${named}: ${violation}`,
      )
      assert.deepEqual(response.body.details, { name: 'web', kind: 'pods' })
    })
  }

  it('a pod is allowed that keeps to the restricted standard, and any pod elsewhere', async () => {
    await namespace('strict', { enforce: 'restricted' })
    assert.equal((await create('strict', good())).status, 201)
    await client.post(NAMESPACES, { metadata: { name: 'lax' } })
    assert.equal((await create('lax', pod({ hostNetwork: true }, { privileged: true }))).status, 201)
  })

  it('a running pod is checked again only if its containers or their images change', async () => {
    await namespace('running', {})
    await create('running', pod({}))
    await relabel('running', { enforce: 'restricted' })
    const path = `${NAMESPACES}/running/pods/web`
    const change = (body: Json, part = '') => client.send('PATCH', path + part, body, STRATEGIC)
    assert.equal((await change({ metadata: { labels: { a: 'b' } } })).status, 200)
    assert.equal((await change({ status: { phase: 'Running' } }, '/status')).status, 200)
    assert.equal((await change({ spec: { containers: [{ name: 'main', image: 'b' }] } })).status, 403)
    const added = { spec: { ephemeralContainers: [{ name: 'debug', image: 'b' }] } }
    assert.equal((await change(added, '/ephemeralcontainers')).status, 403)
  })

  it('a template has a warning instead', async () => {
    await namespace('templates', { enforce: 'baseline' })
    const template = { metadata: { labels: { a: 'b' } }, spec: pod({ hostPID: true }).spec }
    const response = await client.post('/apis/apps/v1/namespaces/templates/deployments', {
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    })
    assert.equal(response.status, 201)
    const warning = 'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)'
    assert.equal(warnings(response), `299 - ${JSON.stringify(warning)}`)
  })

  it('a pod that is allowed has a warning of the other standard', async () => {
    await namespace('warned', { enforce: 'privileged', warn: 'baseline', 'warn-version': 'v1.30' })
    const response = await create('warned', pod({ hostPID: true }))
    assert.equal(response.status, 201)
    assert.match(warnings(response), /would violate PodSecurity \\"baseline:v1.30\\": host namespaces/)
  })

  it('labels that cannot be read are rejected, unless they were there before', async () => {
    const { status, body } = await namespace('unreadable', { enforce: 'none', 'audit-version': '1.30' })
    assert.equal(status, 422)
    const at = 'metadata.labels[pod-security.kubernetes.io'
    const level = `${at}/enforce]: Invalid value: "none": must be one of privileged, baseline, restricted`
    const version = `${at}/audit-version]: Invalid value: "1.30": must be "latest" or "v1.x"`
    assert.equal(body.message, `Namespace "unreadable" is invalid: [${level}, ${version}]`)
  })

  it('a namespace with a stricter level warns of the pods that it would not let in', async () => {
    await namespace('raised', {})
    for (const name of ['a', 'b', 'c']) {
      await create('raised', pod({ hostPID: true }, {}, { name }))
    }
    await create('raised', pod({}, { privileged: true }, { name: 'd' }))
    const raised = await relabel('raised', { enforce: 'baseline' })
    const lines = [
      'existing pods in namespace "raised" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 2 other pods): host namespaces',
      'd: privileged',
    ]
    assert.equal(warnings(raised), lines.map((line) => `299 - ${JSON.stringify(line)}`).join(', '))
    assert.equal(warnings(await relabel('raised', { enforce: 'privileged' })), '')
  })
})
