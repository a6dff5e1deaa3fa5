import type { Random } from '../support/random.js'
import type { Adjustment, FieldValues } from './random-fields.js'
import { anyText } from './random-text.js'

/** Valid definitions. Their fields depend on each other, so each definition is made as a whole. */

type Maker = (random: Random) => unknown

export const DEFINITION_MAKERS: Readonly<Record<string, Maker>> = {
  'CustomResourceDefinition.spec': (random) => {
    const kind = `Kind${random.below(1_000_000)}`
    return {
      group: `g${random.below(1_000_000)}.example.com`,
      scope: random.pick(['Namespaced', 'Cluster']),
      names: {
        plural: `${kind.toLowerCase()}s`,
        kind,
        ...random.pick([{}, { shortNames: ['k'], categories: ['all'] }]),
      },
      versions: [version(random, 'v1', true), ...(random.chance(0.3) ? [version(random, 'v2', false)] : [])],
      ...random.pick([{}, { conversion: { strategy: 'None' } }, { conversion: webhook(random) }]),
    }
  },
  // The server sets the status from the spec.
  'CustomResourceDefinition.status': () => undefined,
}

export const DEFINITION_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  CustomResourceDefinition: (fields) => {
    const { names, group } = fields.spec as { names: { plural: string }; group: string }
    fields.metadata = { ...(fields.metadata as FieldValues | undefined), name: `${names.plural}.${group}` }
  },
}

const webhook = (random: Random) => ({
  strategy: 'Webhook',
  webhook: {
    conversionReviewVersions: ['v1'],
    clientConfig: random.pick([
      { url: 'https://hook.example.com/convert' },
      { service: { namespace: 'a', name: 'b', path: '/c', port: 8443 }, caBundle: '' },
    ]),
  },
})

function version(random: Random, name: string, storage: boolean): FieldValues {
  return {
    name,
    served: true,
    storage,
    ...random.pick([{}, { deprecated: true }, { deprecated: true, deprecationWarning: 'use another' }]),
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: { spec: schema(random, 0), status: { type: 'object' } },
      },
    },
    ...random.pick([{}, { subresources: { status: {} } }, { subresources: { status: {}, scale: SCALE } }]),
    ...random.pick([{}, { additionalPrinterColumns: [COLUMN] }]),
  }
}

const SCALE = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
}
const COLUMN = { name: 'Size', type: 'integer', format: 'int32', priority: 1, jsonPath: '.spec.size' }

function schema(random: Random, depth: number): FieldValues {
  const makers: (() => FieldValues)[] = [
    () => ({ type: 'string', minLength: 0, maxLength: 9, pattern: '^a', format: 'date', enum: ['a', 'b'] }),
    () => ({
      type: 'number',
      minimum: -0.5,
      maximum: 1e6,
      exclusiveMinimum: true,
      multipleOf: 0.5,
      nullable: true,
    }),
    () => ({
      type: 'integer',
      default: 3,
      example: { any: [null] },
      title: anyText(random),
      description: 'x',
    }),
    () => ({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    () => ({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-embedded-resource': true,
    }),
    () => ({ type: 'object', additionalProperties: random.chance(0.5) }),
    () => ({ type: 'array', items: schema(random, depth + 1), maxItems: 3, minItems: 0 }),
    () => ({ type: 'object', additionalProperties: schema(random, depth + 1), maxProperties: 2 }),
    () => ({
      type: 'object',
      properties: { a: schema(random, depth + 1), b: { type: 'boolean' } },
      required: ['b'],
      not: { required: ['c'] },
      externalDocs: { url: 'https://example.com', description: 'more' },
      'x-kubernetes-map-type': 'atomic',
      'x-kubernetes-validations': [
        { rule: 'self.b', message: 'must be', reason: 'FieldValueForbidden', fieldPath: '.b' },
      ],
    }),
    () => ({
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }),
  ]
  return random.pick(depth > 2 ? makers.slice(0, 6) : makers)()
}
