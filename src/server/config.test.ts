import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig } from './config.js'
import { hostError } from './config-error.js'

const rejection = (host: string, allowAnyHost = false) => hostError({ ...defaultConfig, host, allowAnyHost })

describe('the host of a server', () => {
  it('may be one that only this machine can reach', () => {
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost'])
      assert.equal(rejection(host), undefined, host)
  })

  it('must not be reachable by others, and the error says why and what to do', () => {
    for (const host of [
      '0.0.0.0',
      '::',
      '10.0.0.1',
      'example.com',
      '127.example.com',
      '127.0.0',
      'localhost.example.com',
      '',
    ]) {
      const message = rejection(host)
      assert.match(message ?? '', /every request is allowed; choose 127\.0\.0\.1/, host)
      assert.match(message ?? '', /--insecure-allow-any-host/)
      assert.doesNotMatch(message ?? '', /\n/)
    }
  })

  it('may be any host with the flag', () => {
    assert.equal(rejection('0.0.0.0', true), undefined)
  })

  it('is the loopback address unless configured otherwise', () => {
    assert.equal(hostError(defaultConfig), undefined)
  })
})
