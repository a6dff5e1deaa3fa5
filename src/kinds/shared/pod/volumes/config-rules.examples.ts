import { nonReservedPath } from '#kinds/shared/formats.js'
import { FILE_FIELDS } from '#kinds/shared/pod/containers/field-ref-rules.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
} from '#meta/rule-examples.fixture.js'
import { sourceTable } from './volume-rules.examples.js'

const mode = (field: string, breaks: Body, keeps: Body) =>
  invalid(
    field,
    'must be between 0 and 0777 (octal)',
    'must be a number between 0 and 0777 (octal), both inclusive',
    breaks,
    keeps,
  )

const ITEM = { key: 'k', path: 'p' }

const itemExamples = (at: string, within: (item: Body) => Body): RuleExample[] => [
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

const FIELD = { fieldRef: { fieldPath: 'metadata.labels' } }
const RESOURCE = { resourceFieldRef: { containerName: 'main', resource: 'limits.cpu' } }
const resource = (part: Body) => ({ resourceFieldRef: { ...RESOURCE.resourceFieldRef, ...part } })

const fileExamples = (at: string, within: (file: Body) => Body): RuleExample[] => {
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

export const downwardApiRules = sourceTable('DownwardAPIVolumeSource', 'downwardAPI', [
  mode('defaultMode', { defaultMode: 512 }, { defaultMode: 0 }),
  ...fileExamples('items[0]', (file) => ({ items: [file] })),
])

const SECRET = { secret: { name: 's', items: [ITEM] } }
const CONFIG_MAP = { configMap: { name: 'c', items: [{ ...ITEM, path: 'q' }] } }
const FACTS = { downwardAPI: { items: [{ path: 'r', ...FIELD }] } }
const sources = (...list: Body[]) => ({ sources: list })
const SEVERAL = 'may not specify more than 1 volume type'

export const projectedRules = sourceTable('ProjectedVolumeSource', 'projected', [
  mode('defaultMode', { defaultMode: 512 }, { defaultMode: 0 }),
  forbidden(
    'sources[0].configMap',
    'must not be set together with a secret',
    SEVERAL,
    sources({ ...SECRET, ...CONFIG_MAP }),
    sources(SECRET, CONFIG_MAP),
  ),
  forbidden(
    'sources[1].downwardAPI',
    'must not be set together with a secret or config map',
    SEVERAL,
    sources({}, { ...CONFIG_MAP, ...FACTS }),
    sources({}, FACTS),
  ),
  given('sources[0].secret.name', sources({ secret: {} }), sources(SECRET)),
  given('sources[1].configMap.name', sources(SECRET, { configMap: {} }), sources(SECRET, CONFIG_MAP)),
  ...itemExamples('sources[0].secret.items[0]', (item) => sources({ secret: { name: 's', items: [item] } })),
  ...fileExamples('sources[0].downwardAPI.items[0]', (file) => sources({ downwardAPI: { items: [file] } })),
  invalid(
    '',
    'no two files may have one path',
    'conflicting duplicate paths',
    sources(SECRET, { configMap: { name: 'c', items: [ITEM] } }),
    sources(SECRET, CONFIG_MAP, FACTS),
  ),
])
