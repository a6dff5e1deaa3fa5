import type { FieldErrors } from '../../meta/field-errors.js'
import type { LabelSelector } from '../../meta/label-selector.js'
import { isEmptySelector, selectorMatches } from '../../meta/label-selector-match.js'
import { selectsByLabelValues, validateLabelSelector } from '../../meta/label-selector-rules.js'
import { LEGACY_TEMPLATES, type PodRules, TODAYS_TEMPLATES } from './pod/pod-rules.js'
import type { PodSpec } from './pod/pod-spec.js'
import type { PodTemplateSpec } from './pod/pod-template.js'
import { validatePodTemplate } from './pod/pod-template-rules.js'
import type { Volume } from './pod/volumes/volume.js'

/** The rules on a selector and the template whose pods it must select, for the kinds that have both. */

interface SelectedTemplate {
  readonly selector?: LabelSelector | undefined
  readonly template: PodTemplateSpec
}

interface Replicated extends SelectedTemplate {
  readonly replicas?: number | undefined
}

/** Deployments and replica sets. The words about an empty selector are those recorded for both. */
export function validateReplicatedPods(spec: Replicated, errors: FieldErrors): void {
  const { selector, template, replicas = 0 } = spec
  if (selector === undefined) errors.required('selector')
  else {
    const usable = validateSelector(selector, 'deployment', LEGACY_WORDS, errors)
    if (!usable) {
      errors.invalid('selector', selector, 'invalid label selector.')
      // Which pods the template is for is not known, so it is not validated.
      return
    }
  }
  mustBeSelected(spec, errors)
  validateKeptAlive(template, replicas > 1, LEGACY_TEMPLATES, errors)
}

/** How errors about selectors are put, which differs from group to group. */
export interface SelectorWords {
  empty(kind: string): string
  /** The rules on the templates. */
  readonly templates: PodRules
}
export const LEGACY_WORDS: SelectorWords = {
  empty: (kind) => `empty selector is not valid for ${kind}.`,
  templates: LEGACY_TEMPLATES,
}
export const TODAYS_WORDS: SelectorWords = {
  empty: (kind) => `empty selector is invalid for ${kind}`,
  templates: TODAYS_TEMPLATES,
}

/** Daemon sets: one pod on each of many nodes, and a selector that may be left out where labels are too. */
export function validateDaemonPods(spec: SelectedTemplate, words: SelectorWords, errors: FieldErrors): void {
  const usable = spec.selector === undefined || validateSelector(spec.selector, 'daemonset', words, errors)
  if (usable) mustBeSelected(spec, errors)
  validateKeptAlive(spec.template, true, words.templates, errors)
}

/** Returns whether the selector can be used to select. */
function validateSelector(
  selector: LabelSelector,
  kind: string,
  words: SelectorWords,
  errors: FieldErrors,
): boolean {
  const before = errors.all.length
  errors.member('selector', selector, validateLabelSelector)
  const usable = errors.all.length === before && selectsByLabelValues(selector)
  if (isEmptySelector(selector)) {
    errors.invalid('selector', selector, words.empty(kind))
  }
  return usable
}

/** Otherwise pods would be made for ever, because none of them counts. */
function mustBeSelected({ selector, template }: SelectedTemplate, errors: FieldErrors): void {
  const { labels } = template.metadata
  if (selectorMatches(selector, labels)) return
  errors.invalid('template.metadata.labels', labels ?? {}, '`selector` does not match template `labels`')
}

/** Pods that are replaced when they end, and of which there may be several at a time. */
function validateKeptAlive(
  template: PodTemplateSpec,
  several: boolean,
  rules: PodRules,
  errors: FieldErrors,
): void {
  errors.member('template', template, validatePodTemplate, rules)
  errors.member('template', template, validateLasting, several)
}

function validateLasting({ spec }: PodTemplateSpec, errors: FieldErrors, several: boolean): void {
  errors.member('spec', spec, validateLastingPod, several)
}

const ALWAYS = ['Always']

function validateLastingPod(spec: PodSpec, errors: FieldErrors, several: boolean): void {
  const { volumes, restartPolicy, activeDeadlineSeconds } = spec
  if (several) errors.each('volumes', volumes, mustBeShareable)
  if (restartPolicy !== 'Always') errors.notSupported('restartPolicy', restartPolicy, ALWAYS)
  if (activeDeadlineSeconds !== undefined) {
    errors.invalid('activeDeadlineSeconds', activeDeadlineSeconds, 'must not be specified')
  }
}

function mustBeShareable({ gcePersistentDisk: disk }: Volume, errors: FieldErrors): void {
  if (disk === undefined || disk.readOnly === true) return
  errors.invalid(
    'gcePersistentDisk.readOnly',
    false,
    'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
  )
}
