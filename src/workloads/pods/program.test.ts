import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { programOf } from './program.js'

const ends = (afterMs: number, exitCode = 0) => ({ type: 'ends', afterMs, exitCode })
const endless = { type: 'endless' }
const script = (text: string) => ({ command: ['/bin/sh', '-c', text] })

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
    [script('while true; do sleep 1; exit 1; done'), undefined],
    [script('sleep $TIME'), undefined],
    [script('make all'), undefined],
    [script('sleep 1 | cat'), undefined],
    [script('sleep 1 && '), undefined],
    [script('echo $(make)'), undefined],
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
      assert.deepEqual(programOf(container), program)
    })
  }
})
