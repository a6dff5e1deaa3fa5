import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UsageError } from '#cli/process-environment.js'
import { SECTIONS } from './flags.js'
import { inItsFlags, translate } from './translate.js'

const translated = (...argv: string[]) => translate(argv).argv
const rejects = (message: RegExp, ...argv: string[]) =>
  assert.throws(
    () => translate(argv),
    (error) => error instanceof UsageError && message.test(error.message),
    argv.join(' '),
  )

describe('flags of kube-apiserver', () => {
  it('are passed on by their names here', () => {
    assert.deepEqual(
      translated(
        ...['--secure-port=6443', '--bind-address=', '--etcd-servers=https://a:2379,https://b:2379'],
        ...['--tls-private-key-file=key.pem', '--client-ca-file=ca.pem', '--etcd-prefix=registry/'],
        ...['--audit-log-mode=batch', '--audit-log-maxsize=0', '--etcd-compaction-interval=5m0s', '-v', '4'],
      ),
      [
        ...['--port=6443', '--host=0.0.0.0', '--etcd-endpoints=https://a:2379,https://b:2379'],
        ...['--tls-key-file=key.pem', '--client-ca-file=ca.pem', '--etcd-prefix=/registry.binnacle'],
        ...['--audit-on-full=drop', '--audit-log-max-size=100', '--history-window=300000ms'],
        '--log-level=debug',
      ],
    )
  })

  it('have values as pflag reads them', () => {
    assert.deepEqual(translated('--secure-port', '0x10'), ['--port=16'])
    assert.deepEqual(translated('--secure_port=8_0'), ['--port=80'])
    assert.deepEqual(translated('--secure-port=1', '--secure-port=010'), ['--port=8'])
    assert.deepEqual(translated('--anonymous-auth', '--anonymous-auth=F'), ['--anonymous-auth=false'])
    assert.deepEqual(translated('--event-ttl', '1h0m0.5s'), ['--event-ttl=3600500ms'])
    assert.deepEqual(translated('--event-ttl=1500us'), ['--event-ttl=2ms'])
    assert.deepEqual(translated('-v2', '-v=6'), ['--log-level=trace'])
    assert.deepEqual(translated('--api-audiences=a,"b"', '--api-audiences=c'), ['--api-audiences=a,b,c'])
    assert.deepEqual(translated('--requestheader-allowed-names='), [])
    assert.deepEqual(
      translated('--service-account-issuer=https://a', '--service-account-issuer', 'https://b', ''),
      ['--service-account-issuer=https://a,https://b'],
    )
    assert.deepEqual(translated('--feature-gates=A=true,B=false', '--feature-gates=A=false'), [
      '--feature-gates=A=true,B=false,A=false',
    ])
    // A flag that needs a value takes the next argument, whatever it is.
    assert.deepEqual(translated('--client-ca-file', '--cert-dir'), ['--client-ca-file=--cert-dir'])
  })

  it('are rejected as pflag does', () => {
    rejects(/^unknown flag "--secure-prot", did you mean --secure-port\?$/, '--secure-prot=1')
    rejects(/^unknown flag "-x"/, '-x')
    rejects(/^--secure-port needs a value$/, '--secure-port')
    rejects(/^--secure-port: expected a whole number, got "6443x"$/, '--secure-port=6443x')
    rejects(/^--allow-privileged: expected true or false, got "yes"$/, '--allow-privileged=yes')
    rejects(/^unexpected argument "false"$/, '--allow-privileged', 'false')
    rejects(/^unexpected argument "serve"$/, 'serve')
    rejects(/^unexpected argument "--profiling"$/, '--', '--profiling')
    rejects(/^--event-ttl: expected a duration such as 1m30s, got "10"$/, '--event-ttl=10')
    rejects(/^--event-ttl: expected a duration/, '--event-ttl=-1s')
    rejects(/^--goaway-chance: expected a number, got "often"$/, '--goaway-chance=often')
    rejects(
      /^--service-account-key-file: expected one value without a comma/,
      '--service-account-key-file=a,b',
    )
    rejects(/^--api-audiences: expected a list/, '--api-audiences="a,b"')
    rejects(/^--feature-gates: expected pairs of key=value/, '--feature-gates=A')
  })

  it('without an effect are named', () => {
    assert.deepEqual(translate(['--profiling=false', '--allow-privileged', '--storage-backend=etcd3']), {
      argv: [],
      ineffective: ['--profiling', '--allow-privileged', '--storage-backend'],
      weaknesses: [],
    })
  })

  it('that would weaken the server are refused, with the reason', () => {
    rejects(/^--authorization-mode=Node,ABAC is refused: Policies of ABAC/, '--authorization-mode=Node,ABAC')
    rejects(/is refused: Events go to a file/, '--audit-webhook-config-file=a.yaml')
    rejects(/^--allow-privileged=false is refused/, '--allow-privileged=false')
    rejects(/is refused: .*compacts/, '--etcd-compaction-interval=0')
    rejects(/is refused/, '--enable-admission-plugins=NodeRestriction,ImagePolicyWebhook')
    rejects(/is refused/, '--emulated-version=1.32')
    rejects(/is refused/, '--etcd-servers-overrides=/events#https://b:2379')
    assert.deepEqual(translated('--emulated-version=kube=1.33', '--etcd-servers-overrides='), [])
  })

  it('that protect something by their default are named when they are not given', () => {
    assert.deepEqual(translate([]).weaknesses, [
      'privileged containers are allowed also without --allow-privileged; pod security can forbid them',
    ])
  })

  it('all have a reason when they are refused', () => {
    const refusals = SECTIONS.flatMap(({ rows }) => rows.flatMap(({ refusal = [] }) => refusal))
    for (const { why } of refusals) assert.match(why, /^[A-Z`].*\.$/)
  })

  it('are in messages in the place of flags and variables of this server', () => {
    assert.equal(
      inItsFlags('--tls-cert-file and --tls-key-file must be set together'),
      '--tls-cert-file and --tls-private-key-file must be set together',
    )
    assert.equal(inItsFlags('add --insecure-allow-any-host'), 'add BINNACLE_INSECURE_ALLOW_ANY_HOST')
    assert.equal(inItsFlags('kubectl --server x'), 'kubectl --server x')
  })
})
