import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { browserMissing } from '../chromium.js'
import { pageTests } from '../page-test.js'
import { expectAccessible } from './axe.js'
import { createMaps, until } from './objects.js'

const ROLE = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name: 'reader', namespace: 'shop' },
  rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['prices'] }],
}
const BINDING = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name: 'reader', namespace: 'shop' },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ann' }],
  roleRef: { kind: 'Role', apiGroup: 'rbac.authorization.k8s.io', name: 'reader' },
}

describe('the page of the server in the console', { skip: browserMissing }, () => {
  const test = pageTests()

  test('charts are drawn from the metrics of the server', async ({ page, url }) => {
    await page.goto(`${url}/console#/server`)
    for (const title of ['Requests per second', 'Latency', 'Watches', 'Memory']) {
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
      await card.locator('canvas').waitFor()
    }
    const rate = page
      .getByRole('listitem')
      .filter({ hasText: 'Requests per second' })
      .locator('strong')
      .first()
    assert.match((await rate.textContent()) ?? '', /^\d/)
    // The canvas has pixels that are not empty.
    await until(
      page,
      `(() => {
      const canvas = document.querySelector('canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value) => value !== 0)
    })()`,
    )
    await expectAccessible(page, 'charts')
  })

  test('the numbers follow the load', async ({ page, url }) => {
    await page.goto(`${url}/console#/server`)
    const numberIn = async (title: string) => {
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
      return Number((await card.locator('strong').first().textContent())?.replaceAll(',', ''))
    }
    await page.getByRole('heading', { name: 'Stored objects' }).waitFor()
    const before = await numberIn('Stored objects')
    await createMaps(url, 'a', 'b', 'c')
    const deadline = performance.now() + 60_000
    while ((await numberIn('Stored objects')) < before + 3) {
      assert.ok(performance.now() < deadline, 'the number of objects stays as it was')
      await page.waitForTimeout(200)
    }
  })

  test('health checks are listed, and the audit log is explained', async ({ page, url }) => {
    await page.goto(`${url}/console#/server/health`)
    await page.getByText('The server is ready.').waitFor()
    await page.getByRole('cell', { name: 'ping', exact: true }).waitFor()
    await expectAccessible(page, 'health')
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByText('--audit-log').waitFor()
  })
})

describe('the rights of a user in the console', { skip: browserMissing }, () => {
  const test = pageTests({
    users: { ann: [] },
    authentication: { anonymous: false },
    objects: [ROLE, BINDING],
    expected: /40[13]/,
  })

  test('they are a table for each namespace', async ({ page, url }) => {
    await page.goto(`${url}/console#/server/rights?ns=shop`)
    await page.getByLabel('Token').fill('ann')
    await page.keyboard.press('Enter')
    await page.getByText('What you may do in the namespace shop').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'configmaps' })
    await row.getByText('get, list').waitFor()
    await row.getByText('prices').waitFor()
    await expectAccessible(page, 'rights')
    await page.goto(`${url}/console#/server/rights`)
    await page.getByText('in the namespace default').waitFor()
    await row.waitFor({ state: 'detached' })
  })
})
