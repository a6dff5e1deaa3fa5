import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { CERTIFICATE_REQUEST } from '../../support/certificates/certificate-request.js'
import { browserMissing } from '../chromium.js'
import { pageTests } from '../page-test.js'
import { createMaps, MAPS, send } from './objects.js'

const APPS = '/apis/apps/v1/namespaces/default'
const labels = { app: 'web' }

const spec = (replicas: number, image: string) => ({
  replicas,
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } },
})

interface Stored {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string }
  readonly spec: { readonly replicas: number; readonly suspend?: boolean; readonly template: unknown }
  readonly data?: Readonly<Record<string, string>>
}

async function stored(url: string, path: string): Promise<Stored> {
  const response = await fetch(url + path)
  return (await response.json()) as Stored
}

/** A Deployment with two revisions. */
async function createWeb(url: string): Promise<void> {
  await send(url, 'POST', `${APPS}/deployments`, {
    metadata: { name: 'web' },
    spec: spec(2, 'example.com/web:2'),
  })
  const { uid } = (await stored(url, `${APPS}/deployments/web`)).metadata
  for (const revision of [1, 2]) {
    const metadata = {
      name: `web-${revision}`,
      annotations: { 'deployment.kubernetes.io/revision': String(revision) },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }],
    }
    const body = { metadata, spec: spec(0, `example.com/web:${revision}`) }
    await send(url, 'POST', `${APPS}/replicasets`, body)
  }
}

const WEB = '#/object/apps/v1/deployments/default/web'

