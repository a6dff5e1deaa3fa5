import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HtmlRewriter } from './html-rewriter.js'
import { rewrittenUrl } from './rewrite-url.js'

const PLACE = { hosts: new Set(['10.0.0.1:80']), base: '/p/proxy' }

async function rewritten(page: string, pieceLength = page.length || 1): Promise<string> {
  const rewriter = new HtmlRewriter((url) => rewrittenUrl(url, PLACE))
  const bytes = Buffer.from(page)
  for (let start = 0; start < bytes.length; start += pieceLength) {
    rewriter.write(bytes.subarray(start, start + pieceLength))
  }
  rewriter.end()
  const chunks: Buffer[] = []
  for await (const chunk of rewriter) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('a rewritten page', () => {
  const page =
    `<!doctype html><html manifest="/m"><!-- <a href="/comment"> --><head><title><a href="/t"></title>` +
    `<script src='/s.js'>if (a < b) "<a href='/in-script'>"</script><style>a > b {}</style></head>` +
    `<BODY background=/b.png><a class="x>y" HREF = "/a?x=1&amp;y=2">ä €</a><a href="rel"><a href="//10.0.0.1:80/h">` +
    `<a href="http://10.0.0.1:80/own"><a href="http://other/x"><a href="/p/proxy/there"><img data-src="/no" src="/i"/>` +
    `a < b<form action="/f"><br><p title="/no">`
  const expected =
    `<!doctype html><html manifest="/p/proxy/m"><!-- <a href="/comment"> --><head><title><a href="/t"></title>` +
    `<script src='/p/proxy/s.js'>if (a < b) "<a href='/in-script'>"</script><style>a > b {}</style></head>` +
    `<BODY background="/p/proxy/b.png"><a class="x>y" HREF = "/p/proxy/a?x=1&amp;y=2">ä €</a><a href="rel">` +
    `<a href="/p/proxy/h"><a href="/p/proxy/own"><a href="http://other/x"><a href="/p/proxy/there">` +
    `<img data-src="/no" src="/p/proxy/i"/>a < b<form action="/p/proxy/f"><br><p title="/no">`

  it('has the path of the proxy in front of the paths of its links', async () => {
    assert.equal(await rewritten(page), expected)
  })

  it('is the same in pieces of any length', async () => {
    for (let length = 1; length < 40; length++) assert.equal(await rewritten(page, length), expected)
  })

  it('keeps what is no markup, and tags without an end', async () => {
    const endless = `<a href="/x${'y'.repeat(100_000)}`
    for (const text of [
      '',
      '<',
      '<a',
      '<a href="/x',
      '</',
      '< a href="/x">',
      '<!-- ',
      '<script>',
      endless,
      '1 < 2',
    ])
      assert.equal(await rewritten(text, 1000), text)
  })
})
