import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer, StartError } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { APPS, controlled, setImage, workload } from '#test/support/workloads.js'
import { startTestServer, type TestServerOptions } from '#testing.js'

const CORE = '/api/v1/namespaces/test'
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const FLOW_SCHEMAS = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas'
const CIDRS = '/apis/networking.k8s.io/v1/servicecidrs'
const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'

async function started(t: TestContext, controllers: readonly string[], options: TestServerOptions = {}) {
  const server = await startTestServer({ ...options, controllers })
  t.after(() => server.close())
  return { server, client: new Client(server.url) }
}

/** Roles need users. */
const ADMIN = { authorization: 'Bearer admin' }
const USERS: TestServerOptions = {
  authentication: { tokens: [{ token: 'admin', user: 'admin', groups: ['system:masters'] }] },
}
const WITH_USERS = [
  ...['bootstrap-policy', 'flow-schema-status', 'legacy-token-tracking', 'role-aggregation'],
  'serviceaccount-token-controller',
]
function optionsOf(name: string): TestServerOptions {
  if (name === 'service-accounts') return { enableAdmissionPlugins: ['ServiceAccount'] }
  return WITH_USERS.includes(name) ? USERS : {}
}

type Started = Awaited<ReturnType<typeof started>>

const owner = (name: string): Json => ({ metadata: { name }, data: {} })

/** What one controller does, seen by a client: true if it acts. */
const ACTIONS: Readonly<Record<string, (started: Started) => Promise<boolean>>> = {
  'garbage-collector': async ({ server, client }) => {
    const { body } = await client.post(`${CORE}/configmaps`, owner('owner'))
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: body.metadata.uid }]
    await client.post(`${CORE}/configmaps`, { metadata: { name: 'dependent', ownerReferences } })
    await client.delete(`${CORE}/configmaps/owner`)
    await server.settled()
    return (await client.get(`${CORE}/configmaps/dependent`)).status === 404
  },
  namespaces: async ({ server, client }) => {
    await client.post('/api/v1/namespaces', { metadata: { name: 'short' } })
    const { body } = await client.delete('/api/v1/namespaces/short')
    assert.equal(body.status.phase, 'Terminating')
    await server.settled()
    return (await client.get('/api/v1/namespaces/short')).status === 404
  },
  'revision-history': async ({ server, client }) => {
    const { body } = await client.post(`${APPS}/deployments`, workload('Deployment', 'web'))
    await setImage(client, `${APPS}/deployments/web`, 'web:2')
    await server.settled()
    return (await controlled(client, `${APPS}/replicasets`, body)).length > 0
  },
  'event-ttl': async ({ server, client }) => {
    const involvedObject = { kind: 'Pod', name: 'web', namespace: 'test' }
    await client.post(`${CORE}/events`, { metadata: { name: 'old' }, involvedObject, reason: 'Testing' })
    await server.clock.advance('2h')
    await server.settled()
    return (await client.get(`${CORE}/events/old`)).status === 404
  },
  'storage-protection': async ({ server, client }) => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    await client.post(`${CORE}/persistentvolumeclaims`, { metadata: { name: 'data' }, spec })
    await client.delete(`${CORE}/persistentvolumeclaims/data`)
    await server.settled()
    return (await client.get(`${CORE}/persistentvolumeclaims/data`)).status === 404
  },
  'service-cidr-controller': async ({ server, client }) => {
    await client.post(CIDRS, { metadata: { name: 'more' }, spec: { cidrs: ['203.0.113.0/24'] } })
    await server.settled()
    return (await client.get(`${CIDRS}/more`)).body.status?.conditions?.length === 1
  },
  'system-objects': async ({ server, client }) => {
    await server.settled()
    return (await client.get('/api/v1/namespaces/kube-system')).status === 200
  },
  'service-accounts': async ({ server, client }) => {
    await client.post('/api/v1/namespaces', { metadata: { name: 'staffed' } })
    await server.settled()
    return (await client.get('/api/v1/namespaces/staffed/serviceaccounts/default')).status === 200
  },
  'serviceaccount-token-controller': async ({ server, client }) => {
    await client.post(`${CORE}/serviceaccounts`, { metadata: { name: 'robot' } }, ADMIN)
    const annotations = { 'kubernetes.io/service-account.name': 'robot' }
    const type = 'kubernetes.io/service-account-token'
    await client.post(`${CORE}/secrets`, { metadata: { name: 'robot', annotations }, type }, ADMIN)
    await server.settled()
    return (await client.get(`${CORE}/secrets/robot`, ADMIN)).body.data?.token !== undefined
  },
  'legacy-token-tracking': async ({ server, client }) => {
    await server.settled()
    const path = 'kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking'
    return (await client.get(`/api/v1/namespaces/${path}`, ADMIN)).status === 200
  },
  definitions: async ({ server, client }) => {
    const names = { plural: 'boats', kind: 'Boat' }
    const schema = { openAPIV3Schema: { type: 'object' } }
    const versions = [{ name: 'v1', served: true, storage: true, schema }]
    await client.post(DEFINITIONS, {
      metadata: { name: 'boats.example.com' },
      spec: { group: 'example.com', scope: 'Namespaced', names, versions },
    })
    await client.delete(`${DEFINITIONS}/boats.example.com`)
    await server.settled()
    return (await client.get(`${DEFINITIONS}/boats.example.com`)).status === 404
  },
  'validating-admission-policy-status': async ({ server, client }) => {
    const resourceRules = [
      { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['secrets'] },
    ]
    const spec = { matchConstraints: { resourceRules }, validations: [{ expression: 'true' }] }
    await client.post(POLICIES, { metadata: { name: 'checked' }, spec })
    await server.settled()
    return (await client.get(`${POLICIES}/checked`)).body.status.observedGeneration === 1
  },
  'flow-schema-status': async ({ server, client }) => {
    const spec = { priorityLevelConfiguration: { name: 'missing' } }
    await client.post(FLOW_SCHEMAS, { metadata: { name: 'dangling' }, spec }, ADMIN)
    await server.settled()
    const { body } = await client.get(`${FLOW_SCHEMAS}/dangling`, ADMIN)
    return body.status.conditions?.[0]?.reason === 'NotFound'
  },
  'bootstrap-policy': async ({ client }) =>
    (await client.get(`${ROLES}/cluster-admin`, ADMIN)).status === 200,
  'role-aggregation': async ({ server, client }) => {
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
    await client.post(ROLES, { metadata: { name: 'part', labels: { part: 'true' } }, rules }, ADMIN)
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { part: 'true' } }] }
    await client.post(ROLES, { metadata: { name: 'whole' }, aggregationRule, rules: [] }, ADMIN)
    await server.settled()
    return (await client.get(`${ROLES}/whole`, ADMIN)).body.rules?.length === 1
  },
}

