import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestContext } from '../../http/request-context.js'
import { ANONYMOUS } from '../../meta/user.js'
import { CompiledPolicy } from './policy/compiled-policy.js'
import { RequestShapes } from './request-shapes.js'

const METADATA = new CompiledPolicy({ rules: [{ level: 'Metadata' }] })
const REQUEST = new CompiledPolicy({ rules: [{ level: 'Request' }] })
const NONE = new CompiledPolicy({ rules: [{ level: 'None' }] })

const findings = () => ({
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
  it('are those of equal requests, on whichever connection', () => {
    const shapes = new RequestShapes()
    const shape = shapes.of(contextOf({}), METADATA)
    assert.equal(shapes.of(contextOf({}), METADATA), shape)
    assert.equal(shapes.of(contextOf({ findings: findings() }), METADATA), shape)
    const shared = findings()
    for (let use = 0; use < 2; use++)
      assert.equal(shapes.of(contextOf({ findings: shared }), METADATA), shape)
  })

  it('are others where anything is another that events tell, or that decides what they tell', () => {
    for (const shared of [undefined, findings()]) {
      const first = { request: { findings: shared }, others: {}, policy: METADATA }
      for (const { request, others, policy } of [
        { ...first, request: { findings: shared, method: 'POST' } },
        { ...first, request: { findings: shared, url: '/version/' } },
        { ...first, others: { user: { ...ANONYMOUS } } },
        { ...first, others: { target: { store: {} } as never } },
        { ...first, policy: REQUEST },
      ]) {
        const shapes = new RequestShapes()
        const shape = shapes.of(contextOf(first.request), METADATA)
        assert.notEqual(shapes.of(contextOf(request, others), policy), shape)
        assert.notEqual(
          shapes.of(contextOf(first.request), METADATA),
          shapes.of(contextOf(request, others), policy),
        )
      }
    }
    const shapes = new RequestShapes()
    const shape = shapes.of(contextOf({}), METADATA)
    assert.notEqual(shapes.of(contextOf({ headers: { 'user-agent': 'curl' } }), METADATA), shape)
  })

  it('follow the policy as it is now', () => {
    const shapes = new RequestShapes()
    const context = contextOf({ findings: findings() })
    const levels = [METADATA, NONE, REQUEST, NONE, METADATA].map(
      (policy) => shapes.of(context, policy).recording.level,
    )
    assert.deepEqual(levels, ['Metadata', 'None', 'Request', 'None', 'Metadata'])
  })

  it('are forgotten before they are too many, and not remembered where they are long', () => {
    const shapes = new RequestShapes()
    const long = () => shapes.of(contextOf({ url: `/${'x'.repeat(2_000)}` }), METADATA)
    assert.notEqual(long(), long())
    const first = shapes.of(contextOf({}), METADATA)
    for (let number = 0; number < 998; number++) shapes.of(contextOf({ url: `/${number}` }), METADATA)
    assert.equal(shapes.of(contextOf({}), METADATA), first)
    for (let number = 0; number < 1_000; number++)
      shapes.of(contextOf({ url: `/others/${number}` }), METADATA)
    assert.notEqual(shapes.of(contextOf({}), METADATA), first)
  })

  it('have events of their own for each code and each ending', () => {
    const shape = new RequestShapes().of(contextOf({}), METADATA)
    const line = (code: number, ending: string) => shape.answered(code, ending).line('id', 'then', 'now')
    for (const [code, ending] of [
      [200, 'Z"}\n'],
      [201, 'Z"}\n'],
      [201, 'Z","annotations":{}}\n'],
      [200, 'Z"}\n'],
    ] as const) {
      assert.equal(JSON.parse(line(code, ending)).responseStatus.code, code)
      assert.ok(line(code, ending).endsWith(ending))
    }
    assert.equal(shape.answered(200, 'Z"}\n'), shape.answered(200, 'Z"}\n'))
  })
})
