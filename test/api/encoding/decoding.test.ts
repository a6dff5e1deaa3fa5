import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' }
const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const SECRETS = '/api/v1/namespaces/test/secrets'
const SERVICES = '/api/v1/namespaces/test/services'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/test/deployments'
const BUDGETS = '/apis/policy/v1/namespaces/test/poddisruptionbudgets'

const containers = (part: Json) => ({
  template: { spec: { containers: [{ name: 'main', image: 'i', ...part }] } },
})
const REGEX = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const RFC3339 = '2006-01-02T15:04:05Z07:00'

/** A part of the wrong type, its error in a body, and its error in a strategic merge patch. */
const MISMATCHES: readonly (readonly [path: string, part: Json, body: string, restored: string])[] = [
  [
    CONFIG_MAPS,
    { data: { a: 1 } },
    'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    'cannot convert int64 to string',
  ],
  [
    CONFIG_MAPS,
    { data: { a: true } },
    'json: cannot unmarshal bool into Go struct field ConfigMap.data of type string',
    'unrecognized type: string',
  ],
  [
    CONFIG_MAPS,
    { metadata: { labels: 'x' } },
    'json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type map[string]string',
    'cannot restore map from string',
  ],
  [
    CONFIG_MAPS,
    { metadata: { finalizers: { a: 'b' } } },
    'json: cannot unmarshal object into Go struct field ObjectMeta.metadata.finalizers of type []string',
    'cannot restore slice from map',
  ],
  [
    CONFIG_MAPS,
    { immutable: 'yes' },
    'json: cannot unmarshal string into Go struct field ConfigMap.immutable of type bool',
    'unrecognized type: bool',
  ],
  [
    CONFIG_MAPS,
    { metadata: { creationTimestamp: 'yesterday' } },
    `parsing time "yesterday" as "${RFC3339}": cannot parse "yesterday" as "2006"`,
    `parsing time "yesterday" as "${RFC3339}": cannot parse "yesterday" as "2006"`,
  ],
  [
    CONFIG_MAPS,
    { metadata: { creationTimestamp: 5 } },
    'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string',
    'json: cannot unmarshal number into Go value of type string',
  ],
  [
    CONFIG_MAPS,
    { metadata: { creationTimestamp: '2026-13-01T00:00:00Z' } },
    'parsing time "2026-13-01T00:00:00Z": month out of range',
    'parsing time "2026-13-01T00:00:00Z": month out of range',
  ],
  [
    SECRETS,
    { data: { a: 'YWJj!' } },
    'illegal base64 data at input byte 4',
    'error decoding from json: illegal base64 data at input byte 4',
  ],
  [
    SECRETS,
    { data: { a: 5 } },
    'json: cannot unmarshal number into Go struct field Secret.data of type []uint8',
    'cannot restore slice from int64',
  ],
  [
    DEPLOYMENTS,
    { spec: { replicas: 'two' } },
    'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    'unrecognized type: int32',
  ],
  [
    DEPLOYMENTS,
    { spec: { replicas: 1.5 } },
    'json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32',
    'cannot convert float64 to int32',
  ],
  [
    DEPLOYMENTS,
    { spec: ['x'] },
    'json: cannot unmarshal array into Go struct field Deployment.spec of type v1.DeploymentSpec',
    'cannot restore struct from: slice',
  ],
  [
    DEPLOYMENTS,
    { spec: { strategy: { rollingUpdate: { maxSurge: true } } } },
    'json: cannot unmarshal bool into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32',
    'json: cannot unmarshal bool into Go value of type int32',
  ],
  [
    DEPLOYMENTS,
    { spec: containers({ imagePullPolicy: 5 }) },
    'json: cannot unmarshal number into Go struct field Container.spec.template.spec.containers.imagePullPolicy of type v1.PullPolicy',
    'cannot convert int64 to v1.PullPolicy',
  ],
  [
    DEPLOYMENTS,
    { spec: containers({ ports: [{ containerPort: 'x' }] }) },
    'json: cannot unmarshal string into Go struct field ContainerPort.spec.template.spec.containers.ports.containerPort of type int32',
    'unrecognized type: int32',
  ],
  [
    DEPLOYMENTS,
    { spec: containers({ resources: { limits: 'x' } }) },
    'json: cannot unmarshal string into Go struct field ResourceRequirements.spec.template.spec.containers.resources.limits of type v1.ResourceList',
    'cannot restore map from string',
  ],
  [DEPLOYMENTS, { spec: containers({ resources: { limits: { cpu: 'lots' } } }) }, REGEX, REGEX],
  [
    DEPLOYMENTS,
    { spec: containers({ resources: { limits: { cpu: '1mi' } } }) },
    "unable to parse quantity's suffix",
    "unable to parse quantity's suffix",
  ],
  [
    SERVICES,
    { spec: { ipFamilies: 'IPv4' } },
    'json: cannot unmarshal string into Go struct field ServiceSpec.spec.ipFamilies of type []v1.IPFamily',
    'cannot restore slice from string',
  ],
  [
    BUDGETS,
    { spec: { minAvailable: {} } },
    'json: cannot unmarshal object into Go struct field PodDisruptionBudgetSpec.spec.minAvailable of type int32',
    'json: cannot unmarshal object into Go value of type int32',
  ],
]

