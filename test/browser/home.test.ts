import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessibility.js'
import { browserMissing } from './chromium.js'
import { pageTests } from './page-test.js'

const CONFIG_MAP = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'default' },
  data: { a: '1' },
}
const READERS = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'lists-configmaps' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'ann-lists-configmaps' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'lists-configmaps' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
  },
]

const counts = (page: Page) =>
  page
    .locator('#counts tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Bearer token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('/ of an open server in a browser', { skip: browserMissing }, () => {
  const test = pageTests({ objects: [CONFIG_MAP] })

  test('it shows the server and how many objects of each kind there are', async ({ page, url }) => {
    await page.goto(url)
    await page.locator('#objects').waitFor()
    const facts = await page.locator('#facts').innerText()
    assert.match(facts, /Version\s+\d+\.\d+\.\d+/)
    assert.match(facts, /memory/)
    assert.doesNotMatch(facts, /Signed in/)
    assert.deepEqual(
      (await counts(page)).filter(([kind]) => kind === 'ConfigMap'),
      [['ConfigMap', 'v1', '1']],
    )
    assert.equal(await page.locator('#sign-in').isVisible(), false)
    assert.match(await page.locator('#empty-title').innerText(), /^\d+ kinds without objects$/)
  })

  test('all its links lead to something', async ({ page, url }) => {
    await page.goto(url)
    const links = await page.locator('nav a').evaluateAll((found) => found.map((link) => link.href))
    assert.deepEqual(
      links.map((link) => link.slice(url.length)),
      ['/console', '/docs', '/metrics', '/livez?verbose', '/readyz?verbose', '/version', '/openapi/v2'],
    )
    for (const link of links) assert.equal((await fetch(link)).status, 200, link)
  })

  test('it fits a narrow window, and is accessible in both color schemes', async ({ page, url }) => {
    await page.setViewportSize({ width: 400, height: 800 })
    await page.goto(url)
    await page.locator('#objects').waitFor()
    await page.locator('#empty-title').click()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 400)
    await assertAccessible(page)
  })
})

describe('/ of a server with users in a browser', { skip: browserMissing }, () => {
  const test = pageTests({
    expected: /40[13]/,
    users: { admin: ['system:masters'], ann: [] },
    objects: [CONFIG_MAP, ...READERS],
  })

  test('strangers see links and a field for a token, nothing else', async ({ page, url }) => {
    await page.goto(url)
    await page.getByLabel('Bearer token').waitFor()
    assert.equal(await page.locator('#server').isVisible(), false)
    assert.equal(await page.locator('#objects').isVisible(), false)
    assert.equal(await page.locator('#refusal').innerText(), '')
    assert.doesNotMatch(await page.content(), /\d+\.\d+\.\d+/)
    assert.equal(await page.getByRole('link', { name: 'Console' }).isVisible(), true)
    await assertAccessible(page)
  })

  test('a wrong token is named as such, and another one may follow', async ({ page, url }) => {
    await page.goto(url)
    await signIn(page, 'wrong')
    await page.getByText('The server does not accept this token.').waitFor()
    await signIn(page, 'not a token')
    await page.getByText('This is not a token.').waitFor()
    await signIn(page, 'admin')
    await page.locator('#objects').waitFor()
    assert.match(await page.locator('#facts').innerText(), /Signed in as\s+admin/)
    assert.equal(await page.locator('#sign-in').isVisible(), false)
    await assertAccessible(page)
  })

  test('users see the number of those objects that they may list', async ({ page, url }) => {
    await page.goto(url)
    await signIn(page, 'ann')
    await page.locator('#objects').waitFor()
    // One of them is the server's own.
    assert.deepEqual(await counts(page), [['ConfigMap', 'v1', '2']])
    assert.equal(await page.locator('#empty').isVisible(), false)
  })

  test('the page shows what is behind its links, as the user', async ({ page, url }) => {
    await page.goto(url)
    await signIn(page, 'admin')
    await page.locator('#objects').waitFor()
    await page.getByRole('link', { name: '/readyz?verbose' }).click()
    await page.locator('#reader-text', { hasText: 'readyz check passed' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: '/openapi/v2' }).click()
    await page.locator('#reader-text', { hasText: 'characters in all' }).waitFor()
  })

  test('the token is in memory only, and signing out forgets it', async ({ page, url }) => {
    await page.goto(url)
    await signIn(page, 'admin')
    await page.locator('#objects').waitFor()
    assert.equal(page.url(), `${url}/`)
    assert.deepEqual(await page.context().storageState(), { cookies: [], origins: [] })
    assert.equal(await page.getByLabel('Bearer token').inputValue(), '')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Bearer token').waitFor()
    assert.equal(await page.locator('#objects').isVisible(), false)
  })
})
