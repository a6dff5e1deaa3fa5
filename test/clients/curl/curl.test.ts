import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clientSuite } from '../support/client-suite.js'
import { Command } from '../support/command.js'
import { printedBy } from '../support/installed.js'
import { SecureServer } from '../support/secure-server.js'

const OBJECTS = '/api/v1/namespaces/default/configmaps'
const hasHttp2 = /^Features:.*\bHTTP2\b/m.test(printedBy('curl', '--version') ?? '')
const missing = hasHttp2 ? undefined : 'no curl with HTTP/2: apt-get install curl'

clientSuite('curl', missing, async () => {
  const server = await SecureServer.ofSuite()
  const curl = (path: string, ...args: string[]) =>
    new Command('curl', ['-sS', '--cacert', server.caFile, ...args, server.url + path], {
      PATH: process.env.PATH,
      HOME: server.home,
    })
  const withToken = ['-H', 'Authorization: Bearer tokens-are-secrets']

  for (const version of ['1.1', '2'] as const) {
    const http = `--http${version}`

    it(`negotiates HTTP/${version}, and authenticates with a token`, async () => {
      const format = ['-o', '/dev/null', '-w', '%{http_version} %{response_code}']
      const [ready, anonymous, known, wrong] = await Promise.all([
        curl('/readyz', http, ...format).ended(),
        curl(OBJECTS, http, ...format).ended(),
        curl('/apis', http, ...format, ...withToken).ended(),
        curl('/apis', http, ...format, '-H', 'Authorization: Bearer nonsense').ended(),
      ])
      const codes = [ready, anonymous, known, wrong].map(({ stdout }) => stdout)
      assert.deepEqual(
        codes,
        ['200', '403', '200', '401'].map((code) => `${version} ${code}`),
      )
    })

    it(`sends and receives long bodies over HTTP/${version}`, async () => {
      const admin = await adminFiles(server)
      const name = `long-${version.replace('.', '-')}`
      const object = { metadata: { name }, data: { text: 'long '.repeat(100_000) } }
      const body = await server.write(`${name}.json`, JSON.stringify(object))
      const post = ['-H', 'Content-Type: application/json', '--data-binary', `@${body}`]
      const created = JSON.parse((await curl(OBJECTS, http, ...admin, ...post).ended()).stdout)
      assert.equal(created.metadata?.name, name, JSON.stringify(created).slice(0, 300))
      const read = await curl(`${OBJECTS}/${name}`, http, ...admin, '--compressed').ended()
      assert.deepEqual(JSON.parse(read.stdout).data, object.data)
    })

    it(`watches over HTTP/${version}`, async () => {
      const admin = await adminFiles(server)
      const name = `seen-${version.replace('.', '-')}`
      const watch = curl(`${OBJECTS}?watch=true&fieldSelector=metadata.name%3D${name}`, http, '-N', ...admin)
      const post = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ metadata: { name } })]
      await curl(OBJECTS, http, ...admin, ...post).ended()
      assert.match(await watch.says(/\n/), /^{"type":"ADDED"/)
      await watch.stop()
    })
  }

  it('is not served without TLS', async () => {
    const { host } = new URL(server.url)
    const plain = new Command('curl', ['-sS', `http://${host}/readyz`], { PATH: process.env.PATH })
    assert.notEqual((await plain.ended()).code, 0)
  })
})

/** The certificate of the administrator, as files for curl. */
async function adminFiles(server: SecureServer): Promise<string[]> {
  const { cert, key } = await server.certificateOf(server.admin)
  return ['--cert', await server.write('admin.crt', cert), '--key', await server.write('admin.key', key)]
}
