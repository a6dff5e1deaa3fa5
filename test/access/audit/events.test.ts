import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeObject } from '#codec/protobuf/object.js'
import { ConfigMap } from '#kinds/core/configmap/index.js'
import type { Json } from '#test/support/client.js'
import { created, MERGE } from '#test/support/servers/access-server.js'
import { EVERYTHING, policy, startAuditedServer } from '#test/support/servers/audited-server.js'

const MAPS = '/api/v1/namespaces/one/configmaps'
const MAP = { metadata: { name: 'a' }, data: { key: 'value' } }
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const stagesOf = (events: readonly Json[]) => events.map(({ stage }) => stage)

describe('an audit event', () => {
  it('has the user, the request, the times, the addresses and the response', async (t) => {
    const { as, of } = await startAuditedServer(t, policy({ level: 'Metadata' }))
    const agent = { 'user-agent': 'test/1', 'x-forwarded-for': '1.2.3.4' }
    const response = await as('ann').send('POST', `${MAPS}?dryRun=All`, MAP, agent)
    const [received, complete] = await of(response)
    const { requestReceivedTimestamp, stageTimestamp, ...rest } = received
    assert.match(requestReceivedTimestamp, TIME)
    assert.ok(stageTimestamp >= requestReceivedTimestamp)
    const common = {
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: response.headers.get('audit-id'),
      requestURI: `${MAPS}?dryRun=All`,
      verb: 'create',
      user: { username: 'ann', uid: '2', groups: ['dev', 'system:authenticated'] },
      sourceIPs: ['1.2.3.4', '127.0.0.1'],
      userAgent: 'test/1',
    }
    const objectRef = { resource: 'configmaps', namespace: 'one', apiVersion: 'v1' }
    assert.deepEqual(rest, { ...common, stage: 'RequestReceived', objectRef })
    const { message } = response.body
    assert.deepEqual(
      { ...complete, stageTimestamp: '' },
      {
        ...common,
        stage: 'ResponseComplete',
        objectRef,
        responseStatus: {
          metadata: {},
          status: 'Failure',
          message,
          reason: 'Forbidden',
          details: { kind: 'configmaps' },
          code: 403,
        },
        requestReceivedTimestamp,
        stageTimestamp: '',
        annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
      },
    )
    assert.ok(complete.stageTimestamp >= stageTimestamp)
  })

  it('has the Audit-Id that the client chose', async (t) => {
    const { as, of } = await startAuditedServer(t, policy({ level: 'Metadata' }))
    const response = await as('admin').get(MAPS, { 'audit-id': 'my "own" \\ name' })
    assert.equal(response.headers.get('audit-id'), 'my "own" \\ name')
    assert.equal((await of(response)).length, 2)
  })

  it('has no body, the request body or both bodies, by its level', async (t) => {
    const rules = ['Metadata', 'Request', 'RequestResponse'].map((level) => ({
      level,
      namespaces: [level.toLowerCase()],
      omitStages: ['RequestReceived'],
    }))
    const { as, only } = await startAuditedServer(t, policy(...rules))
    const admin = as('admin')
    for (const { level } of rules) {
      const maps = `/api/v1/namespaces/${level.toLowerCase()}/configmaps`
      const create = await admin.post(maps, MAP)
      const replace = await admin.put(`${maps}/a`, { ...create.body, data: { key: 'other' } })
      const patch = await admin.send('PATCH', `${maps}/a`, { data: { more: 'x' } }, MERGE)
      const get = await admin.get(`${maps}/a`)
      const list = await admin.get(maps)
      const remove = await admin.delete(`${maps}/a`, { propagationPolicy: 'Background' })
      const sent = [
        MAP,
        { ...create.body, data: { key: 'other' } },
        { data: { more: 'x' } },
        undefined,
        undefined,
      ]
      const bodies = [...sent, { propagationPolicy: 'Background' }]
      for (const [index, response] of [create, replace, patch, get, list, remove].entries()) {
        const event = await only(response)
        assert.equal(event.level, level)
        assert.deepEqual(event.requestObject, level === 'Metadata' ? undefined : bodies[index])
        assert.deepEqual(event.responseObject, level === 'RequestResponse' ? response.body : undefined)
        assert.equal(event.responseStatus.code, response.status)
      }
    }
  })

  it('names the object of the body if the path does not', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const admin = as('admin')
    const create = await admin.post(MAPS, MAP)
    assert.equal((await only(create)).objectRef.name, 'a')
    const { uid, resourceVersion } = create.body.metadata
    const { objectRef } = await only(admin.put(`${MAPS}/a`, create.body))
    assert.deepEqual(objectRef, {
      resource: 'configmaps',
      namespace: 'one',
      name: 'a',
      uid,
      apiVersion: 'v1',
      resourceVersion,
    })
    const named = await admin.post(MAPS, { metadata: { generateName: 'x-' } })
    assert.equal((await only(named)).objectRef.name, named.body.metadata.name)
    const scale = await admin.get('/apis/apps/v1/namespaces/one/deployments/d/scale')
    assert.deepEqual((await only(scale)).objectRef, {
      resource: 'deployments',
      namespace: 'one',
      name: 'd',
      apiGroup: 'apps',
      apiVersion: 'v1',
      subresource: 'scale',
    })
    const namespace = await admin.get('/api/v1/namespaces/one')
    assert.deepEqual((await only(namespace)).objectRef, {
      resource: 'namespaces',
      namespace: 'one',
      name: 'one',
      apiVersion: 'v1',
    })
    assert.equal((await only(admin.get('/version'))).objectRef, undefined)
    assert.equal((await only(admin.get('/version'))).verb, 'get')
  })

  it('has a YAML or protobuf body as JSON, on one line', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yam\ndata:\n  key: "one\\ntwo"\n'
    const response = await as('admin').send('POST', MAPS, yaml, { 'content-type': 'application/yaml' })
    assert.equal(response.status, 201)
    const expected = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'yam' },
      data: { key: 'one\ntwo' },
    }
    assert.deepEqual((await only(response)).requestObject, expected)
    const spaced = JSON.stringify({ metadata: { name: 'z' }, data: { key: 'é漢😀' } }, null, 2)
    assert.deepEqual((await only(as('admin').post(MAPS, spaced))).requestObject, JSON.parse(spaced))
    const apply = await as('admin').send('PATCH', `${MAPS}/yam?fieldManager=m&force=true`, yaml, {
      'content-type': 'application/apply-patch+yaml',
    })
    assert.deepEqual((await only(apply)).requestObject, expected)
    const protobuf = { accept: 'application/vnd.kubernetes.protobuf' }
    const read = await as('admin').get(`${MAPS}/yam`, protobuf)
    assert.equal(read.headers.get('content-type'), 'application/vnd.kubernetes.protobuf')
    assert.equal((await only(read)).responseObject.data.key, 'one\ntwo')
    const sent = await as('admin').post(
      MAPS,
      encodeObject(ConfigMap, 'v1', 'ConfigMap', { metadata: { name: 'p' }, data: { key: 'value' } }),
      {
        'content-type': 'application/vnd.kubernetes.protobuf',
      },
    )
    assert.equal(sent.status, 201)
    const { requestObject } = await only(sent)
    assert.deepEqual(requestObject.data, { key: 'value' })
  })

  it('has the body as sent, without defaults', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const spec = { containers: [{ name: 'c', image: 'i' }] }
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec }
    const types = ['application/json', 'application/yaml']
    for (const type of types) {
      const sent = await as('admin').send('POST', '/api/v1/namespaces/one/pods?dryRun=All', pod, {
        'content-type': type,
      })
      assert.equal(sent.body.spec.restartPolicy, 'Always')
      const { requestObject, responseObject } = await only(sent)
      assert.deepEqual(requestObject, pod)
      assert.deepEqual(responseObject, sent.body)
    }
    const wrong = { ...pod, spec: { ...spec, unknown: 1 } }
    const rejected = await as('admin').post('/api/v1/namespaces/one/pods?fieldValidation=Strict', wrong)
    assert.equal(rejected.status, 400)
    assert.deepEqual((await only(rejected)).requestObject, wrong)
  })

  it('omits managed fields if the policy says so', async (t) => {
    const { as, only } = await startAuditedServer(t, { ...EVERYTHING, omitManagedFields: true })
    const create = await as('admin').post(MAPS, MAP)
    assert.ok(create.body.metadata.managedFields)
    const replace = await as('admin').put(`${MAPS}/a`, create.body)
    const list = await as('admin').get(MAPS)
    for (const response of [create, replace, list]) {
      const event = await only(response)
      assert.ok(!JSON.stringify(event).includes('managedFields'))
      assert.ok(JSON.stringify(event.responseObject).includes('"key":"value"'))
    }
    assert.equal((await only(replace)).requestObject.data.key, 'value')
  })

  it('omits bodies that are too large, and says so', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const large = { metadata: { name: 'large' }, data: { key: 'x'.repeat(600_000) } }
    const event = await only(as('admin').post(MAPS, large))
    assert.equal(event.responseStatus.code, 201)
    assert.equal(event.annotations['audit.k8s.io/truncated'], 'true')
    assert.equal(event.annotations['authorization.k8s.io/decision'], 'allow')
    assert.deepEqual([event.requestObject, event.responseObject], [undefined, undefined])
    await created(as('admin').post(MAPS, { ...large, metadata: { name: 'larger' } }))
    const list = await only(as('admin').get(MAPS))
    assert.equal(list.annotations['audit.k8s.io/truncated'], 'true')
    assert.equal(list.responseObject, undefined)
    const get = await only(as('admin').get(`${MAPS}/large`))
    assert.equal(get.responseObject.data.key.length, 600_000)
  })

  it('has the Status of a failure', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const missing = await only(as('admin').get(`${MAPS}/none`))
    assert.deepEqual(missing.responseStatus, {
      metadata: {},
      status: 'Failure',
      message: 'configmaps "none" not found',
      reason: 'NotFound',
      details: { name: 'none', kind: 'configmaps' },
      code: 404,
    })
    assert.equal(missing.responseObject.kind, 'Status')
    const unread = await only(as('admin').post(MAPS, '{"metadata":'))
    assert.equal(unread.responseStatus.code, 400)
    assert.equal(unread.requestObject, undefined)
    const method = await only(as('admin').send('PUT', MAPS, {}))
    assert.deepEqual([method.verb, method.responseStatus.code], ['update', 405])
  })
})

