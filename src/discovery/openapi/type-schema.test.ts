import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  explicit,
  int64,
  intOrString,
  list,
  map,
  nullable,
  optional,
  quantity,
  required,
  string,
  struct,
  time,
} from '../../schema/type.js'
import { reachableTypes } from './reachable-types.js'
import { typeSchema } from './type-schema.js'

const Sail = struct('test.Sail', 'A sail.', {
  area: required(1, quantity, 'Its area.'),
  furled: optional(2, time, 'When it was furled.'),
})
const Ship = struct('test.Ship', 'A ship.', {
  name: required(1, string, 'Its name.'),
  crew: explicit(2, int64, 'Its crew.', { default: 3 }),
  sails: optional(3, list(Sail), 'Its sails.', { merge: { key: 'area' }, retainKeys: true }),
  flags: optional(4, list(string), 'Its flags.', { merge: {} }),
  mainsail: nullable(5, Sail, 'Its largest sail.', { default: {}, retainKeys: true }),
  holds: optional(6, map(map(quantity)), 'What it carries.'),
  berth: optional(7, intOrString, 'Where it lies.'),
})

describe('the schema of a type', () => {
  it('names what is always there as required', () => {
    assert.deepEqual(typeSchema(Ship, 'v2').required, ['name', 'mainsail'])
    assert.equal(typeSchema(struct('test.None', 'None.', {}), 'v2').required, undefined)
  })

  it('in OpenAPI 2 has descriptions beside references, and no defaults', () => {
    assert.deepEqual(typeSchema(Ship, 'v2').properties, {
      name: { description: 'Its name.', type: 'string' },
      crew: { description: 'Its crew.', type: 'integer', format: 'int64' },
      sails: {
        description: 'Its sails.',
        type: 'array',
        items: { $ref: '#/definitions/test.Sail' },
        'x-kubernetes-patch-merge-key': 'area',
        'x-kubernetes-patch-strategy': 'merge,retainKeys',
      },
      flags: {
        description: 'Its flags.',
        type: 'array',
        items: { type: 'string' },
        'x-kubernetes-patch-strategy': 'merge',
      },
      mainsail: {
        description: 'Its largest sail.',
        $ref: '#/definitions/test.Sail',
        'x-kubernetes-patch-strategy': 'retainKeys',
      },
      holds: {
        description: 'What it carries.',
        type: 'object',
        additionalProperties: {
          type: 'object',
          additionalProperties: { $ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity' },
        },
      },
      berth: {
        description: 'Where it lies.',
        $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString',
      },
    })
  })

  it('in OpenAPI 3 has references inside, and defaults', () => {
    const { crew, mainsail } = typeSchema(Ship, 'v3').properties as Record<string, unknown>
    assert.deepEqual(crew, { description: 'Its crew.', type: 'integer', format: 'int64', default: 3 })
    assert.deepEqual(mainsail, {
      description: 'Its largest sail.',
      allOf: [{ $ref: '#/components/schemas/test.Sail' }],
      default: {},
      'x-kubernetes-patch-strategy': 'retainKeys',
    })
  })

  it('says which kinds the type belongs to', () => {
    const kind = { group: 'fleet', version: 'v1', kind: 'Ship' }
    assert.deepEqual(typeSchema(Ship, 'v2', [kind])['x-kubernetes-group-version-kind'], [kind])
    assert.ok(!('x-kubernetes-group-version-kind' in typeSchema(Ship, 'v2')))
  })

  it('of a scalar with a name is its form', () => {
    const scalars = reachableTypes([Ship]).filter(({ kind }) => kind !== 'struct')
    const forms = (dialect: 'v2' | 'v3') =>
      scalars.map((type) => {
        const { description, ...form } = typeSchema(type, dialect)
        assert.notEqual(description, '')
        return form
      })
    assert.deepEqual(forms('v2'), [
      { type: 'string' },
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'int-or-string' },
    ])
    assert.deepEqual(forms('v3'), [
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
      { type: 'string', format: 'date-time' },
      { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
    ])
  })
})

describe('the types that a document needs', () => {
  it('are those it names and all that they are made of, each once', () => {
    assert.deepEqual(
      reachableTypes([Ship, Sail]).map(({ name }) => name),
      [
        'io.k8s.apimachinery.pkg.api.resource.Quantity',
        'io.k8s.apimachinery.pkg.apis.meta.v1.Time',
        'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
        'test.Sail',
        'test.Ship',
      ],
    )
  })
})
