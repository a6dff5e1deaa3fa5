import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../chromium.js'
import { pageTests } from '../page-test.js'
import { expectAccessible } from './axe.js'
import { createMaps, expectNames, MAP_LIST, MAPS, row, send, until } from './objects.js'

const slider = (page: Page) => page.getByRole('slider', { name: 'Moment' })
const addressOf = (page: Page) => new URL(page.url()).hash
const rowOf = (page: Page, name: string) =>
  page.locator('.write-list tbody tr').filter({ has: page.getByText(name, { exact: true }) })

/** The resource version of the collection. */
async function versionNow(url: string): Promise<string> {
  const response = await fetch(url + MAPS)
  const { metadata } = (await response.json()) as { metadata: { resourceVersion: string } }
  return metadata.resourceVersion
}

describe('the history in the console', { skip: browserMissing }, () => {
  const test = pageTests({ expected: /410/ })

  test('the slider goes to the past and back', async ({ page, url }) => {
    await createMaps(url, 'one', 'two')
    await send(url, 'DELETE', `${MAPS}/one`)
    await page.goto(`${url}/console${MAP_LIST}`)
    await expectNames(page, ['two'])
    await page.getByRole('button', { name: 'History' }).click()
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    await expectNames(page, ['one', 'two'])
    await page.getByText('Nothing can be changed').waitFor()
    assert.match(addressOf(page), /at=\d+/)
    await row(page, 'two').getByRole('checkbox').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
    await page.getByRole('button', { name: 'Previous moment' }).click()
    await expectNames(page, ['one'])
    await page.getByRole('button', { name: 'Next moment' }).click()
    await expectNames(page, ['one', 'two'])
    await page.getByRole('button', { name: 'Play' }).click()
    await expectNames(page, ['two'])
    await page.locator('.time-bar.past').waitFor({ state: 'detached' })
    assert.doesNotMatch(addressOf(page), /at=/)
  })

  test('playing the history is paused, and goes on', async ({ page, url }) => {
    const all = Array.from({ length: 8 }, (_, index) => `map-${index}`)
    await createMaps(url, ...all)
    await page.goto(`${url}/console${MAP_LIST}`)
    await expectNames(page, all)
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('You see the past').waitFor()
    await row(page, 'map-0').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    const paused = addressOf(page)
    // Longer than a step takes.
    await page.waitForTimeout(1500)
    assert.equal(addressOf(page), paused)
    await page.getByRole('button', { name: 'Play' }).click()
    await until(page, `location.hash !== ${JSON.stringify(paused)}`)
    await page.locator('.time-bar.past').waitFor({ state: 'detached' })
    await expectNames(page, all)
  })

  test('a link to a moment stays, and one that has not come yet is explained', async ({ page, url }) => {
    await createMaps(url, 'kept')
    const at = await versionNow(url)
    await send(url, 'PATCH', `${MAPS}/kept`, { data: { key: 'new' } })
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/kept?at=${at}`)
    const code = page.locator('.code-view .cm-content')
    await code.getByText('key: value').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Delete' }).isDisabled())
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url())
    await page.reload()
    await code.getByText('key: value').waitFor()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await code.getByText('key: new').waitFor()
    await page.goBack()
    await code.getByText('key: value').waitFor()
  })

  test('a moment that has not come yet is explained at once, and not read', async ({ page, url }) => {
    await createMaps(url, 'kept')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const address of [MAP_LIST, '#/object/_/v1/configmaps/default/kept', '#/overview', '#/topology']) {
      await page.goto(`${url}/console${address}?at=999999999`)
      await page.locator('.time-banner').getByText('has not come yet').waitFor()
      await page.getByText('This moment has not come yet').waitFor()
    }
    await expectAccessible(page, 'future moment')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.goto(`${url}/console${MAP_LIST}?at=${await versionNow(url)}`)
    await expectNames(page, ['kept'])
    assert.ok(asked.some((each) => each.includes('resourceVersionMatch=Exact')))
    assert.deepEqual(
      asked.filter((each) => each.includes('resourceVersion=999999999')),
      [],
    )
  })

  test('changes say who changed what, are filtered, and lead to their moment', async ({ page, url }) => {
    await createMaps(url, 'apple', 'pear')
    await send(url, 'PATCH', `${MAPS}/apple?fieldManager=gardener`, { data: { color: 'red' } })
    await send(url, 'DELETE', `${MAPS}/pear`)
    await page.goto(`${url}/console#/changes`)
    const changed = rowOf(page, 'apple').first()
    await changed.getByText('data.color').waitFor()
    await changed.getByText('gardener').waitFor()
    await rowOf(page, 'pear').first().getByText('Deleted').waitFor()
    await page.getByLabel('Filter changes').fill('color')
    await rowOf(page, 'pear').first().waitFor({ state: 'detached' })
    assert.match(addressOf(page), /q=color/)
    await page.getByLabel('Filter changes').fill('')
    await page.getByLabel('Manager').selectOption('gardener')
    await rowOf(page, 'pear').first().waitFor({ state: 'detached' })
    await changed.getByRole('link', { name: 'Go to' }).click()
    await page.getByText('You see the past').waitFor()
    await page.getByRole('link', { name: 'ConfigMap', exact: false }).first().click()
    await page.getByRole('button', { name: 'Back to now' }).waitFor()
  })

  test('the page tells what has changed since the last visit', async ({ page, url }) => {
    await page.goto(`${url}/console`)
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await until(page, 'localStorage.getItem("binnacle.last-looked") !== null')
    await createMaps(url, 'while-away')
    await page.goto(`${url}/console#/changes`)
    await page.reload()
    await page.getByRole('link', { name: 'What changed since I last looked' }).click()
    await page.getByText('since you last looked').waitFor()
    await rowOf(page, 'while-away').first().waitFor()
    await page.getByRole('button', { name: 'Mark as seen' }).click()
    await page.getByRole('button', { name: 'Mark as seen' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'What changed since I last looked' }).waitFor({ state: 'detached' })
  })

  test('the timeline and the slider are accessible', async ({ page, url }) => {
    await createMaps(url, 'a', 'b')
    const at = await versionNow(url)
    await createMaps(url, 'c')
    await page.goto(`${url}/console#/changes?at=${at}`)
    await rowOf(page, 'c').first().waitFor()
    await slider(page).waitFor()
    await expectAccessible(page, 'changes')
  })
})

