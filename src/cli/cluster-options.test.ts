import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse, requestOf, usageError } from './arguments.fixture.js'
import type { KubeconfigRequest } from './kubeconfig-options.js'
import { run } from './run.js'
import { Terminal } from './terminal.fixture.js'

const HOST = { server: '', hostKubeconfig: '', hostContext: '' }
const ELSEWHERE = { server: '', hostKubeconfig: 'h', hostContext: 'hc' }

describe('binnacle join', () => {
  it('takes a name and a kubeconfig, and has a default for everything else', async () => {
    assert.deepEqual(await parse('join c1 --kubeconfig k'), {
      command: 'join',
      request: {
        name: 'c1',
        kubeconfig: 'k',
        context: '',
        address: '',
        labels: {},
        impersonates: false,
        sharesServices: false,
        pull: false,
        agentKubeconfig: '',
        federationNamespace: 'federation-system',
        timeoutMs: 60_000,
        dryRun: false,
        ...HOST,
      },
    })
  })

  it('takes each of its flags', async () => {
    const member =
      '--kubeconfig k --context c --address https://10.0.0.1:6443/base --label a=1,b=2 --label x/c='
    const rest =
      '--impersonate --services --federation-namespace n --timeout 5m --dry-run --host-kubeconfig h --host-context hc'
    assert.deepEqual(await parse(`join c1 ${member} ${rest}`), {
      command: 'join',
      request: {
        name: 'c1',
        kubeconfig: 'k',
        context: 'c',
        address: 'https://10.0.0.1:6443/base',
        labels: { a: '1', b: '2', 'x/c': '' },
        impersonates: true,
        sharesServices: true,
        pull: false,
        agentKubeconfig: '',
        federationNamespace: 'n',
        timeoutMs: 300_000,
        dryRun: true,
        ...ELSEWHERE,
      },
    })
  })

  it('rejects invalid arguments', async () => {
    assert.equal(await usageError('join --kubeconfig k'), 'missing cluster name: binnacle join <name> …')
    assert.equal(await usageError('join'), 'missing cluster name: binnacle join <name> …')
    assert.match(await usageError('join C1 --kubeconfig k'), /^"C1" is not a cluster name: /)
    assert.equal(await usageError('join c1'), '--kubeconfig is missing: a file')
    assert.equal(await usageError('join c1 c2 --kubeconfig k'), 'unexpected argument "c2"')
    for (const labels of ['a', 'a=b,', '=b', 'a=b/c']) {
      assert.match(
        await usageError(`join c1 --kubeconfig k --label ${labels}`),
        /expected one or more labels/,
        labels,
      )
    }
    for (const url of ['10.0.0.1', 'ftp://a', 'https://a@b', 'https://a/?b']) {
      assert.match(await usageError(`join c1 --kubeconfig k --address ${url}`), /expected a URL/, url)
    }
    const both = 'join c1 --kubeconfig k --server http://a --host-kubeconfig h'
    assert.equal(await usageError(both), '--server and --host-kubeconfig cannot be combined')
    assert.match(await usageError('join c1 --kubeconfig k --host-context h'), /needs --host-kubeconfig$/)
  })
})

