import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessibility.js'
import { browserMissing } from './chromium.js'
import { pageTests } from './page-test.js'

const CREATE_DEPLOYMENT = '#operations-deployments-createAppsV1NamespacedDeployment'
const LIST_INGRESSES = 'listExtensionsV1beta1IngressForAllNamespaces'

const labels = (page: Page, list: string) => page.locator(`#${list} a`).allTextContents()
const chosen = (page: Page) => page.locator('nav a[aria-current]').textContent()
const sections = (page: Page) =>
  page.locator('.opblock-tag').evaluateAll((tags) => tags.map((tag) => tag.dataset.tag))
const addressOf = (page: Page) => new URL(page.url()).search + new URL(page.url()).hash

/** The smallest RGB component of a color property, from 0 to 255. */
async function brightness(page: Page, selector: string, property: string): Promise<number> {
  const color = String(
    await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`),
  )
  return Math.min(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number))
}

describe('/docs in a browser', { skip: browserMissing }, () => {
  const test = pageTests()

  test('it lists the groups, and the collapsed kinds of the first', async ({ page, url }) => {
    await page.goto(`${url}/docs`)
    await page.locator('#operations-tag-pods').waitFor()
    const groups = await labels(page, 'group-versions')
    assert.deepEqual(groups.slice(0, 2), ['v1', 'apps/v1'])
    assert.deepEqual(groups.slice(-2), ['extensions/v1beta1', 'federation/v1beta1'])
    assert.ok(groups.length > 15)
    assert.ok((await labels(page, 'about')).includes('/version'))
    assert.equal(await chosen(page), 'v1')
    const kinds = (await sections(page)).slice(0, -1)
    assert.ok(kinds.length > 10)
    assert.deepEqual(kinds, kinds.toSorted())
    assert.equal(await page.locator('.opblock').count(), 0)
    assert.equal(await page.locator('#notice').isVisible(), false)
  })

  test('a section opens, and an operation shows its parameters and body', async ({ page, url }) => {
    await page.goto(`${url}/docs?part=apis/apps/v1`)
    await page.locator('#operations-tag-deployments').click()
    const operation = page.locator(CREATE_DEPLOYMENT)
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.parameters').first().waitFor()
    const parameters = await operation
      .locator('tr[data-param-name]')
      .evaluateAll((rows) => rows.map((row) => row.dataset.paramName))
    assert.ok(parameters.includes('namespace'))
    assert.ok(parameters.includes('dryRun'))
    assert.match((await operation.locator('.opblock-section-request-body').textContent()) ?? '', /template/)
  })

  test('the URL names what is open, and the back button undoes each step', async ({ page, url }) => {
    await page.goto(`${url}/docs?part=apis/apps/v1`)
    const operation = page.locator(CREATE_DEPLOYMENT)
    await page.locator('#operations-tag-deployments').click()
    await operation.waitFor()
    assert.equal(addressOf(page), '?part=apis/apps/v1#/deployments')
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.parameters').first().waitFor()
    assert.equal(addressOf(page), '?part=apis/apps/v1#/deployments/createAppsV1NamespacedDeployment')
    await page.goBack()
    await operation.locator('.parameters').first().waitFor({ state: 'detached' })
    assert.equal(await operation.count(), 1)
    await page.goBack()
    await operation.waitFor({ state: 'detached' })
    assert.equal(addressOf(page), '?part=apis/apps/v1')
    await page.goForward()
    await operation.waitFor()
    assert.equal(addressOf(page), '?part=apis/apps/v1#/deployments')
    await page.locator('#operations-tag-deployments').click()
    await operation.waitFor({ state: 'detached' })
    assert.equal(addressOf(page), '?part=apis/apps/v1')
  })

  test('closing a section that the URL does not name keeps the URL', async ({ page, url }) => {
    await page.goto(`${url}/docs?part=apis/batch/v1`)
    await page.locator('#operations-tag-cronjobs').click()
    await page.locator('#operations-tag-jobs').click()
    await page.locator('#operations-tag-jobs[data-is-open=true]').waitFor()
    await page.locator('#operations-tag-cronjobs').click()
    await page.locator('#operations-tag-cronjobs[data-is-open=false]').waitFor()
    assert.equal(addressOf(page), '?part=apis/batch/v1#/jobs')
  })

  test('a link to an operation opens it, without another history entry', async ({ page, url }) => {
    await page.goto(`${url}/docs?part=apis/batch/v1`)
    await page.goto(`${url}/docs?part=apis/extensions/v1beta1#/ingresses/${LIST_INGRESSES}`)
    const operation = page.locator(`#operations-ingresses-${LIST_INGRESSES}`)
    await operation.locator('.parameters').first().waitFor()
    await page.goBack()
    await page.locator('#operations-tag-jobs').waitFor()
    assert.equal(await chosen(page), 'batch/v1')
  })

  test('an unknown link opens no operation', async ({ page, url }) => {
    for (const link of ['?part=apis/batch/v1#/nothing/there', '?part=nothing']) {
      await page.goto('about:blank')
      await page.goto(`${url}/docs${link}`)
      await page.locator('.opblock-tag').first().waitFor()
      assert.equal(await page.locator('.opblock').count(), 0)
    }
  })

  test('a click opens another group, and the back button returns', async ({ page, url }) => {
    await page.goto(`${url}/docs`)
    await page.locator('#group-versions').getByText('federation/v1beta1').click()
    await page.locator('#operations-tag-clusters').waitFor()
    assert.equal(await chosen(page), 'federation/v1beta1')
    assert.deepEqual(await sections(page), ['clusters', 'about'])
    await page.goBack()
    await page.locator('#operations-tag-pods').waitFor()
    assert.equal(await chosen(page), 'v1')
  })

  test('a request can be sent from an operation', async ({ page, url }) => {
    await page.goto(`${url}/docs?part=apis/extensions/v1beta1#/ingresses/${LIST_INGRESSES}`)
    const operation = page.locator(`#operations-ingresses-${LIST_INGRESSES}`)
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const response = operation.locator('.live-responses-table')
    await response.waitFor()
    assert.match((await response.textContent()) ?? '', /IngressList/)
  })

  test('all parts about the server can be opened', async ({ page, url }) => {
    await page.goto(`${url}/docs`)
    await page.locator('#about-server summary').click()
    await page.locator('#about a').first().waitFor()
    for (const label of await labels(page, 'about')) {
      await page.locator('#about').getByText(label, { exact: true }).click()
      await page.locator('.title', { hasText: label }).waitFor()
      assert.equal(await chosen(page), label)
      await page.locator('.opblock').waitFor()
    }
  })

  test('a narrow window shows all parts below each other', async ({ page, url }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${url}/docs?part=apis/apps/v1#/deployments/createAppsV1NamespacedDeployment`)
    await page.locator(`${CREATE_DEPLOYMENT} .parameters`).first().waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    await page.locator('#group-versions').getByText('federation/v1beta1').click()
    await page.locator('#operations-tag-clusters').waitFor()
  })

  test('it is accessible in both color schemes', async ({ page, url }) => {
    await page.goto(`${url}/docs?part=apis/batch/v1`)
    await page.locator('#operations-tag-jobs').waitFor()
    // Swagger UI has headings and landmarks of its own.
    await assertAccessible(page, ['.swagger-ui'])
  })

  test('a dark window has light text', async ({ page, url }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${url}/docs?part=apis/batch/v1#/jobs`)
    await page.locator('.opblock').first().waitFor()
    assert.ok((await brightness(page, 'body', 'backgroundColor')) < 50)
    for (const text of ['.title', '.opblock-tag', '.opblock-summary-path', '.opblock-summary-description']) {
      assert.ok((await brightness(page, text, 'color')) > 180, text)
    }
  })
})
