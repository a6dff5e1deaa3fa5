import { CONTAINERS, many } from '../support/deployments.js'
import {
  creation,
  filled,
  type HostileRequest,
  hostile,
  listed,
  MIB,
  NEARLY_ALL,
} from '../support/hostile-request.js'

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

/** Every line expands to ten of the line before. */
const tenfold = (first: string, next: (before: string) => string) =>
  lines(12, (index) =>
    index === 0 ? `a0: &a0 ${first}` : `a${index}: &a${index} ${next(`*a${index - 1} `)}`,
  )

const shapes: readonly (readonly [name: string, body: () => string])[] = [
  [
    'lists of aliases of lists of aliases',
    () => tenfold('[x,x,x,x,x,x,x,x,x,x]', (before) => `[${many(10, () => before)}]`),
  ],
  [
    'maps of aliases of maps of aliases',
    () => tenfold('{x: 1}', (before) => `{${many(10, (index) => `k${index}: ${before}`)}}`),
  ],
  [
    'merges of merges of maps',
    () =>
      tenfold(`{${many(100, (index) => `k${index}: 1`)}}`, (before) => `{<<: [${many(10, () => before)}]}`),
  ],
  [
    'merges that each add a little',
    () =>
      `a0: &a0 {${many(300, (index) => `k${index}: 1`)}}\n${lines(300, (index) => `a${index + 1}: &a${index + 1} {<<: *a${index} , n${index}: {<<: *a${index} }}`)}`,
  ],
  ['aliases of a long string', () => `a: &a ${'x'.repeat(100_000)}\nb: [${many(5000, () => '*a ')}]`],
  ['thousands of anchors', () => lines(20_000, (index) => `- &a${index} x`)],
  ['thousands of aliases of one anchor', () => `a: &a {b: [c, d]}\nb: [${many(30_000, () => '*a ')}]`],
  [
    'a chain of aliases',
    () => `a0: &a0 x\n${lines(10_000, (index) => `a${index + 1}: &a${index + 1} [*a${index} ]`)}`,
  ],
  ['a value that contains itself', () => `a: &a [${many(10_000, () => '*a ')}]`],
  ['a million dashes', () => '- '.repeat(MIB)],
  ['a million question marks', () => '? '.repeat(MIB)],
  ['a million brackets', () => '['.repeat(MIB)],
  ['a million braces', () => '{a: '.repeat(MIB / 2)],
  ['endless indentation', () => lines(2000, (index) => `${' '.repeat(index)}a:`)],
  ['a million line breaks in a string', () => `a: "${'\n'.repeat(MIB)}"`],
  ['a million lines of a plain scalar', () => `a: ${'x\n '.repeat(MIB / 2)}`],
  ['a million lines of a block scalar', () => `a: |\n${' x\n'.repeat(MIB / 2)}`],
  ['a million escapes', () => `a: "${'\\n'.repeat(MIB)}"`],
  ['3 MB of spaces', () => `a:${' '.repeat(NEARLY_ALL)}`],
  ['3 MB of comments', () => filled('# a comment\n')],
  ['3 MB of one comment', () => `# ${'x'.repeat(NEARLY_ALL)}`],
  ['3 MB of documents', () => filled('---\na: b\n')],
  ['3 MB of directives', () => filled('%YAML 1.1\n')],
  ['3 MB of tags', () => filled('!a ')],
  ['a tag of a million letters', () => `a: !${'t'.repeat(MIB)} x`],
  ['an anchor of a million letters', () => `a: &${'n'.repeat(MIB)} x\nb: *m`],
  ['a number of a million digits', () => `a: 1${'0'.repeat(MIB)}`],
  [
    'a hexadecimal number of a million digits',
    () => `metadata: {name: a}\nspec: {replicas: 0x${'f'.repeat(MIB)}}`,
  ],
  ['a hundred thousand keys', () => lines(100_000, (index) => `k${index}: v`)],
  ['3 MB of a flow list', () => `[${filled('a,')}]`],
  ['3 MB of closing brackets', () => `[${'}'.repeat(NEARLY_ALL)}`],
  ['3 MB of colons', () => ': '.repeat(NEARLY_ALL / 2)],
  ['3 MB of quotes', () => `'`.repeat(NEARLY_ALL)],
  ['keys that are maps', () => filled('? {a: b}\n: c\n', 300_000)],
  ['JSON that is none', () => `{"a":[${listed(() => '{"b":"c"}', 900_000)},]}`],
  [
    '200,000 labels',
    () => `metadata:\n  name: a\n  labels:\n${lines(20_000, (index) => `    k${index}: v`)}`,
  ],
]

const yaml = (body: string, query = '') => creation(body, { contentType: 'application/yaml', query })

/** Documents that expand to far more than their size, or are slow to parse. */
export const yamlBodies: readonly HostileRequest[] = [
  ...shapes.map(([name, body]) => hostile(name, { expect: [400, 413, 422], request: () => yaml(body()) })),
  hostile('twenty thousand duplicate keys with warnings', {
    expect: [400, 413],
    request: () =>
      yaml(`metadata: {name: a}\nspec:\n${lines(20_000, () => '  a: b')}`, '?fieldValidation=Strict'),
  }),
  hostile('32 large documents at once', {
    expect: [400, 413, 422, 429],
    times: 32,
    request: () => yaml(lines(15_000, (index) => `k${index}: v`)),
  }),
  hostile('a document of 3,000 variables, which is legal', {
    expect: 201,
    request: () =>
      yaml(
        `metadata: {name: yaml}\nspec:\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n      - name: main\n        image: web:1\n        env:\n${lines(3000, (index) => `        - {name: E${index}, value: v}`)}`,
      ),
  }),
  hostile('JSON that is sent as YAML, which is legal', {
    expect: 201,
    request: () =>
      yaml(
        `{"metadata":{"name":"json-as-yaml"},"spec":{"template":{"metadata":{"labels":{"app":"web"}},"spec":{${CONTAINERS}}}}}`,
      ),
  }),
]
