import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import {
  CONFIG_MAPS,
  expectStatus,
  onHostsOfEveryEngine,
  rule,
  VALIDATING,
  warningsOf,
  webhook,
} from './webhook-host.js'

onHostsOfEveryEngine('a validating webhook', (start) => {
  it('reviews creates, updates and deletes', async (t) => {
    const host = await start(t)
    await host.validate('all', webhook('all', host.hooks.on('/all')))
    expectStatus(201, await host.configMap('a', { data: { k: 'v' } }))
    expectStatus(200, await host.merge(`${CONFIG_MAPS}/a`, { data: { k: 'w' } }))
    expectStatus(200, await host.client.delete(`${CONFIG_MAPS}/a`))
    const [created, updated, deleted] = host.hooks.requests('/all')
    assert.equal(host.hooks.asked.length, 3)
    const { uid, object, ...rest } = created
    assert.match(uid, /^[0-9a-f-]{36}$/)
    assert.equal(object.kind, 'ConfigMap')
    assert.equal(object.data.k, 'v')
    assert.ok(object.metadata.uid)
    const resource = { group: '', version: 'v1', resource: 'configmaps' }
    const kind = { group: '', version: 'v1', kind: 'ConfigMap' }
    assert.deepEqual(rest, {
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      name: 'a',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    })
    assert.deepEqual(
      [updated.operation, updated.oldObject.data, updated.object.data],
      ['UPDATE', { k: 'v' }, { k: 'w' }],
    )
    assert.deepEqual(
      [deleted.operation, deleted.oldObject.data, deleted.object],
      ['DELETE', { k: 'w' }, null],
    )
    assert.equal(host.hooks.connections, 1)
  })

  it('denies with its own message, code and reason, and nothing is written', async (t) => {
    const host = await start(t)
    const details = { kind: 'names', causes: [{ field: 'metadata.name', message: 'is bad' }] }
    const status = { code: 403, reason: 'Forbidden', message: 'no such names', details }
    await host.validate(
      'names',
      webhook(
        'names',
        host.hooks.on('/names', ({ name }) => (name === 'bad' ? { allowed: false, status } : {})),
      ),
    )
    const { body } = expectStatus(403, await host.configMap('bad'))
    assert.deepEqual(body, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'admission webhook "names.example.com" denied the request: no such names',
      reason: 'Forbidden',
      details,
      code: 403,
    })
    expectStatus(404, await host.client.get(`${CONFIG_MAPS}/bad`))
    expectStatus(201, await host.configMap('good'))
  })

  it('receives the options of the request', async (t) => {
    const host = await start(t)
    await host.validate('all', webhook('all', host.hooks.on('/all')))
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    const applied = (data: Json) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data })
    const at = (query: string) => `${CONFIG_MAPS}/a?fieldManager=me${query}`
    expectStatus(201, await host.client.send('PATCH', at(''), applied({ k: 'v' }), apply))
    expectStatus(
      200,
      await host.client.send('PATCH', at('&fieldValidation=Strict'), applied({ k: 'w' }), apply),
    )
    expectStatus(200, await host.merge(`${CONFIG_MAPS}/a?dryRun=All`, { data: { k: 'x' } }))
    const { body } = await host.client.get(`${CONFIG_MAPS}/a`)
    const preconditions = { uid: body.metadata.uid }
    const options = { preconditions, propagationPolicy: 'Background', gracePeriodSeconds: 5 }
    expectStatus(200, await host.client.send('DELETE', `${CONFIG_MAPS}/a`, options))
    const apiVersion = 'meta.k8s.io/v1'
    // A dry run is reviewed twice if the first read may have been stale.
    const sent = new Map(host.hooks.requests('/all').map(({ options }) => [JSON.stringify(options), options]))
    assert.deepEqual(
      [...sent.values()],
      [
        { kind: 'CreateOptions', apiVersion, fieldManager: 'me' },
        { kind: 'UpdateOptions', apiVersion, fieldManager: 'me', fieldValidation: 'Strict' },
        { kind: 'UpdateOptions', apiVersion, dryRun: ['All'] },
        { kind: 'DeleteOptions', apiVersion, ...options },
      ],
    )
  })

  it('denies with 400 by default, and never with a success code', async (t) => {
    const host = await start(t)
    const denied = 'admission webhook "no.example.com" denied the request'
    const responses: Record<string, [Json, string]> = {
      silent: [{}, `${denied} without explanation`],
      reason: [{ status: { code: 200, reason: 'Why' } }, `${denied}: Why`],
      far: [{ status: { code: 10_000, message: 'far' } }, `${denied}: far`],
    }
    await host.validate(
      'no',
      webhook(
        'no',
        host.hooks.on('/no', ({ name }) => ({ allowed: false, ...responses[name]?.[0] })),
      ),
    )
    for (const [name, [, message]] of Object.entries(responses)) {
      assert.equal(expectStatus(400, await host.configMap(name)).body.message, message)
    }
  })

  it('can block a deletion, also of a collection', async (t) => {
    const host = await start(t)
    expectStatus(201, await host.configMap('kept'))
    const rules = [rule({ operations: ['DELETE'] })]
    const clientConfig = host.hooks.on('/keep', () => ({ allowed: false, status: { message: 'kept' } }))
    await host.validate('keep', webhook('keep', clientConfig, { rules }))
    expectStatus(400, await host.client.delete(`${CONFIG_MAPS}/kept`))
    expectStatus(400, await host.client.delete(CONFIG_MAPS))
    expectStatus(200, await host.client.get(`${CONFIG_MAPS}/kept`))
  })

  it('warns the client, whatever it decides', async (t) => {
    const host = await start(t)
    const clientConfig = host.hooks.on('/warn', ({ name, operation }) => ({
      allowed: name !== 'b',
      warnings: [`${operation} of ${name}`],
    }))
    await host.validate('warn', webhook('warn', clientConfig))
    assert.deepEqual(warningsOf(expectStatus(201, await host.configMap('a'))), ['CREATE of a'])
    assert.deepEqual(warningsOf(expectStatus(400, await host.configMap('b'))), ['CREATE of b'])
    assert.deepEqual(warningsOf(await host.client.delete(`${CONFIG_MAPS}/a`)), ['DELETE of a'])
  })

  it('is called concurrently with others, and the first denial wins', async (t) => {
    const host = await start(t)
    let waiting = 0
    let goOn: (() => void) | undefined
    const both = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const verdict = (message: string) => async () => {
      // Each waits for the other: they are called concurrently.
      if (++waiting === 2) goOn?.()
      await both
      return { allowed: false, status: { message } }
    }
    await host.validate(
      'two',
      webhook('one', host.hooks.on('/one', verdict('first'))),
      webhook('two', host.hooks.on('/two', verdict('second'))),
    )
    assert.match(expectStatus(400, await host.configMap('a')).body.message, /"one.example.com" .*: first$/)
  })

  it('follows changes of its configuration', async (t) => {
    const host = await start(t)
    const clientConfig = host.hooks.on('/no', () => ({ allowed: false }))
    await host.validate('no', webhook('no', clientConfig))
    expectStatus(400, await host.configMap('a'))
    expectStatus(
      200,
      await host.merge(`${VALIDATING}/no`, {
        webhooks: [webhook('no', clientConfig, { rules: [rule({ resources: ['secrets'] })] })],
      }),
    )
    expectStatus(201, await host.configMap('a'))
    expectStatus(200, await host.client.delete(`${VALIDATING}/no`))
    expectStatus(
      201,
      await host.client.post('/api/v1/namespaces/default/secrets', { metadata: { name: 's' } }),
    )
  })

  it('cannot block changes of its own configuration', async (t) => {
    const host = await start(t)
    const everything = rule({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] })
    const clientConfig = host.hooks.on('/no', () => ({ allowed: false }))
    await host.validate('no', webhook('no', clientConfig, { rules: [everything] }))
    expectStatus(400, await host.configMap('a'))
    expectStatus(200, await host.merge(`${VALIDATING}/no`, { metadata: { labels: { a: 'b' } } }))
    expectStatus(200, await host.client.delete(`${VALIDATING}/no`))
    const seen = host.hooks.requests('/no').map(({ resource }) => resource.resource)
    assert.ok(seen.length > 0 && !seen.includes('validatingwebhookconfigurations'))
  })

  it('sees dry runs', async (t) => {
    const host = await start(t)
    await host.validate('all', webhook('all', host.hooks.on('/all')))
    expectStatus(201, await host.client.post(`${CONFIG_MAPS}?dryRun=All`, { metadata: { name: 'a' } }))
    const [{ dryRun, options }] = host.hooks.requests('/all')
    assert.deepEqual([dryRun, options.dryRun], [true, ['All']])
  })
})
