import { kinds } from '#kinds/index.js'
import { ruleTables } from '#kinds/rules.examples.js'
import { apiVersionOf } from '#meta/resource.js'
import type { RuleTable } from '#meta/rule-examples.fixture.js'
import { VERBS } from '#registry/kind.js'
import { type ApiGroup, discoveredGroups, type Resource } from './discovery.js'
import { code, codes, page, table } from './markdown.js'
import { formatTable, ruleTable } from './rules.js'

/** Pages of shared types, with their types. */
const SHARED = {
  metadata: /^(ObjectMeta|DeleteOptions|LabelSelector)\b/,
  volumes: /^(Volume|\w+VolumeSource)( of .*)?$/,
  'pod-spec':
    /^(PodTemplateSpec|PodSpec|Toleration|\w*Affinity(Term)?|(Ephemeral)?Container\w*|Env\w+|\w+Selector|Volume\w+|PodResourceClaim|Probe|Handler|ResourceRequirements|SecurityContext)\b/,
} as const
type SharedPage = keyof typeof SHARED

/** Served by federation hosts only. */
const POLICIES = 'federation.binnacle.dev'

/** Types that are not kinds, and the groups whose pages list them. */
const PARTS: Readonly<Record<string, string>> = {
  DeploymentRollback: 'apps',
  Scale: 'apps',
  CustomResourceDefinitionVersion: 'apiextensions.k8s.io',
  CustomResourceConversion: 'apiextensions.k8s.io',
  JobTemplateSpec: 'batch',
  EndpointSubset: '',
  LimitRangeItem: '',
  Eviction: 'policy',
  PodLogOptions: '',
  TokenRequest: 'authentication.k8s.io',
  MutatingWebhook: 'admissionregistration.k8s.io',
  ValidatingWebhook: 'admissionregistration.k8s.io',
}

/** The pages of all kinds, by their names. */
export async function kindPages(): Promise<ReadonlyMap<string, string>> {
  const groups = await discoveredGroups()
  const groupOfKind = new Map<string, string>()
  for (const { name, versions } of groups) {
    for (const { responseKind } of versions.flatMap(({ resources }) => resources)) {
      if (!groupOfKind.has(responseKind.kind)) groupOfKind.set(responseKind.kind, name)
    }
  }
  const rules = new Map<string, RuleTable[]>()
  for (const rule of ruleTables) {
    if (rule.repeats) continue
    const name = pageOf(rule, groupOfKind)
    rules.set(name, [...(rules.get(name) ?? []), rule])
  }
  const pages = new Map<string, string>([
    ['index', indexPage(groups)],
    ['metadata', metadataPage(rules.get('metadata') ?? [])],
    ['pod-spec', sharedPage('Pod spec', rules.get('pod-spec') ?? [])],
    ['volumes', sharedPage('Volumes', rules.get('volumes') ?? [])],
  ])
  for (const group of groups) pages.set(slug(group.name), groupPage(group, rules.get(slug(group.name)) ?? []))
  const lost = [...rules.keys()].filter((name) => !pages.has(name))
  if (lost.length > 0) throw new Error(`rules of no page: ${lost.join(', ')}`)
  return pages
}

function pageOf({ type, kind: ofKind = '' }: RuleTable, groupOfKind: ReadonlyMap<string, string>): string {
  const [kind = ''] = /[A-Z]\w+/.exec(type) ?? []
  const group = PARTS[kind] ?? groupOfKind.get(kind)
  if (group !== undefined) return slug(group)
  const shared = (Object.keys(SHARED) as SharedPage[]).find((name) => SHARED[name].test(type))
  const ofSpec = groupOfKind.get(kind.replace(/Spec$/, ''))
  const fallback = ofSpec ?? groupOfKind.get(ofKind)
  if (shared === undefined && fallback !== undefined) return slug(fallback)
  if (shared === undefined) throw new Error(`the reference has no page for rules of ${type}`)
  return shared
}

/** Pages of groups whose first word another group has. */
const PAGES: Readonly<Record<string, string>> = { '': 'core', [POLICIES]: 'federation-policies' }
const slug = (group: string) => PAGES[group] ?? (group.split('.')[0] as string)
const title = (group: string) => (group === '' ? 'Core group' : group)
const apiVersion = (group: string, version: string) => (group === '' ? version : `${group}/${version}`)

