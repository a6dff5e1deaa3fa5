import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryEngine } from '#test/support/server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

onEveryEngine('validation of single kinds', (client) => {
  it('the allocatable resources of a node default to its capacity', async () => {
    const create = (name: string, status: object) =>
      client.post('/api/v1/nodes', { metadata: { name }, status })
    const capacity = { cpu: '4', memory: '1Gi' }
    assert.deepEqual((await create('all', { capacity })).body.status.allocatable, capacity)
    assert.deepEqual((await client.get('/api/v1/nodes/all')).body.status.allocatable, capacity)
    const allocatable = { cpu: '3' }
    assert.deepEqual((await create('less', { capacity, allocatable })).body.status.allocatable, allocatable)
    await create('silent', {})
    const report = await client.send('PATCH', '/api/v1/nodes/silent/status', { status: { capacity } }, MERGE)
    assert.deepEqual(report.body.status.allocatable, capacity)
  })

  it('a port name needs a letter, in the wording of the group', async () => {
    const port = { port: 80, targetPort: '80' }
    const service = { metadata: { name: 'web' }, spec: { clusterIP: 'None', ports: [port] } }
    const template = (spec: object) => ({
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec },
      },
    })
    const container = { name: 'main', image: 'web:1' }
    const probed = template({
      containers: [
        {
          ...container,
          ports: [{ name: '80', containerPort: 80 }],
          livenessProbe: { tcpSocket: { port: '80' } },
          lifecycle: { preStop: { httpGet: { path: '/', port: '80' } } },
        },
      ],
    })
    const TODAY = 'Invalid value: "80": must contain at least one letter (a-z)'
    const LEGACY = 'Invalid value: "80": must contain at least one letter or number (a-z, 0-9)'
    for (const [path, body, messages] of [
      ['/api/v1/namespaces/test/services', service, [TODAY]],
      ['/apis/apps/v1/namespaces/test/deployments', probed, [TODAY, TODAY, TODAY]],
      ['/apis/extensions/v1beta1/namespaces/test/deployments', probed, [LEGACY, LEGACY, LEGACY]],
    ] as const) {
      const response = await client.post(path, body)
      const causes: { message: string }[] = response.body.details.causes
      assert.deepEqual(
        causes.map(({ message }) => message),
        messages,
        path,
      )
    }
  })

  it('an invalid event of the events group is named without the group', async () => {
    const path = '/apis/events.k8s.io/v1/namespaces/test/events'
    const { body } = await client.post(path, { metadata: { name: 'e' }, regarding: { namespace: 'test' } })
    assert.match(body.message, /^Event "e" is invalid: /)
    assert.equal('group' in body.details, false)
    const missing = await client.get(`${path}/none`)
    assert.equal(missing.body.message, 'events.events.k8s.io "none" not found')
  })

  it('supported values are listed in the order of kube-apiserver', async () => {
    const container = {
      name: 'c',
      image: 'i',
      volumeMounts: [{ name: 'v', mountPath: '/v', recursiveReadOnly: 'x' }],
    }
    for (const [path, body, values] of [
      [
        '/apis/scheduling.k8s.io/v1/priorityclasses',
        { metadata: { name: 'p' }, preemptionPolicy: 'x' },
        '"PreemptLowerPriority", "Never"',
      ],
      [
        '/apis/storage.k8s.io/v1/csidrivers',
        { metadata: { name: 'd' }, spec: { volumeLifecycleModes: ['x'] } },
        '"Persistent", "Ephemeral"',
      ],
      [
        '/api/v1/namespaces/test/pods',
        { metadata: { name: 'p' }, spec: { containers: [container], volumes: [{ name: 'v' }] } },
        '"Disabled", "Enabled", "IfPossible"',
      ],
    ] as const) {
      const response = await client.post(path, body)
      assert.equal(
        response.body.details.causes[0].message,
        `Unsupported value: "x": supported values: ${values}`,
        path,
      )
    }
  })

  it('only legacy groups list server addresses in discovery', async () => {
    for (const [group, hasAddresses] of [
      ['autoscaling', false],
      ['rbac.authorization.k8s.io', false],
      ['extensions', true],
    ] as const) {
      const { body } = await client.get(`/apis/${group}`)
      assert.equal('serverAddressByClientCIDRs' in body, hasAddresses, group)
    }
  })

  it('all errors of list options are reported in order', async () => {
    const errorsOf = async (query: string) => {
      const { status, body } = await client.get(`/api/v1/namespaces/test/configmaps?${query}`)
      assert.equal(status, 422)
      return body.message.replace('ListOptions.meta.k8s.io "" is invalid: ', '')
    }
    assert.equal(
      await errorsOf('resourceVersionMatch=Odd&sendInitialEvents=true'),
      '[resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided, ' +
        'resourceVersionMatch: Unsupported value: "Odd": supported values: "Exact", "NotOlderThan", "", ' +
        'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list]',
    )
    assert.equal(
      await errorsOf('resourceVersion=0&resourceVersionMatch=Exact'),
      'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    )
    assert.equal(
      await errorsOf('watch=true&resourceVersionMatch=Exact'),
      '[resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided, ' +
        'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"]',
    )
  })

  it('single kinds reject the same objects as kube-apiserver', async () => {
    const rule = (part: object) => ({
      subjects: [{ kind: 'User', user: { name: 'u' } }],
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'], ...part }],
    })
    const flow = (part: object) => ({
      metadata: { name: 'f' },
      spec: { priorityLevelConfiguration: { name: 'p' }, rules: [rule(part)] },
    })
    const WRITE_MODES = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas'
    const RUNTIMES = '/apis/node.k8s.io/v1/runtimeclasses'
    const anything = { key: 'a', operator: 'Exists' }
    for (const [path, body, faults] of [
      [
        WRITE_MODES,
        flow({ verbs: ['*', 'get'], nonResourceURLs: ['x', '/a*b', '/a/*'] }),
        [
          `spec.rules[0].nonResourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
          'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "x": must start with slash',
          'spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: Invalid value: "/a*b": wildcard can only do suffix matching',
        ],
      ],
      [
        '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
        { metadata: { name: 'p' }, spec: { type: 'Exempt' } },
        [`spec.type: Invalid value: "Exempt": type must be 'Exempt' if and only if name is 'exempt'`],
      ],
      [
        RUNTIMES,
        { metadata: { name: 'r' }, handler: 'h', overhead: { podFixed: { disk: '1' } } },
        [
          'overhead.podFixed[disk]: Invalid value: disk: must be a standard resource type or fully qualified',
          'overhead.podFixed[disk]: Invalid value: disk: must be a standard resource for containers',
        ],
      ],
      [
        RUNTIMES,
        { metadata: { name: 'r' }, handler: 'h', scheduling: { tolerations: [anything, anything] } },
        ['scheduling.tolerations[1]: Duplicate value: {"key":"a","operator":"Exists"}'],
      ],
    ] as const) {
      const response = await client.post(path, body)
      const causes: { field: string; message: string }[] = response.body.details?.causes ?? []
      assert.deepEqual(
        causes.map(({ field, message }) => `${field}: ${message}`),
        faults,
        path,
      )
    }
  })

  it('a bound claim grows only if its class allows expansion', async () => {
    const path = '/api/v1/namespaces/test/persistentvolumeclaims'
    await client.post('/apis/storage.k8s.io/v1/storageclasses', {
      metadata: { name: 'elastic' },
      provisioner: 'x.example.com',
      allowVolumeExpansion: true,
    })
    for (const [storageClassName, status] of [
      ['elastic', 200],
      ['fixed', 403],
    ] as const) {
      const resources = { requests: { storage: '1Gi' } }
      const spec = { accessModes: ['ReadWriteOnce'], storageClassName, resources }
      await client.post(path, { metadata: { name: storageClassName }, spec })
      const target = `${path}/${storageClassName}`
      await client.send('PATCH', `${target}/status`, { status: { phase: 'Bound' } }, MERGE)
      const more = { spec: { resources: { requests: { storage: '2Gi' } } } }
      assert.equal((await client.send('PATCH', target, more, MERGE)).status, status, storageClassName)
    }
  })

  it('only stored kinds have a storage version hash in discovery', async () => {
    const { body } = await client.get('/apis/authorization.k8s.io/v1')
    for (const resource of body.resources)
      assert.equal('storageVersionHash' in resource, false, resource.name)
    const stored = await client.get('/apis/apps/v1')
    assert.ok(stored.body.resources.some((resource: object) => 'storageVersionHash' in resource))
  })
})
