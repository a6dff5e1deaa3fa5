import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from './chromium.js'
import { pageTests, type Visit } from './page-test.js'

const addressOf = (page: Page) => new URL(page.url()).search + new URL(page.url()).hash
const field = (page: Page) => page.getByRole('combobox', { name: 'Find a kind' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Kinds' }).getByRole('option')
const active = (page: Page) => page.getByRole('option', { selected: true })

/** The kinds that the search lists, each with its group version. */
async function search(page: Page, query: string): Promise<string[]> {
  await field(page).fill(query)
  await options(page).first().waitFor()
  return options(page).evaluateAll((found) =>
    found.map((option) => `${option.children[1].textContent} ${option.children[0].textContent}`),
  )
}

async function open({ page, url }: Visit, address = ''): Promise<void> {
  await page.goto(`${url}/docs${address}`)
  await page.locator('.opblock-tag').first().waitFor()
}

describe('the search of /docs', { skip: browserMissing }, () => {
  const test = pageTests()

  test('finds kinds of all groups by kind, plural, short name and group', async (visit) => {
    const { page } = visit
    await open(visit)
    const deployments = ['apps/v1 Deployment', 'extensions/v1beta1 Deployment']
    for (const query of ['Deployment', 'deployments', 'deploy']) {
      assert.deepEqual(await search(page, query), deployments, query)
    }
    assert.deepEqual(await search(page, 'batch'), ['batch/v1 CronJob', 'batch/v1 Job'])
    assert.deepEqual(await search(page, 'ingresses.networking.k8s.io'), ['networking.k8s.io/v1 Ingress'])
  })

  test('works with the keyboard alone', async (visit) => {
    const { page } = visit
    await open(visit)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('deploy')
    await options(page).first().waitFor()
    assert.match((await active(page).textContent()) ?? '', /apps\/v1/)
    await page.keyboard.press('ArrowDown')
    assert.match((await active(page).textContent()) ?? '', /extensions\/v1beta1/)
    await page.keyboard.press('ArrowDown')
    assert.match((await active(page).textContent()) ?? '', /apps\/v1/)
    await page.keyboard.press('ArrowUp')
    assert.equal(
      await field(page).getAttribute('aria-activedescendant'),
      await active(page).getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await page.locator('#operations-deployments-createExtensionsV1beta1NamespacedDeployment').waitFor()
    assert.equal(addressOf(page), '?part=apis/extensions/v1beta1#/deployments')
    await page.goBack()
    await page.locator('#operations-tag-pods').waitFor()
    assert.equal(addressOf(page), '')
  })

  test('opens a section of the current group without reloading it', async (visit) => {
    const { page } = visit
    await open(visit, '?part=api/v1#/configmaps')
    await page.evaluate('window.isSamePage = true')
    await search(page, 'svc')
    await options(page).first().click()
    await page.locator('#operations-services-createCoreV1NamespacedService').waitFor()
    assert.equal(addressOf(page), '?part=api/v1#/services')
    await page.locator('#operations-tag-configmaps[data-is-open=false]').waitFor()
    await page.goBack()
    await page.locator('#operations-tag-configmaps[data-is-open=true]').waitFor()
    assert.equal(await page.evaluate('window.isSamePage'), true)
  })

  test('scrolls to a section that is already open', async (visit) => {
    const { page } = visit
    await open(visit, '?part=api/v1')
    const heading = page.locator('#operations-tag-secrets')
    const position = async () => (await heading.boundingBox())?.y ?? Number.NaN
    await heading.click()
    await page.locator('#operations-secrets-createCoreV1NamespacedSecret').waitFor()
    await page.evaluate('scrollTo(0, 0)')
    assert.ok((await position()) > 200)
    await search(page, 'secret')
    await page.keyboard.press('Enter')
    assert.ok((await position()) < 50)
    assert.equal(addressOf(page), '?part=api/v1#/secrets')
    assert.equal(await heading.getAttribute('data-is-open'), 'true')
  })

  test('lists all kinds on demand, with their number', async (visit) => {
    const { page } = visit
    await open(visit)
    // The key is pressed before the kinds are loaded.
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/apis', async (route) => {
      await released
      await route.continue()
    })
    await field(page).focus()
    await page.keyboard.press('ArrowDown')
    release()
    await options(page).first().waitFor()
    const count = await options(page).count()
    assert.ok(count > 40)
    assert.equal(await page.locator('#outcome').textContent(), `${count} kinds`)
    await page.keyboard.press('ArrowUp')
    assert.match((await active(page).textContent()) ?? '', /Cluster.*federation\/v1beta1/)
  })

  test('says that nothing matches, and shows the groups when it is cleared', async (visit) => {
    const { page } = visit
    await open(visit)
    await search(page, 'pod')
    assert.equal(await page.locator('#parts').isVisible(), false)
    await field(page).fill('nothing is called so')
    await page.getByText('No kind is called like this.').waitFor()
    assert.equal(await field(page).getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.locator('#parts').waitFor()
    assert.equal(await field(page).inputValue(), '')
    assert.equal(await options(page).count(), 0)
    assert.equal(addressOf(page), '')
  })
})
