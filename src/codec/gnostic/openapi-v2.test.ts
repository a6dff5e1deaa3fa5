import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readGnosticDocument } from '../../../test/openapi/gnostic-reader.js'
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
    },
  }
  assert.deepEqual(readGnosticDocument(encodeOpenApiV2(document)), document)
})
