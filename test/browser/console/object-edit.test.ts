import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../chromium.js'
import { pageTests } from '../page-test.js'
import { createMaps, MAPS, send } from './objects.js'

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const labels = { app: 'web' }
const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] },
    },
  },
}

const code = (page: Page) => page.locator('.object-page > .tab-panel > .code-view .cm-content')

async function stored(url: string, path: string): Promise<Record<string, Record<string, unknown>>> {
  const response = await fetch(url + path)
  return (await response.json()) as Record<string, Record<string, unknown>>
}

/** Replaces words in the editor as a user does: a double click and the keyboard. */
async function retype(page: Page, line: string, text: string): Promise<void> {
  await code(page).locator('.cm-line').filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type(text)
  await page.keyboard.press('Escape')
}

describe('an object is edited in the console', { skip: browserMissing }, () => {
  const test = pageTests({ expected: /: (404|409|422|400)$|status of (404|409|422|400)/ })
  const open = async (page: Page, url: string, name: string) => {
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/${name}`)
    await code(page).getByText('key: value').waitFor()
  }

  test('the difference is shown before it is saved', async ({ page, url }) => {
    await createMaps(url, 'edited')
    await open(page, url, 'edited')
    await retype(page, 'key: value', 'key: other')
    await page.getByText('Edited', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save ConfigMap' })
    await dialog.locator('.cm-deletedChunk').getByText('key: value').waitFor()
    await dialog.locator('.cm-changedLine').getByText('key: other').waitFor()
    assert.equal((await stored(url, `${MAPS}/edited`)).data?.key, 'value')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved ConfigMap edited').waitFor()
    assert.equal((await stored(url, `${MAPS}/edited`)).data?.key, 'other')
    await page.getByText('Edited', { exact: true }).waitFor({ state: 'detached' })
  })

  test('what the server refuses is told at its line while typing', async ({ page, url }) => {
    await send(url, 'POST', DEPLOYMENTS, deployment)
    await page.goto(`${url}/console#/object/apps/v1/deployments/default/web`)
    await code(page).getByText('replicas: 2').waitFor()
    await retype(page, 'replicas: 2', 'replicas: -2')
    const problems = page.getByRole('list', { name: 'Problems' })
    await problems.getByText('must be greater than or equal to 0').waitFor()
    const line = Number(/Line (\d+)/.exec((await problems.textContent()) ?? '')?.[1])
    assert.match(
      await code(page)
        .locator('.cm-line')
        .nth(line - 1)
        .innerText(),
      /replicas: -2/,
    )
    await code(page).locator('.cm-lintRange-error').first().waitFor()
    await retype(page, 'replicas: -2', 'replicaz: 2')
    await problems.getByText('unknown field "spec.replicaz"').waitFor()
    await retype(page, 'replicaz: 2', 'replicas: [2')
    await problems.getByText('Line').first().waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await problems.waitFor({ state: 'detached' })
  })

  test('fields are completed and explained from OpenAPI', async ({ page, url }) => {
    await send(url, 'POST', DEPLOYMENTS, deployment)
    await page.goto(`${url}/console#/object/apps/v1/deployments/default/web`)
    await code(page).getByText('replicas: 2').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('minRea')
    await page.getByRole('option', { name: /minReadySeconds/ }).click()
    await page.keyboard.type('7')
    await code(page).getByText('minReadySeconds: 7').waitFor()
    await code(page).getByText('replicas', { exact: true }).first().hover()
    await page.getByText(/Number of pods wanted/).waitFor()
  })

  test('a change by others is noticed and joined, a conflict is chosen', async ({ page, url }) => {
    await createMaps(url, 'shared')
    await open(page, url, 'shared')
    await retype(page, 'key: value', 'key: mine')
    await send(url, 'PATCH', `${MAPS}/shared`, { data: { added: 'theirs' } })
    await page.getByText(/has changed data\.added/).waitFor()
    await page.getByRole('button', { name: 'Join with my changes' }).click()
    await code(page).getByText('added: theirs').waitFor()
    await page.getByRole('button', { name: 'Save…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save ConfigMap' })
    await dialog.locator('.cm-changedLine').first().waitFor()
    await send(url, 'PATCH', `${MAPS}/shared`, { data: { key: 'theirs' } })
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await dialog.getByText('Somebody else has saved meanwhile').waitFor()
    const conflict = dialog.getByRole('group', { name: /Both changed data\.key/ })
    assert.ok(await save.isDisabled())
    await conflict.getByLabel('Mine').check()
    await save.click()
    await page.getByText('Saved ConfigMap shared').waitFor()
    const { data } = await stored(url, `${MAPS}/shared`)
    assert.deepEqual(data, { key: 'mine', added: 'theirs' })
  })

  test('another tab of the page does not lose what was typed', async ({ page, url }) => {
    await createMaps(url, 'draft')
    await open(page, url, 'draft')
    await retype(page, 'key: value', 'key: unsaved')
    await page.getByText('Edited', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByText('There are no events').waitFor()
    await page.getByRole('link', { name: 'YAML' }).click()
    await code(page).getByText('key: unsaved').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await code(page).getByText('key: value').waitFor()
  })

  test('nothing can be written in the past', async ({ page, url }) => {
    await createMaps(url, 'past')
    const { metadata } = await stored(url, MAPS)
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/past?at=${metadata?.resourceVersion}`)
    await code(page).getByText('key: value').waitFor()
    assert.equal(await code(page).getAttribute('contenteditable'), 'false')
    await page.getByTitle('Nothing can be changed in the past').first().waitFor()
  })
})
