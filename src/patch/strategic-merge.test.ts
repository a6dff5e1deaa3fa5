import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import type { JsonObject } from './json-value.js'
import { strategicMerge } from './strategic-merge.js'
import { Workload } from './workload.fixture.js'

/** Merges, and makes sure that neither side was written to. */
function merge(document: JsonObject, patch: JsonObject): JsonObject {
  const before = JSON.stringify([document, patch])
  const merged = strategicMerge(document, patch, Workload)
  assert.equal(JSON.stringify([document, patch]), before)
  return merged
}

const mergeSpec = (spec: JsonObject, patch: JsonObject) => merge({ spec }, { spec: patch }).spec
const mergeMeta = (metadata: JsonObject, patch: JsonObject) =>
  merge({ metadata }, { metadata: patch }).metadata

function rejection(document: JsonObject, patch: JsonObject): string {
  try {
    merge(document, patch)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return `${error.code} ${error.message}`
  }
  return 'merged'
}

const main = { name: 'main', image: 'web:1' }
const log = { name: 'log', image: 'log:1' }

describe('members in a strategic merge patch', () => {
  it('objects and maps merge, scalars are replaced, null takes away', () => {
    assert.deepEqual(
      merge(
        { metadata: { name: 'a', labels: { x: '1', y: '2' } }, spec: { replicas: 1, paused: true } },
        { metadata: { labels: { x: null, z: '3' } }, spec: { replicas: 2, paused: null } },
      ),
      { metadata: { name: 'a', labels: { y: '2', z: '3' } }, spec: { replicas: 2 } },
    )
  })
  it('null for what is not there changes nothing', () => {
    assert.deepEqual(mergeMeta({ name: 'a' }, { labels: null, annotations: { gone: null } }), {
      name: 'a',
      annotations: {},
    })
  })
  it('a list without a merge key is replaced as a whole', () => {
    assert.deepEqual(
      mergeSpec(
        { tolerations: [{ key: 'a' }, { key: 'b' }], containers: [{ ...main, command: ['a', 'b'] }] },
        { tolerations: [{ key: 'c' }], containers: [{ name: 'main', command: ['z'] }] },
      ),
      { tolerations: [{ key: 'c' }], containers: [{ ...main, command: ['z'] }] },
    )
  })
  it('members that the schema does not know merge like plain JSON', () => {
    assert.deepEqual(mergeSpec({ odd: { a: 1, b: [1] } }, { odd: { a: null, b: [2], c: { d: null } } }), {
      odd: { b: [2], c: {} },
    })
  })
  it('a value of another type takes the place of the old one', () => {
    assert.deepEqual(merge({ spec: { replicas: 1 } }, { spec: 'none' }), { spec: 'none' })
    assert.deepEqual(mergeSpec({ containers: [main] }, { containers: { name: 'x' } }), {
      containers: { name: 'x' },
    })
    assert.deepEqual(mergeSpec({ replicas: 1 }, { replicas: { a: null } }), { replicas: { a: null } })
  })
  it('__proto__ is a member like any other', () => {
    const patch = JSON.parse('{"spec":{"nodeSelector":{"__proto__":"x"},"__proto__":{"polluted":1}}}')
    const merged = merge({ spec: { nodeSelector: { a: '1' } } }, patch)
    assert.equal(
      JSON.stringify(merged),
      '{"spec":{"nodeSelector":{"a":"1","__proto__":"x"},"__proto__":{"polluted":1}}}',
    )
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
    assert.deepEqual(mergeSpec({}, { constructor: { a: 1 } }), { constructor: { a: 1 } })
  })
})

describe('$patch in an object', () => {
  it('replace takes the patch as it is', () => {
    assert.deepEqual(mergeMeta({ labels: { a: '1' } }, { labels: { $patch: 'replace', c: '3', d: null } }), {
      labels: { c: '3' },
    })
  })
  it('delete leaves an empty object', () => {
    assert.deepEqual(mergeMeta({ labels: { a: '1' } }, { labels: { $patch: 'delete' } }), { labels: {} })
    assert.deepEqual(merge({ metadata: { name: 'a' } }, { $patch: 'delete' }), {})
  })
  it('where there is nothing yet, replace sets and delete does nothing', () => {
    assert.deepEqual(
      mergeMeta({}, { labels: { $patch: 'replace', c: '3' }, annotations: { $patch: 'delete' } }),
      {
        labels: { c: '3' },
      },
    )
  })
  it('anything else is rejected with its place, also below something new', () => {
    for (const word of ['merge', 'explode', '', 5, null, {}]) {
      assert.match(
        rejection({ metadata: { labels: {} } }, { metadata: { labels: { $patch: word } } }),
        /^400 the patch cannot be read: metadata\.labels: \$patch is replace or delete, not /,
      )
      assert.match(
        rejection({}, { spec: { containers: [main, { name: 'log', $patch: word }] } }),
        /^400 .* spec\.containers\[1\]: \$patch is/,
      )
    }
  })
})