const KINDS: Readonly<Record<string, Json>> = {
  [CONFIG_MAPS]: { kind: 'ConfigMap', version: 'v1' },
  [SECRETS]: { kind: 'Secret', version: 'v1' },
  [SERVICES]: { kind: 'Service', version: 'v1', spec: { clusterIP: 'None', ports: [{ port: 80 }] } },
  [DEPLOYMENTS]: {
    kind: 'Deployment',
    version: 'v1',
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'main', image: 'i' }] } },
    },
  },
  [BUDGETS]: { kind: 'PodDisruptionBudget', version: 'v1' },
}

describe('a value of the wrong type', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    for (const [path, { spec }] of Object.entries(KINDS)) {
      const created = await client.post(path, { metadata: { name: 'there' }, spec })
      assert.equal(created.status, 201, created.text)
    }
  })
  after(() => server.close())

  const withName = ({ metadata, ...part }: Json, name: string) => ({
    metadata: { ...metadata, name },
    ...part,
  })

  it('in a body is reported as by kube-apiserver', async () => {
    for (const [path, part, message] of MISMATCHES) {
      const { kind, version } = KINDS[path] as Json
      const prefix = `${kind} in version "${version}" cannot be handled as a ${kind}: `
      const created = await client.post(path, withName(part, 'new'))
      assert.deepEqual([created.status, created.body.message], [400, prefix + message])
      const replaced = await client.put(`${path}/there`, withName(part, 'there'))
      assert.deepEqual([replaced.status, replaced.body.message], [400, prefix + message])
    }
  })

  it('from a strategic merge patch is reported as a failed conversion', async () => {
    for (const [path, part, , message] of MISMATCHES) {
      const { status, body } = await client.send('PATCH', `${path}/there`, part, STRATEGIC)
      assert.equal(status, 422)
      assert.ok(body.message.startsWith(' "" is invalid: patch: Invalid value: "map['), body.message)
      assert.ok(body.message.endsWith(`: ${message}`), `${body.message} should end with ${message}`)
    }
    const labels = { metadata: { labels: 'invalid', annotations: { b: null, a: ['x', 1, true] } } }
    const { body } = await client.send('PATCH', `${CONFIG_MAPS}/there`, labels, STRATEGIC)
    const dump = 'map[metadata:map[annotations:map[a:[x 1 true] b:<nil>] labels:invalid]]'
    assert.match(body.message, new RegExp(`"${dump.replaceAll('[', '\\[')}": cannot `))
    assert.deepEqual(Object.keys(body.details), ['causes'])
  })

  it('from another patch is reported as in a body', async () => {
    for (const [path, part, message] of MISMATCHES) {
      const operations = Object.entries(part).flatMap(([name, value]) =>
        name === 'metadata'
          ? Object.entries(value as Json).map(([inner, deep]) => ({
              op: 'add',
              path: `/metadata/${inner}`,
              value: deep,
            }))
          : [{ op: 'add', path: `/${name}`, value }],
      )
      for (const { status, body } of [
        await client.send('PATCH', `${path}/there`, part, MERGE),
        await client.send('PATCH', `${path}/there`, operations, JSON_PATCH),
      ]) {
        assert.equal(status, 422)
        assert.ok(body.message.startsWith(' "" is invalid: patch: Invalid value: "{'), body.message)
        assert.ok(body.message.endsWith(`: ${message}`), `${body.message} should end with ${message}`)
      }
    }
  })

  it('instead of an object or its kind makes the object unrecognized', async () => {
    const expectMessage = async (given: unknown, words: string) => {
      const { status, body } = await client.post(CONFIG_MAPS, given)
      assert.equal(status, 400)
      const prefix = 'the object provided is unrecognized (must be of type ConfigMap): '
      const error = `couldn't get version/kind; json parse error: json: cannot unmarshal ${words}`
      assert.equal(body.message, prefix + error)
    }
    const struct = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`
    await expectMessage([], `array into Go value of type ${struct} (5b5d)`)
    await expectMessage({ kind: 5 }, 'number into Go struct field .kind of type string ({"kind":5})')
  })
})
