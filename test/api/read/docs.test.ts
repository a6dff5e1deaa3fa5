import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { apiParts } from '#http/docs/page/api-parts.js'
import { DISCOVERY, knownKinds } from '#http/docs/page/known-kinds.js'
import { readableDocument } from '#http/docs/page/readable-document.js'
import { Client } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

describe('the page at /docs', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const page = await client.get('/docs', { accept: 'text/html' })
  const loaded = [...page.text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, url = '']) => url)

  it('is HTML with a content security policy that allows this server only', () => {
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.match(policy, /frame-ancestors 'none'/)
  })

  it('has no inline script or style, and names no other server', () => {
    assert.doesNotMatch(page.text, /<style|style=|<script>|\son\w+=|https?:|\/\//i)
    assert.equal((page.text.match(/<script/g) ?? []).length, 2)
  })

  it('loads assets by content hash, which never expire', async () => {
    assert.ok(loaded.length >= 5)
    for (const url of loaded) {
      const { status, headers, text } = await client.get(url)
      assert.equal(status, 200, url)
      assert.ok(text.length > 100, url)
      assert.equal(headers.get('cache-control'), 'public, immutable', url)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', url)
      const type = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }[
        /\.(\w+)\?/.exec(url)?.[1] ?? ''
      ]
      assert.equal(headers.get('content-type')?.split(';')[0], type, url)
    }
  })

  it('revalidates assets under their plain names by ETag', async () => {
    for (const path of ['/docs', ...loaded.map((url) => url.replace(/\?.*/, ''))]) {
      const first = await client.get(path)
      assert.equal(first.headers.get('cache-control'), 'no-cache', path)
      const second = await client.get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
      assert.equal(second.status, 304, path)
      assert.equal(second.text, '')
    }
    const [url = ''] = loaded
    const stale = await client.get(url.replace(/hash=.*/, 'hash=OLD'))
    assert.equal(stale.status, 200)
    assert.equal(stale.headers.get('cache-control'), 'no-cache')
  })

  it('loads one script, which imports nothing', async () => {
    const { text } = await client.get('/docs/page.js')
    assert.match(text, /openapi/)
    assert.doesNotMatch(text, /\bimport\b|\bexport\b/)
  })

  it('has a searchable section for every kind', async () => {
    const lists = ['/api', '/apis'].map(async (path) => (await client.get(path, { accept: DISCOVERY })).body)
    const kinds = knownKinds(await Promise.all(lists))
    assert.ok(kinds.length >= 5)
    const parts = apiParts((await client.get('/openapi/v3')).body)
    for (const part of parts.filter(({ isGroupVersion }) => isGroupVersion)) {
      const { tags } = readableDocument((await client.get(part.url)).body, part) as unknown as {
        tags: { name: string; description?: string }[]
      }
      assert.deepEqual(
        tags.filter(({ name }) => name !== 'about').map(({ name, description }) => [name, description]),
        kinds.filter((known) => known.part === part.name).map(({ resource, kind }) => [resource, kind]),
        part.label,
      )
    }
  })

  it('has no other paths below it than its assets', async () => {
    for (const path of [
      '/docs/nothing.js',
      '/docs/page.ts',
      '/docs/index.html',
      '/docs/swagger-ui-bundle.js.map',
      '/docs/%2e%2e/package.json',
      '/docs/..%2f..%2fpackage.json',
      '/docs/page/../../../../package.json',
      '/docs/constructor',
      '/docs/__proto__',
    ]) {
      assert.equal((await client.get(path)).status, 404, path)
    }
  })

  it('is served with and without a trailing slash, for GET only', async () => {
    assert.equal((await client.get('/docs/')).text, page.text)
    assert.equal((await client.post('/docs', {})).status, 405)
  })

  it('is in the list of root paths, without its assets', async () => {
    const { paths } = (await client.get('/')).body
    assert.deepEqual(
      paths.filter((path: string) => path.startsWith('/docs')),
      ['/docs'],
    )
  })
})
