import { nonReservedPath } from '#kinds/shared/formats.js'
import { FILE_FIELDS } from '#kinds/shared/pod/containers/field-ref-rules.js'
import {
  type Body,
  follows,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
} from '#meta/rule-examples.fixture.js'
import { sourceTable } from './volume-rules.examples.js'

export const mode = (field: string, breaks: Body, keeps: Body) =>
  invalid(
    field,
    'must be between 0 and 0777 (octal)',
    'must be a number between 0 and 0777 (octal), both inclusive',
    breaks,
    keeps,
  )

export const ITEM = { key: 'k', path: 'p' }

export const itemExamples = (at: string, within: (item: Body) => Body): RuleExample[] => [
  given(`${at}.key`, within({ ...ITEM, key: '' }), within(ITEM)),
  given(`${at}.path`, within({ ...ITEM, path: '' }), within(ITEM)),
  follows(
    `${at}.path`,
    nonReservedPath,
    within({ ...ITEM, path: '..p' }),
    within({ ...ITEM, path: 'p/..q' }),
  ),
  mode(`${at}.mode`, within({ ...ITEM, mode: 512 }), within({ ...ITEM, mode: 511 })),
]

export const secretRules = sourceTable('SecretVolumeSource', 'secret', [
  given('secretName', {}, { secretName: 's' }),
  mode('defaultMode', { secretName: 's', defaultMode: -1 }, { secretName: 's', defaultMode: 0 }),
  ...itemExamples('items[0]', (item) => ({ secretName: 's', items: [item] })),
])

export const configMapRules = sourceTable('ConfigMapVolumeSource', 'configMap', [
  given('name', {}, { name: 'c' }),
  mode('defaultMode', { name: 'c', defaultMode: 512 }, { name: 'c', defaultMode: 511 }),
  ...itemExamples('items[0]', (item) => ({ name: 'c', items: [item] })),
])

export const FIELD = { fieldRef: { fieldPath: 'metadata.labels' } }
const RESOURCE = { resourceFieldRef: { containerName: 'main', resource: 'limits.cpu' } }
const resource = (part: Body) => ({ resourceFieldRef: { ...RESOURCE.resourceFieldRef, ...part } })

export const fileExamples = (at: string, within: (file: Body) => Body): RuleExample[] => {
  const file = (part: Body) => within({ path: 'p', ...part })
  return [
    given(`${at}.path`, file({ ...FIELD, path: '' }), file(FIELD)),
    follows(`${at}.path`, nonReservedPath, file({ ...FIELD, path: '/p' }), file({ ...FIELD, path: 'p/q' })),
    invalid(
      at,
      'must show one thing only',
      'fieldRef and resourceFieldRef can not be specified simultaneously',
      file({ ...FIELD, ...RESOURCE }),
      file(FIELD),
    ),
    required(
      at,
      'must show something',
      'one of fieldRef and resourceFieldRef is required',
      file({}),
      file(RESOURCE),
    ),
    oneOf(
      `${at}.fieldRef.fieldPath`,
      FILE_FIELDS,
      file({ fieldRef: { fieldPath: 'spec.host' } }),
      file({ fieldRef: { fieldPath: 'metadata.annotations' } }),
    ),
    given(`${at}.resourceFieldRef.containerName`, file(resource({ containerName: '' })), file(RESOURCE)),
    given(`${at}.resourceFieldRef.resource`, file(resource({ resource: '' })), file(RESOURCE)),
    invalid(
      `${at}.resourceFieldRef.divisor`,
      'of cpu must be one of two units, whether or not a container is named',
      "only divisor's values 1m and 1 are supported with the cpu resource",
      file(resource({ containerName: '', divisor: '5' })),
      file(resource({ divisor: '1' })),
      [`${at}.resourceFieldRef.containerName`],
    ),
    mode(`${at}.mode`, file({ ...FIELD, mode: -1 }), file({ ...FIELD, mode: 0o777 })),
  ]
}

const BYTES = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei'

export const downwardApiRules = sourceTable(
  'DownwardAPIVolumeSource',
  'downwardAPI',
  [
    mode('defaultMode', { defaultMode: 512 }, { defaultMode: 0 }),
    ...fileExamples('items[0]', (file) => ({ items: [file] })),
  ],
  {
    today: [
      invalid(
        'items[0].resourceFieldRef.divisor',
        'of ephemeral storage must be a unit',
        `only divisor's values ${BYTES} are supported with the local ephemeral storage resource`,
        { items: [{ path: 'p', ...resource({ resource: 'limits.ephemeral-storage', divisor: '2' }) }] },
        { items: [{ path: 'p', ...resource({ resource: 'limits.ephemeral-storage', divisor: '1' }) }] },
      ),
    ],
  },
)
