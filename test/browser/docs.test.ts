import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { startTestServer } from '../../src/testing.js'
import { browserMissing, openBrowser } from './chromium.js'

const CREATE_DEPLOYMENT = '#operations-deployments-createExtensionsV1beta1NamespacedDeployment'

describe('/docs in a browser', { skip: browserMissing }, () => {
  let url: string
  let context: BrowserContext
  let page: Page
  let record: PageRecord
  const closing: (() => Promise<void>)[] = []

  before(async () => {
    const server = await startTestServer()
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
    record = new PageRecord(page, url)
  })
  afterEach(() => page.close())

  /** A step of a person on the page; what the page looked like is kept if it fails. */
  const test = (name: string, steps: () => Promise<void>) =>
    it(name, async (t: TestContext) => {
      try {
        await steps()
        assert.deepEqual(record.complaints, [])
        assert.deepEqual(record.foreignRequests, [])
      } catch (error) {
        const path = `.build/browser/${name.replaceAll(/\W+/g, '-')}.png`
        await page.screenshot({ path, fullPage: true })
        t.diagnostic(`the page looked like ${path}`)
        throw error
      }
    })

  const labels = (list: string) => page.locator(`#${list} a`).allTextContents()
  const chosen = () => page.locator('nav a[aria-current]').textContent()
  const sections = () =>
    page.locator('.opblock-tag').evaluateAll((tags) => tags.map((tag) => tag.dataset.tag))

  test('it lists the groups and shows the first', async () => {
    await page.goto(`${url}/docs`)
    await page.locator(CREATE_DEPLOYMENT).waitFor()
    assert.deepEqual(await labels('group-versions'), ['extensions/v1beta1', 'federation/v1beta1'])
    assert.ok((await labels('about')).includes('/version'))
    assert.equal(await chosen(), 'extensions/v1beta1')
    assert.deepEqual(await sections(), ['daemonsets', 'deployments', 'ingresses', 'replicasets', 'about'])
    assert.equal(await page.locator('#notice').isVisible(), false)
  })

  test('an operation opens and shows its parameters and its body', async () => {
    await page.goto(`${url}/docs`)
    const operation = page.locator(CREATE_DEPLOYMENT)
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.parameters').first().waitFor()
    const parameters = await operation
      .locator('tr[data-param-name]')
      .evaluateAll((rows) => rows.map((row) => row.dataset.paramName))
    assert.ok(parameters.includes('namespace'))
    assert.ok(parameters.includes('dryRun'))
    assert.match((await operation.locator('.opblock-section-request-body').textContent()) ?? '', /template/)
    assert.match(page.url(), /#\/deployments\/createExtensionsV1beta1NamespacedDeployment$/)
  })

  test('a link to an operation opens it', async () => {
    await page.goto(
      `${url}/docs?part=apis/extensions/v1beta1#/ingresses/readExtensionsV1beta1NamespacedIngress`,
    )
    const operation = page.locator('#operations-ingresses-readExtensionsV1beta1NamespacedIngress')
    await operation.locator('.parameters').first().waitFor()
  })

  test('the other group is one click away, and the first is one step back', async () => {
    await page.goto(`${url}/docs`)
    await page.locator('#group-versions').getByText('federation/v1beta1').click()
    await page.locator('#operations-clusters-createFederationV1beta1Cluster').waitFor()
    assert.equal(await chosen(), 'federation/v1beta1')
    assert.deepEqual(await sections(), ['clusters', 'about'])
    await page.goBack()
    await page.locator(CREATE_DEPLOYMENT).waitFor()
    assert.equal(await chosen(), 'extensions/v1beta1')
  })

  test('an operation can be tried out', async () => {
    await page.goto(`${url}/docs#/ingresses/listExtensionsV1beta1IngressForAllNamespaces`)
    const operation = page.locator('#operations-ingresses-listExtensionsV1beta1IngressForAllNamespaces')
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const answer = operation.locator('.live-responses-table')
    await answer.waitFor()
    assert.match((await answer.textContent()) ?? '', /IngressList/)
  })

  test('every other part can be shown too', async () => {
    await page.goto(`${url}/docs`)
    await page.locator('#about a').first().waitFor()
    for (const label of await labels('about')) {
      await page.locator('#about').getByText(label, { exact: true }).click()
      await page.locator('.title', { hasText: label }).waitFor()
      assert.equal(await chosen(), label)
      assert.equal(await page.locator('.opblock').count(), 1)
    }
  })
})

/** Everything that went wrong on a page, and everything that it asked of others than `origin`. */
class PageRecord {
  readonly complaints: string[] = []
  readonly foreignRequests: string[] = []

  constructor(page: Page, origin: string) {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('requestfailed', (request) =>
      this.complaints.push(`${request.url()}: ${request.failure()?.errorText}`),
    )
    page.on('response', (response) => {
      if (response.status() >= 400) this.complaints.push(`${response.url()}: ${response.status()}`)
    })
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.origin !== origin && url.protocol !== 'data:') this.foreignRequests.push(url.href)
    })
  }
}
