import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kubectl } from '../support/kubectl.js'
import { labelled, together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { TODAY_KINDS } from '../support/today-objects.js'

/** One object of each kind in one file. */
const fileOf = (name: string) => together(...TODAY_KINDS.map(({ make }) => make(name)))
const WORDS = TODAY_KINDS.map(({ word }) => word)
const lines = (text: string) => text.trimEnd().split('\n')

/** Kinds that kubectl describes in versions that are no longer served. */
const DESCRIBED_BEFORE = ['cronjob.batch', 'poddisruptionbudget.policy', 'endpointslice.discovery.k8s.io']

/** Defaults make lists that kubectl replaces as a whole differ from the applied ones. */
const REPLACED_LISTS = ['endpoints', 'limitrange', 'endpointslice.discovery.k8s.io']

/** Kinds that a second apply of the same file patches without effect. */
function patchedAgain({ minor }: Kubectl): readonly string[] {
  // The first kubectl does not know the kind and sends a JSON merge patch; the second always replaces the selector.
  return [...REPLACED_LISTS, minor > 20 ? 'poddisruptionbudget.policy' : 'cronjob.batch']
}

onEveryKubectl('every current kind', ({ kubectl: anywhere }) => {
  /** Deletes the objects in a file, and waits until they are gone. */
  async function remove(kubectl: Kubectl, file: unknown): Promise<string[]> {
    const deleted = lines(await kubectl.prints('delete -f -', file))
    return deleted.map((line) => line.replace(/ from .* namespace$/, ''))
  }

  it('is created, labelled, annotated, patched, replaced and deleted by a file', async () => {
    const kubectl = anywhere.in('by-file')
    const file = fileOf('one')
    const every = (what: string) => WORDS.map((word) => `${word}/one ${what}`)
    assert.deepEqual(lines(await kubectl.prints('create -f -', file)), every('created'))
    assert.deepEqual(lines(await kubectl.prints('label -f - colour=red', file)), every('labeled'))
    assert.deepEqual(lines(await kubectl.prints('annotate -f - note=well', file)), every('annotated'))
    const patch = JSON.stringify({ metadata: { labels: { patched: 'yes' } } })
    assert.deepEqual(lines(await kubectl.prints(`patch -f - -p '${patch}'`, file)), every('patched'))
    const { items } = JSON.parse(await kubectl.prints('get -f - -o json', file))
    assert.equal(items.length, WORDS.length)
    for (const { kind, metadata } of items) {
      assert.equal(metadata.labels.colour, 'red', kind)
      assert.equal(metadata.labels.patched, 'yes', kind)
      assert.equal(metadata.annotations.note, 'well', kind)
    }
    assert.deepEqual(lines(await kubectl.prints('replace -f -', together(...items))), every('replaced'))
    assert.deepEqual(
      await remove(kubectl, file),
      WORDS.map((word) => `${word} "one" deleted`),
    )
    assert.equal(await kubectl.prints('get -f - --ignore-not-found -o name', file), '')
  })

  it('is applied, and unchanged by a second apply', async () => {
    const kubectl = anywhere.in('applied')
    const file = fileOf('two')
    const every = (what: string) => WORDS.map((word) => `${word}/two ${what}`)
    assert.deepEqual(lines(await kubectl.prints('apply -f -', file)), every('created'))
    const again = patchedAgain(kubectl)
    assert.deepEqual(
      lines(await kubectl.prints('apply -f -', file)),
      WORDS.map((word) => `${word}/two ${again.includes(word) ? 'configured' : 'unchanged'}`),
    )
    assert.equal(await kubectl.prints('diff -f -', file), '')
    const changed = together(...TODAY_KINDS.map(({ make }) => labelled(make('two'), { round: 'two' })))
    assert.deepEqual(
      lines(await kubectl.prints('apply -f - --dry-run=server', changed)),
      every('configured (server dry run)'),
    )
    assert.deepEqual(lines(await kubectl.prints('apply -f -', changed)), every('configured'))
    await remove(kubectl, file)
  })

  it('is shown by get, get -o wide, get -o name, get -o yaml and describe', async () => {
    const kubectl = anywhere.in('shown')
    const file = fileOf('three')
    await kubectl.prints('create -f -', file)
    const objects = (words: readonly string[]) => words.map((word) => `${word}/three`).join(' ')
    for (const format of ['', '-o wide']) {
      const tables = (await kubectl.prints(`get ${objects(WORDS)} ${format}`)).trimEnd().split('\n\n')
      assert.deepEqual(
        tables.map((table) => lines(table).map((line) => line.split(' ')[0])),
        WORDS.map((word) => ['NAME', `${word}/three`]),
      )
    }
    assert.equal(
      await kubectl.prints(`get ${objects(WORDS)} -o name`),
      `${objects(WORDS)}\n`.replaceAll(' ', '\n'),
    )
    const yaml = await kubectl.prints('get -f - -o yaml', file)
    assert.equal(yaml.match(/^ {4}name: three$/gm)?.length, WORDS.length)

    const before = kubectl.minor > 20 ? [] : DESCRIBED_BEFORE
    const described = WORDS.filter((word) => !before.includes(word))
    const text = await kubectl.prints(`describe ${objects(described)}`)
    assert.equal(text.match(/^Name: +three$/gm)?.length, described.length)
    for (const word of before) {
      assert.match(
        await kubectl.rejects(`describe ${word} three`),
        /could not find the requested resource/,
        word,
      )
    }
    await remove(kubectl, file)
  })
})
