import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BODY_TYPES, contentFormat } from './media-type.js'

describe('the format of a body', () => {
  const formats = (cases: readonly (readonly [string | undefined, string | undefined])[]) => {
    for (const [header, format] of cases)
      assert.equal(contentFormat(header), format, `Content-Type: ${header}`)
  }

  it('is JSON when the client does not say', () => {
    formats([
      [undefined, 'json'],
      ['', 'json'],
    ])
  })

  it('does not depend on parameters', () => {
    formats([
      ['application/json', 'json'],
      ['application/json;', 'json'],
      ['application/json ; charset=utf-8', 'json'],
      ['application/yaml; charset="utf-8"; a=b;', 'yaml'],
      ['APPLICATION/YAML', 'yaml'],
      ['application/vnd.kubernetes.protobuf', 'protobuf'],
    ])
  })

  it('is unknown when the header is malformed', () => {
    formats([
      ['application/json;;', undefined],
      ['application/json; charset', undefined],
      ['application/json; charset="utf-8', undefined],
      ['application json', undefined],
      ['json', undefined],
      ['application/json, application/yaml', undefined],
      [`application/json${' '.repeat(10_000)}x`, undefined],
    ])
  })

  it('is unknown when the type is not one that is read', () => {
    formats([
      ['text/plain', undefined],
      ['application/json-patch+json', undefined],
    ])
  })
})

it('lists the accepted types of a body with protobuf at the end', () => {
  assert.deepEqual(BODY_TYPES, [
    'application/json',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
  ])
})
