import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { patched } from '../support/servers/webhook-server.js'
import { expectStatus, GROUP, onHostsOfEveryEngine, rule, webhook } from './webhook-host.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const SHIPS = '/apis/example.com/v1/namespaces/default/ships'
const LARGE = '9007199254740993'
const rules = [rule({ apiGroups: ['example.com'], resources: ['ships'] })]

const definition: Json = {
  metadata: { name: 'ships.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'ships', kind: 'Ship' },
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
                properties: {
                  tons: { type: 'integer', format: 'int64' },
                  crew: { type: 'integer', default: 1 },
                  flag: { type: 'string' },
                },
              },
            },
          },
        },
        subresources: { scale: { specReplicasPath: '.spec.crew', statusReplicasPath: '.status.crew' } },
      },
    ],
  },
}

onHostsOfEveryEngine('objects of defined kinds', (start) => {
  it('pass webhooks and policies like built-in kinds, with exact numbers', async (t) => {
    const host = await start(t)
    expectStatus(201, await host.client.post(DEFINITIONS, definition))
    const clientConfig = host.hooks.on('/flag', () =>
      patched(
        { op: 'add', path: '/spec/flag', value: 'red' },
        { op: 'add', path: '/spec/unknown', value: 'dropped' },
      ),
    )
    await host.mutate('flag', webhook('flag', clientConfig, { rules }))
    const matchConstraints = { resourceRules: rules }
    const policy = {
      matchConstraints,
      validations: [{ expression: 'object.spec.crew < 5', message: 'crowded' }],
    }
    expectStatus(
      201,
      await host.client.post(`${GROUP}/validatingadmissionpolicies`, {
        metadata: { name: 'p' },
        spec: policy,
      }),
    )
    const spec = { policyName: 'p', validationActions: ['Deny'] }
    expectStatus(
      201,
      await host.client.post(`${GROUP}/validatingadmissionpolicybindings`, { metadata: { name: 'b' }, spec }),
    )
    const ship = (crew: string) =>
      host.client.post(
        SHIPS,
        `{"kind":"Ship","apiVersion":"example.com/v1","metadata":{"name":"s"},"spec":{"tons":${LARGE}${crew}}}`,
      )
    assert.match(expectStatus(422, await ship(',"crew":9')).body.message, /crowded$/)
    const { text, body } = expectStatus(201, await ship(''))
    assert.ok(text.includes(`"tons":${LARGE}`), text)
    assert.deepEqual([body.spec.flag, body.spec.crew, body.spec.unknown], ['red', 1, undefined])
    const scale = `${SHIPS}/s/scale`
    expectStatus(200, await host.merge(scale, { spec: { replicas: 4 } }))
    const seen = host.hooks.on('/scale', () => ({ allowed: false }))
    await host.validate(
      'scale',
      webhook('scale', seen, { rules: [{ ...rules[0], resources: ['ships/scale'] }] }),
    )
    expectStatus(400, await host.merge(scale, { spec: { replicas: 3 } }))
    const [{ kind, object }] = host.hooks.requests('/scale')
    assert.deepEqual([kind.kind, object.spec], ['Scale', { replicas: 3 }])
  })
})
