import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ProgramContext, programOf } from './program.js'
import type { Mount } from './shell/files.js'

const ends = (afterMs: number, exitCode = 0) => ({ type: 'ends', afterMs, exitCode })
const endless = { type: 'endless' }
const script = (text: string) => ({ command: ['/bin/sh', '-c', text] })

const context = (restarts = 0, mounts: readonly Mount[] = []): ProgramContext => ({
  variables: new Map([
    ['INDEX', '3'],
    ['EMPTY', ''],
    ['WORDS', 'a b'],
    ['LONG', '1'.repeat(1000)],
  ]),
  mounts,
  restarts,
  seed: 'seed',
})

describe('the program of a container', () => {
  const read: [object, object | undefined][] = [
    [{ command: ['sleep', '30'] }, ends(30_000)],
    [{ command: ['sleep'], args: ['1.5'] }, ends(1500)],
    [{ command: ['/usr/bin/sleep', '1m', '2s'] }, ends(62_000)],
    [{ command: ['sleep', 'infinity'] }, endless],
    [{ command: ['sleep', 'soon'] }, undefined],
    [{ command: ['true'] }, ends(0)],
    [{ command: ['/bin/false'] }, ends(0, 1)],
    [{ command: ['tail', '-f', '/dev/null'] }, endless],
    [script('exit 3'), ends(0, 3)],
    [script('exit 256'), ends(0, 0)],
    [script('sleep 5; exit 2'), ends(5000, 2)],
    [script('sleep 5 && false'), ends(5000, 1)],
    [script('false && sleep 5'), ends(0, 1)],
    [script('false || sleep 5'), ends(5000)],
    [script('false; true'), ends(0)],
    [script('false; exit'), ends(0, 1)],
    [script('set -e; false; sleep 5'), ends(0, 1)],
    [script('set -ex\nfalse || true\nsleep 5\n'), ends(5000)],
    [script('echo "hello, $NAME"; sleep 1; exec sleep 2; exit 9'), ends(3000)],
    [script("echo 'a; exit 4' && exit 5"), ends(0, 5)],
    [script('true &&\n sleep 1'), ends(1000)],
    [script('while true; do date; sleep 1; done'), endless],
    [script('while true; do sleep 1; exit 1; done'), ends(1000, 1)],
    [script('while true; do sleep 1; break; done; exit 4'), ends(1000, 4)],
    [script('while true; do wget localhost; sleep 1; done'), endless],
    [script('trap exit TERM; while true; do sleep 1; done'), endless],
    [script("trap 'exit 0' SIGTERM SIGINT\nuntil false; do sleep 1; done"), endless],
    [script('trap "sleep 5" EXIT; exit 0'), undefined],
    [script('i=0; while [ $i -lt 3 ]; do sleep 1; i=$((i+1)); done; exit $i'), ends(3000, 3)],
    [script('i=0; while true; do i=$(( i + 1 )); done'), undefined],
    [script('for each in 1 2 3; do sleep $each; done'), ends(6000)],
    [script('for i in a b; do for j in $WORDS; do [ $j = b ] && continue; sleep 1; done; done'), ends(2000)],
    [script('if false; then exit 1; elif test 2 -gt 1; then exit 2; else exit 3; fi'), ends(0, 2)],
    [script(`if [ $(expr \${INDEX} % 2) -ne 0 ]; then\n exit 1\nelse\n exit 0\nfi\n`), ends(0, 1)],
    [script('if [[ $INDEX -eq 3 ]]\nthen\n  sleep 100\nfi'), ends(100_000)],
    [script('if ! [ "$INDEX" = 4 ]; then exit 7; fi'), ends(0, 7)],
    [script('[ "$INDEX" = 4 ] || { echo no; exit 8; }'), ends(0, 8)],
    [script(`[ -z "$EMPTY" ] && [ -n "\${OTHER:-x}" ] && exit 9`), ends(0, 9)],
    [script('exit $(( (INDEX + 2) * 4 % 7 - -1 ))'), ends(0, 7)],
    [script('exit $((1 / 0))'), undefined],
    [script('exit $?'), ends(0)],
    [script('false; exit $? # the code of false'), ends(0, 1)],
    [script('exit $CODE'), undefined],
    [script('CODE=5 && export CODE; exit $CODE'), undefined],
    [script('export CODE=5; exit $CODE'), ends(0, 5)],
    [script('echo start > /tmp/log 2>&1; [ -f /tmp/log ] && rm /tmp/log; [ ! -e /tmp/log ]'), ends(0)],
    [script('[ -f /etc/passwd ]'), undefined],
    [script('[[ 1 > 0 ]]'), undefined],
    [script('set -e; if false; then :; fi; ! true; sleep 1; false; sleep 1'), ends(1000, 1)],
    [script('for i in *; do sleep 1; done'), undefined],
    [script('sleep {1,2}'), undefined],
    [script('sleep 5 &'), undefined],
    [script('case a in a) exit 1;; esac'), undefined],
    [script('f() { exit 1; }; f'), undefined],
    [script('if true; then exit 1'), undefined],
    [script(`x=1; ${'x=$x$x; '.repeat(40)}`), undefined],
    [script(`exit $((${'('.repeat(3000)}1${')'.repeat(3000)}))`), undefined],
    [script('{ '.repeat(3000)), undefined],
    [script(`while true; do echo ${'"$LONG" '.repeat(1000)}; exit 1; done`), undefined],
    [{ command: ['sh', '-c', 'exit $(LONG)'] }, undefined],
    [{ command: ['sh', '-c', 'exit $(INDEX)'] }, ends(0, 3)],
    [{ command: ['sleep', '$(INDEX)'] }, ends(3000)],
    [script('sleep $TIME'), undefined],
    [script('make all'), undefined],
    [script('sleep 1 | cat'), undefined],
    [script('sleep 1 && '), undefined],
    [script('echo $(make)'), undefined],
    [script('echo "now: $(date)"'), ends(0)],
    [{ command: ['sh', '-c'], args: ['exit 1'] }, ends(0, 1)],
    [{ command: ['bash', 'script.sh'] }, undefined],
    [{ image: 'registry.k8s.io/pause:3.10' }, endless],
    [{ image: 'localhost:5000/pause@sha256:00' }, endless],
    [{ image: 'registry.k8s.io/e2e-test-images/agnhost:2.53', args: ['netexec'] }, endless],
    [{ image: 'example.com/unpause:1' }, undefined],
    [{ image: 'busybox', args: ['sleep', '5'] }, ends(5000)],
    [{ image: 'pause', command: ['true'] }, ends(0)],
  ]
  for (const [container, program] of read) {
    it(`${JSON.stringify(container)} is ${JSON.stringify(program)}`, () => {
      assert.deepEqual(programOf(container, context()), program)
    })
  }

  it('finds the files that it left on a volume of its own when it restarts', () => {
    const failOnce = script('if [[ -r /data/foo ]]; then exit 0; else touch /data/foo; sleep 2; exit 1; fi')
    const mount = (isOwn: boolean) => [{ path: '/data', isOwn }]
    assert.deepEqual(programOf(failOnce, context(0, mount(true))), ends(2000, 1))
    assert.deepEqual(programOf(failOnce, context(1, mount(true))), ends(0))
    assert.deepEqual(programOf(failOnce, context(50, mount(true))), ends(0))
    assert.equal(programOf(failOnce, context(0, mount(false))), undefined)
    assert.equal(programOf(failOnce, context()), undefined)
  })

  it('succeeds or fails at random, and always the same with the same seed', () => {
    const command = ['/bin/sh', '-c', 'exit $(( $RANDOM / 16384 ))']
    const codes = Array.from({ length: 40 }, (_, restarts) => programOf({ command }, context(restarts)))
    const failures = codes.filter((program) => program?.type === 'ends' && program.exitCode === 1).length
    assert.ok(failures > 5 && failures < 35, String(failures))
    assert.deepEqual(programOf({ command }, context(7)), codes[7])
  })
})
