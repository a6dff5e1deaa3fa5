import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { browserMissing, openBrowser } from './chromium.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'

/** Runs in a page of another origin: a write with a preflight request, a read, and a watch. */
async function use(url: string): Promise<(number | string)[]> {
  const attempt = async (path: string, init?: RequestInit) => {
    try {
      const response = await fetch(url + path, init)
      return response.status
    } catch (error) {
      return (error as Error).name
    }
  }
  const collection = '/api/v1/namespaces/test/configmaps'
  return [
    await attempt(`${collection}/a`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ data: { from: 'page' } }),
    }),
    await attempt(collection),
    await attempt(`${collection}?watch=true&timeoutSeconds=1`),
  ]
}

describe('a page of another origin in a browser', { skip: browserMissing }, () => {
  it('may use a server that allows its site, and no other server', async (t) => {
    const site = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end('<!doctype html><title>another site</title>')
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    t.after(() => site.close())
    // Another origin than 127.0.0.1 on the same machine.
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`
    const allowing = await startTestServer({ corsAllowedOrigins: [origin] })
    t.after(() => allowing.close())
    const closed = await startTestServer()
    t.after(() => closed.close())
    for (const { url } of [allowing, closed]) {
      assert.equal((await new Client(url).post(CONFIG_MAPS, { metadata: { name: 'a' } })).status, 201)
    }
    const browser = await openBrowser()
    t.after(() => browser.close())
    const page = await browser.context.newPage()
    await page.goto(origin)
    assert.deepEqual(await page.evaluate(use, allowing.url), [200, 200, 200])
    assert.deepEqual(await page.evaluate(use, closed.url), ['TypeError', 'TypeError', 'TypeError'])
    const stored = (url: string) => new Client(url).get(`${CONFIG_MAPS}/a`)
    assert.deepEqual((await stored(allowing.url)).body.data, { from: 'page' })
    assert.equal((await stored(closed.url)).body.data, undefined)
  })
})