describe('binnacle unjoin and clusters', () => {
  it('take the host, and unjoin a name and perhaps a kubeconfig', async () => {
    const nothing = { kubeconfig: '', context: '', federationNamespace: 'federation-system' }
    assert.deepEqual(await parse('unjoin c1'), {
      command: 'unjoin',
      request: { name: 'c1', ...nothing, ...HOST },
    })
    const host = '--host-kubeconfig h --host-context hc'
    assert.deepEqual(await parse(`unjoin c1 --kubeconfig k --context c --federation-namespace n ${host}`), {
      command: 'unjoin',
      request: { name: 'c1', kubeconfig: 'k', context: 'c', federationNamespace: 'n', ...ELSEWHERE },
    })
    assert.deepEqual(await parse('clusters'), { command: 'clusters', request: HOST })
    assert.deepEqual(await parse(`clusters ${host}`), { command: 'clusters', request: ELSEWHERE })
    assert.match(await usageError('clusters c1'), /^unexpected argument/)
    assert.match(await usageError('clusters --host-context h'), /needs --host-kubeconfig$/)
  })

  it('use the host of the kubeconfig in KUBECONFIG unless a flag names another', async () => {
    const env = { KUBECONFIG: ':/a/config:/b/config' }
    const fromEnvironment = { ...HOST, hostKubeconfig: '/a/config' }
    assert.deepEqual(await parse('clusters', env), { command: 'clusters', request: fromEnvironment })
    assert.deepEqual(await parse('clusters --server http://a', env), {
      command: 'clusters',
      request: { ...HOST, server: 'http://a' },
    })
    assert.deepEqual(await parse('clusters --host-kubeconfig h --host-context hc', env), {
      command: 'clusters',
      request: ELSEWHERE,
    })
    const kubeconfig = async (line: string) =>
      (await requestOf<KubeconfigRequest>('kubeconfig', `kubeconfig ${line}`, env)).hostKubeconfig
    assert.equal(await kubeconfig('--cluster m1'), '/a/config')
    assert.equal(await kubeconfig('--all-clusters'), '/a/config')
    assert.equal(await kubeconfig('--all-clusters --server http://a'), '')
    assert.equal(await kubeconfig('--cluster m1 --user ann'), '')
    assert.equal(await kubeconfig('--user ann'), '')
  })

  it('take an object to explain', async () => {
    assert.deepEqual(await parse('explain-placement deploy/web -n shop'), {
      command: 'explain-placement',
      request: { resource: 'deploy', name: 'web', namespace: 'shop', ...HOST },
    })
    assert.deepEqual(
      await parse('explain-placement deployments.apps/web --host-kubeconfig h --host-context hc'),
      {
        command: 'explain-placement',
        request: { resource: 'deployments.apps', name: 'web', namespace: 'default', ...ELSEWHERE },
      },
    )
    assert.match(await usageError('explain-placement'), /^missing object: binnacle explain-placement/)
    for (const object of ['web', 'deployment/', '/web', 'a/b/c', 'deployment/../x'])
      assert.match(await usageError(`explain-placement ${object}`), /is not an object/, object)
    assert.match(await usageError('explain-placement a/b -n A'), /expected the name of a namespace/)
  })

  it('take a cluster to cordon or drain, and taints', async () => {
    assert.deepEqual(await parse('cordon c1'), { command: 'cordon', request: { name: 'c1', ...HOST } })
    assert.deepEqual(await parse('drain c1 --timeout 5s'), {
      command: 'drain',
      request: { name: 'c1', timeoutMs: 5000, ...HOST },
    })
    assert.deepEqual(await parse('taint cluster c1 a=b:NoExecute example.com/c- d:NoSchedule- --overwrite'), {
      command: 'taint cluster',
      request: {
        name: 'c1',
        changes: [
          { key: 'a', value: 'b', effect: 'NoExecute', isRemoved: false },
          { key: 'example.com/c', value: '', effect: undefined, isRemoved: true },
          { key: 'd', value: '', effect: 'NoSchedule', isRemoved: true },
        ],
        overwrite: true,
        ...HOST,
      },
    })
    assert.match(await usageError('taint node n a:NoExecute'), /taint node/)
    assert.match(await usageError('taint cluster c1'), /^missing taint/)
    assert.match(await usageError('taint cluster c1 a=b'), /its effect must be NoSchedule or NoExecute/)
    assert.match(await usageError('taint cluster c1 a:PreferNoSchedule'), /its effect must be/)
    assert.match(await usageError('taint cluster c1 /:NoExecute'), /its key:/)
    assert.match(await usageError('uncordon'), /^missing cluster name: binnacle uncordon/)
  })

  it('are explained like all commands', async () => {
    for (const topic of [
      'join',
      'unjoin',
      'clusters',
      'explain-placement',
      'cordon',
      'uncordon',
      'drain',
      'taint',
    ]) {
      const terminal = new Terminal()
      assert.equal(await run([topic, '--help'], {}, terminal), 0)
      const help = terminal.out.join('\n')
      assert.match(help, new RegExp(`^Usage:\n  binnacle ${topic} `))
      assert.match(help, /default that of KUBECONFIG, else http:\/\/127\.0\.0\.1:8080/)
      for (const line of help.split('\n')) assert.ok(line.length <= 100, line)
    }
  })
})
