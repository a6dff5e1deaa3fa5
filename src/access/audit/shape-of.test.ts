import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectionMemo } from '#http/request/exchange.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import { ANONYMOUS } from '#meta/user.js'
import { CompiledPolicy } from './policy/compiled-policy.js'
import type { Policy } from './policy/policy.js'
import { shapeOf } from './shape-of.js'

const METADATA = new CompiledPolicy({ rules: [{ level: 'Metadata' }] })
const REQUEST = new CompiledPolicy({ rules: [{ level: 'Request' }] })
const NONE = new CompiledPolicy({ rules: [{ level: 'None' }] })

const findings = (): ConnectionMemo => ({
  isChecked: false,
  identity: undefined,
  isImpersonation: undefined,
  allowedRead: undefined,
  recorded: undefined,
})

function contextOf(request: Partial<RequestContext['request']>, others: Partial<RequestContext> = {}) {
  return {
    request: { url: '/version', method: 'GET', headers: {}, ...request },
    peer: { remoteAddress: '127.0.0.1' },
    user: ANONYMOUS,
    attributes: { user: ANONYMOUS, verb: 'get', path: '/version', resource: undefined },
    ...others,
  } as RequestContext
}

describe('shapes of requests', () => {
  it('are remembered of a connection as long as the same is asked for with the same header fields', () => {
    const shared = findings()
    const shape = shapeOf(contextOf({ findings: shared }), METADATA)
    for (let use = 0; use < 2; use++) assert.equal(shapeOf(contextOf({ findings: shared }), METADATA), shape)
    assert.notEqual(shapeOf(contextOf({ findings: findings() }), METADATA), shape)
    assert.notEqual(shapeOf(contextOf({}), METADATA), shape)
  })

  it('are others where anything is another that events tell, or that decides what they tell', () => {
    const first = { request: {}, others: {}, policy: METADATA }
    for (const { request, others, policy } of [
      { ...first, request: { method: 'POST' } },
      { ...first, request: { url: '/version/' } },
      { ...first, others: { user: { ...ANONYMOUS } } },
      { ...first, others: { target: { store: {} } as never } },
      { ...first, policy: REQUEST },
    ]) {
      const shared = findings()
      const shape = shapeOf(contextOf({ findings: shared }), METADATA)
      const other = shapeOf(contextOf({ findings: shared, ...request }, others), policy)
      assert.notEqual(other, shape)
      assert.notEqual(shapeOf(contextOf({ findings: shared }), METADATA), other)
    }
  })

  describe('of single objects', () => {
    const OBJECTS = '/api/v1/namespaces/one/configmaps'
    const RESOURCE = {
      group: '',
      version: 'v1',
      plural: 'configmaps',
      subresource: undefined,
      namespace: 'one',
    }
    const store = {}

    function named(name: string, url = `${OBJECTS}/${name}`, given: Partial<ResourceAttributes> = {}) {
      const resource = { ...RESOURCE, name, ...given }
      const attributes = { user: ANONYMOUS, verb: 'get', path: url, resource }
      const target = { store, namespace: 'one', name, subresource: undefined, watch: false } as never
      return (shared: ConnectionMemo) => contextOf({ url, findings: shared }, { attributes, target })
    }

    /** Whether the second request has the shape of the first. */
    function areAlike(first: ReturnType<typeof named>, second: ReturnType<typeof named>, policy = METADATA) {
      const shared = findings()
      const shape = shapeOf(first(shared), policy)
      return shapeOf(second(shared), policy) === shape
    }

    it('are the same whatever the objects are called', () => {
      for (const name of ['b', 'a-longer-name', 'one']) {
        assert.ok(areAlike(named('a'), named(name)))
        const shared = findings()
        shapeOf(named('a')(shared), METADATA)
        const context = named(name)(shared)
        const shape = shapeOf(context, METADATA)
        const objectName = shape.nameFor(context)
        const line = shape.received.lines({ id: 'id', objectName, received: 'then', answered: 'now' })
        const { requestURI, objectRef } = JSON.parse(line)
        assert.equal(requestURI, `${OBJECTS}/${name}`)
        assert.deepEqual(objectRef, { resource: 'configmaps', namespace: 'one', name, apiVersion: 'v1' })
      }
    })

    it('are the same after a name that another request had', () => {
      const shared = findings()
      const shape = shapeOf(named('a')(shared), METADATA)
      for (const name of ['b', 'b', 'a', 'cc', 'b', 'cc']) {
        const context = named(name)(shared)
        assert.equal(shapeOf(context, METADATA), shape)
        assert.equal(shape.nameFor(context), name)
      }
    })

    it('are others where the rest of the URL is another', () => {
      const path = `${OBJECTS}/a`
      for (const other of [
        named('b', '/api/v1/namespaces/two/configmaps/b', { namespace: 'two' }),
        named('a', `${path}?pretty=1`),
        named('b', `${OBJECTS}/b/`),
        named('b', `${OBJECTS}/%62`),
        named('b"c', `${OBJECTS}/b"c`),
        named('b\\c', `${OBJECTS}/b\\c`),
        named('b', `${OBJECTS}/b/status`, { subresource: 'status' }),
      ]) {
        assert.ok(!areAlike(named('a'), other))
        assert.ok(!areAlike(other, named('a')))
      }
    })

    it('are those of one URL where the name does not stand at its end alone', () => {
      for (const form of [
        (text: string) => named('a', `${OBJECTS}/a?x=/${text}`),
        (text: string) => named('a', `${OBJECTS}/a/${text}`, { subresource: text }),
        (name: string) => named(name, `${OBJECTS}/${name}/status`, { subresource: 'status' }),
        (name: string) =>
          named(name, `/api/v1/namespaces/${name}`, { plural: 'namespaces', namespace: name }),
        (name: string) => named(name, `${OBJECTS}/%61${name}`),
      ]) {
        assert.ok(!areAlike(form('a'), form('b')))
        assert.ok(areAlike(form('a'), form('a')))
      }
    })

    it('are those of one URL where the policy asks for names', () => {
      const entry = { group: '', resources: ['configmaps'] }
      const rules = [
        { level: 'Metadata', resources: [{ ...entry, resourceNames: ['a'] }] },
        { level: 'Request' },
      ]
      const policy = new CompiledPolicy({ rules } as Policy)
      assert.ok(!areAlike(named('a'), named('b'), policy))
      assert.ok(areAlike(named('a'), named('a'), policy))
    })
  })

  it('follow the policy as it is now', () => {
    const context = contextOf({ findings: findings() })
    const levels = [METADATA, NONE, REQUEST, NONE, METADATA].map(
      (policy) => shapeOf(context, policy).recording.level,
    )
    assert.deepEqual(levels, ['Metadata', 'None', 'Request', 'None', 'Metadata'])
  })

  it('are not remembered where they are long', () => {
    const shared = findings()
    const long = () => shapeOf(contextOf({ findings: shared, url: `/${'x'.repeat(2_000)}` }), METADATA)
    assert.notEqual(long(), long())
  })

  it('have events of their own for each code and each ending', () => {
    const shape = shapeOf(contextOf({}), METADATA)
    const texts = { id: 'id', objectName: '', received: 'then', answered: 'now' }
    const line = (code: number, ending: string) => shape.answered(code, ending).lines(texts)
    const both = (code: number, ending: string) => shape.both(code, ending).lines(texts)
    for (const [code, ending] of [
      [200, 'Z"}\n'],
      [201, 'Z"}\n'],
      [201, 'Z","annotations":{}}\n'],
      [200, 'Z"}\n'],
    ] as const) {
      assert.equal(JSON.parse(line(code, ending)).responseStatus.code, code)
      assert.ok(line(code, ending).endsWith(ending))
      assert.equal(both(code, ending), shape.received.lines(texts) + line(code, ending))
    }
    assert.equal(shape.answered(200, 'Z"}\n'), shape.answered(200, 'Z"}\n'))
  })
})
