import { CURRENT_TEMPLATES, LEGACY_TEMPLATES, type PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { type PodTemplateSpec, validatePodTemplate } from '#kinds/shared/pod/pod-template.js'
import type { Volume } from '#kinds/shared/pod/volumes/volume.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { isEmptySelector, LabelSelector, selectorMatches } from '#meta/label-selector.js'
import {
  selectsByLabelValues,
  validateLabelSelector,
  validateStrictLabelSelector,
} from '#meta/label-selector-rules.js'
import type { ApiObject } from '#meta/object-meta.js'
import { semanticEqual } from '#schema/equal.js'

/** The rules on a selector and the pod template that it must match. */

interface SelectedTemplate {
  readonly selector?: LabelSelector | null | undefined
  readonly template: PodTemplateSpec
}

interface Replicated extends SelectedTemplate {
  readonly replicas?: number | undefined
}

/** The error messages, which differ between groups. */
export interface WorkloadMessages {
  emptySelector(kind: string): string
  readonly unusableSelector: string
  validateSelector(selector: LabelSelector, errors: FieldErrors): void
  /** For a rollout deadline before the first pod can be available. */
  readonly earlyDeadline: string
  /** Rejects a deadline of long-running pods; `kind` is the kind of their controller. */
  rejectDeadline(seconds: number, kind: string, errors: FieldErrors): void
  /** Whether disks of several pods must be read-only. */
  readonly mustShareDisks: boolean
  /** The rules on the templates. */
  readonly templates: PodRules
}

export const LEGACY_MESSAGES: WorkloadMessages = {
  emptySelector: (kind) => `empty selector is not valid for ${kind}.`,
  unusableSelector: 'invalid label selector.',
  validateSelector: validateLabelSelector,
  earlyDeadline: 'must be greater than minReadySeconds.',
  rejectDeadline: (seconds, _kind, errors) =>
    errors.invalid('activeDeadlineSeconds', seconds, 'must not be specified'),
  mustShareDisks: true,
  templates: LEGACY_TEMPLATES,
}

export const CURRENT_MESSAGES: WorkloadMessages = {
  emptySelector: (kind) => `empty selector is invalid for ${kind}`,
  unusableSelector: 'invalid label selector',
  validateSelector: validateStrictLabelSelector,
  earlyDeadline: 'must be greater than minReadySeconds',
  rejectDeadline: (_seconds, kind, errors) =>
    errors.forbidden('activeDeadlineSeconds', `activeDeadlineSeconds in ${kind} is not Supported`),
  mustShareDisks: false,
  templates: CURRENT_TEMPLATES,
}

/** For Deployments and ReplicaSets, which share the message about an empty selector. */
export function validateReplicatedPods(spec: Replicated, words: WorkloadMessages, errors: FieldErrors): void {
  const { selector, template, replicas = 0 } = spec
  if (!selector) errors.required('selector')
  else if (!validateSelector(selector, 'deployment', words, errors)) {
    errors.invalid('selector', selector, words.unusableSelector)
    // Without a valid selector, the template cannot be checked.
    return
  }
  mustBeSelected(spec, errors)
  validateAlwaysRestartedTemplate(template, { keeper: 'ReplicaSet', several: replicas > 1, words }, errors)
}

/** For DaemonSets: many pods, and the selector may be absent if the labels are. */
export function validateDaemonPods(
  spec: SelectedTemplate,
  words: WorkloadMessages,
  errors: FieldErrors,
): void {
  const usable = !spec.selector || validateSelector(spec.selector, 'daemonset', words, errors)
  if (usable) mustBeSelected(spec, errors)
  validateAlwaysRestartedTemplate(spec.template, { keeper: 'DaemonSet', several: true, words }, errors)
}

/** Returns whether the selector is valid. */
export function validateSelector(
  selector: LabelSelector,
  kind: string,
  words: WorkloadMessages,
  errors: FieldErrors,
): boolean {
  const before = errors.all.length
  errors.field('selector', selector, words.validateSelector)
  const usable = errors.all.length === before && selectsByLabelValues(selector)
  if (isEmptySelector(selector)) {
    errors.invalid('selector', selector, words.emptySelector(kind))
  }
  return usable
}

/** Otherwise pods would be created forever, because none of them counts. */
export function mustBeSelected({ selector, template }: SelectedTemplate, errors: FieldErrors): void {
  const { labels } = template.metadata
  if (selectorMatches(selector ?? undefined, labels)) return
  errors.invalid('template.metadata.labels', labels ?? {}, '`selector` does not match template `labels`')
}

/** The controller of the pods. */
interface Keeper {
  readonly keeper: string
  /** Whether there may be several pods at a time. */
  readonly several: boolean
  readonly words: WorkloadMessages
}

/** The rules on templates of pods that are replaced when they end. */
export function validateAlwaysRestartedTemplate(
  template: PodTemplateSpec,
  keeper: Keeper,
  errors: FieldErrors,
): void {
  errors.field('template', template, validatePodTemplate, keeper.words.templates)
  errors.field('template', template, validateLasting, keeper)
}

function validateLasting({ spec }: PodTemplateSpec, errors: FieldErrors, keeper: Keeper): void {
  errors.field('spec', spec, validateAlwaysRestartedPod, keeper)
}

const ALWAYS = ['Always']

export function validateAlwaysRestartedPod(spec: PodSpec, errors: FieldErrors, keeper: Keeper): void {
  const { volumes, restartPolicy, activeDeadlineSeconds } = spec
  if (keeper.several && keeper.words.mustShareDisks) errors.each('volumes', volumes, mustBeShareable)
  if (restartPolicy !== 'Always') errors.notSupported('restartPolicy', restartPolicy, ALWAYS)
  if (activeDeadlineSeconds !== undefined) {
    keeper.words.rejectDeadline(activeDeadlineSeconds, keeper.keeper, errors)
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

interface Selecting extends ApiObject {
  spec: { selector: LabelSelector | null }
}

/** The selector is immutable: a change would orphan pods. */
export function mustKeepSelector(
  { spec }: Readonly<Selecting>,
  { spec: current }: Readonly<Selecting>,
  errors: FieldErrors,
): void {
  if (semanticEqual(LabelSelector, spec.selector ?? {}, current.selector ?? {})) return
  errors.invalid('spec.selector', spec.selector, 'field is immutable')
}
