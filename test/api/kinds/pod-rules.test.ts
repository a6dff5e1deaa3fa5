import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const PODS = '/api/v1/namespaces/test/pods'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' }

const MAIN = { name: 'main', image: 'web:1' }
const pod = (spec: Json = {}, metadata: Json = {}) => ({
  metadata: { name: 'web', ...metadata },
  spec: { containers: [MAIN], ...spec },
})
const main = (part: Json) => ({ containers: [{ ...MAIN, ...part }] })

/** The errors of a pod, in order. */
const FAULTS: readonly (readonly [rule: string, spec: Json, faults: readonly string[]])[] = [
  [
    'what only Linux has, for Windows',
    {
      os: { name: 'windows' },
      hostPID: true,
      securityContext: { runAsUser: 1, seLinuxOptions: {} },
      ...main({ securityContext: { capabilities: {} } }),
    },
    [
      'spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod',
      'spec.hostPID: Forbidden: cannot be set for a windows pod',
      'spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
      'spec.containers[0].securityContext.capabilities: Forbidden: cannot be set for a windows pod',
    ],
  ],
  [
    'what only Windows has, for Linux',
    { os: { name: 'linux' }, ...main({ securityContext: { windowsOptions: {} } }) },
    [
      'spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
    ],
  ],
  [
    'processes of the host beside others',
    {
      initContainers: [{ ...MAIN, name: 'init' }],
      ...main({ securityContext: { windowsOptions: { hostProcess: true } } }),
    },
    [
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
      'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
    ],
  ],
  [
    'an init container that is probed, and images with blanks',
    {
      containers: [{ name: 'a', image: ' x' }],
      initContainers: [{ ...MAIN, livenessProbe: {}, lifecycle: { preStop: {} } }],
    },
    [
      'spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always',
      'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
      'spec.containers[0].image: Invalid value: " x": must not have leading or trailing whitespace',
    ],
  ],
  [
    'constraints of its spread that are repeated',
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: ['a'] },
        { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' },
      ],
    },
    [
      'spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{z, DoNotSchedule}"',
      'spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set',
    ],
  ],
  [
    'a toleration of everything with a value',
    { tolerations: [{ key: 'a', operator: 'Exists', value: 'x' }] },
    ['spec.tolerations[0].operator: Invalid value: "x": value must be empty when `operator` is \'Exists\''],
  ],
  [
    'users of its own on the network of the host',
    { hostUsers: false, hostNetwork: true },
    ['spec.hostNetwork: Forbidden: when `pod.Spec.HostUsers` is false'],
  ],
  [
    'gates before deadlines before systems',
    {
      readinessGates: [{ conditionType: '' }],
      activeDeadlineSeconds: 0,
      os: { name: '' },
    },
    [
      'spec.readinessGates[0].conditionType: Invalid value: "": name part must be non-empty',
      "spec.readinessGates[0].conditionType: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
      'spec.os.name: Required value: cannot be empty',
    ],
  ],
]

