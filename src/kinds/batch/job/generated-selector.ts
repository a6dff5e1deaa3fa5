import type { FieldErrors } from '#meta/field-errors.js'
import { selectorMatches } from '#meta/label-selector.js'
import { selectsByLabelValues } from '#meta/label-selector-rules.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { setOwn, sortedKeys } from '#schema/json-object.js'
import type { Job } from './schema.js'

/** The labels and the selector that identify the pods of a job. */

const CONTROLLER_UID = 'batch.kubernetes.io/controller-uid'
const JOB_NAME = 'batch.kubernetes.io/job-name'

type Labels = { [key: string]: string }

/** Each label without and with the domain: the short names are older, and clients still select by them. */
const oldLabels = ({ uid = '', name = '' }: ObjectMeta): Labels => ({
  'controller-uid': uid,
  'job-name': name,
})
const expectedLabels = (metadata: ObjectMeta): Labels => {
  const { uid = '', name = '' } = metadata
  return { ...oldLabels(metadata), [CONTROLLER_UID]: uid, [JOB_NAME]: name }
}

/**
 * Generates labels and selector of a new job, unless `manualSelector` is set. Values that were given are left for
 * validation. A job that shares the labels of its template keeps sharing them.
 */
export function generateSelector({ metadata, spec }: Job): void {
  const { template } = spec
  const hasLabelsOfTemplate = metadata.labels === template.metadata.labels
  if (spec.manualSelector !== true) {
    template.metadata.labels = withDefaults(template.metadata.labels, expectedLabels(metadata))
    spec.selector = {
      matchLabels: withDefaults(spec.selector?.matchLabels, { [CONTROLLER_UID]: metadata.uid ?? '' }),
      matchExpressions: spec.selector?.matchExpressions,
    }
  }
  if (hasLabelsOfTemplate) metadata.labels = template.metadata.labels && { ...template.metadata.labels }
}

function withDefaults(given: Labels | undefined, defaults: Labels): Labels {
  const all = { ...defaults, ...given }
  const labels: Labels = {}
  for (const key of sortedKeys(all)) setOwn(labels, key, all[key] as string)
  return labels
}

/** Whether the template has the labels with the domain. A job by hand may become one with a generated selector. */
export const hasLabelsWithDomain = ({ spec }: Readonly<Job>): boolean => {
  const { labels = {} } = spec.template.metadata
  return labels[CONTROLLER_UID] !== undefined && labels[JOB_NAME] !== undefined
}

/** A generated selector matches the pods of this job and no others. */
export function validateGeneratedSelector(
  { metadata, spec }: Readonly<Job>,
  errors: FieldErrors,
  withDomain: boolean,
): void {
  const { selector, template } = spec
  if (spec.manualSelector === true || selector === undefined) return
  const expected = withDomain ? expectedLabels(metadata) : oldLabels(metadata)
  errors.field('spec.template.metadata', template.metadata, mustHaveLabels, expected)
  if (!selectsByLabelValues(selector) || selectorMatches(selector, expected)) return
  errors.invalid('spec.selector', selector, '`selector` not auto-generated')
}

function mustHaveLabels({ labels }: ApiObject['metadata'], errors: FieldErrors, expected: Labels): void {
  for (const key of Object.keys(expected)) {
    const words = `must be '${expected[key]}'`
    if (labels?.[key] === undefined) errors.required(`labels[${key}]`, words)
    else if (labels[key] !== expected[key]) errors.invalid(`labels[${key}]`, labels, words)
  }
}
