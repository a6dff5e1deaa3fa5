import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeUtf8 } from '#codec/codec.js'
import { readYaml } from './document.js'

const decode = (text: string) => readYaml(decodeUtf8(Buffer.from(text)))

describe('reading YAML', () => {
  it('gives the value of a document with comments and both styles', () => {
    const text = `# a comment
metadata:
  name: web   # its name
  labels: {app: web}
spec:
  command: ["sh", '-c', "echo \\"hi\\""]
  env:
  - {name: A, value: "1"}
  - name: B
    value: |
      two
      lines
`
    assert.deepEqual(decode(text), {
      metadata: { name: 'web', labels: { app: 'web' } },
      spec: {
        command: ['sh', '-c', 'echo "hi"'],
        env: [
          { name: 'A', value: '1' },
          { name: 'B', value: 'two\nlines\n' },
        ],
      },
    })
  })

  it('reads JSON, also where it is not quite JSON', () => {
    assert.deepEqual(decode('{"a": [1, true, null]}'), { a: [1, true, null] })
    assert.deepEqual(decode('{"a": 010, b: yes,}'), { a: 8, b: true })
    assert.deepEqual(decode('\ufeff{"a": 1}'), { a: 1 })
  })

  it('takes an empty body and an empty document as null', () => {
    for (const text of ['', '\n', '# nothing\n', '---\n', '---\n---\na: b\n'])
      assert.equal(decode(text), null, text)
  })

  it('knows the scalars of YAML 1.1', () => {
    const cases: readonly (readonly [string, unknown])[] = [
      ['yes', true],
      ['On', true],
      ['TRUE', true],
      ['y', true],
      ['no', false],
      ['off', false],
      ['N', false],
      ['yEs', 'yEs'],
      ['~', null],
      ['Null', null],
      ['', null],
      ['0x10', 16],
      ['-0x1F', -31],
      ['010', 8],
      ['0o10', 8],
      ['08', 8],
      ['0b101', 5],
      ['1_0', 10],
      ['+3', 3],
      ['3.0', 3],
      ['.5', 0.5],
      ['-2.', -2],
      ['1e1', 10],
      ['1.5e-1', 0.15],
      ['"3"', '3'],
      ["'yes'", 'yes'],
      ['80:80', '80:80'],
      ['1.2.3', '1.2.3'],
      ['-', [null]],
      ['.', '.'],
      ['30%', '30%'],
      ['1e', '1e'],
      ['0x', '0x'],
      ['2001-01-01', '2001-01-01'],
      ['2001-01-01T10:00:00Z', '2001-01-01T10:00:00Z'],
      ['!!str 3', '3'],
      ['! 3', '3'],
      ['!!int "3"', 3],
      ['!!float 3', 3],
      ['!!bool "yes"', true],
      ['!!null ""', null],
    ]
    for (const [text, value] of cases) assert.deepEqual(decode(text), value, JSON.stringify(text))
  })

  it('does not let a directive change what scalars mean', () => {
    assert.deepEqual(decode('%YAML 1.2\n---\na: yes\n'), { a: true })
  })

  it('makes texts of keys', () => {
    assert.deepEqual(decode('{1: a, 0x10: b, yes: c, 1.5: d, "null": e, ? f : g}'), {
      '1': 'a',
      '16': 'b',
      true: 'c',
      '1.5': 'd',
      null: 'e',
      f: 'g',
    })
  })

  it('lets the last of several equal keys win', () => {
    assert.deepEqual(decode('a: 1\nb: 2\na: 3\n'), { a: 3, b: 2 })
    assert.deepEqual(decode('1: x\n"1": z\n'), { '1': 'z' })
  })

  it('follows aliases, each to the anchor that stands last before it', () => {
    assert.deepEqual(decode('a: &x {m: 1}\nb: *x\nc: &x 2\nd: *x\ne: &y [*x]\nf: &x 3\ng: [*y, *x]\n'), {
      a: { m: 1 },
      b: { m: 1 },
      c: 2,
      d: 2,
      e: [2],
      f: 3,
      g: [[2], 3],
    })
    assert.deepEqual(decode('&k key: 1\nb: *k\n*k : 2\n'), { key: 2, b: 'key' })
  })

  it('gives every alias a value of its own', () => {
    const { a, b } = decode('a: &x {m: {k: 1}}\nb: *x\n') as Record<string, { m: object }>
    assert.deepEqual(a, b)
    assert.notEqual(a?.m, b?.m)
  })

  it('merges maps; explicit properties win', () => {
    const text = `
base: &base {a: 1, b: 1}
more: &more {b: 2, c: 2}
one: {<<: *base, b: 3}
late: {b: 3, <<: *base}
list: {<<: [*more, *base, {d: 4}]}
twice: {<<: *base, <<: *more}
text: {"<<": x}
`
    const value = decode(text) as Record<string, unknown>
    assert.deepEqual(value.one, { a: 1, b: 3 })
    assert.deepEqual(value.late, { b: 3, a: 1 })
    assert.deepEqual(value.list, { b: 2, c: 2, a: 1, d: 4 })
    assert.deepEqual(value.twice, { a: 1, b: 1, c: 2 })
    assert.deepEqual(value.text, { '<<': 'x' })
  })

  it('looks at the first document only', () => {
    for (const text of [
      'a: 1\n---\nb: 2\n',
      '---\na: 1\n---\n[',
      'a: 1\n...\nx: [\n',
      '# c\n---\na: 1\n...\n%X\n---\nb',
    ]) {
      assert.deepEqual(decode(text), { a: 1 }, text)
    }
  })

  it('takes __proto__ as a member like any other', () => {
    for (const text of [
      '__proto__: {polluted: true}',
      '{"__proto__": {"polluted": true}}',
      'a: &x {__proto__: {polluted: true}}\n<<: *x',
    ]) {
      const value = decode(text) as Record<string, unknown>
      assert.equal(Object.getPrototypeOf(value), Object.prototype)
      assert.ok(Object.hasOwn(value, '__proto__'))
    }
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
})
