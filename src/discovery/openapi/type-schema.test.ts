import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Crate, Parcel } from '#schema/parcel.fixture.js'
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
} from '#schema/type.js'
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

  it('names scalars with a syntax of their own, and shows bytes as strings', () => {
    const { properties } = typeSchema(Parcel, 'v2') as { properties: Record<string, unknown> }
    const at = (name: string) => ({ $ref: `#/definitions/io.k8s.apimachinery.pkg.${name}` })
    const schemas = {
      seal: { type: 'string', format: 'byte' },
      papers: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
      packed: at('apis.meta.v1.MicroTime'),
      contents: at('runtime.RawExtension'),
      owned: at('apis.meta.v1.FieldsV1'),
      marks: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    }
    for (const [name, schema] of Object.entries(schemas)) {
      const { description, ...shown } = properties[name] as Record<string, unknown>
      assert.deepEqual(shown, schema, name)
    }
    const types = new Map(reachableTypes([Parcel]).map((type) => [type.name.replace(/.*\./, ''), type]))
    const schemaOf = (name: string) => {
      const { description, ...schema } = typeSchema(types.get(name) as never, 'v3')
      return schema
    }
    assert.deepEqual(schemaOf('MicroTime'), { type: 'string', format: 'date-time' })
    assert.deepEqual(schemaOf('RawExtension'), { type: 'object' })
    assert.deepEqual(schemaOf('FieldsV1'), { type: 'object' })
  })

  it('shows a type within itself as a reference', () => {
    const { properties } = typeSchema(Crate, 'v2') as { properties: Record<string, unknown> }
    assert.deepEqual(properties.lid, {
      description: 'A crate turned over.',
      $ref: '#/definitions/test.Crate',
    })
    assert.deepEqual(
      reachableTypes([Crate]).map(({ name }) => name),
      ['test.Crate'],
    )
  })

  it('shows who owns what, and which texts there are, where the description says so', () => {
    const Rigging = struct(
      'test.Rigging',
      'A rigging.',
      {
        ropes: optional(1, list(Sail), 'Ropes.', {
          merge: { key: 'area' },
          listType: 'map',
          listMapKeys: ['area', 'furled'],
        }),
        colours: optional(2, list(string), 'Colours.', { listType: 'set', enum: ['red', 'green'] }),
        knots: optional(3, map(string), 'Knots.', { mapType: 'atomic', enum: ['bowline'] }),
        mast: explicit(4, Sail, 'Mast.', { mapType: 'granular', replace: true }),
        state: optional(5, string, 'State.', { enum: ['Set', 'Struck'] }),
      },
      { mapType: 'atomic', unions: [{ discriminator: 'state', members: { mast: 'Set' } }] },
    )
    const { properties, ...schema } = typeSchema(Rigging, 'v3')
    assert.deepEqual(schema, {
      description: 'A rigging.',
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      'x-kubernetes-unions': [{ discriminator: 'state', 'fields-to-discriminateBy': { mast: 'Set' } }],
    })
    assert.deepEqual(properties, {
      ropes: {
        description: 'Ropes.',
        type: 'array',
        items: { $ref: '#/components/schemas/test.Sail' },
        'x-kubernetes-list-map-keys': ['area', 'furled'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'area',
        'x-kubernetes-patch-strategy': 'merge',
      },
      colours: {
        description: 'Colours.',
        type: 'array',
        items: { type: 'string', enum: ['red', 'green'] },
        'x-kubernetes-list-type': 'set',
      },
      knots: {
        description: 'Knots.',
        type: 'object',
        additionalProperties: { type: 'string', enum: ['bowline'] },
        'x-kubernetes-map-type': 'atomic',
      },
      mast: {
        description: 'Mast.',
        allOf: [{ $ref: '#/components/schemas/test.Sail' }],
        'x-kubernetes-map-type': 'granular',
        'x-kubernetes-patch-strategy': 'replace',
      },
      state: { description: 'State.', type: 'string', enum: ['Set', 'Struck'] },
    })
  })

  it('says which kinds the type belongs to', () => {
    const kind = { group: 'fleet', version: 'v1', kind: 'Ship' }
    assert.deepEqual(typeSchema(Ship, 'v2', [kind])['x-kubernetes-group-version-kind'], [kind])
    assert.ok(!('x-kubernetes-group-version-kind' in typeSchema(Ship, 'v2')))
  })

  it('of a named scalar is its own', () => {
    const scalars = reachableTypes([Ship]).filter(({ kind }) => kind !== 'struct')
    const schemas = (dialect: 'v2' | 'v3') =>
      scalars.map((type) => {
        const { description, ...schema } = typeSchema(type, dialect)
        assert.notEqual(description, '')
        return schema
      })
    assert.deepEqual(schemas('v2'), [
      { type: 'string' },
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'int-or-string' },
    ])
    assert.deepEqual(schemas('v3'), [
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
