import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessibility.js'
import { browserMissing } from './chromium.js'
import { pageTests } from './page-test.js'

const LIST_CONFIG_MAPS = 'listCoreV1ConfigMapForAllNamespaces'

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Bearer token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('/docs of a server with users', { skip: browserMissing }, () => {
  const test = pageTests({ expected: /40[13]/, users: { admin: ['system:masters'], ann: [] } })

  test('it asks for a token, says when it is wrong, and then shows the API', async ({ page, url }) => {
    await page.goto(`${url}/docs`)
    await page.getByLabel('Bearer token').waitFor()
    assert.equal(await page.getByRole('combobox').isVisible(), false)
    await assertAccessible(page)
    await signIn(page, 'wrong')
    await page.getByText('The server does not accept this token.').waitFor()
    await signIn(page, 'ann')
    await page.locator('#operations-tag-pods').waitFor()
    assert.equal(await page.locator('#sign-in').isVisible(), false)
    assert.equal(await page.locator('.opblock').count(), 0)
  })

  test('other parts of the API are shown as the same user, also with the back button', async ({
    page,
    url,
  }) => {
    await page.goto(`${url}/docs`)
    await signIn(page, 'ann')
    await page.locator('#operations-tag-pods').waitFor()
    await page.locator('#group-versions').getByText('apps/v1').click()
    await page.locator('#operations-tag-deployments').waitFor()
    await page.getByRole('combobox').fill('cronjob')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('#operations-tag-cronjobs').waitFor()
    assert.equal(new URL(page.url()).search, '?part=apis/batch/v1')
    await page.goBack()
    await page.locator('#operations-tag-deployments').waitFor()
    await page.goBack()
    await page.locator('#operations-tag-pods').waitFor()
  })

  test('a request is sent as the user, and its command line has no token', async ({ page, url }) => {
    await page.goto(`${url}/docs?part=api/v1#/configmaps/${LIST_CONFIG_MAPS}`)
    await signIn(page, 'admin')
    const operation = page.locator(`#operations-configmaps-${LIST_CONFIG_MAPS}`)
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const response = operation.locator('.live-responses-table')
    await response.waitFor()
    assert.match((await response.textContent()) ?? '', /ConfigMapList/)
    assert.doesNotMatch(await operation.innerText(), /Bearer/)
  })

  test('a reload forgets the token', async ({ page, url }) => {
    await page.goto(`${url}/docs`)
    await signIn(page, 'ann')
    await page.locator('#operations-tag-pods').waitFor()
    assert.deepEqual(await page.context().storageState(), { cookies: [], origins: [] })
    await page.reload()
    await page.getByLabel('Bearer token').waitFor()
  })
})
