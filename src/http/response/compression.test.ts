import assert from 'node:assert/strict'
import { it } from 'node:test'
import { acceptsGzip } from './compression.js'

it('sees whether a client accepts gzip', () => {
  for (const header of ['gzip', 'deflate, gzip;q=0.5', 'GZIP', '*', 'br, *;q=0.1', 'x-gzip']) {
    assert.equal(acceptsGzip(header), true, header)
  }
  for (const header of [undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, *', '*;q=0']) {
    assert.equal(acceptsGzip(header), false, String(header))
  }
})
