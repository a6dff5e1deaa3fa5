import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explicit, int32, list, map, optional, required, string, struct } from '#schema/type.js'
import { type Outcome, type OwnerEntry, Sequence, type Step } from './apply-sequence.js'
import { modelRules } from './model-rules.js'
import type { Version } from './two-versions.js'

const Reference = struct(
  'Reference',
  'one value',
  { uid: required(1, string, ''), name: required(2, string, '') },
  { mapType: 'atomic' },
)
const Port = struct('Port', 'by port and protocol', {
  port: required(1, int32, ''),
  protocol: optional(2, string, '', { default: 'TCP' }),
  name: optional(3, string, ''),
})
const Container = struct('Container', 'by name', {
  name: required(1, string, ''),
  image: optional(2, string, ''),
  args: optional(3, list(string), ''),
  ports: optional(4, list(Port), '', { listType: 'map', listMapKeys: ['port', 'protocol'] }),
})
const Rolling = struct('Rolling', 'has a default', { surge: optional(1, int32, '', { default: 1 }) })
const Example = struct('Example', 'has a list and a map of every kind', {
  data: optional(1, map(string), ''),
  replicas: explicit(2, int32, '', { default: 1 }),
  finalizers: optional(3, list(string), '', { listType: 'set' }),
  owners: optional(4, list(Reference), '', { listType: 'map', listMapKeys: ['uid'] }),
  selector: explicit(5, struct('Selector', 'one value', { app: optional(1, string, '') }), '', {
    mapType: 'atomic',
  }),
  containers: required(6, list(Container), '', { listType: 'map', listMapKeys: ['name'] }),
  rolling: explicit(7, Rolling, ''),
})

const step =
  (verb: Step['verb'], version: Version = 'v1') =>
  (manager: string, body: unknown): Step => ({ verb, manager, version, body })
const apply = step('apply')
const force = step('apply with force')
const update = step('update')

/** The result of the last step, without the fields that every object has. */
function outcomeOf(...steps: Step[]) {
  const sequence = new Sequence(Example, modelRules(Example))
  const outcomes = steps.map((step) => sequence.do(step))
  const { object, entries, conflicts } = outcomes.at(-1) as Outcome
  const { replicas, containers, ...given } = object as Record<string, unknown>
  const others = { ...(replicas === 1 ? {} : { replicas }), ...(containers === null ? {} : { containers }) }
  const owners = Object.fromEntries(
    entries.map((entry) => [`${entry.manager} ${entry.operation}`, entry.fields]),
  )
  return { object: { ...given, ...others }, owners, conflicts, times: entries.map(timeText) }
}

/** Such as `ann 0`: two steps are done a second. */
const timeText = ({ manager, time = 'at no time' }: OwnerEntry) =>
  `${manager} ${time.replace(/^2026.*0(.)Z$/, '$1')}`

const data = (entries: Record<string, string>) => ({ data: entries })
const containers = (...names: string[]) => ({ containers: names.map((name) => ({ name, image: 'i' })) })
const names = ({ object }: { object: Record<string, unknown> }) =>
  (object.containers as { name: string }[]).map(({ name }) => name).join('')