describe('a watch', () => {
  it('is recorded when it begins and when it ends', async (t) => {
    const { as, of, events, event } = await startAuditedServer(
      t,
      policy({ level: 'RequestResponse', verbs: ['watch'] }),
    )
    const watch = await as('admin').open(`${MAPS}?watch=true`)
    const id = watch.headers.get('audit-id')
    const started = await event(({ auditID, stage }) => auditID === id && stage === 'ResponseStarted')
    assert.deepEqual(started.responseStatus, { metadata: {}, code: 200 })
    assert.ok(!events.some(({ stage }) => stage === 'ResponseComplete'))
    await watch.body?.cancel()
    const all = await of(watch)
    assert.deepEqual(stagesOf(all), ['RequestReceived', 'ResponseStarted', 'ResponseComplete'])
    assert.deepEqual(all[2].responseStatus, { metadata: {}, code: 200 })
    assert.ok(all.every(({ responseObject }) => responseObject === undefined))
  })

  it('is recorded as ended when the server stops', async (t) => {
    const { server, as, events } = await startAuditedServer(
      t,
      policy({ level: 'Metadata', verbs: ['watch'] }),
    )
    const watch = await as('admin').open(`${MAPS}?watch=true`)
    await server.close()
    await watch.text()
    assert.deepEqual(stagesOf(events), ['RequestReceived', 'ResponseStarted', 'ResponseComplete'])
  })
})
