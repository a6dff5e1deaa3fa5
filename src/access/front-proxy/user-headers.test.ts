import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, it } from 'node:test'
import type { HttpRequest } from '#http/request/exchange.js'
import { DEFAULT_REQUEST_HEADERS } from './request-header-config.js'
import { UserHeaders } from './user-headers.js'

const headers = new UserHeaders({
  ...DEFAULT_REQUEST_HEADERS,
  requestHeaderUsernameHeaders: [' X-User '],
  requestHeaderExtraHeadersPrefix: ['X-Attribute-'],
})

function requestWith(...rawHeaders: string[]): HttpRequest {
  const parsed: IncomingHttpHeaders = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    parsed[rawHeaders[index]?.toLowerCase() ?? ''] = rawHeaders[index + 1]
  }
  return { headers: parsed, rawHeaders } as unknown as HttpRequest
}

describe('the headers of a front proxy', () => {
  it('are removed from the request, with the usual ones', () => {
    const request = requestWith(
      ...['Host', 'a', 'x-user', 'jane', 'X-Attribute-A%2f', '1', 'X-Remote-User', 'joe'],
      ...['X-REMOTE-EXTRA-B', '2', 'Accept', '*/*'],
    )
    const before = request.headers
    assert.deepEqual(headers.take(request), {
      name: 'jane',
      uid: undefined,
      groups: [],
      extra: { 'a/': ['1'] },
    })
    assert.deepEqual(request.rawHeaders, ['Host', 'a', 'Accept', '*/*'])
    assert.deepEqual(Object.entries(request.headers), [
      ['host', 'a'],
      ['accept', '*/*'],
    ])
    assert.equal(before['x-user'], 'jane', 'headers that requests share stay')
  })

  it('are removed also if they name no user', () => {
    const request = requestWith('X-Remote-User', 'joe', 'X-Attribute-%', '1', 'Host', 'a')
    assert.equal(headers.take(request), undefined)
    assert.deepEqual(request.rawHeaders, ['Host', 'a'])
  })

  it('leave a request without them as it is', () => {
    const request = requestWith('Host', 'a')
    const { rawHeaders } = request
    assert.equal(headers.take(request), undefined)
    assert.equal(request.rawHeaders, rawHeaders)
  })
})
