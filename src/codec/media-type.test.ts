import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BODY_TYPES, contentFormat, negotiate } from './media-type.js'

const negotiated = (cases: readonly (readonly [string | undefined, string | undefined])[]) => {
  for (const [header, format] of cases) assert.equal(negotiate(header), format, `Accept: ${header}`)
}

describe('the format of an answer', () => {
  it('is JSON when the client does not say', () => {
    negotiated([
      [undefined, 'json'],
      ['', 'json'],
      ['  ', 'json'],
    ])
  })

  it('is the one type that is named, in whatever case', () => {
    negotiated([
      ['application/json', 'json'],
      ['application/yaml', 'yaml'],
      ['Application/YAML', 'yaml'],
    ])
  })

  it('is JSON for a wildcard', () => {
    negotiated([
      ['*/*', 'json'],
      ['*', 'json'],
      ['application/*', 'json'],
      ['application/json, */*', 'json'],
      ['text/html,*/*;q=0.1', 'json'],
    ])
  })

  it('is the first of several types that are served', () => {
    negotiated([
      ['application/yaml, application/json', 'yaml'],
      ['application/json, application/yaml', 'json'],
      ['text/html, application/yaml', 'yaml'],
      ['application/vnd.kubernetes.protobuf,application/json', 'json'],
    ])
  })

  it('is the type with the highest q', () => {
    negotiated([
      ['application/json;q=0.5,application/yaml;q=0.9', 'yaml'],
      ['application/yaml;q=0.3, application/json;q=0.8', 'json'],
      ['*/*;q=0.1,application/yaml', 'yaml'],
      ['*/*, application/yaml;q=0.5', 'json'],
      ['application/json; Q=0.2, application/yaml; q=0.3', 'yaml'],
    ])
  })

  it('is a named type before a wildcard of the same q', () => {
    negotiated([
      ['*/*, application/yaml', 'yaml'],
      ['application/*;q=0.5, application/yaml;q=0.5', 'yaml'],
    ])
  })

  it('is not a type with a q of 0', () => {
    negotiated([
      ['application/json;q=0', undefined],
      ['application/json;q=0, application/yaml;q=0.1', 'yaml'],
      ['*/*, application/json;q=0', 'yaml'],
      ['*/*;q=0', undefined],
    ])
  })

  it('takes a q that cannot be read as none', () => {
    negotiated([
      ['application/yaml;q=high, application/json;q=0.9', 'yaml'],
      ['application/yaml;q=7, application/json', 'yaml'],
    ])
  })

  it('does not depend on parameters that are not known', () => {
    negotiated([
      ['application/json; charset=utf-8', 'json'],
      ['application/yaml;charset=utf-8', 'yaml'],
      ['application/json;version=2;pretty', 'json'],
    ])
  })

  it('falls back from other shapes of an object to the plain one', () => {
    negotiated([
      ['application/json;as=Table;v=v1;g=meta.k8s.io', undefined],
      ['application/json;as=Table;v=v1;g=meta.k8s.io,application/json', 'json'],
      ['application/json; as=PartialObjectMetadata; v=v1; g=meta.k8s.io, application/yaml', 'yaml'],
    ])
  })

  it('is undefined when nothing that is accepted is served', () => {
    negotiated([
      ['text/html', undefined],
      ['text/yaml', undefined],
      ['garbage', undefined],
      [',', undefined],
      ['application/', undefined],
    ])
  })

  it('stays the same however many other headers were seen', () => {
    for (let n = 0; n < 2000; n++) negotiate(`application/yaml;n=${n}`)
    assert.equal(negotiate('application/yaml;n=1'), 'yaml')
    assert.equal(negotiate(`text/html;x=${'x'.repeat(10_000)}`), undefined)
  })
})

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
