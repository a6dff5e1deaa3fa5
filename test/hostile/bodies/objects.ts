import {
  CONTAINERS,
  deploymentWith,
  FEW,
  many,
  metadataWith,
  type NamedBody,
  podAnnotationsWith,
  podsWith,
  SPEC,
} from '../support/deployments.js'
import {
  creation,
  filled,
  type HostileRequest,
  hostile,
  MIB,
  NEARLY_ALL,
} from '../support/hostile-request.js'

/** Valid JSON that fails validation. */
const wrong: readonly NamedBody[] = [
  ['49,000 empty containers', () => podsWith(`"containers":[${many(49_000, () => '{}')}]`)],
  [
    '24,000 containers of one name',
    () => podsWith(`"containers":[${many(FEW, () => '{"name":"a","image":"a"}')}]`),
  ],
  ['49,000 empty volumes', () => podsWith(`"volumes":[${many(49_000, () => '{}')}],${CONTAINERS}`)],
  ['49,000 owners without anything', () => metadataWith(`"ownerReferences":[${many(49_000, () => '{}')}]`)],
  [
    '9,000 labels that are none',
    () => metadataWith(`"labels":{${many(9000, (index) => `"-${index}":"-"`)}}`),
  ],
  [
    '9,000 annotations that are none',
    () => metadataWith(`"annotations":{${many(9000, (index) => `"-${index}":"-"`)}}`),
  ],
  [
    '90,000 finalizers that are none',
    () => metadataWith(`"finalizers":[${many(90_000, (index) => `"-${index}"`)}]`),
  ],
  ['a name of 3 million letters', () => deploymentWith(SPEC, 'n'.repeat(NEARLY_ALL - 300))],
  ['a name of a million dots', () => deploymentWith(SPEC, 'n.'.repeat(MIB))],
  [
    'a name of 3 million letters with an invalid character',
    () => deploymentWith(SPEC, `${'n'.repeat(NEARLY_ALL - 300)}!`),
  ],
  ['a label of 3 million letters', () => metadataWith(`"labels":{"a":"${'v.'.repeat(MIB)}"}`)],
  [
    'a label key of 3 million letters',
    () => metadataWith(`"labels":{"${'k'.repeat(NEARLY_ALL - 300)}":"v"}`),
  ],
  [
    'an annotation of 3 million letters',
    () => metadataWith(`"annotations":{"a":"${'v'.repeat(NEARLY_ALL - 300)}"}`),
  ],
  [
    'a generated name of 3 million letters',
    () => `{"metadata":{"generateName":"${'n'.repeat(NEARLY_ALL - 300)}-"},${SPEC}}`,
  ],
  [
    'tolerations in an annotation of 3 million characters',
    () =>
      podAnnotationsWith(
        `"scheduler.alpha.kubernetes.io/tolerations":"[${filled('{},', NEARLY_ALL - 1000)}{}]"`,
      ),
  ],
  [
    'sysctls in an annotation of 3 million characters',
    () =>
      podAnnotationsWith(`"security.alpha.kubernetes.io/sysctls":"${filled('a=b,', NEARLY_ALL - 1000)}a=b"`),
  ],
  [
    'a selector of 9,000 labels that does not match the template',
    () =>
      deploymentWith(
        `"spec":{"selector":{"matchLabels":{${many(9000, (index) => `"k${index}":"v"`)}}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{${CONTAINERS}}}}`,
      ),
  ],
  [
    '12,000 expressions that do not fit',
    () =>
      deploymentWith(
        `"spec":{"selector":{"matchExpressions":[${many(12_000, (index) => `{"key":"k${index}","operator":"In","values":["a","b"]}`)}]},"template":{"metadata":{"labels":{"app":"web"}},"spec":{${CONTAINERS}}}}`,
      ),
  ],
  [
    '3 million letters of an image',
    () => podsWith(`"containers":[{"name":"main","image":"${'a/'.repeat(MIB)}"}],"restartPolicy":"x"`),
  ],
  [
    '2,000 images of a thousand letters',
    () => podsWith(`"containers":[${many(2000, () => `{"name":"a","image":"${'a-'.repeat(500)}!"}`)}]`),
  ],
  [
    'a hundred quantities of thousands of digits',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"a","resources":{"limits":{"cpu":"${'9'.repeat(99)}e400"}}}]`,
      ),
  ],
  [
    '24,000 mounts of volumes that are not there',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"a","volumeMounts":[${many(FEW, (index) => `{"name":"v${index}","mountPath":"/m"}`)}]}]`,
      ),
  ],
  [
    '24,000 ports that are one',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"a","ports":[${many(FEW, () => '{"containerPort":80,"hostPort":80}')}]}]`,
      ),
  ],
]

/** Valid objects of the maximum size. */
const legal: readonly NamedBody[] = [
  [
    '24,000 variables',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"web:1","env":[${many(FEW, (index) => `{"name":"E${index}","value":"v${index}"}`)}]}]`,
        'variables',
      ),
  ],
  [
    '6,000 containers',
    () =>
      podsWith(
        `"containers":[${many(6000, (index) => `{"name":"c${index}","image":"web:1"}`)}]`,
        'containers',
      ),
  ],
  ['9,000 labels', () => metadataWith(`"labels":{${many(9000, (index) => `"k${index}":"v"`)}}`, 'labels')],
  [
    '9,000 annotations',
    () => metadataWith(`"annotations":{${many(9000, (index) => `"k${index}":"v"`)}}`, 'annotations'),
  ],
  [
    '90,000 arguments',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"web:1","args":[${many(90_000, () => '"a"')}]}]`,
        'arguments',
      ),
  ],
  [
    '2.9 MB in one variable',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"web:1","env":[{"name":"A","value":"${'x'.repeat(2_900_000)}"}]}]`,
        'text',
      ),
  ],
  [
    '2.9 MB of characters that are escaped',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"web:1","env":[{"name":"A","value":"${'\\u0001'.repeat(480_000)}"}]}]`,
        'escapes',
      ),
  ],
  [
    '2.9 MB of characters of three bytes',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"web:1","env":[{"name":"A","value":"${'界'.repeat(960_000)}"}]}]`,
        'wide',
      ),
  ],
  [
    'hundreds of thousands of lone surrogates',
    () =>
      podsWith(
        `"containers":[{"name":"main","image":"web:1","env":[{"name":"A","value":"${'\\ud800'.repeat(480_000)}"}]}]`,
        'halves',
      ),
  ],
]

