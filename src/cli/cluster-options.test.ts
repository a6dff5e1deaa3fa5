import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseArguments } from './arguments.js'
import { run } from './run.js'
import { Terminal } from './terminal.fixture.js'

const parse = (line: string) => parseArguments(line.split(' '), {})

function usageError(line: string): string {
  const invocation = parse(line)
  assert.ok(invocation.command === 'reject', JSON.stringify(invocation))
  return invocation.message
}

const HOST = { server: '', hostKubeconfig: '', hostContext: '' }
const ELSEWHERE = { server: '', hostKubeconfig: 'h', hostContext: 'hc' }

describe('binnacle join', () => {
  it('takes a name and a kubeconfig, and has a default for everything else', () => {
    assert.deepEqual(parse('join c1 --kubeconfig k'), {
      command: 'join',
      request: {
        name: 'c1',
        kubeconfig: 'k',
        context: '',
        address: '',
        labels: {},
        impersonates: false,
        federationNamespace: 'federation-system',
        timeoutMs: 60_000,
        dryRun: false,
        ...HOST,
      },
    })
  })

  it('takes each of its flags', () => {
    const member =
      '--kubeconfig k --context c --address https://10.0.0.1:6443/base --label a=1,b=2 --label x/c='
    const rest =
      '--impersonate --federation-namespace n --timeout 5m --dry-run --host-kubeconfig h --host-context hc'
    assert.deepEqual(parse(`join c1 ${member} ${rest}`), {
      command: 'join',
      request: {
        name: 'c1',
        kubeconfig: 'k',
        context: 'c',
        address: 'https://10.0.0.1:6443/base',
        labels: { a: '1', b: '2', 'x/c': '' },
        impersonates: true,
        federationNamespace: 'n',
        timeoutMs: 300_000,
        dryRun: true,
        ...ELSEWHERE,
      },
    })
  })

  it('rejects invalid arguments', () => {
    assert.equal(usageError('join --kubeconfig k'), 'missing cluster name: binnacle join <name> …')
    assert.equal(usageError('join'), 'missing cluster name: binnacle join <name> …')
    assert.match(usageError('join C1 --kubeconfig k'), /^"C1" is not a cluster name: /)
    assert.equal(usageError('join c1'), '--kubeconfig is missing: a file')
    assert.equal(usageError('join c1 c2 --kubeconfig k'), 'unexpected argument "c2"')
    for (const labels of ['a', 'a=b,', '=b', 'a=b/c']) {
      assert.match(
        usageError(`join c1 --kubeconfig k --label ${labels}`),
        /expected one or more labels/,
        labels,
      )
    }
    for (const url of ['10.0.0.1', 'ftp://a', 'https://a@b', 'https://a/?b']) {
      assert.match(usageError(`join c1 --kubeconfig k --address ${url}`), /expected a URL/, url)
    }
    const both = 'join c1 --kubeconfig k --server http://a --host-kubeconfig h'
    assert.equal(usageError(both), '--server and --host-kubeconfig cannot be combined')
    assert.match(usageError('join c1 --kubeconfig k --host-context h'), /needs --host-kubeconfig$/)
  })
})

describe('binnacle unjoin and clusters', () => {
  it('take the host, and unjoin a name and perhaps a kubeconfig', () => {
    const nothing = { kubeconfig: '', context: '', federationNamespace: 'federation-system' }
    assert.deepEqual(parse('unjoin c1'), { command: 'unjoin', request: { name: 'c1', ...nothing, ...HOST } })
    const host = '--host-kubeconfig h --host-context hc'
    assert.deepEqual(parse(`unjoin c1 --kubeconfig k --context c --federation-namespace n ${host}`), {
      command: 'unjoin',
      request: { name: 'c1', kubeconfig: 'k', context: 'c', federationNamespace: 'n', ...ELSEWHERE },
    })
    assert.deepEqual(parse('clusters'), { command: 'clusters', request: HOST })
    assert.deepEqual(parse(`clusters ${host}`), { command: 'clusters', request: ELSEWHERE })
    assert.match(usageError('clusters c1'), /^unexpected argument/)
    assert.match(usageError('clusters --host-context h'), /needs --host-kubeconfig$/)
  })

  it('are explained like all commands', async () => {
    for (const topic of ['join', 'unjoin', 'clusters']) {
      const terminal = new Terminal()
      assert.equal(await run([topic, '--help'], {}, terminal), 0)
      const help = terminal.out.join('\n')
      assert.match(help, new RegExp(`^Usage:\n  binnacle ${topic} `))
      assert.match(help, /default http:\/\/127\.0\.0\.1:8080/)
      for (const line of help.split('\n')) assert.ok(line.length <= 100, line)
    }
  })
})