describe('the controllers of a server', () => {
  for (const [name, acts] of Object.entries(ACTIONS)) {
    const isOff = name === 'service-cidr-controller'
    it(`run by default, and ${name} does not if it is ${isOff ? 'not' : 'disabled or others are'} named`, async (t) => {
      const others = Object.keys(ACTIONS).filter((other) => other !== name)
      assert.equal(await acts(await started(t, ['*'], optionsOf(name))), !isOff)
      assert.equal(await acts(await started(t, ['*', `-${name}`], optionsOf(name))), false)
      assert.equal(await acts(await started(t, others, optionsOf(name))), false)
      assert.equal(await acts(await started(t, [name], optionsOf(name))), true)
    })
  }

  it('are chosen by the first mention of their name', async (t) => {
    const acts = ACTIONS['storage-protection'] as (started: Started) => Promise<boolean>
    assert.equal(await acts(await started(t, ['-storage-protection', 'storage-protection', '*'])), false)
    assert.equal(await acts(await started(t, ['storage-protection', '-storage-protection'])), true)
  })

  it('must be known', async () => {
    for (const name of ['garbagecollector', '-*', '-', '']) {
      const start = createServer({ storage: 'memory', port: 0, logLevel: 'silent', controllers: ['*', name] })
      await assert.rejects(start, (error: Error) => {
        assert.ok(error instanceof StartError)
        const known = Object.keys(ACTIONS).sort().join(', ')
        assert.match(error.message, /^controllers: expected a list of /)
        assert.ok(error.message.includes(known), error.message)
        return true
      })
    }
  })
})
