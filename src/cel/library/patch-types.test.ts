import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compile } from '#cel/compile.js'
import { DYN, typeName } from '#cel/types.js'
import { fromJson } from '#cel/values/from-json.js'
import { toJson } from '#cel/values/to-json.js'
import type { CelValue } from '#cel/values/values.js'

const variables = new Map([['object', DYN]])

function programOf(source: string) {
  const { program, errors } = compile(source, { variables, allowsMixedLiterals: true, makesPatches: true })
  assert.ok(program, errors?.join('\n'))
  return program
}

function evaluate(source: string, object: unknown = {}) {
  return programOf(source).evaluate({ object: fromJson(object, DYN) }, 100_000)
}

const resultOf = (source: string, object?: unknown) => {
  const { value, failure } = evaluate(source, object)
  assert.equal(failure, undefined)
  return toJson(value as CelValue)
}

const errorOf = (source: string) =>
  compile(source, { variables, allowsMixedLiterals: true, makesPatches: true }).errors?.join('\n') ?? ''

describe('patches in expressions', () => {
  it('are objects whose types are named by their path', () => {
    const source = `Object{
      metadata: Object.metadata{labels: {"a": object.name}},
      spec: Object.spec{replicas: 1 + 2, ports: [Object.spec.ports{port: 80}, object.port]},
    }`
    assert.equal(typeName(programOf(source).resultType), 'Object')
    assert.deepEqual(resultOf(source, { name: 'x', port: { port: 81, names: ['y'] } }), {
      metadata: { labels: { a: 'x' } },
      spec: { replicas: 3, ports: [{ port: 80 }, { port: 81, names: ['y'] }] },
    })
  })

  it('are operations of JSON patches', () => {
    const source = `[JSONPatch{op: "add", path: "/a/" + jsonpatch.escapeKey("b/c~d"), value: object}]`
    assert.equal(typeName(programOf(source).resultType), 'list(JSONPatch)')
    assert.deepEqual(resultOf(source, { e: null }), [{ op: 'add', path: '/a/b~1c~0d', value: { e: null } }])
    assert.equal(typeName(programOf('true ? [JSONPatch{}] : []').resultType), 'list(JSONPatch)')
  })

  it('leave out optional fields without a value', () => {
    assert.deepEqual(resultOf('Object{?a: object.?b, ?c: object.?d}', { d: 1 }), { c: 1 })
    assert.deepEqual(resultOf('Object{?spec: optional.ofNonZeroValue(Object.spec{?a: object.?b})}'), {})
    assert.match(errorOf('Object{?a: 1}'), /expected type 'optional_type\(int\)' but found 'int'/)
  })

  it('have fields that can be read, tested and compared', () => {
    assert.equal(resultOf('Object{a: [1, 2]}.a[1]'), 2)
    assert.equal(resultOf('has(Object{a: 1}.a) && !has(Object{}.a) && !has(JSONPatch{}.op)'), true)
    assert.equal(resultOf('Object{a: 1} == Object{a: 1}'), true)
    assert.equal(resultOf('Object{a: 1} == Object{a: 2}'), false)
    assert.equal(resultOf('dyn(Object.a{}) == dyn(Object.b{})'), false)
    assert.equal(resultOf('JSONPatch{op: "add", value: "1"} == JSONPatch{op: "add", value: 1}'), false)
  })

  it('cost as much as the model says', () => {
    assert.equal(evaluate('Object{spec: Object.spec{a: 1}}').cost, 80)
  })

  it('have types', () => {
    assert.match(errorOf('Invalid{}'), /undeclared reference to 'Invalid'/)
    assert.match(
      errorOf('JSONPatch{op: 1, path: "/a"}'),
      /ERROR: <input>:1:13: expected type of field 'op' is 'string' but provided type is 'int'/,
    )
    assert.match(errorOf('JSONPatch{operation: "add"}'), /undefined field 'operation'/)
    assert.match(errorOf('JSONPatch{}.to'), /undefined field 'to'/)
    assert.equal(
      evaluate('JSONPatch{op: object.op}', { op: 1 }).failure,
      "unexpected type int for JSONPatchType 'op' field",
    )
    assert.match(compile('Object{}', { variables }).errors?.join() ?? '', /undeclared reference to 'Object'/)
    assert.match(
      compile('jsonpatch.escapeKey("")', { variables }).errors?.join() ?? '',
      /undeclared reference/,
    )
  })

  it('have the types of their places', () => {
    const mismatched = (source: string) => () => toJson(evaluate(source).value as CelValue)
    assert.throws(mismatched('Object{spec: Object.specx{}}'), {
      message:
        'type mismatch: unexpected type name "Object.specx", expected "Object.spec", which matches field name path from root Object type',
    })
    assert.throws(mismatched('Object.a{b: [{"c": Object.b{}}]}'), { message: /expected "Object.a.b"/ })
  })

  it('become JSON, unless they have values that JSON has not', () => {
    assert.deepEqual(
      resultOf('[uint(1), 9007199254740993, 1.5, b"ab", timestamp("2026-01-01T00:00:00Z"), duration("90s")]'),
      [1, 9007199254740993n, 1.5, 'YWI=', '2026-01-01T00:00:00Z', '90s'],
    )
    for (const source of ['{1: 2}', 'int', '0.0 / 0.0', 'quantity("1")']) {
      assert.throws(() => toJson(evaluate(source).value as CelValue), source)
    }
    const ten = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
    const long = { text: 'x'.repeat(100_000) }
    assert.throws(() => toJson(evaluate(`${ten}.map(i, ${ten}.map(j, object))`, long).value as CelValue), {
      message: /more than 3145728 characters/,
    })
  })
})
