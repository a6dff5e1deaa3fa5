import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changed, isLike, lackOf, type Sample, samples } from '#test/custom-resources/support/samples.js'
import { BLANK, blank, WALDO, waldo } from '#test/openapi/waldo.js'
import type { Json } from '#test/support/client.js'
import { together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

const SAMPLES = samples()
const FIRSTS = SAMPLES.map(({ good: [first] }) => first)
const nameOf = ({ good: [first] }: Sample): string => first.metadata.name

/** The kind on a command line, with its group because several groups have kinds with this name. */
const wordOf = ({ definition }: Sample): string => definition.metadata.name
const singularOf = ({ definition: { spec } }: Sample): string => `${spec.names.singular}.${spec.group}`

onEveryKubectl('custom resources', ({ kubectl: anywhere, client }) => {
  const kubectl = anywhere.in('real')
  const lines = (text: string) => text.trimEnd().split('\n')
  const expectLike = (text: string, expected: string) =>
    assert.ok(isLike(text, expected), `${text}\nis not like\n${expected}`)

  it('creates definitions from files, and their objects right after', async () => {
    await anywhere.prints('create namespace real')
    const files = SAMPLES.map(({ file }) => `-f ${file}`).join(' ')
    assert.deepEqual(
      lines(await kubectl.prints(`apply ${files}`)),
      SAMPLES.map(
        ({ definition }) =>
          `customresourcedefinition.apiextensions.k8s.io/${definition.metadata.name} created`,
      ),
    )
    assert.deepEqual(
      lines(await kubectl.prints('apply -f -', together(...FIRSTS))),
      SAMPLES.map((sample) => `${singularOf(sample)}/${nameOf(sample)} created`),
    )
    assert.match(
      await kubectl.prints(`wait --for=condition=Established crd ${SAMPLES.map(wordOf).join(' ')}`),
      /condition met/,
    )
  })

  it('accepts their short names and categories', async () => {
    const [, ...rows] = await kubectl.table('get cert-manager')
    assert.deepEqual(
      rows.map(([name]) => name).filter((name) => name?.includes('/')),
      ['certificate.cert-manager.io/shop', 'issuer.cert-manager.io/letsencrypt'],
    )
    assert.equal(await kubectl.prints('get kt orders -o name'), 'kafkatopic.kafka.strimzi.io/orders\n')
    const resources = await kubectl.prints('api-resources --api-group=gateway.networking.k8s.io -o wide')
    assert.match(resources, /^gateways +gtw +/m)
    assert.match(resources, /^httproutes +/m)
  })

  it('rejects invalid objects with the reason', async () => {
    for (const { good, bad, refused = [] } of SAMPLES) {
      const { change, error } = bad[0] as (typeof bad)[number]
      const wrong = changed(good[0], { metadata: { name: 'wrong' }, ...change })
      expectLike(await kubectl.rejects('create --validate=false -f -', wrong), error)
      const [transition] = refused
      if (transition === undefined) continue
      expectLike(
        await kubectl.rejects('apply --validate=false -f -', changed(good[0], transition.change)),
        transition.error,
      )
    }
  })

  for (const sample of SAMPLES) {
    const { life } = sample
    const name = nameOf(sample)
    const word = wordOf(sample)

    describe(word, () => {
      it('is explained', async () => {
        const { field, shows } = life.explain
        const version = sample.good[0].apiVersion
        const text = await kubectl.prints(
          `explain ${sample.definition.spec.names.plural}.${field} --api-version=${version}`,
        )
        for (const member of shows) assert.match(text, new RegExp(`^ +${member}\\t<\\S*>`, 'm'))
      })

      it('is shown in columns', async () => {
        const path = pathOn(sample, name)
        if (life.status !== undefined) await merge(`${path}/status`, { status: life.status })
        if (life.change !== undefined) await merge(path, life.change)
        const [titles = [], cells = []] = await kubectl.table(`get ${word} ${name} -o wide`)
        for (const [title, cell] of Object.entries(life.columns)) {
          expectLike(cells[titles.indexOf(title.toUpperCase())] ?? 'nothing', cell)
        }
      })

      it('is patched', async () => {
        const patch = JSON.stringify(life.patch)
        const { stdout, stderr } = await kubectl.run([
          'patch',
          word,
          name,
          '--type=merge',
          '-p',
          patch,
          '-o',
          'json',
        ])
        assert.equal(stderr, '')
        assert.equal(lackOf(JSON.parse(stdout), life.patched), undefined)
      })

      if (life.scale !== undefined) {
        const { replicas } = life.scale
        it('is scaled', async () => {
          await kubectl.prints(`scale ${word} ${name} --replicas=${replicas}`)
          assert.equal((await kubectl.reads(`${word} ${name}`)).spec.replicas, replicas)
        })
      }
    })
  }

  it('applies them server-side', async () => {
    const applied = FIRSTS.map((first) => changed(first, { metadata: { name: 'applied', finalizers: null } }))
    const said = SAMPLES.map((sample) => `${singularOf(sample)}/applied serverside-applied`)
    for (const _ of ['first', 'again']) {
      assert.deepEqual(lines(await kubectl.prints('apply --server-side -f -', together(...applied))), said)
    }
  })

  it('validates, applies and explains schemas with unknown fields', async () => {
    await kubectl.prints('apply -f -', together(WALDO, BLANK))
    const objects = together(waldo('open'), blank('open'))
    for (const result of ['created', 'unchanged']) {
      assert.deepEqual(lines(await kubectl.prints('apply -f -', objects)), [
        `waldo.example.com/open ${result}`,
        `blank.example.com/open ${result}`,
      ])
    }
    const wrong = changed(waldo('wrong'), { spec: { bars: [{ name: 'a', bazz: 1 }] } })
    assert.match(await kubectl.rejects('apply -f -', wrong), /unknown field "(spec\.bars\[0\]\.)?bazz"/)
    // One such definition must not keep a client from reading about other kinds.
    assert.match(await kubectl.prints('explain pod.spec.containers'), /^ +image\t<string>/m)
    assert.match(
      await kubectl.prints('explain waldo.spec'),
      /DESCRIPTION:\s+Specification of Waldo\s+FIELDS:\s+bars\t<\[\]Object> -required-\s+List of bars\s/,
    )
    assert.match(
      await kubectl.prints('explain waldo.spec.bars'),
      /List of bars\s+FIELDS:\s+name\t<string> -required-\s+Name of a bar\s+quxes\t<\[\]string>\s+List of quxes\s/,
    )
    assert.match(await kubectl.prints('explain waldo.spec.open'), /DESCRIPTION:\s+Free object/)
    assert.match(await kubectl.prints('explain blank'), /^KIND: +Blank/m)
    await kubectl.prints('delete crd waldos.example.com blanks.example.com')
  })

  it('deletes them, and their definitions', async () => {
    assert.deepEqual(
      lines(await kubectl.prints('delete -f -', together(...FIRSTS))),
      SAMPLES.map((sample) => `${singularOf(sample)} "${nameOf(sample)}" deleted`),
    )
    await kubectl.prints(`delete crd ${SAMPLES.map(wordOf).join(' ')}`)
    assert.match(
      await kubectl.rejects('get certificates'),
      /doesn't have a resource type|could not find the requested resource/,
    )
  })

  function pathOn({ definition: { spec } }: Sample, name: string): string {
    const place = spec.scope === 'Namespaced' ? '/namespaces/real' : ''
    return `/apis/${spec.group}/${spec.versions[0].name}${place}/${spec.names.plural}/${name}`
  }

  async function merge(path: string, patch: Json): Promise<void> {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status, text } = await client.send('PATCH', path, patch, headers)
    assert.equal(status, 200, text)
  }
})
