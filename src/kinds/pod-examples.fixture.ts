import type { Body, RuleExample, RuleTable } from '#meta/rule-examples.fixture.js'
import { deployment } from './apps/deployment/index.js'
import { pod } from './core/pod/index.js'
import { podTemplate } from './core/podtemplate/index.js'
import { type Checked, MAIN, rulesOfObject, template, validateNew } from './example-objects.fixture.js'
import { CURRENT_PODS, LEGACY_TEMPLATES, type PodRules } from './shared/pod/pod-rules.js'

/**
 * Tables of the rules on types in pods. The same examples are tried in a Pod, in a PodTemplate, and in a Deployment of
 * extensions/v1beta1, which has fewer fields and rules.
 */

/** The formats of names differ between releases, and so do their messages. */
type Examples = readonly RuleExample[] | ((formats: PodRules) => readonly RuleExample[])

export interface PodPart {
  readonly type: string
  /** Below the spec of the pod; empty for the spec itself. */
  readonly at: string
  /** Fields of a pod spec that contain the body. A container `main` is there unless they have others. */
  readonly spec: (body: Body) => Body
  /** Rules of every version. */
  readonly examples?: Examples
  /** Rules of v1 only, for pods and templates. */
  readonly today?: readonly RuleExample[]
  /** Rules of extensions/v1beta1 only. */
  readonly legacy?: readonly RuleExample[]
  /** True if defaults that only pods have add to the faults. */
  readonly templatesOnly?: boolean
}

export function rulesOfPodPart(part: PodPart): readonly RuleTable[] {
  const { type, at, spec, examples = [], today = [], legacy = [], templatesOnly = false } = part
  const inPod = {
    type,
    version: pod.storageVersion,
    at: below('spec', at),
    object: (body: Body) => ({ spec: { containers: [MAIN], ...spec(body) } }),
  }
  const inTemplate = {
    type,
    version: podTemplate.storageVersion,
    at: below('template.spec', at),
    object: (body: Body) => ({ template: template(spec(body)) }),
  }
  const inDeployment = { at: below(POD, at), validate: (body: Body) => validatePod(spec(body)) }
  const current = [...list(examples, CURRENT_PODS), ...today]
  const tables: readonly RuleTable[] = [
    rulesOfObject({ ...inPod, examples: templatesOnly ? [] : current }),
    { ...rulesOfObject({ ...inTemplate, examples: current }), repeats: !templatesOnly },
    { type, ...inDeployment, examples: list(examples, LEGACY_TEMPLATES), repeats: true },
    { type: `${type} of extensions/v1beta1`, ...inDeployment, examples: legacy },
  ]
  return tables.filter((table) => table.examples.length > 0)
}

const list = (examples: Examples, formats: PodRules) =>
  typeof examples === 'function' ? examples(formats) : examples

const below = (path: string, field: string) => (field === '' ? path : `${path}.${field}`)

/** There are two volumes to mount: `data` and, a claim, `disk`. */
export const containerSpec = (part: Body) => ({
  containers: [{ ...MAIN, ...part }],
  volumes: [{ name: 'data' }, { name: 'disk', persistentVolumeClaim: { claimName: 'c' } }],
})

/** A part of the first container. `within` puts the body into the container. */
export const rulesOfContainerPart = (part: Omit<PodPart, 'spec'> & { within?: (body: Body) => Body }) =>
  rulesOfPodPart({
    ...part,
    at: below('containers[0]', part.at),
    spec: (body) => containerSpec(part.within?.(body) ?? body),
  })

/**
 * At `spec.template.metadata`. The body may have a `spec` for the pod. Labels and selector are set, so that the object
 * does not copy those of the template.
 */
export function validateTemplateMetadata({ spec = {}, ...metadata }: Body): Checked {
  return validateNew(deployment.storageVersion, {
    metadata: { labels: { own: 'x' } },
    spec: { selector: { matchLabels: { app: 'web' } }, template: template(spec as Body, metadata) },
  })
}

/** At `spec.template.spec`. */
export function validatePod(spec: Body): Checked {
  return validateNew(deployment.storageVersion, { spec: { template: template(spec) } })
}

/** At `spec.template.spec.containers[0]`. */
export function validateContainerPart(part: Body): Checked {
  return validatePod(containerSpec(part))
}

/** At `spec.template.spec.volumes[0]`. */
export function validateVolumePart(part: Body): Checked {
  return validatePod({ volumes: [{ name: 'v', ...part }] })
}

export const POD = 'spec.template.spec'
export const CONTAINER = `${POD}.containers[0]`
export const VOLUME = `${POD}.volumes[0]`
