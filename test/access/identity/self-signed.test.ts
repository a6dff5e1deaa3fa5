import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { runCommand } from '#test/support/command.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

describe('a server with a self-signed authority', () => {
  let server: RunningServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>

  before(async () => {
    folder = await temporaryFolder()
    server = await startTestServer({ dataDir: folder.path, tls: { selfSigned: true } })
  })
  after(async () => {
    await server.close()
    await folder.remove()
  })

  it('prints the fingerprint of its authority, and the paths of its files', async () => {
    const own = server.selfSignedAuthority
    assert.ok(own !== undefined)
    assert.equal(new X509Certificate(await readFile(own.caFile)).fingerprint256, own.fingerprint)
    assert.equal((await stat(own.adminKubeconfig)).mode & 0o777, 0o600)
    assert.match(server.url, /^https:/)
  })

  it('has the same authority after a restart', async () => {
    const again = await startTestServer({ dataDir: folder.path, tls: { selfSigned: true } })
    assert.equal(again.selfSignedAuthority?.fingerprint, server.selfSignedAuthority?.fingerprint)
    await again.close()
  })

  it('may store its objects in the same folder', async () => {
    const options = { dataDir: folder.path, storage: 'embedded', tls: { selfSigned: true } } as const
    const first = await startTestServer(options)
    await first.close()
    const second = await startTestServer(options)
    assert.equal(second.selfSignedAuthority?.fingerprint, server.selfSignedAuthority?.fingerprint)
    await second.close()
  })
})

describe('binnacle kubeconfig', () => {
  it('creates one for a user, from the folder of a server', async (t) => {
    const folder = await temporaryFolder()
    t.after(() => folder.remove())
    const none = await runCommand('kubeconfig', '--data-dir', folder.path, '--server', 'https://a:1')
    assert.equal(none.code, 1)
    assert.match(none.stderr, /^binnacle: there is no authority in .*--tls-self-signed.*\n$/)
    const unknown = await runCommand('kubeconfig', '--data-dir', folder.path)
    assert.match(unknown.stderr, /add --server/)

    const server = await startTestServer({ dataDir: folder.path, tls: { selfSigned: true } })
    await server.close()
    const args = ['--user', 'jane', '--group', 'dev', '--group', 'ops,qa', '--valid-days', '7']
    const { code, stdout } = await runCommand('kubeconfig', '--data-dir', folder.path, ...args)
    assert.equal(code, 0)
    assert.ok(stdout.includes(`server: "${server.url}"`))
    const certificate = new X509Certificate(dataOf(stdout, 'client-certificate-data'))
    assert.deepEqual({ ...certificate.toLegacyObject().subject }, { CN: 'jane', O: ['dev', 'ops', 'qa'] })
    const days = (Date.parse(certificate.validTo) - Date.now()) / (24 * 60 * 60_000)
    assert.ok(days > 6.9 && days <= 7, String(days))
    const ca = new X509Certificate(dataOf(stdout, 'certificate-authority-data'))
    assert.equal(ca.fingerprint256, server.selfSignedAuthority?.fingerprint)
    assert.ok(certificate.verify(ca.publicKey))
  })

  it('creates one for the administrator by default, and one with a token', async (t) => {
    const folder = await temporaryFolder()
    t.after(() => folder.remove())
    const server = await startTestServer({ dataDir: folder.path, tls: { selfSigned: true } })
    await server.close()
    const { stdout } = await runCommand('kubeconfig', '--data-dir', folder.path)
    const { subject } = new X509Certificate(dataOf(stdout, 'client-certificate-data')).toLegacyObject()
    assert.deepEqual({ ...subject }, { CN: 'admin', O: 'system:masters' })
    const tokenFile = join(folder.path, 'token')
    await writeFile(tokenFile, 'secret\n')
    const byToken = await runCommand(
      'kubeconfig',
      '--data-dir',
      folder.path,
      '--user',
      'jo',
      '--token-file',
      tokenFile,
    )
    assert.match(byToken.stdout, /\n {4}token: "secret"\n/)
    assert.doesNotMatch(byToken.stdout, /client-key-data/)
  })
})

/** The decoded base64 value of a kubeconfig field. */
function dataOf(kubeconfig: string, name: string): string {
  const data = new RegExp(`${name}: (\\S+)`).exec(kubeconfig)?.[1] ?? ''
  return Buffer.from(data, 'base64').toString()
}
