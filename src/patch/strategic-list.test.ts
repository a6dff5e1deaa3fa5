import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { strategicMerge } from './strategic-merge.js'
import { Workload } from './workload.fixture.js'

const named = (names: string) => [...names].map((name) => ({ name }))

/** The names of the containers after a patch, each container one letter. */
function containers(before: string | undefined, patch: Record<string, unknown>): string | undefined {
  const spec = before === undefined ? {} : { containers: named(before) }
  const merged = strategicMerge({ spec }, { spec: patch }, Workload) as {
    spec: { containers?: { name: string }[] }
  }
  return merged.spec.containers?.map(({ name }) => name).join('')
}

function finalizers(before: string | undefined, patch: Record<string, unknown>): string | undefined {
  const metadata = before === undefined ? {} : { finalizers: [...before] }
  const merged = strategicMerge({ metadata }, { metadata: patch }, Workload) as {
    metadata: { finalizers?: string[] }
  }
  return merged.metadata.finalizers?.join('')
}

function rejection(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return `${error.code} ${error.message}`
  }
  return 'merged'
}

describe('the order of merged elements', () => {
  it('elements that the patch names take its order', () => {
    assert.equal(containers('abc', { containers: named('ca') }), 'bca')
    assert.equal(containers('abc', { containers: named('cba') }), 'cba')
  })
  it('the others stay in front of what they stood in front of', () => {
    assert.equal(containers('abcd', { containers: named('c') }), 'abcd')
    assert.equal(containers('abcd', { containers: named('db') }), 'acdb')
  })
  it('new elements come before what follows nothing that the patch names', () => {
    assert.equal(containers('ab', { containers: named('x') }), 'xab')
    assert.equal(containers('abc', { containers: named('bx') }), 'abxc')
    assert.equal(containers('ab', { containers: named('xb') }), 'xab')
    assert.equal(containers(undefined, { containers: named('ba') }), 'ba')
  })
  it('an element that is deleted and set comes back as a new one', () => {
    assert.equal(containers('ab', { containers: [{ name: 'b', $patch: 'delete' }, { name: 'b' }] }), 'ba')
  })
  it('scalars are ordered in the same way, and come once', () => {
    assert.equal(finalizers('abc', { finalizers: ['c', 'a', 'c'] }), 'bca')
    assert.equal(finalizers('ab', { finalizers: ['x'] }), 'xab')
    assert.equal(finalizers('aba', { finalizers: ['b'] }), 'ab')
    assert.equal(finalizers(undefined, { finalizers: ['b', 'a'] }), 'ba')
    assert.equal(finalizers('ab', { finalizers: [] }), 'ab')
    assert.equal(finalizers('ab', { finalizers: null }), undefined)
  })
})

describe('$setElementOrder', () => {
  it('orders what it names, changed or not', () => {
    assert.equal(
      containers('abc', { '$setElementOrder/containers': named('ca'), containers: named('a') }),
      'bca',
    )
    assert.equal(containers('abc', { '$setElementOrder/containers': named('cba') }), 'cba')
    assert.equal(
      finalizers('abc', { '$setElementOrder/finalizers': ['c', 'n', 'a'], finalizers: ['n'] }),
      'bcna',
    )
  })
  it('may name elements that are nowhere, and leaves out those that the patch deletes', () => {
    assert.equal(containers('ab', { '$setElementOrder/containers': named('xba') }), 'ba')
    const patch = [{ name: 'a' }, { name: 'c', $patch: 'delete' }]
    assert.equal(containers('abc', { '$setElementOrder/containers': named('ba'), containers: patch }), 'ba')
  })
  it('an empty one says nothing', () => {
    assert.equal(containers('ab', { '$setElementOrder/containers': [], containers: named('b') }), 'ab')
  })
  it('orders a new list, and does not make one', () => {
    assert.equal(
      containers(undefined, { '$setElementOrder/containers': named('ab'), containers: named('ab') }),
      'ab',
    )
    assert.equal(containers(undefined, { '$setElementOrder/containers': named('ab') }), undefined)
  })
  it('is rejected when the elements of the patch contradict it', () => {
    const problem =
      '422 the patch cannot be applied: spec.containers: the elements are not in the order that $setElementOrder gives'
    const order = named('ab')
    for (const names of ['c', 'ba', 'ac']) {
      const patch = { '$setElementOrder/containers': order, containers: named(names) }
      assert.equal(
        rejection(() => containers('abc', patch)),
        problem,
        names,
      )
      assert.equal(
        rejection(() => containers(undefined, patch)),
        problem,
        names,
      )
    }
  })
  it('is rejected when it is no order of a list that merges', () => {
    const patches: Record<string, unknown>[] = [
      { '$setElementOrder/containers': 'a' },
      { '$setElementOrder/containers': null },
      { '$setElementOrder/containers': ['a'] },
      { '$setElementOrder/containers': [{ image: 'a' }] },
      { '$setElementOrder/containers': named('a'), containers: null },
      { '$setElementOrder/tolerations': [], tolerations: [] },
      { '$setElementOrder/nothing': [] },
      { '$setElementOrder/replicas': [] },
      { '$setElementOrder/': [] },
      { $setElementOrder: [] },
    ]
    for (const patch of patches) {
      const answer = rejection(() => containers('a', patch))
      assert.equal(answer, '400 invalid patch format of setElementOrder list', JSON.stringify(patch))
    }
  })
})

describe('$deleteFromPrimitiveList', () => {
  it('takes values out of a list of scalars', () => {
    assert.equal(finalizers('abc', { '$deleteFromPrimitiveList/finalizers': ['a', 'x'] }), 'bc')
    assert.equal(finalizers('a', { '$deleteFromPrimitiveList/finalizers': ['a'] }), '')
    assert.equal(finalizers(undefined, { '$deleteFromPrimitiveList/finalizers': ['a'] }), undefined)
  })
  it('goes with additions and an order', () => {
    assert.equal(
      finalizers('abc', { '$deleteFromPrimitiveList/finalizers': ['b'], finalizers: ['n'] }),
      'nac',
    )
    assert.equal(
      finalizers('abc', {
        '$setElementOrder/finalizers': ['c', 'n', 'a'],
        '$deleteFromPrimitiveList/finalizers': ['b'],
        finalizers: ['n'],
      }),
      'cna',
    )
  })
  it('is rejected when it is no list, or for what is no list of scalars that merges', () => {
    const patches: Record<string, unknown>[] = [
      { '$deleteFromPrimitiveList/finalizers': 'a' },
      { '$deleteFromPrimitiveList/finalizers': null },
      { '$deleteFromPrimitiveList/ownerReferences': [] },
      { '$deleteFromPrimitiveList/labels': [] },
      { '$deleteFromPrimitiveList/nothing': ['a'] },
      { '$deleteFromPrimitiveList/': ['a'] },
      { $deleteFromPrimitiveList: ['a'] },
    ]
    for (const patch of patches) {
      const answer = rejection(() => finalizers('a', patch))
      assert.equal(answer, '400 invalid patch format of primitive list', JSON.stringify(patch))
    }
  })
})

describe('long lists', () => {
  it('merge in time that grows with their length', () => {
    const many = Array.from({ length: 25_000 }, (_, index) => ({ name: `c${index}`, image: 'a' }))
    const patch = many.map(({ name }) => ({ name, image: 'b' })).reverse()
    const merged = strategicMerge({ spec: { containers: many } }, { spec: { containers: patch } }, Workload)
    assert.deepEqual(merged, { spec: { containers: patch } })
  })
})