describe('the model of server-side apply', () => {
  it('lets two managers of equal values share a field', () => {
    assert.deepEqual(outcomeOf(apply('ann', data({ a: '1' })), apply('bob', data({ a: '1' }))), {
      object: data({ a: '1' }),
      owners: { 'ann Apply': { 'f:data': { 'f:a': {} } }, 'bob Apply': { 'f:data': { 'f:a': {} } } },
      conflicts: [],
      times: ['bob at no time', 'ann 0'],
    })
  })

  it('reports a conflict for every field with another value', () => {
    const { object, conflicts } = outcomeOf(
      apply('ann', data({ a: '1', b: '1', c: '1' })),
      update('dan', data({ a: '1', b: '2', c: '1' })),
      apply('cid', data({ a: '2', b: '3', c: '1' })),
    )
    assert.deepEqual(object, data({ a: '1', b: '2', c: '1' }))
    assert.deepEqual(conflicts, ['ann Apply v1: .data.a', 'dan Update v1: .data.b'])
  })

  it('lets force take a field from all of its owners', () => {
    const steps = [apply('ann', data({ a: '1', b: '1' })), apply('bob', data({ a: '1' }))]
    assert.deepEqual(outcomeOf(...steps, force('cid', data({ a: '2' }))), {
      object: data({ a: '2', b: '1' }),
      owners: { 'ann Apply': { 'f:data': { 'f:b': {} } }, 'cid Apply': { 'f:data': { 'f:a': {} } } },
      conflicts: [],
      times: ['ann 0', 'cid 1'],
    })
  })

  it('removes fields that are no longer applied, with an emptied map', () => {
    const { object, owners } = outcomeOf(apply('ann', data({ a: '1' })), apply('ann', {}))
    assert.deepEqual([object, owners], [{}, {}])
  })

  it('leaves fields that are no longer applied to their other owners', () => {
    const first = update('dan', data({ a: '1' }))
    const { object, owners } = outcomeOf(
      first,
      apply('ann', data({ a: '1', b: '1', c: '1' })),
      apply('bob', data({ b: '1' })),
      apply('ann', data({ c: '1' })),
    )
    assert.deepEqual(object, data({ a: '1', b: '1', c: '1' }))
    assert.deepEqual(owners, {
      'ann Apply': { 'f:data': { 'f:c': {} } },
      'bob Apply': { 'f:data': { 'f:b': {} } },
      'dan Update': { 'f:data': { '.': {}, 'f:a': {} }, 'f:replicas': {} },
    })
  })

  it('gives an updater the changed fields, and removes deleted fields from all owners', () => {
    const { owners } = outcomeOf(
      apply('ann', data({ a: '1', b: '1', c: '1' })),
      update('dan', data({ b: '2', c: '1' })),
    )
    assert.deepEqual(owners, {
      'ann Apply': { 'f:data': { 'f:c': {} } },
      'dan Update': { 'f:data': { 'f:b': {} } },
    })
  })

  it('gives fields from before the first apply an owner', () => {
    const clear = [apply('ann', data({ a: '1' })), apply('ann', {})]
    const { owners } = outcomeOf(...clear, update('dan', data({ b: '1' })), apply('bob', data({ c: '1' })))
    assert.deepEqual(owners, {
      'before-first-apply Update': { 'f:data': { '.': {}, 'f:b': {} }, 'f:replicas': {} },
      'bob Apply': { 'f:data': { 'f:c': {} } },
    })
  })

  it('orders items as applied, with others in between', () => {
    const ann = apply('ann', containers('a', 'b', 'c'))
    assert.equal(names(outcomeOf(ann, apply('ann', containers('c', 'x', 'a', 'b')))), 'cxab')
    const dan = update('dan', containers(...'xaybcz'))
    assert.equal(names(outcomeOf(ann, dan, apply('ann', containers('c', 'b', 'a')))), 'xyczba')
    const sets = [apply('ann', { finalizers: ['a', 'b'] }), apply('bob', { finalizers: ['c', 'b'] })]
    assert.deepEqual(outcomeOf(...sets).object, { finalizers: ['a', 'c', 'b'] })
  })

  it('uses the default of a missing key', () => {
    const ports = (...items: unknown[]) => ({ containers: [{ name: 'm', ports: items }] })
    const steps = [
      apply('ann', ports({ port: 80, name: 'http' })),
      apply('bob', ports({ port: 80, protocol: 'TCP', name: 'web' })),
    ]
    const { owners, conflicts } = outcomeOf(...steps)
    assert.deepEqual(conflicts, ['ann Apply v1: .containers[name="m"].ports[port=80,protocol="TCP"].name'])
    const port = { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} } }
    const container = { 'k:{"name":"m"}': { '.': {}, 'f:name': {}, 'f:ports': port } }
    assert.deepEqual(owners, { 'ann Apply': { 'f:containers': container } })
  })

  it('treats an atomic item, struct or list as one value', () => {
    const whole = (name: string) => ({
      owners: [{ uid: 'u', name }],
      selector: { app: name },
      containers: [{ name: 'm', args: [name] }],
    })
    assert.deepEqual(outcomeOf(apply('ann', whole('a')), apply('bob', whole('b'))).conflicts, [
      'ann Apply v1: .containers[name="m"].args',
      'ann Apply v1: .owners[uid="u"]',
      'ann Apply v1: .selector',
    ])
  })

  it('gives nulls and empty maps an owner, but not empty lists', () => {
    const empty = apply('ann', { data: {}, replicas: null, finalizers: [], containers: [], rolling: null })
    assert.deepEqual(outcomeOf(empty), {
      object: {},
      owners: { 'ann Apply': { 'f:data': {}, 'f:replicas': {}, 'f:rolling': {} } },
      conflicts: [],
      times: ['ann 0'],
    })
    assert.deepEqual(outcomeOf(empty, apply('bob', { ...data({ a: '1' }), finalizers: ['f'] })).conflicts, [
      'ann Apply v1: .data',
    ])
  })

  it('treats items with the same key as one value', () => {
    const item = (name: string, image: string) => ({ name, image })
    const dan = update('dan', { containers: [item('a', '1'), item('b', '1'), item('a', '2')] })
    const { owners } = outcomeOf(dan)
    const b = { '.': {}, 'f:image': {}, 'f:name': {} }
    assert.deepEqual(owners['dan Update']?.['f:containers'], { 'k:{"name":"a"}': {}, 'k:{"name":"b"}': b })
    const ann = { containers: [item('a', '3')] }
    assert.deepEqual(outcomeOf(dan, apply('ann', ann)).conflicts, ['dan Update v1: .containers[name="a"]'])
    const forced = outcomeOf(dan, force('ann', ann))
    assert.deepEqual(forced.object, { containers: [item('a', '3'), item('b', '1')] })
    assert.deepEqual(forced.owners['dan Update']?.['f:containers'], { 'k:{"name":"b"}': b })
  })

  it('sets the default again when a value is no longer applied', () => {
    const steps = [apply('ann', { replicas: 5, data: { a: '1' } }), apply('ann', { data: { a: '1' } })]
    assert.deepEqual(outcomeOf(...steps).object, { data: { a: '1' } })
  })

  it('sets a struct to null when it loses its last field, even if the struct itself is applied', () => {
    const steps = [apply('ann', { rolling: { surge: 3 } }), apply('ann', { rolling: {} })]
    assert.deepEqual(outcomeOf(...steps), {
      object: {},
      owners: { 'ann Apply': { 'f:rolling': {} } },
      conflicts: [],
      times: ['ann 0'],
    })
  })

  it('lists appliers first, then those without a time, then by time and name', () => {
    const { times } = outcomeOf(
      update('cid', data({ a: '1', b: '1' })),
      update('bob', data({ a: '2', b: '1' })),
      apply('bob', data({ a: '2' })),
      apply('bob', data({ a: '2', c: '1' })),
      apply('ann', data({ d: '1' })),
      apply('cid', data({ d: '1' })),
    )
    assert.deepEqual(times, ['cid at no time', 'bob 1', 'ann 2', 'bob 0', 'cid 0'])
  })

  it('lists owned fields in the version that was written', () => {
    const [applyInCapitals, updateInCapitals] = [step('apply', 'v2'), step('update', 'v2')]
    const item = { name: 'a', image: '1' }
    const first = [applyInCapitals('ann', { ...data({ a: '1' }), containers: [item] })]
    const { owners } = outcomeOf(
      ...first,
      updateInCapitals('dan', { ...data({ a: '2' }), containers: [item] }),
    )
    const container = { '.': {}, 'f:NAME': {}, 'f:IMAGE': {} }
    assert.deepEqual(owners, {
      'ann Apply': { 'f:CONTAINERS': { 'k:{"NAME":"a"}': container } },
      'dan Update': { 'f:DATA': { 'f:a': {} } },
    })
    const { conflicts } = outcomeOf(...first, apply('bob', { containers: [{ ...item, image: '2' }] }))
    assert.deepEqual(conflicts, ['ann Apply v2: .CONTAINERS[NAME="a"].IMAGE'])
  })
})
