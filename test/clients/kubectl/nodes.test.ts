import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { TestKubelet } from '#test/support/nodes/kubelet.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { nodeOptions, runPod } from '../../nodes/stage.js'
import { Kubectl } from '../support/kubectl.js'
import { withEveryKubectl } from '../support/on-every-kubectl.js'

withEveryKubectl('pods on nodes', async (program) => {
  const home = await temporaryFolder()
  after(() => home.remove())
  const suite = { after }
  const server = await startTestServer(await nodeOptions(suite))
  after(() => server.close())
  const kubelet = await TestKubelet.start(suite)
  const client = new Client(server.url)
  await kubelet.join(client, 'n1')
  await runPod(client, 'web', 'n1')
  const kubectl = new Kubectl({ program, server: server.url, home: home.path })

  it('logs come from the kubelet, and are followed', async () => {
    kubelet.respond = (_, response) => void response.end('one\ntwo\n')
    assert.equal(await kubectl.prints('logs web'), 'one\ntwo\n')
    kubelet.respond = (request, response) => {
      assert.match(request.url ?? '', /follow=true/)
      response.write('first\n')
      setImmediate(() => response.end('last\n'))
    }
    assert.equal(await kubectl.prints('logs web -f'), 'first\nlast\n')
    kubelet.respond = (_, response) => void response.writeHead(500).end('no such container')
    assert.match(await kubectl.rejects('logs web'), /Internal error occurred: no such container/)
  })

  it('exec runs commands, with input, exit codes and errors', async () => {
    assert.equal(await kubectl.prints('exec web -- date -u'), 'date -u\n')
    const { code, stdout, stderr } = await kubectl.run(['exec', 'web', '--', 'fail'])
    assert.deepEqual([code, stdout], [7, 'fail\n'])
    assert.match(stderr, /^failed\ncommand terminated with exit code 7/)
    const text = 'line\n'.repeat(50_000)
    assert.equal(await kubectl.prints('exec -i web -- cat', text), text)
    assert.match(
      await kubectl.rejects('exec web -c other -- date'),
      /container other is not valid for pod web/,
    )
  })

  it('attach joins a process', async () => {
    kubelet.run = async (_, { stdout }) => {
      stdout?.write('attached\n')
      return 0
    }
    assert.match(await kubectl.prints('attach web'), /attached\n/)
  })

  it('port-forward reaches a program', async () => {
    const program = createServer((_, response) => void response.end('hello from the pod'))
    program.listen(0, '127.0.0.1')
    await once(program, 'listening')
    const { port } = program.address() as AddressInfo
    const forward = kubectl.start(['port-forward', 'pod/web', `:${port}`])
    const said = await forward.says(/Forwarding from 127\.0\.0\.1:(\d+)/)
    const local = /127\.0\.0\.1:(\d+)/.exec(said)?.[1]
    for (let round = 0; round < 3; round++) {
      const response = await fetch(`http://127.0.0.1:${local}/`, { headers: { connection: 'close' } })
      assert.equal(await response.text(), 'hello from the pod')
    }
    await forward.stop()
    program.close()
  })

  it('get --raw and proxy reach a kubelet through its node', async () => {
    kubelet.respond = (request, response) => void response.end(`at ${request.url}`)
    const path = '/api/v1/nodes/n1/proxy/healthz'
    assert.equal(await kubectl.prints(`get --raw ${path}`), 'at /healthz')
    const proxy = kubectl.start(['proxy', '--port=0'])
    const said = await proxy.says(/127\.0\.0\.1:(\d+)/)
    const local = /127\.0\.0\.1:(\d+)/.exec(said)?.[1]
    const response = await fetch(`http://127.0.0.1:${local}${path}?x=1`)
    assert.equal(await response.text(), 'at /healthz?x=1')
    await proxy.stop()
  })
})
