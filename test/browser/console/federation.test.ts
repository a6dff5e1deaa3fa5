import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type LocalFederation, startLocalFederation } from '#server/local-federation.js'
import { startTestServer } from '#testing.js'
import { browserMissing, openBrowser } from '../chromium.js'
import { expectAccessible } from './axe.js'
import { send, until } from './objects.js'

const DEPLOYMENTS = '/apis/apps/v1/namespaces/shop/deployments'
const POLICIES = '/apis/federation.binnacle.dev/v1alpha1/namespaces/shop/propagationpolicies'

const deployment = (name: string, annotations: Readonly<Record<string, string>> = {}) => ({
  metadata: { name, annotations },
  spec: {
    replicas: 9,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'example/web:1' }] },
    },
  },
})

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('a federation in the console', { skip: browserMissing }, () => {
  let federation: LocalFederation
  let url: string
  let browser: Awaited<ReturnType<typeof openBrowser>>
  let page: Page
  before(async () => {
    federation = await startLocalFederation({ members: 3, port: 0, dataDir: '', logLevel: 'error' })
    url = federation.host.url
    browser = await openBrowser()
    page = await browser.context.newPage()
  })
  after(async () => {
    await browser.close()
    await federation.close()
  })

  it('shows the clusters, and the parts of an object in each', async () => {
    await send(url, 'POST', DEPLOYMENTS, deployment('web'))
    await page.goto(`${url}/console`)
    await page.locator('.sidebar').getByRole('link', { name: 'Federation', exact: true }).click()
    const card = panel(page, 'Clusters').getByRole('listitem').filter({ hasText: 'm2' })
    for (const text of ['Ready', 'us-east', 'us-east-a, us-east-b']) {
      await card.getByText(text, { exact: true }).waitFor()
    }
    const row = panel(page, 'Federated objects').getByRole('listitem').filter({ hasText: 'shop/web' })
    for (const cluster of ['m1', 'm2', 'm3']) {
      await row.getByRole('img', { name: `${cluster}: 3 wanted, 3 current, 3 ready` }).waitFor()
    }
    await expectAccessible(page, 'federation')
  })

  it('shows the plan of new preferences before they are saved, and the host follows it', async () => {
    await page.goto(`${url}/console#/federation/deployments.apps/shop/web`)
    const preferences = panel(page, 'Preferences')
    const plan = (cluster: string) => preferences.getByLabel(`Plan of ${cluster}`, { exact: true })
    await preferences.getByLabel('Weight of m1').fill('7')
    assert.equal(await plan('m1').textContent(), '3')
    await preferences.getByLabel('Move running replicas').check()
    await until(page, `document.querySelector('[aria-label="Plan of m1"]').textContent === '7'`)
    assert.deepEqual([await plan('m2').textContent(), await plan('m3').textContent()], ['1', '1'])
    await preferences.getByLabel('Most of m1').fill('some')
    await preferences.getByText('“some” is not a whole number').waitFor()
    assert.equal(await preferences.getByRole('button', { name: 'Save' }).isDisabled(), true)
    await preferences.getByLabel('Most of m1').fill('')
    await preferences.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('img', { name: 'm1: 7 wanted, 7 current, 7 ready' }).waitFor()
    await expectAccessible(page, 'federated object')
  })

  it('says why an object is in a cluster or not, and what differs there', async () => {
    await send(url, 'POST', POLICIES, {
      metadata: { name: 'western' },
      spec: {
        resourceSelectors: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'western' }],
        placement: { fieldSelectors: [{ key: 'region', operator: 'In', values: ['eu-west', 'us-east'] }] },
      },
    })
    const patch = [
      { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'mirror.example/web:1' },
    ]
    const overrides = JSON.stringify([{ clusters: ['m1'], patch }])
    await send(
      url,
      'POST',
      DEPLOYMENTS,
      deployment('western', { 'federation.binnacle.dev/overrides': overrides }),
    )
    await page.goto(`${url}/console#/federation/deployments.apps/shop/western`)
    const placement = panel(page, 'Placement')
    await placement.getByText('PropagationPolicy/western chooses the clusters.').waitFor()
    const row = placement.getByRole('row').filter({ hasText: 'm3' })
    await row.getByText('no', { exact: true }).waitFor()
    await row.getByText('the region ap-south').waitFor()
    await panel(page, 'Overrides').getByText('mirror.example/web:1').waitFor()
  })

  it('is not offered by a server that is no host', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    await page.goto(`${server.url}/console`)
    await page.locator('.sidebar').getByRole('link', { name: 'Server', exact: true }).waitFor()
    assert.equal(
      await page.locator('.sidebar').getByRole('link', { name: 'Federation', exact: true }).count(),
      0,
    )
  })
})
