import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, it, type TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { startTestServer, type TestServer, type TestServerOptions } from '#testing.js'
import { openBrowser } from './chromium.js'

/** The context of a page test. */
export interface Visit {
  readonly page: Page
  /** The URL of the server. */
  readonly url: string
  readonly server: TestServer
  /** Adds a line to the report of the test. */
  readonly report: (text: string) => void
}

export interface PageTestOptions extends TestServerOptions {
  /** Complaints of the browser that are part of the tests, such as responses with 403. */
  readonly expected?: RegExp
}

/** Starts a server and a browser for a suite. Each test has its own page. */
export function pageTests({
  expected,
  ...options
}: PageTestOptions = {}): (name: string, steps: (visit: Visit) => Promise<void>) => void {
  let server: TestServer
  let url: string
  let context: BrowserContext
  let page: Page
  let record: PageRecord
  const closing: (() => Promise<void>)[] = []

  before(async () => {
    server = await startTestServer(options)
    closing.push(() => server.close())
    url = server.url
    const browser = await openBrowser()
    closing.push(() => browser.close())
    context = browser.context
  })
  after(async () => {
    for (const close of closing.reverse()) await close()
  })
  beforeEach(async () => {
    page = await context.newPage()
    record = new PageRecord(page, url, expected)
  })
  afterEach(async () => {
    await page.close()
    await server.reset()
  })

  /** Runs the steps of a user on the page. A failed step leaves a screenshot. */
  return (name, steps) => {
    it(name, async (t: TestContext) => {
      try {
        await steps({ page, url, server, report: (text) => t.diagnostic(text) })
        assert.deepEqual(record.complaints, [])
        assert.deepEqual(record.foreignRequests, [])
      } catch (error) {
        const path = `.build/browser/${name.replaceAll(/\W+/g, '-')}.png`
        await page.screenshot({ path, fullPage: true })
        t.diagnostic(`screenshot: ${path}`)
        throw error
      }
    })
  }
}

/** Errors of a page, and its requests to other origins than `origin`. */
class PageRecord {
  readonly complaints: string[] = []
  readonly foreignRequests: string[] = []

  constructor(page: Page, origin: string, expected: RegExp | undefined) {
    const complain = (text: string) => {
      if (expected === undefined || !expected.test(text)) this.complaints.push(text)
    }
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complain(message.text())
    })
    page.on('pageerror', (error) => complain(String(error)))
    page.on('requestfailed', (request) => {
      const error = request.failure()?.errorText
      // A page cancels its requests when it is left.
      if (error !== 'net::ERR_ABORTED') complain(`${request.url()}: ${error}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) complain(`${response.url()}: ${response.status()}`)
    })
    page.on('request', (request) => {
      const url = new URL(request.url())
      const isForeign = url.origin !== origin && url.protocol !== 'data:'
      if (isForeign && !expected?.test(url.href)) this.foreignRequests.push(url.href)
    })
  }
}
