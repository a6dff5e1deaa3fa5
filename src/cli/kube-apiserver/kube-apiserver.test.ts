import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseArguments } from '#cli/arguments.js'
import { argumentsOf } from '#cli/program-name.js'
import type { ServerConfig } from '#server/config.js'

const invoke = (argv: readonly string[], env = {}) => parseArguments(['kube-apiserver', ...argv], env)

async function configOf(argv: readonly string[], env = {}): Promise<ServerConfig> {
  const invocation = await invoke(argv, env)
  assert.equal(invocation.kind, 'run', JSON.stringify(invocation))
  return (invocation as { request: { request: { config: ServerConfig } } }).request.request.config
}

async function rejectionOf(argv: readonly string[], env = {}): Promise<string> {
  const invocation = await invoke(argv, env)
  return invocation.kind === 'reject' ? invocation.message : invocation.kind
}

const ETCD = '--etcd-servers=http://127.0.0.1:2379'
const SECURED = [ETCD, '--authorization-mode=RBAC']

describe('binnacle kube-apiserver', () => {
  it('has the defaults of kube-apiserver', async () => {
    const config = await configOf(SECURED)
    assert.equal(config.host, '0.0.0.0')
    assert.equal(config.port, 6443)
    assert.equal(config.storage, 'etcd')
    assert.equal(config.namespaces, 'strict')
    assert.deepEqual(config.enableAdmissionPlugins, ['ServiceAccount'])
    assert.deepEqual(config.serviceClusterIpRange, ['10.0.0.0/24'])
    assert.ok(!config.controllers.includes('garbage-collector'))
    assert.equal(config.connectToNodes, true)
  })

  it('has a prefix of its own in etcd', async () => {
    assert.equal((await configOf(SECURED)).etcdPrefix, '/registry.binnacle')
    assert.equal((await configOf([...SECURED, '--etcd-prefix=/old'])).etcdPrefix, '/old.binnacle')
  })

  it('makes certificates in --cert-dir unless it is given one', async () => {
    const made = await configOf([...SECURED, '--cert-dir=/tmp/certificates'])
    assert.deepEqual([made.tlsSelfSigned, made.dataDir], [true, '/tmp/certificates'])
    const given = await configOf([...SECURED, '--tls-cert-file=a', '--tls-private-key-file=b'])
    assert.equal(given.tlsSelfSigned, false)
    assert.equal(
      await rejectionOf([...SECURED, '--tls-cert-file=a']),
      '--tls-cert-file and --tls-private-key-file must be set together',
    )
  })

  it('has the plugin ServiceAccount unless it is disabled', async () => {
    const both = await configOf([...SECURED, '--enable-admission-plugins=NodeRestriction,ServiceAccount'])
    assert.deepEqual(both.enableAdmissionPlugins, ['ServiceAccount', 'NodeRestriction'])
    const off = await configOf([...SECURED, '--disable-admission-plugins=ServiceAccount'])
    assert.deepEqual(off.enableAdmissionPlugins, [])
  })

  it('takes variables for what kube-apiserver has no flags for', async () => {
    const config = await configOf(['--authorization-mode=RBAC'], {
      ...{ BINNACLE_STORAGE: 'embedded', BINNACLE_DATA_DIR: '/data', BINNACLE_PORT: '1' },
    })
    assert.deepEqual([config.storage, config.dataDir, config.port], ['embedded', '/data', 1])
    assert.match(
      await rejectionOf(['--authorization-mode=RBAC'], { BINNACLE_STORAGE: 'embedded' }),
      /BINNACLE_DATA_DIR/,
    )
  })

  it('names the flags of kube-apiserver in errors', async () => {
    assert.equal(await rejectionOf([]), 'the etcd storage needs --etcd-servers')
    assert.match(await rejectionOf([ETCD, '--secure-port=70000']), /^--secure-port: expected a number/)
    assert.match(
      await rejectionOf([ETCD, '--authorization-mode=AlwaysAllow']),
      /BINNACLE_INSECURE_ALLOW_ANY_HOST/,
    )
  })

  it('is the program when a link has its name', () => {
    assert.deepEqual(argumentsOf(['node', '/usr/local/bin/kube-apiserver', '--v=2']), [
      'kube-apiserver',
      '--v=2',
    ])
    assert.deepEqual(argumentsOf(['node', '/app/dist/cli/main.js', 'serve']), ['serve'])
  })
})
