// Makes the pictures of the console in the documentation, from a server and a federation with demo data.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startLocalFederation } from '../.build/src/server/local-federation.js'
import { startTestServer } from '../.build/src/testing.js'
import { buildConsole } from './build-console.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/public/screenshots')
const MAX_SIZE = 150_000
const BEHAVIOUR = 'simulation.binnacle.dev/behaviour'
const READY_AFTER = 'simulation.binnacle.dev/ready-after'
const PREFERENCES = 'federation.kubernetes.io/deployment-preferences'

await buildConsole(join(ROOT, '.build/src/http/console/assets/console'))
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })

const send = async (url, method, path, manager, body) => {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const response = await fetch(`${url}${path}?fieldManager=${manager}`, {
    method,
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}
const deployments = (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`
const template = (name, version, annotations = {}) => ({
  metadata: { labels: { app: name }, annotations },
  spec: { containers: [{ name, image: `registry.example/${name}:${version}` }] },
})
const deployment = (name, replicas, version, annotations = {}) => ({
  metadata: { name, annotations },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: template(name, version),
  },
})
const service = (name) => ({ metadata: { name }, spec: { selector: { app: name }, ports: [{ port: 80 }] } })
const path = (name, prefix) => ({
  path: prefix,
  pathType: 'Prefix',
  backend: { service: { name, port: { number: 80 } } },
})
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** A shop: one rollout is broken, one in progress. */
async function fillShop(url) {
  const post = (at, manager, body) => send(url, 'POST', at, manager, body)
  for (const zone of ['a', 'b', 'c'])
    await post('/api/v1/nodes', 'cloud', { metadata: { name: `node-${zone}` } })
  for (const [name, replicas, version] of [
    ['web', 4, '2.4.1'],
    ['checkout', 3, '1.9.0'],
    ['catalog', 3, '3.0.2'],
  ]) {
    await post(deployments('shop'), 'argocd', deployment(name, replicas, version))
    await post('/api/v1/namespaces/shop/services', 'argocd', service(name))
  }
  await post('/apis/networking.k8s.io/v1/namespaces/shop/ingresses', 'argocd', {
    metadata: { name: 'shop' },
    spec: {
      rules: [{ host: 'shop.example', http: { paths: [path('web', '/'), path('checkout', '/pay')] } }],
    },
  })
  await post(deployments('payments'), 'argocd', deployment('ledger', 2, '0.8.3'))
  await post('/api/v1/namespaces/shop/configmaps', 'ann', {
    metadata: { name: 'prices' },
    data: { currency: 'EUR' },
  })
  await pause(2000)
  const change = (at, manager, body) => send(url, 'PATCH', at, manager, body)
  await change('/api/v1/namespaces/shop/configmaps/prices', 'ann', { data: { currency: 'CHF' } })
  await change('/api/v1/nodes/node-c', 'kubectl-cordon', { spec: { unschedulable: true } })
  const web = { spec: { template: template('web', '2.5.0', { [READY_AFTER]: '1h' }) } }
  await change(`${deployments('shop')}/web`, 'argocd', web)
  const broken = {
    spec: {
      progressDeadlineSeconds: 2,
      template: template('checkout', '1.9.l', { [BEHAVIOUR]: 'image-missing' }),
    },
  }
  await change(`${deployments('shop')}/checkout`, 'argocd', broken)
  await pause(4000)
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
async function picture(name, address, { colorScheme = 'light', prepare = () => pause(3000) } = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
  await page.goto(address)
  await prepare(page)
  const png = await page.screenshot()
  await page.close()
  const webp = await asWebp(png)
  if (webp.length > MAX_SIZE) throw new Error(`the picture ${name} has ${webp.length} bytes`)
  writeFileSync(join(FOLDER, `${name}.webp`), webp)
}

/** A third of the size of a PNG. The browser has an encoder. */
async function asWebp(png) {
  const page = await browser.newPage()
  const url = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.9)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(url.split(',')[1], 'base64')
}

const server = await startTestServer({ simulateWorkloads: true })
const federation = await startLocalFederation({ members: 3, port: 0, dataDir: '', logLevel: 'error' })
try {
  await fillShop(server.url)
  const shop = `${server.url}/console#`
  await picture('overview', `${shop}/overview`)
  await picture('topology', `${shop}/topology?ns=shop`)
  await picture('changes', `${shop}/changes?ns=shop`, { colorScheme: 'dark' })
  const { items } = await (await fetch(`${server.url}/binnacle/v1/revisions?count=9`)).json()
  await picture('past', `${shop}/list/_/v1/pods?ns=shop&at=${items[4].resourceVersion}`)
  const requests = setInterval(
    () => void fetch(`${server.url}/api/v1/pods`).then((response) => response.text()),
    30,
  )
  await picture('server', `${shop}/server`, { colorScheme: 'dark', prepare: () => pause(15_000) })
  clearInterval(requests)

  const { url } = federation.host
  const preferences = JSON.stringify({ rebalance: true, clusters: { '*': { weight: 1 } } })
  await send(
    url,
    'POST',
    deployments('shop'),
    'argocd',
    deployment('web', 9, '2.4.1', { [PREFERENCES]: preferences }),
  )
  await pause(3000)
  await picture('federation', `${url}/console#/federation/deployments.apps/shop/web`, {
    prepare: async (page) => {
      await page.getByLabel('Weight of m1').fill('4')
      await pause(500)
    },
  })
} finally {
  await browser.close()
  await federation.close()
  await server.close()
}
