import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { condition, eventually, Federation } from './clusters-of-servers.js'

const APPS = '/apis/apps/v1/namespaces/shop'
const CORE = '/api/v1/namespaces/shop'
const INGRESSES = '/apis/networking.k8s.io/v1/namespaces/shop/ingresses'

const template = {
  metadata: { labels: { app: 'k' } },
  spec: {
    containers: [
      {
        name: 'main',
        image: 'k:1',
        ports: [{ containerPort: 80 }],
        env: [
          { name: 'EMPTY', value: '' },
          { name: 'A', value: 'b' },
        ],
        resources: { requests: { cpu: '0.5', memory: '1024Mi' }, limits: { cpu: 2 } },
        readinessProbe: { httpGet: { path: '/', port: 'http' } },
      },
    ],
    volumes: [{ name: 'scratch', emptyDir: {} }],
  },
}
const app = { selector: { matchLabels: { app: 'k' } }, template }
const OBJECTS: readonly (readonly [string, Json])[] = [
  [`${CORE}/configmaps`, { data: { a: '1', empty: '' }, binaryData: { b: 'AAEC' } }],
  [`${CORE}/secrets`, { stringData: { a: '1' } }],
  [`${CORE}/services`, { spec: { type: 'NodePort', selector: { app: 'k' }, ports: [{ port: 80 }] } }],
  [`${APPS}/deployments`, { spec: { replicas: 4, ...app } }],
  [`${APPS}/replicasets`, { spec: { replicas: 2, ...app } }],
  [`${APPS}/daemonsets`, { spec: app }],
  [`${APPS}/statefulsets`, { spec: { serviceName: 'k', replicas: 3, ...app } }],
  [INGRESSES, { spec: { defaultBackend: { service: { name: 'k', port: { number: 80 } } } } }],
  [
    '/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles',
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  ],
  [`${CORE}/serviceaccounts`, { imagePullSecrets: [{ name: 'pull' }] }],
  [
    `${CORE}/persistentvolumeclaims`,
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0.5Gi' } } } },
  ],
  [
    '/apis/batch/v1/namespaces/shop/cronjobs',
    {
      spec: {
        schedule: '0 0 1 1 *',
        jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
      },
    },
  ],
  [
    '/apis/example.com/v1/namespaces/shop/gadgets',
    { kind: 'Gadget', apiVersion: 'example.com/v1', spec: { size: 1 } },
  ],
]
const DEFINITION = {
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { size: { type: 'integer' }, color: { type: 'string', default: 'red' } },
              },
            },
          },
        },
      },
    ],
  },
}

describe('a restarted host', { timeout: 120_000 }, () => {
  it('writes only what differs', async (t) => {
    const federation = await Federation.start(t, ['east', 'west'])
    const { host } = federation
    await host.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', DEFINITION)
    const annotations = { note: 'x', 'federation.binnacle.dev/propagate': 'true' }
    for (const [collection, object] of OBJECTS)
      await host.create(collection, { metadata: { name: 'k', annotations }, ...object })
    const settled = () =>
      eventually('all copies are synced', async () => {
        for (const [collection] of OBJECTS) {
          const { metadata } = await host.get(`${collection}/k`)
          const statuses = JSON.parse(metadata.annotations['federation.binnacle.dev/cluster-status'])
          assert.deepEqual(
            [statuses.east?.state, statuses.west?.state],
            ['Synced', 'Synced'],
            `${collection} ${JSON.stringify(statuses)}`,
          )
        }
        const { status } = await host.get(`${APPS}/deployments/k`)
        assert.equal(status.availableReplicas, 4)
        assert.equal(condition({ status }, 'Propagated').status, 'True')
      })
    await settled()
    const members = [...federation.members.values()]
    const before = await Promise.all(members.map((member) => member.writes()))
    assert.ok(
      before.every((count) => count >= OBJECTS.length),
      String(before),
    )
    await host.stop()
    await members[0]?.change(`${CORE}/configmaps/k`, { data: { a: 'changed' } })
    await host.start()
    await eventually('the difference is written', async () => {
      assert.equal((await members[0]?.get(`${CORE}/configmaps/k`))?.data.a, '1')
    })
    await host.change(`${CORE}/configmaps/k`, { metadata: { labels: { last: 'one' } } })
    await eventually('the last change is written', async () => {
      for (const member of members)
        assert.equal((await member.get(`${CORE}/configmaps/k`)).metadata.labels.last, 'one')
    })
    await settled()
    const after = await Promise.all(members.map((member) => member.writes()))
    // One member has the change of the test and its repair; both have the last change.
    assert.deepEqual(
      after.map((count, index) => count - (before[index] as number)),
      [3, 1],
    )
  })
})
