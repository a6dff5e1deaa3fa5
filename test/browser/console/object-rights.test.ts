import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { browserMissing } from '../chromium.js'
import { pageTests } from '../page-test.js'

const rbac = 'rbac.authorization.k8s.io'
const metadata = { name: 'reader', namespace: 'default' }
const READER = {
  apiVersion: `${rbac}/v1`,
  kind: 'Role',
  metadata,
  rules: [{ verbs: ['get', 'list', 'watch'], apiGroups: ['apps'], resources: ['*'] }],
}
const BINDING = {
  apiVersion: `${rbac}/v1`,
  kind: 'RoleBinding',
  metadata,
  subjects: [{ kind: 'User', apiGroup: rbac, name: 'ann' }],
  roleRef: { kind: 'Role', apiGroup: rbac, name: 'reader' },
}
const labels = { app: 'web' }
const WEB = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } },
  },
}

describe('the rights of a user on an object in the console', { skip: browserMissing }, () => {
  const test = pageTests({
    expected: /40[13]/,
    users: { ann: [] },
    authentication: { anonymous: false },
    objects: [READER, BINDING, WEB],
  })

  test('a button that the user may not press says why', async ({ page, url }) => {
    await page.goto(`${url}/console#/object/apps/v1/deployments/default/web`)
    await page.getByLabel('Token').fill('ann')
    await page.keyboard.press('Enter')
    const code = page.locator('.code-view .cm-content')
    await code.getByText('kind: Deployment').waitFor()
    await page.getByTitle('You may not delete deployments.apps in default').waitFor()
    await page.getByTitle('You may not patch deployments.apps/scale in default').waitFor()
    await page.getByTitle('You may not update deployments.apps in default').waitFor()
    for (const name of ['Delete', 'Scale…', 'Roll back…', 'Save…']) {
      assert.ok(await page.getByRole('button', { name }).isDisabled(), name)
    }
    assert.equal(await code.getAttribute('contenteditable'), 'false')
  })
})
