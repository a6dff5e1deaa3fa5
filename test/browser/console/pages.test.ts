import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../chromium.js'
import { pageTests } from '../page-test.js'
import { createMaps, expectNames, MAP_LIST, MAPS, row, send } from './objects.js'

const kinds = (page: Page) =>
  page.locator('.sidebar .nav-item .nav-link > span:first-child').allTextContents()

describe('the console in a browser', { skip: browserMissing }, () => {
  const test = pageTests({ expected: /: 404$|status of 404/ })

  test('it lists kinds with their counts, and finds them by short names', async ({ page, url }) => {
    await createMaps(url, 'first')
    await page.goto(`${url}/console`)
    const link = page.locator('.sidebar').getByTitle('configmaps', { exact: true })
    await link.getByText('1', { exact: true }).waitFor()
    assert.ok((await kinds(page)).includes('Deployment'))
    await page.getByLabel('Filter kinds').fill('cm')
    assert.deepEqual((await kinds(page)).slice(0, 1), ['ConfigMap'])
    await page.getByLabel('Favourite ConfigMap').click()
    await page.reload()
    await page.getByRole('heading', { name: 'Favourites' }).waitFor()
    await page.locator('.sidebar').getByTitle('configmaps', { exact: true }).first().click()
    await expectNames(page, ['first'])
    assert.equal(new URL(page.url()).hash, MAP_LIST)
  })

  test('a table follows the server', async ({ page, url }) => {
    await createMaps(url, 'a', 'b')
    await page.goto(`${url}/console${MAP_LIST}`)
    await expectNames(page, ['a', 'b'])
    await createMaps(url, 'c')
    await expectNames(page, ['a', 'b', 'c'])
    await send(url, 'PATCH', `${MAPS}/b`, { data: { more: 'x', most: 'y' } })
    await row(page, 'b').getByRole('gridcell', { name: '3', exact: true }).waitFor()
    assert.match((await row(page, 'b').getAttribute('class')) ?? '', /flash/)
    await send(url, 'DELETE', `${MAPS}/a`)
    await expectNames(page, ['b', 'c'])
    for (const name of ['b', 'c']) await send(url, 'DELETE', `${MAPS}/${name}`)
    await page.getByText('There is no ConfigMap').waitFor()
  })

  test('rows are filtered by words, labels and fields, which are in the URL', async ({ page, url }) => {
    await createMaps(url, 'web-1', 'web-2', 'db-1')
    await page.goto(`${url}/console${MAP_LIST}`)
    await expectNames(page, ['db-1', 'web-1', 'web-2'])
    await page.keyboard.press('/')
    await page.keyboard.type('web')
    await expectNames(page, ['web-1', 'web-2'])
    assert.match(page.url(), /filter=web/)
    await page.getByRole('button', { name: 'Label' }).click()
    await page.getByLabel('Label selector').fill('name=web-2')
    await page.keyboard.press('Enter')
    await expectNames(page, ['web-2'])
    await page.reload()
    await expectNames(page, ['web-2'])
    await page.getByLabel('Remove name=web-2').click()
    await page.getByLabel('Filter rows').fill('')
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expectNames(page, ['web-2', 'web-1', 'db-1'])
  })

  test('selectors are chips that can be added and removed', async ({ page, url }) => {
    await createMaps(url, 'web-1', 'web-2', 'db-1')
    await page.goto(`${url}/console${MAP_LIST}?fields=metadata.name%3Ddb-1`)
    await expectNames(page, ['db-1'])
    const chips = page.locator('.chip')
    assert.deepEqual(await chips.allInnerTexts(), ['Field\nmetadata.name=db-1'])
    await page.getByLabel('Remove metadata.name=db-1').click()
    await expectNames(page, ['db-1', 'web-1', 'web-2'])
    await page.getByRole('button', { name: 'Field' }).click()
    await page.getByLabel('Field selector').fill('metadata.name!=web-1')
    await page.keyboard.press('Enter')
    await expectNames(page, ['db-1', 'web-2'])
    await page.getByRole('button', { name: 'Label' }).click()
    await page.getByLabel('Label selector').fill('name in (web-1,web-2)')
    await page.keyboard.press('Enter')
    await expectNames(page, ['web-2'])
    assert.equal(await chips.count(), 2)
    await createMaps(url, 'web-3')
    await send(url, 'PATCH', `${MAPS}/db-1`, { metadata: { labels: { name: 'web-1' } } })
    await expectNames(page, ['db-1', 'web-2'])
    await page.getByRole('button', { name: 'Label' }).click()
    await page.getByLabel('Label selector').fill('name in (')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('unable to parse requirement').waitFor()
  })

  test('the header switches the namespace of a table', async ({ page, url }) => {
    await createMaps(url, 'here')
    await send(url, 'POST', '/api/v1/namespaces', { metadata: { name: 'team' } })
    await send(url, 'POST', '/api/v1/namespaces/team/configmaps', { metadata: { name: 'there' } })
    await page.goto(`${url}/console${MAP_LIST}`)
    await expectNames(page, ['here', 'there'])
    await row(page, 'there').getByRole('gridcell', { name: 'team' }).waitFor()
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Namespace:/ }).click()
      await page.getByRole('option', { name }).click()
    }
    await choose('team')
    await expectNames(page, ['there'])
    assert.equal(await page.getByRole('columnheader', { name: 'Namespace' }).count(), 0)
    await send(url, 'POST', '/api/v1/namespaces/team/configmaps', { metadata: { name: 'there-too' } })
    await createMaps(url, 'not-there')
    await expectNames(page, ['there', 'there-too'])
    await choose('All namespaces')
    await expectNames(page, ['here', 'not-there', 'there', 'there-too'])
  })

  test('the keyboard moves, selects, opens and deletes', async ({ page, url }) => {
    await createMaps(url, 'k1', 'k2', 'k3')
    await page.goto(`${url}/console${MAP_LIST}`)
    await expectNames(page, ['k1', 'k2', 'k3'])
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('grid').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'Space', 'ArrowDown', 'Space', 'Delete']) {
      await page.keyboard.press(key)
    }
    const dialog = page.getByRole('dialog', { name: 'Delete 2 objects?' })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectNames(page, ['k1'])
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'k1' }).waitFor()
    assert.equal(new URL(page.url()).hash, '#/object/_/v1/configmaps/default/k1')
    await send(url, 'DELETE', `${MAPS}/k1`)
    await page.getByText('Deleted', { exact: true }).waitFor()
  })

  test('Shift selects all rows from one to another, also those out of view', async ({ page, url }) => {
    const many = Array.from({ length: 120 }, (_, index) => `row-${String(index).padStart(3, '0')}`)
    await createMaps(url, ...many)
    await page.goto(`${url}/console${MAP_LIST}`)
    await page.getByLabel('Select row-001').click()
    await page.getByLabel('Select row-004').click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    assert.ok(await page.getByLabel('Select row-002').isChecked())
    await page.getByLabel('Select row-002').click({ modifiers: ['Shift'] })
    await page.getByText('2 selected').waitFor()
    await row(page, 'row-006').getByRole('gridcell').last().click()
    await row(page, 'row-007')
      .getByRole('gridcell')
      .last()
      .click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('selected').waitFor({ state: 'detached' })
    await page.keyboard.press('Home')
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('4 selected').waitFor()
    await page.keyboard.press('Shift+ArrowUp')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('Shift+End')
    await page.getByText('120 selected').waitFor()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete 120 objects?' })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There is no ConfigMap').waitFor()
  })

  test('all rows that match are selected, also those out of view', async ({ page, url }) => {
    const many = Array.from({ length: 150 }, (_, index) => `row-${index}`)
    await createMaps(url, 'keep', ...many)
    await page.goto(`${url}/console${MAP_LIST}?filter=row-`)
    await page.getByLabel('Select all').click()
    await page.getByText('150 selected').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 150 objects?' })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No ConfigMap matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expectNames(page, ['keep'])
  })

  test('the palette opens kinds, and the namespace is part of every link', async ({ page, url }) => {
    await createMaps(url, 'here')
    await send(url, 'POST', '/api/v1/namespaces', { metadata: { name: 'elsewhere' } })
    await page.goto(`${url}/console`)
    await page.locator('.sidebar .nav-link', { hasText: 'ReplicaSet' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('cm')
    await page
      .getByRole('option', { name: /ConfigMap/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await expectNames(page, ['here'])
    await page.keyboard.press('n')
    await page.keyboard.type('elsewh')
    await page
      .getByRole('option', { name: /elsewhere/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('There is no ConfigMap').waitFor()
    assert.equal(new URL(page.url()).hash, `${MAP_LIST}?ns=elsewhere`)
    await page.goBack()
    await expectNames(page, ['here'])
  })

  test('an object is shown as YAML that follows its changes, with its dependents', async ({ page, url }) => {
    await createMaps(url, 'owner')
    const response = await fetch(`${url}${MAPS}/owner`)
    const { metadata } = (await response.json()) as { metadata: { uid: string } }
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }
    await send(url, 'POST', MAPS, { metadata: { name: 'owned', ownerReferences: [owner] } })
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/owner`)
    const code = page.locator('.code-view .cm-content')
    await code.getByText('key: value').waitFor()
    await send(url, 'PATCH', `${MAPS}/owner`, { data: { key: 'changed' } })
    await code.getByText('key: changed').waitFor()
    await page.getByRole('link', { name: 'Related' }).click()
    await page.getByRole('link', { name: 'owned', exact: true }).click()
    await page.getByRole('heading', { name: 'owned' }).waitFor()
  })

  test('a link to a moment shows what was there', async ({ page, url }) => {
    await createMaps(url, 'past')
    const response = await fetch(`${url}${MAPS}`)
    const { metadata } = (await response.json()) as { metadata: { resourceVersion: string } }
    await send(url, 'DELETE', `${MAPS}/past`)
    await page.goto(`${url}/console${MAP_LIST}?at=${metadata.resourceVersion}`)
    await expectNames(page, ['past'])
    await row(page, 'past').getByRole('link').click()
    await page.locator('.code-view .cm-content').getByText('key: value').waitFor()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.getByText('does not exist').waitFor()
  })

  test('a new kind comes without a reload', async ({ page, url }) => {
    await page.goto(`${url}/console`)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const definition = {
      metadata: { name: 'ports.sea.example.com' },
      spec: {
        group: 'sea.example.com',
        scope: 'Namespaced',
        names: { plural: 'ports', kind: 'Port' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }
    await send(url, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
    await page.locator('.sidebar').getByRole('button', { name: 'sea.example.com' }).click()
    await page.locator('.sidebar').getByTitle('ports.sea.example.com').click()
    await page.getByText('There is no Port').waitFor()
  })
})