function indexPage(groups: readonly ApiGroup[]): string {
  const rows = groups.map(({ name, versions }) => [
    `[${title(name)}](./${slug(name)}.md)`,
    codes(versions.map(({ version }) => apiVersion(name, version))),
    [...new Set(versions.flatMap(({ resources }) => resources.map(({ responseKind }) => responseKind.kind)))]
      .sort()
      .join(', '),
  ])
  return page(
    'Kinds',
    'These kinds are built in. [Custom resources](/guides/custom-resources) add more.',
    table(['group', 'versions', 'kinds'], rows),
    `An object that several groups serve is one object: a Deployment written through \`extensions/v1beta1\` can be read, watched
and patched through \`apps/v1\`, with the same uid and resource version. The same holds for Ingresses, autoscalers and events.

\`kubectl explain\`, \`/openapi/v3\` and the page \`/docs\` of a running server describe every field.

## Rules

The page of each group lists the rules that its objects must keep. Three pages have the rules of types that kinds share:
[metadata](./metadata.md), [pod spec](./pod-spec.md) and [volumes](./volumes.md).

- The server reports all mistakes at once: a 422 with one cause per mistake ([errors](../errors.md)).
- Defaults apply first, so a field with a default is never missing.
- Creates, replacements and patches follow the same rules. Tables that say *update* apply in addition.
- A table of one version, such as *Deployment of apps/v1*, has the rules of that version alone.
- An update of the status follows the rules for metadata and for the status only.

The tests of the rules validate the examples that these tables are made of.`,
  )
}

function groupPage({ name, versions }: ApiGroup, rules: readonly RuleTable[]): string {
  const kinds = versions.map(
    ({ version, resources }) =>
      `## ${apiVersion(name, version)}\n\n${offByDefault(name, version, resources)}${kindTable(resources)}`,
  )
  const moved =
    name === 'extensions'
      ? 'The objects are those of [apps](./apps.md) and [networking.k8s.io](./networking.md); the rules are on those pages.'
      : ''
  const shared =
    'Besides: the rules for [metadata](./metadata.md) and, where an object contains pods, for the [pod spec](./pod-spec.md) and its [volumes](./volumes.md).'
  const optional = name === POLICIES ? ['Served with `--federation` only.'] : []
  return page(
    title(name),
    ...optional,
    ...kinds,
    ...(rules.length > 0 ? ['## Rules', shared, ...rules.map(ruleTable)] : [moved]),
  )
}

/** The versions of kinds that only `--runtime-config` turns on. */
const OFF = new Set(
  kinds.flatMap(({ versions }) =>
    versions.filter(({ served }) => !served).map((version) => `${apiVersionOf(version)} ${version.kind}`),
  ),
)

function offByDefault(group: string, version: string, resources: readonly Resource[]): string {
  const names = resources.map(({ responseKind }) => responseKind.kind)
  const off = names.filter((kind) => OFF.has(`${apiVersion(group, version)} ${kind}`))
  if (off.length === 0) return ''
  const what = off.length === names.length ? 'All are' : `${off.join(', ')} is`
  return `${what} off by default; [--runtime-config](../../guides/operations.md#api-versions) changes that.\n\n`
}

function kindTable(resources: readonly Resource[]): string {
  return table(
    ['kind', 'resource', 'scope', 'verbs', 'subresources'],
    resources.map(({ responseKind, resource, shortNames = [], scope, verbs, subresources = [] }) => [
      responseKind.kind,
      codes([resource, ...shortNames]),
      scope,
      verbs.length === VERBS.length ? 'all' : verbs.join(', '),
      subresources.map(({ subresource }) => code(subresource)).join(', '),
    ]),
  )
}

function metadataPage(rules: readonly RuleTable[]): string {
  return page(
    'Metadata',
    'Rules for the metadata of all objects, for delete options and for label selectors.',
    ...rules.map(ruleTable),
    '## Formats',
    'Rules on this and the other pages name these formats.',
    formatTable(),
    `Some fields keep the path that the original API gives them: \`metadata.ownerReferences.uid\` and \`envFrom\` have no index,
and annotations that configure pods follow a dot.`,
  )
}

const sharedPage = (name: string, rules: readonly RuleTable[]) =>
  page(name, 'Rules for types that several kinds contain.', ...rules.map(ruleTable))
