import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memberAccess, type SecretData } from './credentials.js'
import { CredentialsError, readKubeconfig } from './kubeconfig.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const secret = (data: Record<string, string>): SecretData =>
  Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text)]))

const KUBECONFIG = `
apiVersion: v1
kind: Config
current-context: main
contexts:
- {name: main, context: {cluster: here, user: ann}}
- {name: other, context: {cluster: here, user: ben}}
clusters:
- {name: here, cluster: {server: "https://here:6443", certificate-authority-data: ${base64('CA')}, tls-server-name: member}}
users:
- {name: ann, user: {token: t1}}
- {name: ben, user: {client-certificate-data: ${base64('CERT')}, client-key-data: ${base64('KEY')}}}
`

const rejects = (promise: Promise<unknown>, message: RegExp) =>
  assert.rejects(promise, (error: Error) => {
    assert.ok(error instanceof CredentialsError, String(error))
    assert.match(error.message, message)
    return true
  })

describe('the credentials for a member', () => {
  it('use http without a secret if the address has no scheme', async () => {
    const { server, token, ca } = await memberAccess('10.0.0.1:8080', undefined)
    assert.deepEqual([server, token, ca], ['http://10.0.0.1:8080', undefined, undefined])
    assert.equal(
      (await memberAccess('https://m.example.com/base/', undefined)).server,
      'https://m.example.com/base',
    )
  })

  it('are a token and a CA certificate', async () => {
    const access = await memberAccess('m:6443', secret({ token: 'abc\n', 'ca.crt': 'CA' }))
    assert.deepEqual([access.server, access.token, access.ca], ['https://m:6443', 'abc', 'CA'])
  })

  it('are a kubeconfig whose server is replaced by the address of the cluster', async () => {
    const access = await memberAccess('m:6443', secret({ kubeconfig: KUBECONFIG }))
    assert.deepEqual(access, {
      server: 'https://m:6443',
      ca: 'CA',
      serverName: 'member',
      token: 't1',
      certificate: undefined,
      key: undefined,
    })
    const other = await readKubeconfig(KUBECONFIG, 'other')
    assert.deepEqual([other.server, other.certificate, other.key], ['https://here:6443', 'CERT', 'KEY'])
  })

  it('are rejected if incomplete, without revealing secrets', async () => {
    await rejects(memberAccess('m', secret({ token: 'abc' })), /^the secret has token but no/)
    await rejects(memberAccess('m', secret({ 'ca.crt': 'CA' })), /^the secret has ca.crt/)
    await rejects(memberAccess('m', secret({})), /^the secret has neither/)
    await rejects(memberAccess('ftp://m', undefined), /neither https/)
    await rejects(memberAccess('http://u:p@m', undefined), /must not contain a user/)
    await rejects(memberAccess('http://', undefined), /not a server address/)
    await rejects(readKubeconfig('a: [b'), /not valid YAML/)
    await rejects(readKubeconfig('[]'), /not an object/)
    await rejects(readKubeconfig('{}'), /no current context/)
    await rejects(readKubeconfig(KUBECONFIG, 'missing'), /no context "missing"/)
    await rejects(
      readKubeconfig(KUBECONFIG.replace('cluster: here,', 'cluster: there,')),
      /no cluster "there"/,
    )
  })

  it('never refer to files or programs of this machine', async () => {
    const names = ['client-certificate: /etc/shadow', 'tokenFile: /etc/shadow', 'exec: {command: sh}']
    for (const name of names) {
      await rejects(readKubeconfig(KUBECONFIG.replace('token: t1', name)), /only inline data/)
    }
    const file = KUBECONFIG.replace('certificate-authority-data', 'certificate-authority')
    await rejects(readKubeconfig(file), /refers to certificate-authority:/)
    const careless = KUBECONFIG.replace('tls-server-name: member', 'insecure-skip-tls-verify: true')
    await rejects(readKubeconfig(careless), /insecure-skip-tls-verify/)
  })

  it('may say that a server without TLS is not verified', async () => {
    const plain = KUBECONFIG.replace('https://here:6443', 'http://here').replace(
      'tls-server-name: member',
      'insecure-skip-tls-verify: true',
    )
    assert.equal((await readKubeconfig(plain)).server, 'http://here')
  })

  it('are rejected if a part would be ignored', async () => {
    const proxy = KUBECONFIG.replace('tls-server-name: member', 'proxy-url: http://proxy')
    await rejects(readKubeconfig(proxy), /sets proxy-url, which is not supported/)
    const other = KUBECONFIG.replace('token: t1', 'token: t1, as: somebody')
    await rejects(readKubeconfig(other), /sets as, which is not supported/)
  })
})
