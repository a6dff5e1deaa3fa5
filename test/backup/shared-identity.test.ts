import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { credentialsOf, sendHttps } from './https.js'
import { binnacle, failing, privateFolder, serve } from './support.js'

const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts'
const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const newKey = () => randomBytes(32).toString('base64')

/** Everything below the prefix, as etcd has it. */
function etcdContent(url: string): string {
  const range = {
    key: Buffer.from('/registry').toString('base64'),
    range_end: Buffer.from('/registrz').toString('base64'),
  }
  const body = execFileSync('curl', ['-s', '-d', JSON.stringify(range), `${url}/v3/kv/range`], {
    maxBuffer: 64 * 2 ** 20,
  })
  const { kvs } = JSON.parse(body.toString()) as { readonly kvs: readonly { readonly value?: string }[] }
  return kvs.map(({ value = '' }) => Buffer.from(value, 'base64').toString('latin1')).join('\n')
}

describe('servers on etcd with the same identity key', { skip: etcdMissing }, () => {
  it('share their authority and their token keys, which etcd has only encrypted', async (t) => {
    const folder = await privateFolder(t)
    const cluster = await EtcdCluster.start()
    t.after(() => cluster.remove())
    const [first, second] = [newKey(), newKey()]
    await writeFile(folder('key'), `${first}\n`)
    const on = (name: string, keyFile: string) => [
      ...['--storage', 'etcd', '--etcd-endpoints', cluster.endpoints.join(), '--tls-self-signed'],
      ...['--data-dir', folder(name), '--identity-key-file', keyFile],
    ]
    const start = async (name: string, keyFile = folder('key')) => {
      const server = await serve(t, ...on(name, keyFile))
      return { server, port: new URL(server.url).port }
    }
    const one = await start('one')
    const two = await start('two')
    const admin = await credentialsOf(folder('one/admin.kubeconfig'))
    assert.deepEqual(await readFile(folder('two/pki/ca.crt')), await readFile(folder('one/pki/ca.crt')))
    assert.equal(
      (await sendHttps(two.port, 'POST', ACCOUNTS, admin, { metadata: { name: 'robot' } })).status,
      201,
    )
    const issued = await sendHttps(one.port, 'POST', `${ACCOUNTS}/robot/token`, admin, {})
    const robot = { ca: admin.ca, headers: { authorization: `Bearer ${issued.body.status.token}` } }
    assert.equal((await sendHttps(two.port, 'POST', WHOAMI, robot, {})).status, 201)

    const content = etcdContent(cluster.endpoints[0] as string)
    assert.ok(content.includes('binnacle:aesgcm:'))
    assert.ok(!content.includes('PRIVATE KEY'))

    // A server without the key, or with another one, does not start, and says which key it needs.
    const { stderr: without } = await failing(
      'serve',
      '--port',
      '0',
      ...on('three', folder('key')).slice(0, -2),
    )
    assert.match(
      without,
      /^binnacle: the servers on this store share encrypted keys .*: start with the same --identity-key-file$/m,
    )
    await writeFile(folder('other'), newKey())
    const { stderr: wrong } = await failing('serve', '--port', '0', ...on('three', folder('other')))
    assert.match(wrong, /encrypted with the identity key [0-9a-f]{8}; --identity-key-file has [0-9a-f]{8}$/m)
    await writeFile(folder('other'), 'too short')
    const { stderr: broken } = await failing('serve', '--port', '0', ...on('three', folder('other')))
    assert.match(broken, /^binnacle: --identity-key-file: line 1 of .* is not a key of 32 bytes in base64/m)

    // Another authority in the data folder is not replaced.
    await binnacle('restore', '--from', await backupOf(folder, 'one'), '--data-dir', folder('copy'))
    await writeFile(folder('copy/pki/ca.key'), await readFile(folder('one/pki/server.pem')))
    const { stderr: foreign } = await failing('serve', '--port', '0', ...on('copy', folder('key')))
    assert.match(
      foreign,
      /ca\.key is another authority than the one that the servers on this store share; remove /,
    )

    // A new key: added, then first, then alone.
    await writeFile(folder('key'), `${first}\n${second}\n`)
    await two.server.stop()
    const again = await start('two')
    await writeFile(folder('key'), `${second}\n${first}\n`)
    await one.server.stop()
    await start('one')
    await writeFile(folder('key'), `${second}\n`)
    await again.server.stop()
    const last = await start('two')
    assert.equal((await sendHttps(last.port, 'GET', ACCOUNTS, admin)).status, 200)
    assert.equal((await sendHttps(last.port, 'POST', WHOAMI, robot, {})).status, 201)
  })

  it('keep them through a backup and a restore', async (t) => {
    const folder = await privateFolder(t)
    const clusters = [await EtcdCluster.start(), await EtcdCluster.start()] as const
    for (const cluster of clusters) t.after(() => cluster.remove())
    await writeFile(folder('key'), newKey())
    const flags = ({ endpoints }: EtcdCluster) => ['--storage', 'etcd', '--etcd-endpoints', endpoints.join()]
    const secured = ['--tls-self-signed', '--identity-key-file', folder('key')]
    const lost = await serve(t, ...flags(clusters[0]), ...secured, '--data-dir', folder('lost'))
    const admin = await credentialsOf(folder('lost/admin.kubeconfig'))
    await backupOf(folder, 'lost')
    await lost.stop()
    const restore = ['restore', '--from', folder('lost.backup'), ...flags(clusters[1])]
    assert.match((await failing(...restore)).stderr, /add --identity-key-file, or --without-identity\n$/)
    await writeFile(folder('new-key'), newKey())
    await binnacle(...restore, '--identity-key-file', folder('new-key'))
    await rm(folder('key'))
    const server = await serve(
      t,
      ...flags(clusters[1]),
      ...['--tls-self-signed', '--identity-key-file', folder('new-key'), '--data-dir', folder('restored')],
    )
    assert.equal((await sendHttps(new URL(server.url).port, 'GET', ACCOUNTS, admin)).status, 200)
  })
})

async function backupOf(folder: (name: string) => string, name: string): Promise<string> {
  const path = folder(`${name}.backup`)
  await binnacle('backup', '--kubeconfig', folder(`${name}/admin.kubeconfig`), '--out', path)
  return path
}
