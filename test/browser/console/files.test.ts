import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'

const FOLDER = new URL('../../../src/http/console/assets/console/', import.meta.url)
const MAX_ALL = 400_000
const MAX_FIRST_VIEW = 120_000

const sizeOf = (name: string) => statSync(new URL(name, FOLDER)).size
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)

describe('the files of the console', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const index = readFileSync(new URL('index.html', FOLDER), 'utf8')

  it('have at most 400 KB in all', () => {
    const size = sum(readdirSync(FOLDER).map(sizeOf))
    assert.ok(size <= MAX_ALL, `${size} bytes`)
  })

  it('have at most 120 KB for the first view, whatever it is', () => {
    const first = new Set([...index.matchAll(/\/console\/([^"{}]+)/g)].map(([, name]) => `${name}.br`))
    const late = /^(editor|plot|yaml)-/
    assert.ok(
      [...first].every((name) => !late.test(name)),
      [...first].join(' '),
    )
    const size = sum(
      readdirSync(FOLDER)
        .filter((name) => !late.test(name))
        .map(sizeOf),
    )
    assert.ok(size <= MAX_FIRST_VIEW, `${size} bytes`)
  })

  it('need nothing but themselves: no inline code, no other origin', async () => {
    const response = await fetch(`${server.url}/console`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    assert.match(policy, /default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.doesNotMatch(html, /<script(?![^>]*src="\/console\/)|<style|\son[a-z]+=|\sstyle=/)
    for (const [, name] of html.matchAll(/"\/console\/([^"]+)"/g)) {
      const file = await fetch(`${server.url}/console/${name}`)
      assert.equal(file.status, 200, name)
      assert.match(file.headers.get('cache-control') ?? '', /immutable/)
    }
  })
})
