import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { ApiResponse, Json } from '../support/client.js'
import { apply, jsonPatch, MutationHost } from './mutation-host.js'
import { expectStatus, rule } from './webhook-host.js'

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'

const deployment = (name: string, spec: Json = {}, podSpec: Json = {}): Json => ({
  metadata: { name, labels: { x: '1' } },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'a', image: 'i' }], ...podSpec },
    },
    ...spec,
  },
})

const ON_DEPLOYMENTS = {
  matchConstraints: { resourceRules: [rule({ apiGroups: ['apps'], resources: ['deployments'] })] },
}

/** Creates a deployment on a server whose only policy has these mutations. */
async function mutated(
  t: TestContext,
  mutations: Json[],
  sent: Json = deployment('d'),
): Promise<ApiResponse> {
  const host = await MutationHost.start(t)
  await host.mutate('p', { ...ON_DEPLOYMENTS, mutations })
  return host.post(DEPLOYMENTS, sent)
}

const failed = async (t: TestContext, mutation: Json, sent?: Json): Promise<string> =>
  expectStatus(403, await mutated(t, [mutation], sent)).body.message.replace(
    "policy 'p' with binding 'p-binding' denied request: ",
    '',
  )

describe('an apply configuration', () => {
  it('merges elements of lists by key, and fields into them', async (t) => {
    const volumes = [{ name: 'x', emptyDir: {} }]
    const { body } = expectStatus(
      201,
      await mutated(
        t,
        [
          apply(`Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
            volumes: [
              Object.spec.template.spec.volumes{name: "y", emptyDir: Object.spec.template.spec.volumes.emptyDir{medium: "Memory"}},
              {"name": "x", "emptyDir": {"medium": "Memory"}},
            ],
            containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{
              name: c.name,
              env: [Object.spec.template.spec.containers.env{name: "A", value: c.image}],
            })
          }}}}`),
        ],
        deployment('d', {}, { volumes }),
      ),
    )
    const { containers, volumes: merged } = body.spec.template.spec
    assert.deepEqual(merged, [
      { name: 'y', emptyDir: { medium: 'Memory' } },
      { name: 'x', emptyDir: { medium: 'Memory' } },
    ])
    assert.deepEqual([containers[0].image, containers[0].env], ['i', [{ name: 'A', value: 'i' }]])
  })

  it('sets fields by expressions, and leaves out optional ones', async (t) => {
    const { body } = expectStatus(
      201,
      await mutated(t, [
        apply(`Object{
          metadata: Object.metadata{labels: {"x": "2", "y": object.metadata.labels["x"]}},
          spec: Object.spec{
            replicas: object.spec.replicas % 2 == 1 ? object.spec.replicas + 1 : object.spec.replicas,
            ?paused: object.spec.?paused,
          }
        }`),
      ]),
    )
    assert.deepEqual(body.metadata.labels, { x: '2', y: '1' })
    assert.deepEqual([body.spec.replicas, body.spec.paused], [2, undefined])
  })

  it('is not owned by anyone', async (t) => {
    const { body } = expectStatus(201, await mutated(t, [apply('Object{spec: Object.spec{paused: true}}')]))
    assert.equal(body.spec.paused, true)
    const owned = body.metadata.managedFields?.map(({ fieldsV1 }: Json) => fieldsV1['f:spec']) ?? []
    assert.ok(owned.every((fields: Json) => fields['f:replicas'] && !fields['f:paused']))
  })

  it('must fit the schema', async (t) => {
    const applying = (spec: string) => failed(t, apply(`Object{spec: Object.spec{${spec}}}`))
    const untyped = 'error applying patch: failed to convert patch object to typed object: '
    assert.equal(await applying('replicasx: 1'), `${untyped}.spec.replicasx: field not declared in schema`)
    assert.match(await applying('replicas: "a"'), new RegExp(`^${untyped}spec.replicas: expected`))
    assert.equal(
      await applying('selector: Object.spec.selector{matchLabels: {"l": "v"}}'),
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector',
    )
    assert.match(
      await applying(
        'template: Object.spec.template{spec: Object.spec.template.spec{volumes: [{"name": "x"}, {"name": "x"}]}}',
      ),
      new RegExp(`^${untyped}.spec.template.spec.volumes\\[1\\]: duplicate entries for key `),
    )
  })

  it('must have types that are named after their fields', async (t) => {
    assert.equal(
      await failed(t, apply('Object{spec: Object.specx{replicas: 1}}')),
      'type mismatch: unexpected type name "Object.specx", expected "Object.spec", which matches field name path from root Object type',
    )
  })

  it('has its result validated and defaulted', async (t) => {
    const container = 'Object.spec.template.spec.containers{name: "s", image: "s"}'
    const spec = `template: Object.spec.template{spec: Object.spec.template.spec{containers: [${container}]}}`
    const { body } = expectStatus(201, await mutated(t, [apply(`Object{spec: Object.spec{${spec}}}`)]))
    const [, sidecar] = body.spec.template.spec.containers
    assert.deepEqual([sidecar.name, sidecar.imagePullPolicy], ['s', 'Always'])
    const negative = await mutated(t, [apply('Object{spec: Object.spec{replicas: -1}}')])
    assert.equal(expectStatus(422, negative).body.details.causes[0].field, 'spec.replicas')
  })
})

