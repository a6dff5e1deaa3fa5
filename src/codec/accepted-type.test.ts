import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { negotiateMediaType } from './accept.js'

const OFFERED = ['application/json', 'application/x.v1+protobuf', 'application/x@v1+protobuf']

const chosen = (cases: readonly (readonly [string | undefined, string | undefined])[]) => {
  for (const [accept, type] of cases)
    assert.equal(negotiateMediaType(accept, OFFERED), type, `Accept: ${accept}`)
}

describe('the media type of a document', () => {
  it('is the first one offered when the client does not say or takes anything', () => {
    chosen([
      [undefined, 'application/json'],
      ['', 'application/json'],
      ['*/*', 'application/json'],
      ['application/*', 'application/json'],
      ['text/html, */*;q=0.1', 'application/json'],
    ])
  })

  it('is one that is named, in whatever case', () => {
    chosen([
      ['application/x.v1+protobuf', 'application/x.v1+protobuf'],
      ['Application/X@v1+Protobuf; charset=utf-8', 'application/x@v1+protobuf'],
      ['text/html, application/json', 'application/json'],
    ])
  })

  it('is the one that the client likes best', () => {
    chosen([
      ['application/json;q=0.5, application/x.v1+protobuf', 'application/x.v1+protobuf'],
      ['application/x.v1+protobuf;q=0.5, application/json; q=0.6', 'application/json'],
      ['application/x.v1+protobuf, application/json', 'application/x.v1+protobuf'],
      ['*/*, application/x.v1+protobuf', 'application/x.v1+protobuf'],
      ['application/x.v1+protobuf;q=0.2, */*;q=0.3', 'application/json'],
    ])
  })

  it('is none when nothing that is offered is accepted', () => {
    chosen([
      ['text/html', undefined],
      ['application/json;q=0', undefined],
      ['application/x.v2+protobuf', undefined],
    ])
  })

  it('is not one that is rejected, also for a wildcard', () => {
    chosen([
      ['application/json;q=0, */*', 'application/x.v1+protobuf'],
      ['*/*;q=0', undefined],
    ])
  })

  it('takes a quality that cannot be read for none given', () => {
    chosen([
      ['application/json;q=x', 'application/json'],
      ['application/json;q=7', 'application/json'],
    ])
  })
})
