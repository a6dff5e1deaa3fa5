import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const APPS = '/apis/apps/v1/namespaces/test'
const BATCH = '/apis/batch/v1/namespaces/test'
const POLICY = '/apis/policy/v1/namespaces/test'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

const labels = { app: 'web' }
const selector = { matchLabels: labels }
const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } }
const once = { spec: { ...template.spec, restartPolicy: 'Never' } }
/** A template with a warning. */
const warned = {
  metadata: { labels },
  spec: { ...template.spec, nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
}
const TEMPLATE_WARNING =
  'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'

describe('workloads', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)

  const expectWarnings = (headers: Headers, warnings: readonly string[]) =>
    assert.equal(
      headers.get('warning') ?? '',
      warnings.map((warning) => `299 - ${JSON.stringify(warning)}`).join(', '),
    )

  const created = async (path: string, body: Json) => {
    const response = await client.post(path, body)
    assert.equal(response.status, 201, response.text)
    return response
  }
  const patched = async (path: string, changes: Json) => {
    const response = await client.send('PATCH', path, changes, MERGE)
    assert.equal(response.status, 200, response.text)
    return response
  }

  it('warn of large indexed jobs, in cron jobs too', async () => {
    const message =
      'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail'
    const spec = { template: once, completionMode: 'Indexed', completions: 100_001, parallelism: 10_001 }
    const job = await created(`${BATCH}/jobs`, { metadata: { name: 'large' }, spec })
    expectWarnings(job.headers, [`spec: ${message}`])
    const cron = { schedule: '@daily', jobTemplate: { spec } }
    const { headers } = await created(`${BATCH}/cronjobs`, { metadata: { name: 'large' }, spec: cron })
    expectWarnings(headers, [`spec.jobTemplate.spec: ${message}`])
  })

  it('warn of their templates when these change, and some whenever the spec does', async () => {
    const cases = [
      ['daemonsets', []],
      ['deployments', [TEMPLATE_WARNING]],
      ['statefulsets', [TEMPLATE_WARNING]],
    ] as const
    for (const [plural, afterOtherChange] of cases) {
      const spec = { selector, template: warned }
      const { headers } = await created(`${APPS}/${plural}`, { metadata: { name: 'warned' }, spec })
      expectWarnings(headers, [TEMPLATE_WARNING])
      const other = await patched(`${APPS}/${plural}/warned`, { spec: { minReadySeconds: 5 } })
      expectWarnings(other.headers, afterOtherChange)
      const none = await patched(`${APPS}/${plural}/warned`, { metadata: { labels } })
      expectWarnings(none.headers, [])
    }
  })

  it('warn of fractions of a byte in the claims of stateful sets, and of an unlimited history', async () => {
    const resources = { requests: { storage: '0.5' }, limits: { storage: '1.5' } }
    const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources } }
    const spec = { selector, template, volumeClaimTemplates: [claim], revisionHistoryLimit: -1 }
    const fractions = (path: string) => [
      `${path}.resources.requests[storage]: fractional byte value "500m" is invalid, must be an integer`,
      `${path}.resources.limits[storage]: fractional byte value "1500m" is invalid, must be an integer`,
    ]
    const history =
      'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended'
    const { headers } = await created(`${APPS}/statefulsets`, { metadata: { name: 'claims' }, spec })
    expectWarnings(headers, [...fractions('spec.volumeClaimTemplates[0]'), history])
    const changed = await patched(`${APPS}/statefulsets/claims`, { metadata: { labels } })
    expectWarnings(changed.headers, [...fractions('spec.volumeClaimTemplates[0].Spec'), history])
  })

  it('annotations that stand for integers must be integers', async () => {
    const cases: readonly (readonly [kind: string, plural: string, annotation: string, what: string])[] = [
      ['DaemonSet', 'daemonsets', 'deprecated.daemonset.template.generation', ''],
      [
        'Deployment',
        'deployments',
        'deprecated.deployment.rollback.to',
        'failed to parse annotation[deprecated.deployment.rollback.to]=VALUE as int64: ',
      ],
    ]
    const values = {
      yesterday: 'invalid syntax',
      '1.5': 'invalid syntax',
      '99999999999999999999': 'value out of range',
    }
    for (const [kind, plural, annotation, what] of cases) {
      await created(`${APPS}/${plural}`, { metadata: { name: 'counted' }, spec: { selector, template } })
      for (const [value, problem] of Object.entries(values)) {
        const annotations = { [annotation]: value }
        const metadata = { name: 'refused', annotations }
        const { status, body } = await client.post(`${APPS}/${plural}`, {
          metadata,
          spec: { selector, template },
        })
        assert.equal(status, 400)
        assert.equal(
          body.message,
          `${kind} in version "v1" cannot be handled as a ${kind}: ${what.replace('VALUE', value)}strconv.ParseInt: parsing "${value}": ${problem}`,
        )
        const patch = await client.send(
          'PATCH',
          `${APPS}/${plural}/counted`,
          { metadata: { annotations } },
          MERGE,
        )
        assert.equal(patch.status, 400, patch.text)
      }
    }
  })

  it('a deployment cannot be rolled back to a negative revision', async () => {
    const annotations = { 'deprecated.deployment.rollback.to': '-1' }
    const { status, body } = await client.post(`${APPS}/deployments`, {
      metadata: { name: 'back', annotations },
      spec: { selector, template },
    })
    assert.equal(status, 422)
    assert.deepEqual(body.details.causes, [
      {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: -1: must be greater than or equal to 0',
        field: 'metadata.annotations[deprecated.deployment.rollback.to]',
      },
    ])
  })

  it('an empty rollback annotation is removed', async () => {
    const annotations = { 'deprecated.deployment.rollback.to': '' }
    const spec = { selector, template }
    const { body } = await created(`${APPS}/deployments`, { metadata: { name: 'empty', annotations }, spec })
    assert.equal(body.metadata.annotations, undefined)
  })

  it('a stateful set loses maxUnavailable before it is validated', async () => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } }
    const spec = { selector, template, updateStrategy }
    const { body } = await created(`${APPS}/statefulsets`, { metadata: { name: 'paced' }, spec })
    assert.deepEqual(body.spec.updateStrategy, { type: 'RollingUpdate', rollingUpdate: { partition: 0 } })
  })

  it('a scale with the uid of another object is a conflict', async () => {
    for (const plural of ['deployments', 'replicasets', 'statefulsets']) {
      const { body } = await created(`${APPS}/${plural}`, {
        metadata: { name: 'sized' },
        spec: { selector, template },
      })
      const path = `${APPS}/${plural}/sized/scale`
      const { body: scale } = await client.get(path)
      scale.metadata.uid = 'another'
      const conflict = await client.put(path, scale)
      assert.equal(conflict.status, 409)
      assert.equal(
        conflict.body.message,
        `Operation cannot be fulfilled on ${plural}/scale.apps "sized": Precondition failed: UID in precondition: another, UID in object meta: ${body.metadata.uid}`,
      )
    }
  })

  it('the table of jobs has the state that their conditions show', async () => {
    const states: readonly (readonly [conditions: readonly string[], state: string])[] = [
      [[], 'Running'],
      [['SuccessCriteriaMet'], 'Running'],
      [['FailureTarget'], 'FailureTarget'],
      [['Suspended', 'FailureTarget'], 'Suspended'],
    ]
    for (const [types, state] of states) {
      const conditions = types.map((type) => ({ type, status: 'True' }))
      const name = `job-${types.join('-').toLowerCase() || 'new'}`
      const { body: job } = await created(`${BATCH}/jobs`, { metadata: { name }, spec: { template: once } })
      const report = await client.put(`${BATCH}/jobs/${name}/status`, { ...job, status: { conditions } })
      assert.equal(report.status, 200, report.text)
      const { body } = await client.get(`${BATCH}/jobs/${name}`, TABLE)
      assert.equal(body.rows[0].cells[1], state)
    }
  })

  it('a budget drops expressions that an old version used for empty selectors', async () => {
    const key = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'
    const isOld = { key, operator: 'Exists' }
    const other = { key: 'app', operator: 'Exists' }
    const selectors: readonly (readonly [sent: object, kept: object])[] = [
      [{ matchExpressions: [isOld] }, { matchExpressions: [isOld] }],
      [{ matchExpressions: [{ key, operator: 'DoesNotExist' }] }, {}],
      [{ matchExpressions: [isOld, other] }, { matchExpressions: [other] }],
      [{ matchLabels: labels, matchExpressions: [isOld] }, { matchLabels: labels }],
    ]
    for (const [index, [sent, kept]] of selectors.entries()) {
      const spec = { minAvailable: 1, selector: sent }
      const metadata = { name: `budget-${index}` }
      const { body } = await created(`${POLICY}/poddisruptionbudgets`, { metadata, spec })
      assert.deepEqual(body.spec.selector, kept)
    }
  })
})