/** Checks that only requests with field validation pay for. */
const strict: readonly NamedBody[] = [
  [
    'nested duplicate fields with long names',
    () => `${`{"${'n'.repeat(900)}":1,"${'n'.repeat(900)}":`.repeat(100)}1${'}'.repeat(100)}`,
  ],
  [
    'a thousand long names around many duplicate fields',
    () =>
      `${`{"${'n'.repeat(5000)}":`.repeat(400)}[${many(20_000, () => '{"a":1,"a":2}')}]${'}'.repeat(400)}`,
  ],
  ['24,000 unknown fields', () => podsWith(`"containers":[${many(FEW, () => '{"nobody":1}')}]`)],
  [
    '9,000 unknown fields of 300 letters',
    () => deploymentWith(many(9000, (index) => `"${'n'.repeat(300)}${index}":1`)),
  ],
  ['49,000 duplicate fields', () => metadataWith(`"labels":{${many(24_500, () => '"a":"b"')}}`)],
]

const LARGEST: NamedBody = [
  '2.9 MB',
  () =>
    podsWith(
      `"containers":[{"name":"main","image":"web:1","env":[{"name":"A","value":"${'x'.repeat(2_900_000)}"}]}]`,
      'texts',
    ),
]

/** Valid JSON of the maximum size, or with very many invalid fields. */
export const objects: readonly HostileRequest[] = [
  ...wrong.map(([name, body]) => hostile(name, { expect: [400, 413, 422], request: () => creation(body()) })),
  ...strict.map(([name, body]) =>
    hostile(name, {
      expect: [400, 413],
      request: () => creation(body(), { query: '?fieldValidation=Strict' }),
    }),
  ),
  hostile('9,000 unknown fields with warnings', {
    expect: 201,
    request: () =>
      creation(
        podsWith(`${CONTAINERS},"securityContext":{${many(9000, (index) => `"n${index}":1`)}}`, 'warned'),
        {
          query: '?fieldValidation=Warn',
        },
      ),
  }),
  ...legal.map(([name, body]) =>
    hostile(`${name}, which is legal`, {
      expect: 201,
      request: () => creation(body()),
      responseLimit: 9 * MIB,
    }),
  ),
  hostile('32 bodies of 49,000 empty containers at once', {
    expect: 422,
    times: 32,
    request: () => creation(podsWith(`"containers":[${many(49_000, () => '{}')}]`)),
  }),
  hostile('32 bodies of 3 MB at once', {
    expect: [201, 409, 429],
    times: 32,
    request: () => creation(LARGEST[1]()),
    responseLimit: 9 * MIB,
  }),
]