// Time passes at its server.
describe('the ages in a table of the past', { skip: browserMissing }, () => {
  const test = pageTests()

  test('they are counted from the shown moment', async ({ page, url, server }) => {
    await createMaps(url, 'old')
    await server.clock.advance(10 * 60_000)
    await createMaps(url, 'young')
    const at = await versionNow(url)
    await server.clock.advance(5 * 60_000)
    await createMaps(url, 'later')
    await page.goto(`${url}/console${MAP_LIST}?at=${at}`)
    await row(page, 'old').getByText('10m', { exact: true }).waitFor()
    await row(page, 'young').getByText('0s', { exact: true }).waitFor()
    await row(page, 'old').getByRole('link').click()
    await page.locator('time').getByText('10m', { exact: true }).waitFor()
  })
})

describe('a moment that has left the history', { skip: browserMissing }, () => {
  const test = pageTests({ historyWindowMs: 1000, expected: /410/ })

  test('it is explained, with the way back to now', async ({ page, url, server }) => {
    await createMaps(url, 'first')
    const at = await versionNow(url)
    await createMaps(url, 'second')
    const deadline = performance.now() + 60_000
    const exact = `${url}${MAPS}?resourceVersion=${at}&resourceVersionMatch=Exact`
    while ((await fetch(exact)).status !== 410) {
      assert.ok(performance.now() < deadline, 'the moment is still kept')
      await server.clock.advance(1000)
    }
    await page.goto(`${url}/console${MAP_LIST}?at=${at}`)
    await page.getByText('has left the history').waitFor()
    await page.getByText('This moment is no longer kept').waitFor()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expectNames(page, ['first', 'second'])
    for (const address of ['#/object/_/v1/configmaps/default/first', '#/overview', '#/topology']) {
      await page.goto(`${url}/console${address}?at=${at}`)
      await page.getByText('has left the history').waitFor()
      await page.getByText('This moment is no longer kept').waitFor()
    }
    await expectAccessible(page, 'expired moment')
    await page.getByRole('button', { name: 'Oldest moment' }).click()
    await page.getByText('has left the history').waitFor({ state: 'detached' })
    await page.getByText('This moment is no longer kept').waitFor({ state: 'detached' })
    await page.goto(`${url}/console#/changes?since=${at}`)
    await page.getByText('That was before the history begins').waitFor()
    await page.getByRole('button', { name: 'Show what it still knows' }).click()
    await page.getByText('That was before the history begins').waitFor({ state: 'detached' })
  })
})