describe('what the console does with objects', { skip: browserMissing }, () => {
  const test = pageTests({ expected: /: (400|404|409|422|429)$|status of (400|404|409|422|429)/ })

  test('many documents are created, each with its result, and a conflict can be forced', async ({
    page,
    url,
  }) => {
    await createMaps(url, 'taken')
    await page.goto(`${url}/console#/create`)
    await page.locator('.code-view .cm-content').click()
    const map = (name: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  key: new\n`
    await page.keyboard.insertText([map('fresh'), map('taken'), 'kind: Nothing\n'].join('---\n'))
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByText('1 of 3 applied').waitFor()
    await results.getByRole('row', { name: /fresh/ }).getByText('Created').waitFor()
    await results
      .getByRole('row', { name: /Nothing/ })
      .getByText('apiVersion is missing')
      .waitFor()
    await results.getByRole('button', { name: 'Take these fields over' }).click()
    await results.getByText('2 of 3 applied').waitFor()
    assert.equal((await stored(url, `${MAPS}/taken`)).data?.key, 'new')
    await results.getByRole('link', { name: /fresh/ }).click()
    await page.getByRole('heading', { name: 'fresh' }).waitFor()
  })

  test('a template of a kind is complete enough to apply', async ({ page, url }) => {
    await page.goto(`${url}/console#/create`)
    await page.getByRole('button', { name: 'Template…' }).click()
    await page.keyboard.type('deploy')
    await page
      .getByRole('option', { name: /Deployment/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.code-view .cm-content').getByText('kind: Deployment').waitFor()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('1 of 1 applied').waitFor()
  })

  test('a deletion shows what goes along, and can keep it', async ({ page, url }) => {
    await createWeb(url)
    await page.goto(`${url}/console${WEB}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 objects are deleted too:').waitFor()
    await dialog.getByText('ReplicaSet web-1').waitFor()
    await dialog.getByLabel('Keep what it owns').check()
    await dialog.getByText('Nothing else is deleted.').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    assert.ok((await stored(url, `${APPS}/replicasets/web-1`)).metadata.uid)
  })

  test('a Deployment is scaled and rolled back', async ({ page, url }) => {
    await createWeb(url)
    await page.goto(`${url}/console${WEB}`)
    await page.getByRole('button', { name: 'Scale…' }).click()
    await page.getByLabel('Replicas', { exact: true }).fill('5')
    await page.getByRole('button', { name: 'Scale', exact: true }).click()
    await page.getByText('Scaled web to 5').waitFor()
    assert.equal((await stored(url, `${APPS}/deployments/web`)).spec.replicas, 5)
    await page.getByRole('button', { name: 'Roll back…' }).click()
    await page.getByLabel(/Revision 1/).check()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.cm-changedLine').getByText('example.com/web:1').waitFor()
    await dialog.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByText('Rolled web back to revision 1').waitFor()
    const { template } = (await stored(url, `${APPS}/deployments/web`)).spec
    assert.match(JSON.stringify(template), /example\.com\/web:1/)
  })

  test('a slider sets the replicas', async ({ page, url }) => {
    await createWeb(url)
    await page.goto(`${url}/console${WEB}`)
    await page.getByRole('button', { name: 'Scale…' }).click()
    await page.getByRole('dialog').getByText('2 now').waitFor()
    const slider = page.getByLabel('Replicas, slider')
    await slider.focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
    assert.equal(await page.getByLabel('Replicas', { exact: true }).inputValue(), '7')
    await page.getByRole('button', { name: 'Scale', exact: true }).click()
    await page.getByText('Scaled web to 7').waitFor()
    assert.equal((await stored(url, `${APPS}/deployments/web`)).spec.replicas, 7)
  })

  test('an eviction that a budget forbids says so', async ({ page, url }) => {
    const pod = { metadata: { name: 'kept', labels }, spec: { containers: [{ name: 'a', image: 'a' }] } }
    await send(url, 'POST', '/api/v1/namespaces/default/pods', pod)
    await send(url, 'PATCH', '/api/v1/namespaces/default/pods/kept/status', {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    })
    await send(url, 'POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
      metadata: { name: 'web' },
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    })
    await page.goto(`${url}/console#/object/_/v1/pods/default/kept`)
    await page.getByRole('button', { name: 'Evict…' }).click()
    await page.getByRole('button', { name: 'Evict', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cannot evict pod').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.ok((await stored(url, '/api/v1/namespaces/default/pods/kept')).metadata.uid)
  })

  test('a job is suspended and resumed', async ({ page, url }) => {
    const jobs = '/apis/batch/v1/namespaces/default/cronjobs'
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } }
    await send(url, 'POST', jobs, {
      metadata: { name: 'nightly' },
      spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } } },
    })
    await page.goto(`${url}/console#/object/batch/v1/cronjobs/default/nightly`)
    await page.getByRole('button', { name: 'Suspend…' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('button', { name: 'Resume…' }).waitFor()
    assert.equal((await stored(url, `${jobs}/nightly`)).spec.suspend, true)
  })

  test('a pod is evicted', async ({ page, url }) => {
    const pods = '/api/v1/namespaces/default/pods'
    const body = { metadata: { name: 'one' }, spec: { containers: [{ name: 'a', image: 'a' }] } }
    await send(url, 'POST', pods, body)
    await page.goto(`${url}/console#/object/_/v1/pods/default/one`)
    await page.getByRole('button', { name: 'Evict…' }).click()
    await page.getByRole('button', { name: 'Evict', exact: true }).click()
    await page.getByText('Evicted one').waitFor()
  })

  test('a signing request is approved', async ({ page, url }) => {
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const body = {
      metadata: { name: 'me' },
      spec: { request: CERTIFICATE_REQUEST, signerName: 'example.com/signer', usages: ['client auth'] },
    }
    await send(url, 'POST', path, body)
    await page.goto(`${url}/console#/object/certificates.k8s.io/v1/certificatesigningrequests/_/me`)
    await page.getByRole('button', { name: 'Approve…' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Approved me').waitFor()
    await page.getByRole('button', { name: 'Deny…' }).waitFor({ state: 'detached' })
  })

  test('the deletion of a namespace shows how much is in it', async ({ page, url }) => {
    await send(url, 'POST', '/api/v1/namespaces', { metadata: { name: 'team' } })
    for (const name of ['one', 'two', 'three']) {
      await send(url, 'POST', '/api/v1/namespaces/team/configmaps', { metadata: { name } })
    }
    await page.goto(`${url}/console#/object/_/v1/namespaces/_/team`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByText(/Also deleted: .*3 configmaps/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.ok((await stored(url, '/api/v1/namespaces/team')).metadata.uid)
  })

  test('older versions of an object are loaded in pages', async ({ page, url }) => {
    await createMaps(url, 'busy')
    for (let version = 1; version <= 45; version++) {
      await send(url, 'PATCH', `${MAPS}/busy`, { data: { key: `value-${version}` } })
    }
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/busy?tab=history`)
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button')
    const older = page.getByRole('button', { name: 'Load older versions' })
    await older.waitFor()
    assert.equal(await versions.count(), 20)
    await older.click()
    await versions.nth(39).waitFor()
    // The last one is compared with the one before.
    await versions.nth(39).click()
    await versions.nth(45).waitFor()
    await page.locator('.history-version .cm-deletedChunk').getByText('key: value-5').waitFor()
    await older.waitFor({ state: 'detached' })
    await versions.nth(45).click()
    await page.getByText('As it was created').waitFor()
    await page.locator('.history-version .cm-changedLine').getByText('key: value').waitFor()
    await send(url, 'PATCH', `${MAPS}/busy`, { data: { key: 'value-46' } })
    await versions.nth(46).waitFor()
  })

  test('an old version is compared and restored', async ({ page, url }) => {
    await createMaps(url, 'back')
    await send(url, 'PATCH', `${MAPS}/back`, { data: { key: 'wrong' } })
    await page.goto(`${url}/console#/object/_/v1/configmaps/default/back?tab=history`)
    const versions = page.getByRole('list', { name: 'Versions' })
    await page.locator('.history-version .cm-deletedChunk').getByText('key: value').waitFor()
    await versions.getByRole('button', { name: /Created/ }).click()
    await page.getByRole('button', { name: 'Restore this version…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore ConfigMap' })
    await dialog.locator('.cm-changedLine').getByText('key: value').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved ConfigMap back').waitFor()
    assert.equal((await stored(url, `${MAPS}/back`)).data?.key, 'value')
  })

  test('nothing can be pressed in the past', async ({ page, url }) => {
    await createWeb(url)
    const { resourceVersion } = (await stored(url, `${APPS}/deployments/web`)).metadata
    await page.goto(`${url}/console${WEB}?at=${resourceVersion}`)
    for (const name of ['Scale…', 'Roll back…', 'Delete']) {
      const button = page.getByRole('button', { name })
      await button.waitFor()
      assert.ok(await button.isDisabled(), name)
      assert.equal(await button.getAttribute('title'), 'Nothing can be changed in the past')
    }
  })
})
