import { describe } from 'node:test'
import { browserMissing } from '../chromium.js'
import { pageTests, type Visit } from '../page-test.js'
import { expectAccessible } from './axe.js'
import { send } from './objects.js'

const BEHAVIOUR = 'simulation.binnacle.dev/behaviour'

const deployment = (name: string, annotations: object = {}) => ({
  metadata: { name },
  spec: {
    replicas: 2,
    progressDeadlineSeconds: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name }, annotations },
      spec: { containers: [{ name: 'main', image: `example/${name}:1` }] },
    },
  },
})

/** An app that works behind an ingress, and one that is broken. */
async function createApps({ url }: Visit): Promise<void> {
  const deployments = '/apis/apps/v1/namespaces/shop/deployments'
  await send(url, 'POST', deployments, deployment('web'))
  await send(url, 'POST', deployments, deployment('checkout', { [BEHAVIOUR]: 'image-missing' }))
  await send(url, 'POST', '/api/v1/namespaces/shop/services', {
    metadata: { name: 'web-service' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  })
  const backend = { service: { name: 'web-service', port: { number: 80 } } }
  await send(url, 'POST', '/apis/networking.k8s.io/v1/namespaces/shop/ingresses', {
    metadata: { name: 'front' },
    spec: {
      rules: [{ host: 'shop.example', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  })
}

describe('the overview of the console', { skip: browserMissing }, () => {
  const test = pageTests({ simulateWorkloads: true })

  test('it names a broken rollout with its reason, and shows the pods on their nodes', async (visit) => {
    const { page, url } = visit
    await createApps(visit)
    await page.goto(`${url}/console`)
    const problems = page.getByRole('region', { name: 'Problems' })
    const broken = problems.getByRole('listitem').filter({ hasText: 'checkout' })
    await broken.getByText('ImagePullBackOff').waitFor()
    await broken.getByText('ProgressDeadlineExceeded').waitFor()
    await problems.getByText('web', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('progressbar', { name: 'Rollout of checkout' }).waitFor()
    const map = page.getByRole('region', { name: 'Nodes and pods' })
    await map
      .getByRole('link', { name: /shop\/checkout-.*ImagePullBackOff/ })
      .first()
      .waitFor()
    await expectAccessible(page, 'overview')
    await broken.getByRole('link').click()
    await page.getByRole('heading', { name: 'checkout' }).waitFor()
  })

  test('the topology leads from a deployment to its ingress', async (visit) => {
    const { page, url } = visit
    await createApps(visit)
    await page.goto(`${url}/console#/topology?ns=shop`)
    const picture = page.getByRole('region', { name: 'Picture of the apps' })
    await picture.getByRole('link', { name: /shop\.example/ }).waitFor()
    await picture
      .getByRole('link', { name: /^checkout 80|^checkout/ })
      .first()
      .waitFor()
    await page.getByLabel('Filter apps').fill('front')
    await picture
      .getByRole('link', { name: /^checkout/ })
      .first()
      .waitFor({ state: 'detached' })
    for (const name of [/^web\s?Deployment 2\/2/, /^web-service/, /^front/]) {
      await picture.getByRole('link', { name }).waitFor()
    }
    await expectAccessible(page, 'topology')
    await picture.getByRole('link', { name: /^front/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'front' }).waitFor()
  })
})

describe('the overview of an empty server', { skip: browserMissing }, () => {
  const test = pageTests()

  test('it says how to create a first object', async ({ page, url }) => {
    await page.goto(`${url}/console`)
    await page.getByText('There is nothing here yet').waitFor()
    await page.getByText(`kubectl --server ${url} create deployment`).waitFor()
    await send(url, 'POST', '/apis/apps/v1/namespaces/default/deployments', deployment('first'))
    await page.getByText('There is nothing here yet').waitFor({ state: 'detached' })
  })
})
