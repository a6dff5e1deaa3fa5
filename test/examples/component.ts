import { appendFile, readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'

/**
 * Stands in for a program of Kubernetes: makes the first requests that it would make, with the credentials of its
 * kubeconfig, and notes the status codes. Then it runs until it is stopped.
 */
const [program = '', notes = '', ...args] = process.argv.slice(2)
const flag = (name: string) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : '')
const self = flag('--name') || program

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }]
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }]
}
const kubeconfig = parse(await readFile(flag('--kubeconfig'), 'utf8')) as Kubeconfig
const { server = '', 'certificate-authority': ca = '' } = kubeconfig.clusters[0].cluster
const { 'client-certificate': cert = '', 'client-key': key = '' } = kubeconfig.users[0].user
const tls = { ca: await readFile(ca), cert: await readFile(cert), key: await readFile(key) }

async function send(method: string, path: string, body?: object): Promise<void> {
  const code = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(`${server}${path}`, { ...tls, method, headers }, (response) => {
      text(response).then(() => resolve(response.statusCode), reject)
    })
    sent.on('error', reject).end(body && JSON.stringify(body))
  })
  await appendFile(notes, `${self} ${method} ${path} ${code}\n`)
}

const LEASES = '/apis/coordination.k8s.io/v1/namespaces'
const lease = (name: string) => ({ metadata: { name }, spec: { holderIdentity: name } })

switch (program) {
  case 'kube-controller-manager':
    await readFile(flag('--service-account-private-key-file'))
    await send('POST', `${LEASES}/kube-system/leases`, lease(program))
    await send('POST', '/api/v1/namespaces/kube-system/serviceaccounts', { metadata: { name: 'default' } })
    await send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
    await send('GET', '/apis/apps/v1/deployments')
    break
  case 'kube-scheduler':
    await send('POST', `${LEASES}/kube-system/leases`, lease(program))
    await send('GET', '/api/v1/pods')
    await send('GET', '/api/v1/secrets')
    break
  default: {
    await send('POST', '/api/v1/nodes', { metadata: { name: self } })
    await send('POST', '/api/v1/nodes', { metadata: { name: 'of-others' } })
    await send('POST', `${LEASES}/kube-node-lease/leases`, lease(self))
    await send('GET', `/api/v1/pods?fieldSelector=${encodeURIComponent(`spec.nodeName=${self}`)}`)
    await send('GET', '/api/v1/pods')
  }
}
await appendFile(notes, `${self} runs\n`)
setInterval(() => {}, 1000)
