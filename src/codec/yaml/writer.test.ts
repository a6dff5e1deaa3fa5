import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { codecs } from '#codec/codecs.js'
import { PARCEL } from '#schema/parcel.fixture.js'
import { readYaml } from './document.js'

const encode = (value: unknown) => codecs.yaml.encode(value, false).toString()

/** What readers of YAML 1.1, of YAML 1.2 and our own make of what was written. */
function survives(value: unknown): void {
  const written = encode(value)
  assert.deepEqual(parse(written, { version: '1.1', logLevel: 'error' }), value, `YAML 1.1: ${written}`)
  assert.deepEqual(parse(written, { version: '1.2', logLevel: 'error' }), value, `YAML 1.2: ${written}`)
  assert.deepEqual(readYaml(written), value, `ours: ${written}`)
}

describe('writing YAML', () => {
  it('keeps scalars with a syntax of their own', () => {
    survives(PARCEL)
    assert.match(encode(PARCEL), /^packed: "2024-03-01T10:00:00.123456Z"$/m)
  })

  it('is in block style, keys in alphabetical order and lists as deep as their key', () => {
    const written = encode({
      kind: 'Deployment',
      apiVersion: 'extensions/v1beta1',
      spec: {
        replicas: 2,
        paused: false,
        empty: {},
        none: [],
        nothing: null,
        absent: undefined,
        containers: [{ name: 'main', image: 'registry.example/web:1.0', args: ['a', ['b', 'c'], []] }],
        script: 'set -e\necho hi\n',
      },
    })
    assert.equal(
      written,
      `apiVersion: extensions/v1beta1
kind: Deployment
spec:
  containers:
  - args:
    - a
    - - b
      - c
    - []
    image: registry.example/web:1.0
    name: main
  empty: {}
  none: []
  nothing: null
  paused: false
  replicas: 2
  script: |
    set -e
    echo hi
`,
    )
  })

  it('writes an object whose properties are all undefined as an empty one', () => {
    assert.equal(encode({ a: { b: undefined } }), 'a: {}\n')
    assert.equal(encode({ a: undefined }), '{}\n')
    assert.equal(encode([{ a: undefined }, undefined]), '- {}\n- null\n')
  })

  it('lets texts survive that look like something else', () => {
    const texts = [
      ...[
        '',
        ' ',
        '012',
        'yes',
        'on',
        'y',
        'N',
        'true',
        'null',
        '~',
        'Null',
        '1e3',
        '1.5',
        '.5',
        '+1',
        '-1',
        '1_000',
      ],
      ...[
        '0x1F',
        '0o17',
        '0b1',
        '08',
        '.inf',
        '-.Inf',
        '.NaN',
        '2001-01-01',
        '2001-01-01T00:00:00Z',
        '12:30',
        '1:2:3.4',
      ],
      ...[
        '- x',
        '-',
        '--',
        '---',
        '...',
        '? x',
        ': x',
        'a: b',
        'a:',
        'a :b',
        'a # b',
        'a#b',
        '#a',
        '@at',
        '`tick',
        '%x',
      ],
      ...[
        '!tag',
        '&anchor',
        '*alias',
        '|',
        '>',
        '{a}',
        '[a]',
        'a, b',
        '"q"',
        "it's",
        '<<',
        '=',
        ' lead',
        'trail ',
        'a  b',
      ],
      ...[
        'tab\there',
        '\ttab',
        'é✓',
        '日本語',
        '😀',
        'a\\b',
        '\u0000',
        '\u0007',
        '\u007f',
        '\u0085',
        '\u00a0',
        '\u2028',
        '\ufeff',
      ],
      ...[
        'line1\nline2',
        'line1\nline2\n',
        'a\n\n',
        'a\n\n\n',
        '\n',
        '\na',
        ' a\nb',
        'a\n b',
        'a\n \nb',
        'a\n\nb',
        'a\nb ',
      ],
      ...[
        'a\r\nb',
        'a\n---\nb',
        'a\n# b',
        'a\n\tb',
        'a\n ',
        'a: |\n  b',
        '\ud83d\ude00\nx',
        'x'.repeat(500),
        'word '.repeat(100),
      ],
      ...[
        '127.0.0.1',
        '10.0.0.0/8',
        'https://10.0.0.1:6443',
        'web:1.0',
        'sha256:0123',
        '1.2.3',
        '100m',
        '1Gi',
        '30%',
        'a/b',
      ],
    ]
    for (const text of texts) survives(text)
    survives(texts)
    survives({ a: { b: texts } })
    survives(Object.fromEntries(texts.map((text) => [text === '<<' ? '<' : text, text])))
  })

  it('lets keys survive, however long', () => {
    const long = 'k'.repeat(2000)
    survives({ [long]: 1, a: { [`${long}: x`]: { b: [1] }, [`${long}-`]: ['x'] } })
    survives({ '<<': 'x', 'a\nb': 1 })
  })

  it('lets numbers survive', () => {
    survives([0, 1, -1, 1.5, 1e21, 1e-7, 2 ** 53 - 1, -0.25])
  })

  it('lets values made at random survive', () => {
    const alphabet = [
      'a',
      'Z',
      '0',
      '1',
      ' ',
      '\n',
      '\t',
      ':',
      '-',
      '#',
      '"',
      "'",
      '{',
      ']',
      ',',
      '.',
      '%',
      '_',
      'e',
      '\\',
      '|',
      '?',
      'é',
    ]
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48271) % 0x7fffffff
      return seed % below
    }
    const text = () => Array.from({ length: random(8) }, () => alphabet[random(alphabet.length)]).join('')
    const value = (depth: number): unknown => {
      const kind = random(depth > 4 ? 1 : 4)
      if (kind === 1) return Array.from({ length: random(4) }, () => value(depth + 1))
      if (kind === 2)
        return Object.fromEntries(Array.from({ length: random(4) }, () => [text(), value(depth + 1)]))
      return text()
    }
    for (let n = 0; n < 1500; n++) survives(value(0))
  })

  it('does not depend on the depth of a pretty response', () => {
    assert.deepEqual(codecs.yaml.encode({ a: 1 }, true), codecs.yaml.encode({ a: 1 }, false))
    assert.equal(codecs.yaml.mediaType, 'application/yaml')
  })
})
