import {
  CONTAINERS,
  deploymentWith,
  FEW,
  many,
  metadataWith,
  type NamedBody,
  nested,
  podsWith,
} from '../support/deployments.js'
import {
  creation,
  filled,
  type HostileRequest,
  hostile,
  listed,
  NEARLY_ALL,
} from '../support/hostile-request.js'

const tooMuch: readonly NamedBody[] = [
  ['220,000 labels', () => metadataWith(`"labels":{${listed((index) => `"k${index}":"v"`)}}`)],
  ['200,000 annotations', () => metadataWith(`"annotations":{${listed((index) => `"k${index}":"v"`)}}`)],
  ['900,000 empty containers', () => podsWith(`"containers":[${filled('{},').slice(0, -1)}]`)],
  ['600,000 containers that are null', () => podsWith(`"containers":[${filled('null,').slice(0, -1)}]`)],
  ['a million empty lists', () => deploymentWith(`"x":[${filled('[],').slice(0, -1)}]`)],
  ['a million numbers', () => deploymentWith(`"x":[${filled('1,').slice(0, -1)}]`)],
  ['300,000 unknown fields', () => deploymentWith(listed((index) => `"m${index}":1`))],
  [
    '200,000 objects with a member of a new name',
    () => deploymentWith(`"x":[${listed((index) => `{"m${index}":1}`)}]`),
  ],
  [
    'many objects with a hundred new field names',
    () => deploymentWith(`"x":[${listed((index) => `{${many(100, (at) => `"m${index}_${at}":1`)}}`)}]`),
  ],
  ['300,000 finalizers', () => metadataWith(`"finalizers":[${listed((index) => `"a.b/${index}"`)}]`)],
  [
    'objects with many similar field names',
    () => deploymentWith(`"x":[${listed(() => `{${many(2000, (at) => `"m${at}":1`)}}`)}]`),
  ],
]

const tooDeep: readonly NamedBody[] = [
  ['3 MB of opening brackets', () => '['.repeat(NEARLY_ALL)],
  ['3 MB of opening braces', () => '{"a":'.repeat(NEARLY_ALL / 5)],
  ['a million nested lists', () => nested('[', '', ']', NEARLY_ALL / 2 - 10)],
  ['500,000 objects in each other', () => nested('{"a":', '1', '}', NEARLY_ALL / 6 - 10)],
  ['thirty thousand nested lists', () => nested('[', '', ']', 30_000)],
]

/** Invalid JSON that the parser notices late. */
const broken: readonly NamedBody[] = [
  ['a truncated large body', () => podsWith(`${CONTAINERS},"x":[${many(FEW, () => '{"a":"b"}')}`)],
  ['3 MB of one text that does not end', () => `{"a":"${'x'.repeat(NEARLY_ALL)}`],
  ['3 MB of escapes with one too many', () => `{"a":"${'\\n'.repeat(NEARLY_ALL / 2 - 10)}\\x"}`],
  ['3 MB of line breaks and then nothing', () => '\n'.repeat(NEARLY_ALL)],
  ['3 MB of closing brackets', () => ']'.repeat(NEARLY_ALL)],
  [
    'a number of 3 million digits',
    () => deploymentWith(`"spec":{"replicas":${'1'.repeat(NEARLY_ALL - 100)}}`),
  ],
  [
    'a number of 3 million decimal places',
    () => deploymentWith(`"spec":{"replicas":0.${'1'.repeat(NEARLY_ALL - 100)}}`),
  ],
  ['a number that overflows', () => deploymentWith('"spec":{"replicas":1e400}')],
  ['a kind of 3 million letters', () => `{"kind":"${'K'.repeat(NEARLY_ALL - 100)}"}`],
  ['an API version of 3 million letters', () => `{"apiVersion":"${'v'.repeat(NEARLY_ALL - 100)}"}`],
  [
    'a wrong type after 24,000 variables',
    () =>
      podsWith(
        `"containers":[{"name":"main","env":[${many(FEW, (index) => `{"name":"E${index}","value":"v"}`)}]}],"hostNetwork":7`,
      ),
  ],
  [
    'a wrong type below a key of 3 million letters',
    () => metadataWith(`"labels":{"${'k'.repeat(NEARLY_ALL - 1000)}":1}`),
  ],
]

const sent = (expect: number, [name, body]: NamedBody) =>
  hostile(name, { expect, request: () => creation(body()) })

/** JSON bodies with very many values, with deep nesting, or that are invalid. */
export const bodies: readonly HostileRequest[] = [
  ...tooMuch.map((body) => sent(413, body)),
  ...tooDeep.map((body) => sent(400, body)),
  ...broken.map((body) => sent(400, body)),
  hostile('3 MB of quotes', { expect: 413, request: () => creation('"'.repeat(NEARLY_ALL)) }),
  hostile('many colons after a long string', {
    expect: 413,
    request: () => creation(`{"${'x'.repeat(2_900_000)}"${':'.repeat(99_000)}1}`),
  }),
  hostile('3 MB of colons', { expect: 413, request: () => creation(':'.repeat(NEARLY_ALL)) }),
  hostile('3 MB that are not UTF-8', {
    expect: 400,
    request: () => creation(Buffer.alloc(NEARLY_ALL, 0xff)),
  }),
  // Together they exceed the concurrent bodies of the server.
  hostile('32 bodies of very many empty objects at once', {
    expect: [413, 429],
    times: 32,
    request: () => creation(podsWith(`"containers":[${filled('{},').slice(0, -1)}]`)),
  }),
]
