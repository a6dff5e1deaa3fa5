import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { negotiate, type ResponseKind } from './accept.js'
import { representation } from './representation.js'

const negotiated = (cases: readonly (readonly [string | undefined, string | undefined])[]) => {
  for (const [header, format] of cases) {
    const { value, object, list } = negotiate(header)
    for (const kind of [value, object, list]) assert.equal(kind?.format, format, `Accept: ${header}`)
  }
}

describe('the format of a response', () => {
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
      ['application/vnd.kubernetes.protobuf,application/json', 'protobuf'],
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

  it('is indented where the type that is chosen says so', () => {
    for (const [header, pretty] of [
      ['application/json;pretty=1', true],
      ['application/json; Pretty=1; q=0.5', true],
      ['*/*;pretty=1', true],
      ['application/json;pretty=0', false],
      ['application/json;pretty=true', false],
      ['application/json;pretty', false],
      ['application/yaml;pretty=1, application/json;q=0.5', false],
      ['text/html, application/json;pretty=1', true],
      ['application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1;pretty=1', true],
    ] as const) {
      assert.equal(negotiate(header).object?.pretty, pretty, `Accept: ${header}`)
    }
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
    assert.equal(negotiate('application/yaml;n=1').value?.format, 'yaml')
    assert.equal(negotiate(`text/html;x=${'x'.repeat(10_000)}`).value, undefined)
  })
})

describe('the projection of a response', () => {
  const table = (version: string, format = 'json') =>
    `application/${format};as=Table;v=${version};g=meta.k8s.io`
  const metadata = (version: string, type = 'application/json', list = '') =>
    `${type};g=meta.k8s.io;v=${version};as=PartialObjectMetadata${list}`
  const PROTOBUF = 'application/vnd.kubernetes.protobuf'

  const chosen = (
    header: string,
    kinds: Partial<Record<ResponseKind, ReturnType<typeof representation>>>,
  ) => {
    const accepted = negotiate(header)
    for (const kind of ['value', 'object', 'list', 'stream'] as const) {
      assert.equal(accepted[kind], kinds[kind], `${kind}, Accept: ${header}`)
    }
  }

  it('is a table for objects, lists and streams when that is asked for', () => {
    for (const version of ['v1', 'v1beta1', 'v1alpha1'] as const) {
      const json = representation('json', 'table', version)
      chosen(table(version), { object: json, list: json, stream: json })
    }
    const yaml = representation('yaml', 'table', 'v1')
    chosen(table('v1', 'yaml'), { object: yaml, list: yaml })
  })

  it('is the whole object where tables cannot be had and it is accepted too', () => {
    const json = representation('json')
    const first = representation('json', 'table', 'v1')
    chosen(`${table('v1')},${table('v1beta1')},application/json`, {
      value: json,
      object: first,
      list: first,
      stream: first,
    })
    chosen(`${PROTOBUF};as=Table;v=v1;g=meta.k8s.io,application/json`, {
      value: json,
      object: json,
      list: json,
      stream: json,
    })
    for (const unknown of ['v=v2;g=meta.k8s.io', 'v=v1;g=example.com', 'v=v1', 'g=meta.k8s.io']) {
      chosen(`application/json;as=Table;${unknown},application/json`, {
        value: json,
        object: json,
        list: json,
        stream: json,
      })
    }
  })

  it('is the whole object for clients that would only get a table of v1beta1 instead', () => {
    assert.equal(negotiate(`${table('v1beta1')}, application/json`).list, representation('json'))
    assert.equal(
      negotiate(`${table('v1beta1')}, application/json;q=0.9`).list,
      representation('json', 'table', 'v1beta1'),
    )
    assert.equal(
      negotiate(`${table('v1alpha1')}, application/json`).list,
      representation('json', 'table', 'v1alpha1'),
    )
  })

  it('is the metadata alone, under another name for lists', () => {
    const json = representation('json', 'metadata', 'v1')
    chosen(metadata('v1'), { object: json, stream: json })
    chosen(metadata('v1', 'application/json', 'List'), { list: json })
    const protobuf = representation('protobuf', 'metadata', 'v1beta1')
    chosen(metadata('v1beta1', PROTOBUF), { object: protobuf, stream: protobuf })
  })

  it('does not matter to the format of streams, which is not YAML', () => {
    chosen('application/yaml', {
      value: representation('yaml'),
      object: representation('yaml'),
      list: representation('yaml'),
    })
    assert.equal(negotiate('application/yaml, */*;q=0.1').stream, representation('json'))
    assert.equal(negotiate(`${PROTOBUF};stream=watch`).stream, representation('protobuf'))
    assert.equal(negotiate('application/json;stream=watch').stream, representation('json'))
  })
})