describe('a JSON Patch of a policy', () => {
  it('adds, replaces, removes, copies and moves', async (t) => {
    const { body } = expectStatus(
      201,
      await mutated(t, [
        jsonPatch(`[
          JSONPatch{op: "test", path: "/spec/replicas", value: 1},
          JSONPatch{op: "replace", path: "/spec/replicas", value: object.spec.replicas + 2},
          JSONPatch{op: "replace", path: "/metadata/labels/absent", value: "added"},
          JSONPatch{op: "copy", from: "/metadata/labels/x", path: "/metadata/labels/y"},
          JSONPatch{op: "move", from: "/metadata/labels/x", path: "/metadata/labels/z"},
          JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("k8s.io/x"), value: "true"},
          JSONPatch{op: "add", path: "/spec/template/spec/containers/-", value: Object.spec.template.spec.containers{
            name: "x", image: "x", ports: [Object.spec.template.spec.containers.ports{containerPort: 8080}],
          }},
          JSONPatch{op: "remove", path: "/spec/template/spec/containers/0"},
        ]`),
      ]),
    )
    assert.equal(body.spec.replicas, 3)
    assert.deepEqual(body.metadata.labels, { absent: 'added', 'k8s.io/x': 'true', y: '1', z: '1' })
    const [container, ...others] = body.spec.template.spec.containers
    assert.deepEqual(
      [container.name, container.ports, others],
      ['x', [{ containerPort: 8080, protocol: 'TCP' }], []],
    )
  })

  it('does nothing if a test of it fails', async (t) => {
    const { body } = expectStatus(
      201,
      await mutated(t, [
        jsonPatch(`[
          JSONPatch{op: "replace", path: "/spec/replicas", value: 3},
          JSONPatch{op: "test", path: "/spec/paused", value: true},
        ]`),
      ]),
    )
    assert.equal(body.spec.replicas, 1)
  })

  it('must apply and fit the schema', async (t) => {
    const containers = '/spec/template/spec/containers'
    assert.match(
      await failed(t, jsonPatch(`[JSONPatch{op: "replace", path: "${containers}/-", value: {"name": "x"}}]`)),
      /^JSON Patch: .*operation 0, replace "\/spec\/template\/spec\/containers\/-"/,
    )
    assert.match(await failed(t, jsonPatch('[JSONPatch{op: "append", path: "/a"}]')), /^JSON Patch: .*append/)
    assert.equal(
      await failed(
        t,
        jsonPatch(
          `[JSONPatch{op: "add", path: "${containers}/-", value: Object.x{name: "x", ports: [Object.x.ports{portZ: 1}]}}]`,
        ),
      ),
      'strict decoding error: unknown field "spec.template.spec.containers[1].ports[0].portZ"',
    )
    assert.match(
      await failed(t, jsonPatch('[JSONPatch{op: "add", path: "/spec/replicas", value: "many"}]')),
      /^spec.replicas: expected/,
    )
    assert.match(
      await failed(t, jsonPatch('[JSONPatch{op: "add", path: "/spec", value: Object.spec{a: Object.b{}}}]')),
      /^type mismatch: unexpected type name "Object.b", expected "Object.spec.a"/,
    )
  })

  it('must have operations only, which the types of expressions do not ensure', async (t) => {
    const unusable = async (mutation: Json) => (await failed(t, mutation)).split(': ').at(-1)
    const expected = 'JSONPatchType.expression should evaluate to array of JSONPatch, got element of'
    assert.equal(await unusable(jsonPatch('[JSONPatch{}, null]')), `${expected} null_type`)
    const appended = jsonPatch('[JSONPatch{op: "test", path: "/a"}] + object.spec.template.spec.containers')
    assert.equal(await unusable(appended), `${expected} map`)
    assert.equal(
      await failed(t, apply('false ? Object{} : null')),
      'unsupported return type from ApplyConfiguration expression: null_type',
    )
  })

  it('may add large integers', async (t) => {
    const host = await MutationHost.start(t)
    const resourceRules = [rule({ apiGroups: ['apps'], resources: ['controllerrevisions'] })]
    const large = jsonPatch('[JSONPatch{op: "add", path: "/data", value: {"large": 9223372036854775807}}]')
    await host.mutate('p', { matchConstraints: { resourceRules }, mutations: [large] })
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions'
    const { body } = expectStatus(201, await host.post(revisions, { metadata: { name: 'a' }, revision: 1 }))
    assert.equal(body.data.large, 2 ** 63)
  })

  it('is limited in its size', async (t) => {
    const ten = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
    const many = `${ten}.map(i, ${ten}.map(j, ${ten}.map(k, object.metadata.annotations)))`
    const annotations = { long: 'x'.repeat(10_000) }
    const sent = { ...deployment('d'), metadata: { name: 'd', annotations } }
    assert.match(
      await failed(t, jsonPatch(`[JSONPatch{op: "add", path: "/metadata/labels", value: ${many}}]`), sent),
      /more than 3145728 characters/,
    )
  })

  it('is limited in its operations, however little they cost', async (t) => {
    const doubled = Array.from({ length: 20 }).reduce<string>(
      (list) => `[${list}].map(v, v + v)[0]`,
      '[JSONPatch{op: "test", path: "/a"}]',
    )
    assert.match(await failed(t, jsonPatch(doubled)), /operations in a JSON patch is 10000, got 1048576$/)
  })

  it('is limited together with other mutations', async (t) => {
    const text = 'object.metadata.annotations["long"]'
    const copies = ['a', 'b', 'c'].map((name) =>
      apply(`Object{metadata: Object.metadata{labels: {"${name}1": ${text}, "${name}2": ${text}}}}`),
    )
    const sent = { ...deployment('d'), metadata: { name: 'd', annotations: { long: 'x'.repeat(700_000) } } }
    const { body } = expectStatus(403, await mutated(t, copies, sent))
    const tooLarge = /: the result is too large: it has more than 3145728 characters$/
    assert.deepEqual(
      body.details.causes.map(({ message }: Json) => tooLarge.test(message)),
      [true, true],
    )
  })
})
