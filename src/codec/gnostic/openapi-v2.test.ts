import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readGnosticDocument } from '#test/openapi/gnostic-reader.js'
import { encodeOpenApiV2 } from './openapi-v2.js'

it('a document of OpenAPI 2 keeps everything that its schemas say', () => {
  const document = {
    swagger: '2.0',
    info: { title: 'Ships', version: 'v1' },
    paths: {},
    definitions: {
      Ship: {
        description: 'A ship.',
        type: 'object',
        required: ['state'],
        properties: {
          state: { type: 'string', enum: ['Afloat', 'Sunk'] },
          log: { type: 'string', format: 'byte' },
          flags: {
            type: 'array',
            items: { type: 'string', enum: ['red'] },
            'x-kubernetes-list-map-keys': ['a', 'b'],
            'x-kubernetes-list-type': 'map',
          },
        },
        'x-kubernetes-map-type': 'atomic',
      },
      Defined: {
        title: 'By a user',
        type: 'object',
        minProperties: 1,
        maxProperties: 300,
        properties: {
          depth: { type: 'number', minimum: -0.5, maximum: 11_000, exclusiveMaximum: true, multipleOf: 0.5 },
          name: { type: 'string', minLength: 0, maxLength: 63, pattern: '^[a-z]+$', example: 'sun' },
          crew: { type: 'array', minItems: 1, maxItems: 16, uniqueItems: false, items: { type: 'string' } },
          cargo: { type: 'object', additionalProperties: true },
          tags: { type: 'object', additionalProperties: { type: 'string' }, default: { a: 'b' } },
        },
        externalDocs: { description: 'More.', url: 'https://example.com' },
      },
    },
  }
  assert.deepEqual(readGnosticDocument(encodeOpenApiV2(document)), document)
})