describe('a pod', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  const faultsOf = ({ body }: { body: Json }) =>
    body.details.causes.map(({ field, message }: Json) => `${field}: ${message}`)

  for (const [rule, spec, faults] of FAULTS) {
    it(`is rejected with ${rule}`, async () => {
      assert.deepEqual(faultsOf(await client.post(PODS, pod(spec))), faults)
    })
  }

  it('has a grace period of one second if it asks for a negative one, but its template keeps it', async () => {
    const created = await client.post(PODS, pod({ terminationGracePeriodSeconds: -5 }, { name: 'hasty' }))
    assert.equal(created.body.spec.terminationGracePeriodSeconds, 1)
    const labels = { app: 'hasty' }
    const template = { metadata: { labels }, spec: { containers: [MAIN], terminationGracePeriodSeconds: -5 } }
    const spec = { selector: { matchLabels: labels }, template }
    const path = '/apis/apps/v1/namespaces/test/deployments'
    const deployed = await client.post(path, { metadata: { name: 'hasty' }, spec })
    assert.equal(deployed.body.spec.template.spec.terminationGracePeriodSeconds, -5)
  })

  it('keeps its generation when it is bound, and gets the annotations of the binding', async () => {
    await client.post(PODS, pod({}, { name: 'bound' }))
    const metadata = { name: 'bound', annotations: { x: 'y' }, labels: { not: 'taken' } }
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata, target: { kind: 'Node', name: 'n1' } }
    assert.equal((await client.post(`${PODS}/bound/binding`, binding)).status, 201)
    const { body } = await client.get(`${PODS}/bound`)
    assert.deepEqual([body.spec.nodeName, body.metadata.generation], ['n1', 1])
    assert.deepEqual([body.metadata.annotations, body.metadata.labels], [{ x: 'y' }, undefined])
  })

  it('is resized within its QoS class, and nothing else changes', async () => {
    const path = `${PODS}/sized/resize`
    const resources = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } }
    await client.post(PODS, pod(main({ resources }), { name: 'sized' }))
    const change = (part: Json, rest: Json = {}) =>
      client.send('PATCH', path, { spec: main(part), ...rest }, STRATEGIC)
    const resized = await change(
      { image: 'other', resources: { requests: { cpu: '1500m' } } },
      { metadata: { labels: { a: 'b' } } },
    )
    const [container] = resized.body.spec.containers
    assert.deepEqual([container.image, container.resources.requests.cpu], [MAIN.image, '1500m'])
    assert.deepEqual([resized.body.metadata.labels, resized.body.metadata.generation], [undefined, 2])
    assert.deepEqual(faultsOf(await change({ resources: { requests: { cpu: '2', memory: '2Gi' } } })), [
      'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    ])
    assert.deepEqual(faultsOf(await change({ resources: { limits: { memory: '1Gi' } } })), [
      'spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased unless resizePolicy is RestartContainer',
    ])
    const more = { spec: { containers: [MAIN, { name: 'more', image: 'x' }] } }
    const [fault] = faultsOf(await client.send('PATCH', path, more, STRATEGIC))
    assert.equal(fault, 'spec.containers: Forbidden: containers may not be added or removed on resize')
  })

  it('keeps its QoS class and its terminated containers on status updates', async () => {
    await client.post(PODS, pod({ restartPolicy: 'Never' }, { name: 'ended' }))
    const report = (status: Json) => client.send('PATCH', `${PODS}/ended/status`, { status }, MERGE)
    const ended = {
      ...MAIN,
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { terminated: { exitCode: 1 } },
    }
    assert.equal((await report({ containerStatuses: [ended] })).status, 200)
    assert.deepEqual(faultsOf(await report({ containerStatuses: [{ ...ended, state: { running: {} } }] })), [
      'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
    ])
    assert.deepEqual(faultsOf(await report({ qosClass: 'Guaranteed' })), [
      'status.qosClass: Invalid value: "Guaranteed": field is immutable',
    ])
    assert.deepEqual(faultsOf(await report({ hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.2' }] })), [
      'status.hostIPs[0].ip: Invalid value: "10.0.0.2": must be equal to `hostIP`',
    ])
  })

  it('gets warnings of overlapping ports, also in a template whenever it changes', async () => {
    const ports = [
      { name: 'a', containerPort: 80 },
      { containerPort: 80, hostPort: 80, hostIP: '10.0.0.1' },
    ]
    const others = [{ name: 'a', containerPort: 81, hostIP: '10.0.0.1' }]
    const containers = [
      { ...MAIN, ports },
      { ...MAIN, name: 'side', ports: others },
    ]
    const at = (path: string) => [
      `${path}[0].ports[1]: overlapping port definition with ${path}[0].ports[0]`,
      `${path}[1].ports[0]: hostIP set without hostPort: {Name:a HostPort:0 ContainerPort:81 Protocol:TCP HostIP:10.0.0.1}`,
      `${path}[1].ports[0]: duplicate port name "a" with ${path}[0].ports[0], services and probes that select ports by name will use ${path}[0].ports[0]`,
    ]
    const warningsOf = ({ headers }: { headers: Headers }) =>
      [...(headers.get('warning') ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
        text.replaceAll('\\"', '"'),
      )
    const created = await client.post(PODS, pod({ containers }, { name: 'ports' }))
    assert.deepEqual(warningsOf(created), at('spec.containers'))
    const labels = { app: 'ports' }
    const template = { metadata: { labels }, spec: { containers } }
    const path = '/apis/apps/v1/namespaces/test/deployments'
    const spec = { selector: { matchLabels: labels }, template }
    const warnings = at('spec.template.spec.containers')
    assert.deepEqual(warningsOf(await client.post(path, { metadata: { name: 'ports' }, spec })), warnings)
    const change = (body: Json) => client.send('PATCH', `${path}/ports`, body, MERGE)
    assert.deepEqual(warningsOf(await change({ spec: { replicas: 2 } })), warnings)
    assert.deepEqual(warningsOf(await change({ metadata: { labels } })), [])
  })
})
