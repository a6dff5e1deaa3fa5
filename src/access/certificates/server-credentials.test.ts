import assert from 'node:assert/strict'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { TlsCredentials } from '#http/connection/secure-server.js'
import { type Logger, silentLogger } from '#observe/logger.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { type CredentialOptions, ServerCredentials } from './server-credentials.js'

const NONE: CredentialOptions = {
  tlsCertFile: '',
  tlsKeyFile: '',
  tlsSelfSigned: false,
  dataDir: '',
  hosts: LOCAL_HOSTS,
  requestHeaderClientCaFile: '',
  clientCaFile: '',
}

async function files(t: TestContext) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const options = { ...NONE, tlsCertFile: join(path, 'cert.pem'), tlsKeyFile: join(path, 'key.pem') }
  const write = async ({ cert, key }: { cert: string; key: string }) => {
    await writeFile(options.tlsCertFile, cert)
    await writeFile(options.tlsKeyFile, key)
  }
  return { path, options, write }
}

async function open(t: TestContext, options: CredentialOptions, logger: Logger = silentLogger) {
  const credentials = await ServerCredentials.open(options, logger)
  t.after(() => credentials.close())
  const replaced: TlsCredentials[] = []
  credentials.follow((next) => replaced.push(next))
  return { credentials, replaced }
}

describe('credentials in files', () => {
  it('are read again when they change', async (t) => {
    const { options, write } = await files(t)
    const authority = newAuthority()
    await write(authority.issueServer(LOCAL_HOSTS))
    const { credentials, replaced } = await open(t, options)
    const next = authority.issueServer(LOCAL_HOSTS)
    await write(next)
    while (credentials.current.cert !== next.cert) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepEqual(replaced.at(-1), { ...next, clientCas: undefined, userCas: [], proxyCas: [] })
  })

  it('stay as they were while key and certificate do not fit, or cannot be read', async (t) => {
    const { options, write } = await files(t)
    const first = newAuthority().issueServer(LOCAL_HOSTS)
    const other = newAuthority().issueServer(LOCAL_HOSTS)
    await write(first)
    const warnings: object[] = []
    const { credentials, replaced } = await open(t, options, {
      ...silentLogger,
      warn: (fields) => void warnings.push(fields),
    })
    await writeFile(options.tlsCertFile, other.cert)
    await credentials.refresh()
    await rename(options.tlsKeyFile, `${options.tlsKeyFile}.gone`)
    await credentials.refresh()
    assert.deepEqual(replaced, [])
    assert.equal(credentials.current.cert, first.cert)
    assert.match(JSON.stringify(warnings), /cannot be used together.*--tls-key-file cannot be read/)
    await write(other)
    await credentials.refresh()
    assert.equal(credentials.current.cert, other.cert)
  })

  it('are rejected in one line that names the file', async (t) => {
    const { path, options, write } = await files(t)
    const rejection = (given: CredentialOptions, message: RegExp) =>
      assert.rejects(ServerCredentials.open(given, silentLogger), { name: 'AccessConfigError', message })
    await rejection(options, /^--tls-cert-file cannot be read: .*cert\.pem/)
    await write({ cert: 'nonsense', key: 'nonsense' })
    await rejection(options, /cert\.pem and .*key\.pem cannot be used together/)
    await write(newAuthority().issueServer(LOCAL_HOSTS))
    await rejection({ ...options, clientCaFile: join(path, 'none.pem') }, /^--client-ca-file cannot be read/)
    await rejection(
      { ...options, clientCaFile: options.tlsKeyFile },
      /key\.pem cannot be used: no certificate found/,
    )
  })
})