describe('$retainKeys', () => {
  it('drops the members that it does not name', () => {
    assert.deepEqual(
      mergeSpec(
        { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
        { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
      ),
      { strategy: { type: 'Recreate' } },
    )
  })
  it('what it names still merges', () => {
    assert.deepEqual(
      mergeSpec(
        { volumes: [{ name: 'v', configMap: { name: 'a' }, emptyDir: { medium: 'Memory' } }] },
        {
          volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { odd: 1 }, emptyDir: null }],
        },
      ),
      { volumes: [{ name: 'v', configMap: { name: 'a', odd: 1 } }] },
    )
  })
  it('does not stay in something new', () => {
    assert.deepEqual(mergeSpec({}, { strategy: { $retainKeys: ['type'], type: 'Recreate' } }), {
      strategy: { type: 'Recreate' },
    })
  })
  it('is rejected when it is no list, or lacks a member that the patch sets, also in something new', () => {
    for (const strategy of [
      { $retainKeys: 'type', type: 'Recreate' },
      { $retainKeys: null, type: 'Recreate' },
      { $retainKeys: ['rollingUpdate'], type: 'Recreate' },
      { $retainKeys: [], type: 'Recreate' },
    ]) {
      for (const spec of [{ strategy: { type: 'RollingUpdate' } }, {}]) {
        assert.equal(rejection({ spec }, { spec: { strategy } }), '400 invalid patch format of retainKeys')
      }
    }
  })
})

describe('lists of structs in a strategic merge patch', () => {
  it('elements merge by their key', () => {
    assert.deepEqual(
      mergeSpec({ containers: [main, log] }, { containers: [{ name: 'log', image: 'log:2' }] }),
      {
        containers: [main, { name: 'log', image: 'log:2' }],
      },
    )
    assert.deepEqual(
      mergeSpec(
        {
          containers: [
            { ...main, env: [{ name: 'A', value: '1' }], ports: [{ containerPort: 80, name: 'x' }] },
          ],
        },
        {
          containers: [
            { name: 'main', env: [{ name: 'A' }], ports: [{ containerPort: 80, protocol: 'UDP' }] },
          ],
        },
      ),
      {
        containers: [
          {
            ...main,
            env: [{ name: 'A', value: '1' }],
            ports: [{ containerPort: 80, name: 'x', protocol: 'UDP' }],
          },
        ],
      },
    )
  })
  it('$patch delete takes all elements of the key away, and none if there are none', () => {
    const twice = [{ containerPort: 53, protocol: 'TCP' }, { containerPort: 80 }, { containerPort: 53 }]
    const patch = [
      { containerPort: 53, $patch: 'delete' },
      { containerPort: 99, $patch: 'delete' },
    ]
    assert.deepEqual(
      mergeSpec(
        { containers: [{ ...main, ports: twice }] },
        { containers: [{ name: 'main', ports: patch }] },
      ),
      { containers: [{ ...main, ports: [{ containerPort: 80 }] }] },
    )
    assert.deepEqual(mergeSpec({}, { containers: [main, { name: 'log', $patch: 'delete' }] }), {
      containers: [main],
    })
  })
  it('of two elements with one key the first is changed', () => {
    const ports = [
      { containerPort: 53, protocol: 'TCP' },
      { containerPort: 53, protocol: 'UDP' },
    ]
    assert.deepEqual(
      mergeSpec(
        { containers: [{ name: 'main', ports }] },
        { containers: [{ name: 'main', ports: [{ containerPort: 53, name: 'dns' }] }] },
      ),
      { containers: [{ name: 'main', ports: [{ ...ports[0], name: 'dns' }, ports[1]] }] },
    )
  })
  it('$patch replace puts the other elements of the patch in place of the list', () => {
    const only = { name: 'only', image: 'x' }
    const patch = { containers: [only, { $patch: 'replace' }, { name: 'main', $patch: 'delete' }] }
    assert.deepEqual(mergeSpec({ containers: [main, log] }, patch), { containers: [only] })
    assert.deepEqual(mergeSpec({}, patch), { containers: [only] })
    assert.deepEqual(mergeSpec({ containers: [main] }, { containers: [{ $patch: 'replace' }] }), {
      containers: [],
    })
  })
  it('an element without its key is rejected, unless the list is new', () => {
    for (const element of [{ image: 'b' }, { name: null }, { name: ['x'] }, { $patch: 'delete' }]) {
      assert.equal(
        rejection({ spec: { containers: [main] } }, { spec: { containers: [log, element] } }),
        '422 the patch cannot be applied: spec.containers[1]: the element needs its name, by which the list is merged',
      )
    }
    assert.match(
      rejection({ spec: { containers: [] } }, { spec: { containers: ['x'] } }),
      /^422 .*expected an object/,
    )
    assert.deepEqual(mergeSpec({}, { containers: [{ image: 'b' }] }), { containers: [{ image: 'b' }] })
  })
  it('stored elements without their key stay', () => {
    assert.deepEqual(mergeSpec({ containers: [{ image: 'x' }, main] }, { containers: [log] }), {
      containers: [log, { image: 'x' }, main],
    })
  })
})
