import { readFileSync } from 'node:fs'
import { rulePaths } from '../rows.js'

/** A fact about what all kinds share: the place where it holds, and the texts by which a client sees it. */
export interface MachineryFact {
  readonly section: string
  readonly where: string
  readonly texts: readonly string[]
}

type Text = string | readonly string[]

/** A row says in one of these what the server answers, and the other words are about when. */
interface TextRow {
  readonly [word: string]: unknown
  readonly message?: Text
  readonly detail?: Text
  readonly text?: Text
}

interface Plugin {
  readonly name?: string
  readonly refusals?: readonly { readonly when: string; readonly text: Text }[]
}

interface Machinery {
  readonly texts?: Readonly<Record<string, readonly TextRow[]>>
  readonly plugins?: readonly Plugin[]
  readonly podSecurity?: { readonly checks: readonly { readonly id: string; readonly detail: string }[] }
  readonly discovery?: { readonly documents: readonly { readonly path: string; readonly content: string }[] }
  readonly openapi?: { readonly rules: readonly { readonly topic: string; readonly fact: string }[] }
  readonly health?: { readonly notes: readonly string[] }
  readonly requests?: readonly { readonly on: string; readonly when: string; readonly message: string }[]
  readonly conversions?: readonly { readonly kind: string; readonly text: string }[]
  readonly admission?: readonly { readonly plugin: string; readonly on: string; readonly effect: string }[]
}

export const readMachinery = (paths: readonly string[]): readonly MachineryFact[] =>
  rulePaths(paths).flatMap((path) => factsOf(JSON.parse(readFileSync(path, 'utf8')) as Machinery))

function factsOf(data: Machinery): readonly MachineryFact[] {
  const texts = Object.entries(data.texts ?? {}).flatMap(([group, rows]) =>
    rows.map((row) => ({ section: `texts: ${group}`, ...textOf(row) })),
  )
  const plugins = (data.plugins ?? []).flatMap(({ name = 'order', refusals = [] }) => [
    { section: 'admission plugins', where: name, texts: [] },
    ...refusals.map(({ when, text }) => fact('admission plugins', `${name}: ${when}`, text)),
  ])
  return [
    ...texts,
    ...plugins,
    ...(data.podSecurity?.checks ?? []).map(({ id, detail }) =>
      fact('pod security', id, detail.split(' | ')),
    ),
    ...(data.discovery?.documents ?? []).map(({ path, content }) => fact('discovery', path, content)),
    ...(data.openapi?.rules ?? []).map(({ topic, fact: text }) => fact('OpenAPI', topic, text)),
    ...(data.health?.notes ?? []).map((note) => fact('health checks', note, note)),
    ...(data.requests ?? []).map(({ on, when, message }) =>
      fact('subresources of pods', `${on}: ${when}`, message),
    ),
    ...(data.conversions ?? []).map(({ kind, text }) => fact('conversions', kind, text)),
    ...(data.admission ?? []).map(({ plugin, on, effect }) => fact('admission', `${plugin}: ${on}`, effect)),
  ]
}

const fact = (section: string, where: string, text: Text): MachineryFact => ({
  section,
  where,
  texts: typeof text === 'string' ? [text] : text,
})

function textOf({ message, detail, text, ...rest }: TextRow): Omit<MachineryFact, 'section'> {
  const said = message || detail || text || Object.values(rest).filter((value) => typeof value === 'string')
  const place = rest.when ?? rest.check ?? rest.error ?? rest.request ?? rest.path ?? rest.case ?? rest.name
  const where = [place ?? rest.reason ?? text ?? rest.note ?? rest.form].join('')
  return { where, texts: typeof said === 'string' ? [said] : (said as readonly string[]) }
}
