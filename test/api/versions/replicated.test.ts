import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { DEPLOYMENTS, deployment } from '#test/support/objects.js'
import { startTestServer } from '#testing.js'
import { patch } from './daemonset-versions.js'

const APPS = '/apis/apps/v1/namespaces/test/deployments'
const ROLLBACK_TO = 'deprecated.deployment.rollback.to'

const selecting = (name: string, spec: Json = {}): Json => ({
  ...deployment(name, { selector: { matchLabels: { app: 'web' } }, ...spec }),
  apiVersion: 'apps/v1',
})

describe('a deployment in two versions', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)

  it('has the rollback as an annotation in the version without that field', async () => {
    await client.post(DEPLOYMENTS, deployment('back', { rollbackTo: { revision: 4 } }))
    const { body } = await client.get(`${APPS}/back`)
    assert.deepEqual(body.metadata.annotations, { [ROLLBACK_TO]: '4' })
    assert.equal(body.spec.rollbackTo, undefined)
    await patch(client, `${APPS}/back`, 'merge', { metadata: { annotations: { [ROLLBACK_TO]: '0' } } })
    const { spec, metadata } = (await client.get(`${DEPLOYMENTS}/back`)).body
    assert.deepEqual(spec.rollbackTo, {})
    assert.equal(metadata.annotations, undefined)
    assert.equal(metadata.generation, 2)
  })

  it('has an annotation that is not a revision only in the version where it means nothing', async () => {
    const object = deployment('odd')
    const annotations = { [ROLLBACK_TO]: 'yesterday' }
    await client.post(DEPLOYMENTS, { ...object, metadata: { ...object.metadata, annotations } })
    assert.deepEqual((await client.get(`${DEPLOYMENTS}/odd`)).body.metadata.annotations, annotations)
    assert.equal((await client.get(`${APPS}/odd`)).body.metadata.annotations, undefined)
  })

  it('keeps the rollback on a status update without it', async () => {
    await client.post(DEPLOYMENTS, deployment('kept', { rollbackTo: { revision: 2 } }))
    const { body } = await client.get(`${APPS}/kept`)
    const { annotations: _, ...metadata } = body.metadata
    const reported = await client.put(`${APPS}/kept/status`, { ...body, metadata, status: { replicas: 1 } })
    assert.equal(reported.status, 200, reported.text)
    assert.equal(reported.body.metadata.annotations[ROLLBACK_TO], '2')
    assert.equal(reported.body.metadata.generation, 1)
    const { spec, status } = (await client.get(`${DEPLOYMENTS}/kept`)).body
    assert.deepEqual(spec.rollbackTo, { revision: 2 })
    assert.equal(status.replicas, 1)
  })

  it('has the Scale type of each group', async () => {
    await client.post(APPS, selecting('sized', { replicas: 2 }))
    const old = (await client.get(`${DEPLOYMENTS}/sized/scale`)).body
    assert.equal(old.apiVersion, 'extensions/v1beta1')
    assert.deepEqual(old.status, { replicas: 0, selector: { app: 'web' }, targetSelector: 'app=web' })
    const scale = (await client.get(`${APPS}/sized/scale`)).body
    assert.equal(scale.apiVersion, 'autoscaling/v1')
    assert.deepEqual(scale.status, { replicas: 0, selector: 'app=web' })
    assert.equal(scale.metadata.selfLink, undefined)
    assert.equal(old.metadata.resourceVersion, scale.metadata.resourceVersion)
    const set = await client.put(`${APPS}/sized/scale`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'sized' },
      spec: { replicas: 5 },
    })
    assert.equal(set.status, 200, set.text)
    assert.equal((await client.get(`${DEPLOYMENTS}/sized`)).body.spec.replicas, 5)
    assert.equal((await client.put(`${APPS}/sized/scale`, old)).status, 400)
    assert.equal((await client.get(`${APPS}/none/scale`)).body.message, 'deployments.apps "none" not found')
  })

  it('keeps the defaults of the version that it was created in', async () => {
    await client.post(DEPLOYMENTS, deployment('old'))
    await patch(client, `${APPS}/old`, 'strategic', { spec: { replicas: 3 } })
    const { strategy, revisionHistoryLimit } = (await client.get(`${APPS}/old`)).body.spec
    assert.deepEqual(strategy.rollingUpdate, { maxUnavailable: 1, maxSurge: 1 })
    assert.equal(revisionHistoryLimit, 2)
  })

  it('warns of a name that is not a DNS label', async () => {
    const { status, headers } = await client.post(APPS, selecting('web.example'))
    assert.equal(status, 201)
    assert.match(
      String(headers.get('warning')),
      /299 - "metadata\.name: this is used in Pod names .* recommended: \[must not contain dots\]"/,
    )
  })
})
