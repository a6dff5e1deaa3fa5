import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../chromium.js'
import { pageTests } from '../page-test.js'
import { expectAccessible } from './axe.js'
import { createMaps, expectNames, MAP_LIST, MAPS, rows, send } from './objects.js'

const APPS = '/apis/apps/v1/namespaces/default'
const WEB = '#/object/apps/v1/deployments/default/web'
const labels = { app: 'web' }
/** As long as names can be. */
const LONG = `${'a-name-that-does-not-fit-'.repeat(10)}x`

const code = (page: Page) => page.locator('.code-view .cm-content').first()
const dialog = (page: Page) => page.getByRole('dialog')

/** A Deployment with two revisions and a warning about it. */
async function createWeb(url: string): Promise<void> {
  const spec = (image: string) => ({
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } },
  })
  const path = `${APPS}/deployments`
  await send(url, 'POST', path, { metadata: { name: 'web' }, spec: spec('example.com/web:2') })
  const response = await fetch(`${url}${path}/web`)
  const { metadata } = (await response.json()) as { metadata: { uid: string } }
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: metadata.uid }
  for (const revision of [1, 2]) {
    await send(url, 'POST', `${APPS}/replicasets`, {
      metadata: {
        name: `web-${revision}`,
        annotations: { 'deployment.kubernetes.io/revision': String(revision) },
        ownerReferences: [{ ...owner, controller: true }],
      },
      spec: { ...spec(`example.com/web:${revision}`), replicas: 0 },
    })
  }
  await send(url, 'POST', '/api/v1/namespaces/default/events', {
    metadata: { name: 'web.1' },
    involvedObject: { ...owner, namespace: 'default' },
    type: 'Warning',
    reason: 'FailedCreate',
    message: 'Pods cannot be created',
  })
}

async function retype(page: Page, line: string, text: string): Promise<void> {
  await code(page).locator('.cm-line').filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type(text)
  await page.keyboard.press('Escape')
}

