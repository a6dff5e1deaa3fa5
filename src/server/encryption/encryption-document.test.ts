import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfigDocument } from '#access/config-document.js'
import { encryptionDocument } from './encryption-document.js'

const key = (length: number, name = 'key1') => ({
  name,
  secret: Buffer.alloc(length, 'a secret').toString('base64'),
})
const aesgcm = { aesgcm: { keys: [key(32)] } }
const identity = { identity: {} }

const entry = (resources: readonly string[], ...providers: readonly unknown[]) => ({ resources, providers })
const file = (...resources: readonly unknown[]) => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'EncryptionConfiguration',
  resources,
})
const read = (value: unknown) => readConfigDocument(encryptionDocument, Buffer.from(JSON.stringify(value)))

/** The message for a file, or for an entry that is otherwise right. */
async function errorOf(value: unknown): Promise<string> {
  try {
    await read(value)
    return 'valid'
  } catch (error) {
    assert.equal((error as Error).name, 'ConfigDocumentError')
    return (error as Error).message
  }
}
const withProvider = (...providers: readonly unknown[]) => errorOf(file(entry(['secrets'], ...providers)))
const withResources = (...resources: readonly string[]) => errorOf(file(entry(resources, identity)))

describe('an EncryptionConfiguration', () => {
  it('has all providers of Kubernetes but kms', async () => {
    const providers = [
      { aesgcm: { keys: [key(16), key(24, 'key2'), key(32, 'key3')] } },
      { aescbc: { keys: [key(16), key(24, 'key2'), key(32, 'key3')] } },
      { secretbox: { keys: [key(32)] } },
      identity,
    ]
    const names = ['secrets', 'configmaps', 'pandas.example.com', '*.apps']
    assert.equal(
      await errorOf(file(entry(names, ...providers), entry(['*.'], identity), entry(['*.*'], identity))),
      'valid',
    )
  })

  it('is YAML as well', async () => {
    const yaml = [
      'apiVersion: apiserver.config.k8s.io/v1',
      'kind: EncryptionConfiguration',
      'resources:',
      '- resources: [secrets]',
      '  providers:',
      '  - secretbox:',
      '      keys:',
      `      - {name: k, secret: ${key(32).secret}}`,
      '  - identity: {}',
    ].join('\n')
    const { resources } = await readConfigDocument(encryptionDocument, Buffer.from(yaml))
    const providers = resources?.[0]?.providers
    assert.equal(providers?.[0]?.secretbox?.keys?.[0]?.name, 'k')
    assert.notEqual(providers?.[1]?.identity, undefined)
  })

  it('is of its kind and version', async () => {
    assert.equal(
      await errorOf({ ...file(), kind: 'Secret' }),
      'kind: expected EncryptionConfiguration, got "Secret"',
    )
    assert.equal(
      await errorOf({ ...file(), apiVersion: 'apiserver.config.k8s.io/v2' }),
      'apiVersion: expected apiserver.config.k8s.io/v1, got "apiserver.config.k8s.io/v2"',
    )
    assert.equal(await errorOf([]), 'expected an object of kind EncryptionConfiguration')
  })

  it('has no unknown fields', async () => {
    assert.equal(
      await errorOf({ ...file(entry(['secrets'], { ...identity, aesgmc: 1 })), resource: [] }),
      'resources[0].providers[0].aesgmc: unknown field; resource: unknown field',
    )
    assert.equal(
      await withProvider({ aesgcm: { keys: [{ ...key(32), secrets: 'x' }] } }),
      'resources[0].providers[0].aesgcm.keys[0].secrets: unknown field',
    )
  })

  it('has resources, providers and keys', async () => {
    assert.equal(await errorOf(file()), 'resources: Required value: at least one entry is required')
    assert.equal(
      await errorOf(file({ resources: [], providers: [] })),
      'resources[0].resources: Required value: at least one resource is required; ' +
        'resources[0].providers: Required value: at least one provider is required',
    )
    assert.equal(
      await withProvider({ aescbc: { keys: [] } }),
      'resources[0].providers[0].aescbc.keys: Required value: at least one key is required',
    )
    assert.match(
      await withProvider({}),
      /^resources\[0\]\.providers\[0\]: Required value: one of aesgcm, aescbc/,
    )
    assert.match(
      await withProvider({ ...identity, ...aesgcm }),
      /^resources\[0\]\.providers\[0\]: Invalid value: a provider is/,
    )
  })

  it('refuses kms by name', async () => {
    assert.equal(
      await withProvider(identity, { kms: { apiVersion: 'v2', name: 'vault', endpoint: 'unix:///tmp/a' } }),
      'resources[0].providers[1].kms: Forbidden: is not supported; use aesgcm, aescbc, secretbox or identity',
    )
  })

  it('names a key that is no key, and never shows it', async () => {
    const at = 'resources[0].providers[0]'
    assert.equal(
      await withProvider({ aesgcm: { keys: [key(20)] } }),
      `${at}.aesgcm.keys[0].secret: Invalid value: must be 16, 24 or 32 bytes in base64, has 20`,
    )
    assert.equal(
      await withProvider({ secretbox: { keys: [key(32), key(16, 'b')] } }),
      `${at}.secretbox.keys[1].secret: Invalid value: must be 32 bytes in base64, has 16`,
    )
    for (const secret of ['not base64!', 'YQ', '\n']) {
      const message = await withProvider({ aescbc: { keys: [{ name: 'a', secret }] } })
      assert.equal(message, `${at}.aescbc.keys[0].secret: Invalid value: must be base64`)
    }
    assert.equal(
      await withProvider({ aesgcm: { keys: [{ name: 'a', secret: '' }] } }),
      `${at}.aesgcm.keys[0].secret: Required value: "openssl rand -base64 32" makes one`,
    )
  })

  it('has one key of each name, and names that can be stored', async () => {
    const at = 'resources[0].providers[0].aesgcm.keys'
    assert.equal(
      await withProvider({ aesgcm: { keys: [key(32), key(16)] } }),
      `${at}[1].name: Duplicate value: "key1"`,
    )
    assert.equal(
      await withProvider({ aesgcm: { keys: [key(32, '')] } }),
      `${at}[0].name: Required value: a name is required`,
    )
    assert.match(
      await withProvider({ aesgcm: { keys: [key(32, 'a:b')] } }),
      /keys\[0\]\.name: Invalid value: "a:b"/,
    )
    assert.match(await withProvider({ aesgcm: { keys: [key(32, 'a'.repeat(101))] } }), /at most 100/)
  })

  it('has names of resources that can be ones', async () => {
    assert.match(
      await withResources('*'),
      /^resources\[0\]\.resources\[0\]: Invalid value: "\*": use "\*\.<group>"/,
    )
    assert.match(await withResources('Secrets'), /must be in lower case/)
    for (const name of ['', 'a/b', 'secrets.', '.apps', '*.*.*', 'a b']) {
      assert.match(await withResources(name), /must be a resource such as secrets/, name)
    }
  })

  it('has no resource that another name covers', async () => {
    assert.match(await withResources('secrets', 'secrets'), /resources\[1\]: Duplicate value: "secrets"/)
    assert.match(
      await withResources('secrets', '*.'),
      /resources\[0\]: Invalid value: "secrets": \*\. of the same list already covers it/,
    )
    assert.match(
      await withResources('*.apps', '*.*'),
      /"\*\.apps": \*\.\* of the same list already covers it/,
    )
    const masked = file(entry(['*.apps'], identity), entry(['deployments.apps', 'secrets'], aesgcm))
    assert.equal(
      await errorOf(masked),
      'resources[1].resources[0]: Invalid value: "deployments.apps": it is masked by the earlier entry *.apps',
    )
    // A resource in two entries has the providers of both.
    assert.equal(await errorOf(file(entry(['secrets'], aesgcm), entry(['secrets'], identity))), 'valid')
  })
})
