import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineKind } from '#index.js'
import type { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import type { ConfigMap } from '#kinds/core/configmap/index.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { BuiltInObjects, LooseObject, ObjectDraft, ObjectType, TestServer } from '#testing.js'

/** The compiler runs these tests: each line is an error if a type is not what it should be. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <T extends true>(): T | undefined => undefined

const Ship = defineKind({
  group: 'fleet.example.com',
  kind: 'Ship',
  versions: {
    v1: { schema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] } },
  },
} as const)

describe('the types of objects', () => {
  it('are those that the schemas describe', () => {
    const asInferred = (
      deployment: BuiltInObjects['apps/v1']['Deployment'],
      pod: BuiltInObjects['v1']['Pod'],
      configMap: BuiltInObjects['v1']['ConfigMap'],
    ): [Deployment, Pod, ConfigMap] => [deployment, pod, configMap]
    assert.equal(typeof asInferred, 'function')
  })

  it('follow from the apiVersion and the kind', () => {
    expectType<Same<ObjectType<'apps/v1', 'Deployment'>, BuiltInObjects['apps/v1']['Deployment']>>()
    expectType<Same<ObjectType<'apps/v1', 'Ship'>, LooseObject>>()
    expectType<Same<ObjectType<'example.com/v1', 'Ship', typeof Ship>, LooseObject>>()
    expectType<Same<ObjectType<'fleet.example.com/v1', 'Ship', typeof Ship>['port'], string>>()
    expectType<Same<ObjectType<'v1', 'Pod'>['metadata']['name'], string>>()
  })

  it('reject wrong fields', () => {
    const draft = <const V extends string, const K extends string>(
      object: ObjectDraft<V, K, typeof Ship>,
    ): unknown => object
    draft({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'a' }] } })
    draft({ apiVersion: 'example.com/v1', kind: 'Any', whatever: 1 })
    draft({ apiVersion: 'fleet.example.com/v1', kind: 'Ship', port: 'Riga' })
    // @ts-expect-error a name is a string.
    draft({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 1 } })
    // @ts-expect-error a port is a string.
    draft({ apiVersion: 'fleet.example.com/v1', kind: 'Ship', port: 1 })
  })

  it('are known to the functions of the server', () => {
    const use = async (server: TestServer<typeof Ship>) => {
      const pod = await server.get('v1', 'Pod', 'default', 'a')
      expectType<Same<typeof pod, BuiltInObjects['v1']['Pod']>>()
      const phase: string | undefined = pod.status.phase
      const web = await server.until('deployment/web', (d) => d.status.readyReplicas === 3)
      expectType<Same<typeof web, BuiltInObjects['apps/v1']['Deployment']>>()
      const ship = await server.until('ship/sun', ({ port }) => port === 'Riga')
      expectType<Same<typeof ship.port, string>>()
      for await (const { object } of server.history('po/a')) expectType<Same<typeof object, typeof pod>>()
      const { items } = await server.client.list('fleet.example.com/v1', 'Ship')
      expectType<Same<(typeof items)[number]['port'], string>>()
      // A server with kinds can stand for one without.
      const any: TestServer = server
      return [phase, any]
    }
    assert.equal(typeof use, 'function')
  })
})
