import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AllowedOrigins, isAllowableOrigin } from './allowed-origins.js'

const allowed = (text: string, origin: string) => new AllowedOrigins([text]).has(origin)

describe('allowed origins', () => {
  it('are origins as they are, with their schemes and ports', () => {
    assert.ok(allowed('https://app.example.com', 'https://app.example.com'))
    assert.ok(allowed('http://localhost:3000', 'http://localhost:3000'))
    assert.ok(allowed('http://[::1]:3000', 'http://[::1]:3000'))
    for (const origin of [
      'http://app.example.com',
      'https://app.example.com:8443',
      'https://app.example.com.evil.example',
      'https://appXexample.com',
      'https://evil.example/https://app.example.com',
      'null',
      '',
    ]) {
      assert.equal(allowed('https://app.example.com', origin), false, origin)
    }
  })

  it('are all below a domain', () => {
    assert.ok(allowed('https://*.example.com', 'https://a.example.com'))
    assert.ok(allowed('https://*.example.com:8443', 'https://a.b.example.com:8443'))
    assert.equal(allowed('https://*.example.com', 'https://example.com'), false)
    assert.equal(allowed('https://*.example.com', 'https://evilexample.com'), false)
    assert.equal(allowed('https://*.example.com', 'https://evil.example/.example.com'), false)
  })

  it('match regular expressions', () => {
    assert.ok(allowed('//example\\.com(:|$)', 'https://example.com:8443'))
    assert.ok(allowed('^https://(a|b)\\.example\\.com$', 'https://b.example.com'))
    assert.ok(allowed('(?i)^https://EXAMPLE\\.com$', 'https://example.com'))
    assert.equal(allowed('//example\\.com(:|$)', 'https://example.com.evil.example'), false)
    assert.equal(allowed('//example\\.com(:|$)', 'https://evil-example.com'), false)
  })

  it('must not be expressions that take more than they seem to, or none', () => {
    for (const text of [
      '*',
      '.*',
      '',
      'example.com',
      'example\\.com$',
      '^https://example\\.com',
      '^(https://x$',
    ]) {
      assert.equal(isAllowableOrigin(text), false, text)
    }
  })

  it('are no longer than any origin is', () => {
    assert.equal(allowed('^https://a+$', `https://${'a'.repeat(1_000)}`), false)
  })
})
