import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { patched } from '../support/servers/webhook-server.js'
import { CONFIG_MAPS, expectStatus, onHostsOfEveryEngine, rule, webhook } from './webhook-host.js'

const add = (path: string, value: Json) => patched({ op: 'add', path, value })
const PODS = '/api/v1/namespaces/default/pods'
const pod = (name: string): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'a', image: 'i' }] },
})
const podRules = { rules: [rule({ resources: ['pods'], operations: ['CREATE'] })] }

onHostsOfEveryEngine('a mutating webhook', (start) => {
  it('changes the object before defaults and validation', async (t) => {
    const host = await start(t)
    const clientConfig = host.hooks.on('/label', () =>
      patched(
        { op: 'add', path: '/metadata/labels', value: { by: 'webhook' } },
        { op: 'add', path: '/spec/containers/-', value: { name: 'sidecar', image: 's' } },
      ),
    )
    await host.mutate('label', webhook('label', clientConfig, podRules))
    const { body } = expectStatus(201, await host.client.post(PODS, pod('p')))
    assert.deepEqual(body.metadata.labels, { by: 'webhook' })
    const [, sidecar] = body.spec.containers
    // Added containers get the usual defaults.
    assert.deepEqual([sidecar.name, sidecar.terminationMessagePath], ['sidecar', '/dev/termination-log'])
    const [{ object }] = host.hooks.requests('/label')
    assert.equal(object.metadata.uid, undefined)
    assert.deepEqual(expectStatus(200, await host.client.get(`${PODS}/p`)).body, body)
  })

  it('leaves large integers in the data of built-in kinds as they are', async (t) => {
    const host = await start(t)
    const clientConfig = host.hooks.on('/label', () => add('/metadata/labels', { by: 'webhook' }))
    const rules = [rule({ apiGroups: ['apps'], resources: ['controllerrevisions'] })]
    await host.mutate('label', webhook('label', clientConfig, { rules }))
    const data = { large: 2 ** 60 }
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions'
    const { body } = expectStatus(
      201,
      await host.client.post(revisions, { metadata: { name: 'a' }, revision: 1, data }),
    )
    assert.deepEqual([body.metadata.labels, body.data], [{ by: 'webhook' }, data])
  })

  it('has its result validated', async (t) => {
    const host = await start(t)
    const clientConfig = host.hooks.on('/bad', () => add('/metadata/labels', { 'not a label': 'x' }))
    await host.mutate('bad', webhook('bad', clientConfig))
    const { body } = expectStatus(422, await host.configMap('a'))
    assert.equal(body.details.causes[0].field, 'metadata.labels')
  })

  it('cannot change the identity of the object', async (t) => {
    const host = await start(t)
    expectStatus(201, await host.configMap('a'))
    const clientConfig = host.hooks.on('/move', ({ operation }) =>
      operation === 'CREATE' ? add('/metadata/namespace', 'other') : add('/metadata/name', 'other'),
    )
    await host.mutate('move', webhook('move', clientConfig))
    expectStatus(400, await host.configMap('b'))
    const { body } = expectStatus(422, await host.merge(`${CONFIG_MAPS}/a`, { data: { k: 'v' } }))
    assert.match(body.message, /metadata.name: Invalid value: "other": field is immutable/)
  })

  it('fails if its patch is invalid or does not apply', async (t) => {
    const host = await start(t)
    const failed = 'failed calling webhook "bad.example.com": received invalid webhook response'
    const responses: Record<string, [Json, RegExp]> = {
      missing: [patched({ op: 'remove', path: '/nothing/here' }), /^Internal error occurred: .*\/nothing/],
      unreadable: [
        { patchType: 'JSONPatch', patch: Buffer.from('{').toString('base64') },
        /^Internal error occurred: .*JSON/,
      ],
      mistyped: [add('/data', 7), /^Internal error occurred: data: expected/],
      untyped: [
        { patch: 'W10=' },
        new RegExp(`: ${failed}: webhook returned response.patch but not response.patchType$`),
      ],
      empty: [
        { patchType: 'JSONPatch' },
        new RegExp(`: ${failed}: webhook returned response.patchType but not response.patch$`),
      ],
      merged: [
        { patchType: 'Merge', patch: 'W10=' },
        new RegExp(`: ${failed}: webhook returned invalid response.patchType of "Merge"$`),
      ],
    }
    // By name, as a webhook may be called twice for a write: again if the first read may have been stale.
    const clientConfig = host.hooks.on('/bad', ({ name }) => responses[name]?.[0])
    await host.mutate('bad', webhook('bad', clientConfig))
    for (const [name, [, words]] of Object.entries(responses)) {
      const { body } = expectStatus(500, await host.configMap(name))
      assert.match(body.message, words)
      assert.equal(body.reason, 'InternalError')
    }
  })

  it('cannot change a deleted object, but can deny the deletion', async (t) => {
    const host = await start(t)
    expectStatus(201, await host.configMap('a'))
    expectStatus(201, await host.configMap('b'))
    const clientConfig = host.hooks.on('/delete', ({ name }) =>
      name === 'a' ? add('/metadata/labels', {}) : { allowed: false, status: { message: 'stays' } },
    )
    await host.mutate(
      'delete',
      webhook('delete', clientConfig, { rules: [rule({ operations: ['DELETE'] })] }),
    )
    const { body } = expectStatus(500, await host.client.delete(`${CONFIG_MAPS}/a`))
    assert.match(body.message, /attempted to modify the object, which is not supported for this operation/)
    expectStatus(400, await host.client.delete(`${CONFIG_MAPS}/b`))
  })

  it('is called in the order of configuration names, with the changes of others', async (t) => {
    const host = await start(t)
    const note = (name: string) =>
      host.hooks.on(`/${name}`, ({ object }) => add('/data', { order: `${object.data?.order ?? ''}${name}` }))
    await host.mutate('z', webhook('c', note('c')))
    await host.mutate('a', webhook('b', note('b')), webhook('a', note('a')))
    const { body } = expectStatus(201, await host.configMap('m'))
    assert.equal(body.data.order, 'bac')
  })

  it('is called again, once, after later changes, if it requests that', async (t) => {
    const host = await start(t)
    const count = (name: string) =>
      host.hooks.on(`/${name}`, ({ object }) => {
        const { labels = {} } = object.metadata
        return add('/metadata/labels', { ...labels, [name]: String(Number(labels[name] ?? 0) + 1) })
      })
    const silent = host.hooks.on('/silent')
    const again = { reinvocationPolicy: 'IfNeeded' }
    await host.mutate(
      'all',
      webhook('never', count('never')),
      webhook('again', count('again'), again),
      webhook('silent', silent, again),
      webhook('last', count('last'), again),
    )
    const { body } = expectStatus(201, await host.configMap('a'))
    assert.deepEqual(body.metadata.labels, { never: '1', again: '2', last: '2' })
    assert.equal(host.hooks.requests('/silent').length, 2)
  })

  it('comes before the second round of built-in plugins', async (t) => {
    const host = await start(t)
    const limits = [{ type: 'Container', default: { cpu: '1' } }]
    const path = '/api/v1/namespaces/default/limitranges'
    expectStatus(201, await host.client.post(path, { metadata: { name: 'l' }, spec: { limits } }))
    const clientConfig = host.hooks.on('/sidecar', () => add('/spec/containers/-', { name: 's', image: 's' }))
    await host.mutate('sidecar', webhook('sidecar', clientConfig, podRules))
    const { body } = expectStatus(201, await host.client.post(PODS, pod('p')))
    assert.deepEqual(
      body.spec.containers.map(({ resources }: Json) => resources.limits),
      [{ cpu: '1' }, { cpu: '1' }],
    )
    assert.equal(host.hooks.asked.length, 1)
  })

  it('comes before validating webhooks, and before a patch is found to change nothing', async (t) => {
    const host = await start(t)
    expectStatus(201, await host.configMap('a', { data: { n: '0' } }))
    await host.mutate(
      'set',
      webhook(
        'set',
        host.hooks.on('/set', () => add('/data', { n: '1' })),
      ),
    )
    await host.validate('see', webhook('see', host.hooks.on('/see')))
    const { body } = expectStatus(
      200,
      await host.merge(`${CONFIG_MAPS}/a`, { metadata: { labels: { a: 'b' } } }),
    )
    assert.deepEqual(body.data, { n: '1' })
    assert.deepEqual(host.hooks.requests('/see')[0].object.data, { n: '1' })
  })

  it('does not change managed fields', async (t) => {
    const host = await start(t)
    const clientConfig = host.hooks.on('/own', () =>
      patched(
        { op: 'add', path: '/metadata/managedFields', value: [] },
        { op: 'add', path: '/data', value: { k: 'webhook' } },
      ),
    )
    await host.mutate('own', webhook('own', clientConfig))
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { mine: '1' } }
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    const { body } = expectStatus(
      201,
      await host.client.send('PATCH', `${CONFIG_MAPS}/a?fieldManager=me`, applied, apply),
    )
    assert.deepEqual(body.data, { k: 'webhook' })
    assert.deepEqual(
      body.metadata.managedFields.map(({ manager, operation }: Json) => [manager, operation]),
      [['me', 'Apply']],
    )
  })
})