describe('the console is accessible in both themes, and fits a narrow window:', {
  skip: browserMissing,
}, () => {
  const test = pageTests({ expected: /40[0349]|422|504/ })

  test('the overview, and what lies over it', async ({ page, url }) => {
    await createMaps(url, 'one')
    await page.goto(`${url}/console`)
    await page.locator('.card').first().waitFor()
    await expectAccessible(page, 'overview')
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page, 'command palette')
    await page.keyboard.type('nothing like that')
    await page.getByText('Nothing matches').waitFor()
    await expectAccessible(page, 'command palette without a result')
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.getByRole('option', { name: 'kube-system' }).waitFor()
    await expectAccessible(page, 'namespaces')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await dialog(page).waitFor()
    await expectAccessible(page, 'help')
    await page.keyboard.press('Escape')
    await page.getByLabel('Filter kinds').fill('no such kind')
    await page.getByText('No kind matches').waitFor()
    await expectAccessible(page, 'sidebar without a kind')
    await page.setViewportSize({ width: 400, height: 800 })
    await page.getByRole('button', { name: 'Navigation' }).click()
    await page.locator('.sidebar').getByRole('link', { name: 'Overview' }).waitFor()
    await expectAccessible(page, 'drawer')
  })

  test('the first steps on an empty server', async ({ page, url }) => {
    await page.goto(`${url}/console`)
    await page.getByText('There is nothing here yet').waitFor()
    await expectAccessible(page, 'first steps')
  })

  test('tables', async ({ page, url }) => {
    await createMaps(url, 'one', 'two')
    await send(url, 'POST', MAPS, { metadata: { name: LONG, labels: { name: 'long' } } })
    await page.goto(`${url}/console${MAP_LIST}?labels=name`)
    await rows(page).nth(2).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expectAccessible(page, 'table with a selection')
    await page.keyboard.press('Delete')
    await dialog(page).getByText('Nothing else is deleted').waitFor()
    await expectAccessible(page, 'deletion of one row')
    await page.keyboard.press('Escape')
    await page.getByLabel('Select all').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByText(LONG).waitFor()
    await expectAccessible(page, 'deletion of several rows')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Label' }).click()
    await page.getByLabel('Label selector').waitFor()
    await expectAccessible(page, 'new selector')
    await page.keyboard.press('Escape')
    await page.getByLabel('Filter rows').fill('no such row')
    await page.getByText('No ConfigMap matches').waitFor()
    await expectAccessible(page, 'table without a match')
    await page.goto(`${url}/console#/list/_/v1/secrets`)
    await page.getByText('There is no Secret').waitFor()
    await expectAccessible(page, 'empty table')
  })

  test('the tabs of an object', async ({ page, url }) => {
    await createWeb(url)
    await send(url, 'PATCH', `${APPS}/deployments/web`, { spec: { replicas: 3 } })
    for (const [tab, shown] of [
      ['yaml', '.cm-content'],
      ['events', '.plain-table .bad'],
      ['related', '.graph-node'],
      ['managers', '.cm-owner'],
      ['history', '.cm-changedLine'],
    ] as const) {
      await page.goto(`${url}/console${WEB}?tab=${tab}`)
      await page.locator(shown).first().waitFor()
      await expectAccessible(page, tab)
    }
    await send(url, 'POST', MAPS, { metadata: { name: LONG } })
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/${LONG}?tab=events`)
    await page.getByText('There are no events').waitFor()
    await expectAccessible(page, 'long name without events')
  })

  test('the dialogs of an object', async ({ page, url }) => {
    await createWeb(url)
    await page.goto(`${url}/console${WEB}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByText('ReplicaSet web-1').waitFor()
    await expectAccessible(page, 'preview of a deletion')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Scale…' }).click()
    await dialog(page).getByText('2 now').waitFor()
    await expectAccessible(page, 'scale')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Roll back…' }).click()
    await page.getByLabel(/Revision 1/).check()
    await dialog(page).locator('.cm-changedLine').first().waitFor()
    await expectAccessible(page, 'roll back')
    await page.keyboard.press('Escape')
    await page.goto(`${url}/console${WEB}?tab=history`)
    await page.locator('.history-version .cm-changedLine').first().waitFor()
    await expectAccessible(page, 'history')
  })

  test('editing, its errors, the difference and a merge', async ({ page, url }) => {
    await createMaps(url, 'edited')
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/edited`)
    await code(page).getByText('key: value').waitFor()
    await retype(page, 'key: value', 'key: [value')
    await page.getByRole('list', { name: 'Problems' }).waitFor()
    await expectAccessible(page, 'problems')
    await retype(page, 'key: [value', 'key: mine')
    await page.getByRole('list', { name: 'Problems' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save…' }).click()
    await dialog(page).locator('.cm-changedLine').first().waitFor()
    await expectAccessible(page, 'difference')
    await page.keyboard.press('Escape')
    await send(url, 'PATCH', `${MAPS}/edited`, { data: { key: 'theirs' } })
    await page.getByText('has changed data.key').waitFor()
    await expectAccessible(page, 'change by others')
    await page.getByRole('button', { name: 'Save…' }).click()
    await dialog(page).getByText('Both changed').waitFor()
    await expectAccessible(page, 'merge')
    await dialog(page).getByLabel('Mine').check()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved ConfigMap edited').waitFor()
    await expectAccessible(page, 'message')
  })

  test('creation with its results', async ({ page, url }) => {
    await createMaps(url, 'taken')
    await page.goto(`${url}/console#/create`)
    await page.getByRole('button', { name: 'Template…' }).click()
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page, 'templates')
    await page.keyboard.press('Escape')
    await code(page).click()
    const map = (name: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  key: new\n`
    await page.keyboard.insertText([map('fresh'), map('taken'), 'kind: Nothing\n'].join('---\n'))
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('1 of 3 applied').waitFor()
    await expectAccessible(page, 'results')
  })

  test('what cannot be shown', async ({ page, url }) => {
    await createMaps(url, 'one')
    for (const [address, text] of [
      [`${MAP_LIST}?labels=name+in+(`, 'The request failed'],
      ['#/object/_/v1/configmaps/default/missing', 'does not exist'],
      ['#/list/example.com/v1/missing', 'The server has no missing.example.com'],
      ['#/access', 'There is no such page'],
      [`${MAP_LIST}?at=999999999`, 'has not come yet'],
    ] as const) {
      await page.goto(`${url}/console${address}`)
      await page.getByText(text).first().waitFor()
      await expectAccessible(page, text)
    }
  })

  test('the topology, the changes and the server', async ({ page, url }) => {
    await page.goto(`${url}/console#/topology?ns=kube-public`)
    await page.getByText('There are no workloads').waitFor()
    await expectAccessible(page, 'topology without workloads')
    await createWeb(url)
    await page.goto(`${url}/console#/topology`)
    await page.getByRole('region', { name: 'Picture of the apps' }).waitFor()
    await expectAccessible(page, 'topology')
    await page.goto(`${url}/console#/changes`)
    await page.locator('.write-list').waitFor()
    await expectAccessible(page, 'changes')
    await page.getByLabel('Filter changes').fill('no such change')
    await page.getByText('No change matches').waitFor()
    await expectAccessible(page, 'changes without a match')
    for (const [tab, text] of [
      ['load', 'Requests per second'],
      ['health', 'The server is ready'],
      ['rights', 'What you may do'],
      ['audit', '--audit-log'],
    ] as const) {
      await page.goto(`${url}/console#/server/${tab}`)
      await page.getByText(text).waitFor()
      await expectAccessible(page, tab)
    }
  })

  test('the past', async ({ page, url }) => {
    await createMaps(url, 'one', 'two')
    const response = await fetch(url + MAPS)
    const { metadata } = (await response.json()) as { metadata: { resourceVersion: string } }
    await createMaps(url, 'three')
    await page.goto(`${url}/console${MAP_LIST}?at=${metadata.resourceVersion}`)
    await expectNames(page, ['one', 'two'])
    await page.getByRole('slider', { name: 'Moment' }).waitFor()
    await expectAccessible(page, 'the past of a table')
  })
})

describe('the sign-in of the console is accessible:', { skip: browserMissing }, () => {
  const test = pageTests({
    expected: /40[13]/,
    users: { ann: [] },
    authentication: { anonymous: false },
  })

  test('the page, a refused token and a refused right', async ({ page, url }) => {
    await page.goto(`${url}/console#/list/_/v1/secrets`)
    await page.getByLabel('Token').waitFor()
    await expectAccessible(page, 'sign-in')
    await page.getByLabel('Token').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('does not accept this token').waitFor()
    await expectAccessible(page, 'refused token')
    await page.getByLabel('Token').fill('ann')
    await page.keyboard.press('Enter')
    await page.getByText('You may not see this').waitFor()
    await expectAccessible(page, 'refused right')
  })
})
